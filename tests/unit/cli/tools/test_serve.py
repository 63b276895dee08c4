"""`textveil serve` as a command: how it starts, what it makes, and what it refuses."""

import json
import os
import socket
import sqlite3

import pytest
from tests.e2e.textveil_cli import textveil
from typer.testing import CliRunner

from textveil.cli.app import app
from textveil.errors import TextveilError, VaultVersionError
from textveil.store.sqlite_vault import SqliteVault
from textveil.web.serving import WebServer


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("TEXTVEIL_KEY", "TEXTVEIL_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path


@pytest.fixture
def ran(monkeypatch):
    """What would be served, and how."""
    seen = []
    monkeypatch.setattr(WebServer, "run", lambda self, _, browser: seen.append((self, browser)))
    return seen


def serve(*arguments):
    return CliRunner().invoke(app, ["serve", *map(str, arguments)])


def refused(*arguments):
    found = serve(*arguments).exception
    assert isinstance(found, TextveilError)
    return found


@pytest.mark.parametrize("arguments", [(), ("run",)])
def test_it_starts_without_any_argument(home, ran, arguments):
    assert serve(*arguments).exception is None
    [(server, browser)] = ran
    assert server.address.url == "http://127.0.0.1:8750"
    assert server.settings.folder == home / "share" / "textveil"
    assert (browser, server.given) == (True, None)


def test_options_reach_the_server_without_the_verb(home, ran):
    serve("--port", 9000, "--root", home, "--max-upload", 3, "--no-browser", "--data", home / "d")
    [(server, browser)] = ran
    assert server.address.port == 9000
    assert server.settings.roots == (home.resolve(),)
    assert server.settings.max_upload == 3_000_000
    assert browser is False


def test_the_first_start_makes_a_key_says_so_and_later_starts_need_it(home):
    first = serve("link")
    key = home / "config" / "textveil" / "server.key"
    assert key.stat().st_mode & 0o077 == 0
    assert str(key) in first.stderr.replace("\n", "")
    assert first.stdout.startswith("http://127.0.0.1:8750/link/")
    second = serve("link", "--user", "ana")
    assert second.exception is None
    assert "made the server's key" not in second.stderr
    key.rename(home / "elsewhere")
    assert "the key of this server is missing" in refused("link").what
    assert serve("link", "--key", home / "elsewhere").exception is None


def test_the_log_is_printed_and_checked(home):
    serve("link")
    told = serve("audit", "--json")
    rows = json.loads(told.stdout)
    assert "made a link on the command line" in [row["look_up"] for row in rows]
    assert "no entry is changed or missing" in told.stderr
    with SqliteVault(home / "share/textveil/server.vault", _key(home)) as vault:
        vault._open().execute("DELETE FROM log WHERE number = 1")
        vault._open().commit()
    assert refused("audit").exit_code


def _key(home):
    from textveil.values.keys.secret import Secret

    return Secret((home / "config/textveil/server.key").read_bytes().strip())


def test_a_port_in_use_is_told_and_another_one_proposed(home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        # In a process of its own: uvicorn leaves a socket that it could not bind as it is.
        told = textveil(
            "serve", "--port", port, "--no-browser", cwd=home, environment={**os.environ}
        )
    assert told.returncode == 2
    assert "the port is in use" in told.stderr
    assert f"127.0.0.1:{port}" in told.stderr
    assert "choose another one with --port" in told.stderr


def test_a_wrong_key_opens_nothing_and_changes_nothing(home):
    serve("link")
    vault = home / "share" / "textveil" / "server.vault"
    before = vault.read_bytes()
    other = home / "other.txt"
    other.write_text("another invented key: 7Hq2 kP9x Zr4m 3Vb8\n")
    assert "key" in refused("link", "--key", other).what
    assert vault.read_bytes() == before


def test_data_of_another_version_are_refused(home):
    serve("link")
    with sqlite3.connect(home / "share/textveil/server.vault") as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    error = refused("link")
    assert isinstance(error, VaultVersionError)
    assert "format 99" in error.what


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (("--host", "192.0.2.1"), "--host 192.0.2.1"),
        (("--tls-certificate", "c.pem"), "--tls-key"),
        (("--tls-certificate", "c.pem", "--tls-key", "k.pem"), "--tls-certificate"),
        (("--root", "nowhere"), "--root nowhere"),
    ],
)
def test_what_would_not_be_safe_or_is_not_there_is_refused_at_once(home, ran, arguments, where):
    assert refused(*arguments).where.startswith(where)
    assert ran == []
    assert not (home / "config").exists()
