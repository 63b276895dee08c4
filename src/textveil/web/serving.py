"""Serving: starts the workbench, prints the way in, and serves until it is stopped."""

import logging
import os
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textveil.errors import MissingExtraError, UsageError
from textveil.store.key_file import make_key_file
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret
from textveil.web.bench import ServerSettings, Workbench
from textveil.web.people.accounts import Accounts

__all__ = ["ServerAddress", "WebServer", "data_folder", "server_key_path"]

_BACKLOG: Final = 128
_LOCAL: Final = ("127.0.0.1", "localhost", "::1")


def server_key_path() -> Path:
    """Return where the first start puts the server's key."""
    return _home("XDG_CONFIG_HOME", ".config") / "textveil" / "server.key"


def data_folder() -> Path:
    """Return where a server keeps its data, unless another folder is given."""
    return _home("XDG_DATA_HOME", ".local/share") / "textveil"


def _home(variable: str, otherwise: str) -> Path:
    given = os.environ.get(variable, "")
    return Path(given) if given else Path.home() / otherwise


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where browsers find the server.

    Attributes
    ----------
    host, port
        What it listens at.
    names
        Further names under which browsers reach it.
    certificate, key
        Files for TLS.
    behind_proxy
        Whether a proxy on the way speaks TLS with browsers.
    """

    host: str = "127.0.0.1"
    port: int = 8750
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise UsageError("TLS needs a certificate and its key", where="--tls-key")
        if self.host not in _LOCAL and not self.secure:
            raise UsageError(
                "other machines would send passwords and texts as they are",
                where=f"--host {self.host}",
                hint="give --tls-certificate and --tls-key, or --behind-proxy",
            )

    @property
    def secure(self) -> bool:
        """Whether browsers speak TLS."""
        return self.behind_proxy or self.certificate is not None

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names that requests may be for."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return tuple(
            name.lower() for name in (host, "localhost", "127.0.0.1", "[::1]", *self.names)
        )

    @property
    def url(self) -> str:
        """The address of the first page."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        name = self.names[0] if self.names else host
        scheme = "https" if self.secure else "http"
        return f"{scheme}://{name}" + ("" if self.behind_proxy else f":{self.port}")


@dataclass(frozen=True, slots=True)
class WebServer:
    """A server before it starts: its folder, its key, and where it listens."""

    settings: ServerSettings
    address: ServerAddress
    given: Secret | Password | None

    def key(self, say: Callable[[str], None]) -> Secret | Password:
        """Return the server's key; the first start of all makes one, and says so."""
        if self.given is not None:
            return self.given
        path = server_key_path()
        if path.exists():
            return Secret(path.read_bytes().strip())
        if Workbench(self.settings, Secret(bytes(16))).has_server():
            raise UsageError(
                "the key of this server is missing",
                where=str(path),
                hint="give --key FILE or --password, or set TEXTVEIL_KEY",
            )
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        made = make_key_file(path)
        say(f"made the server's key: {path}. Keep a copy: without it nobody can read the data")
        return Secret(made.key.strip())

    def opened(self, say: Callable[[str], None]) -> Workbench:
        """Return the bench, ready; raise if the key is wrong."""
        place = Workbench(self.settings, self.key(say))
        try:
            place.prepare()
        except BaseException:
            place.close()
            raise
        return place

    def link(self, user: str, say: Callable[[str], None]) -> str:
        """Return the address of a new one-time link."""
        place = self.opened(say)
        try:
            token = Accounts(place.server()).new_link(user)
            place.note("", "made a link on the command line")
        finally:
            place.close()
        return f"{self.address.url}/link/{token}"

    def rotate(self, new: Secret | Password | None, say: Callable[[str], None]) -> int:
        """Draw new project keys, and seal the server under another key; return how many."""
        place = self.opened(say)
        try:
            return place.rotate(new)
        finally:
            place.close()

    def run(self, say: Callable[[str], None], *, browser: bool) -> None:
        """Serve until the process is stopped."""
        uvicorn = _uvicorn()
        place = self.opened(say)
        shown = self.address.url
        if not Accounts(place.server()).any():
            shown = f"{shown}/link/{Accounts(place.server()).new_link()}"
            say("nobody has an account yet; this link makes the first one, and works once:")
        place.close_own()

        def ready() -> None:
            say(shown)
            if browser:
                webbrowser.open(shown)

        from textveil.web.application import application

        app = application(place, say, ready)
        for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi"):
            # Its messages may quote what a request or a document holds.
            logging.getLogger(name).disabled = True
        config = uvicorn.Config(
            app,
            self.address.host,
            self.address.port,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=self.address.behind_proxy,
            ssl_certfile=self.address.certificate,
            ssl_keyfile=self.address.key,
            timeout_graceful_shutdown=3,
        )
        try:
            # Whoever is told the address can connect from then on.
            with self._listening(config) as listener:
                uvicorn.Server(config).run([listener])
        except KeyboardInterrupt:
            say("stopped; jobs that had not ended go on when the server starts again")
        finally:
            place.close()

    def _listening(self, config: Any) -> Any:
        """Return a socket that listens at the address."""
        try:
            listener = config.bind_socket()
            listener.listen(_BACKLOG)
        except (SystemExit, OSError):
            raise UsageError(
                "the server cannot listen here: the port is in use, or not allowed",
                where=f"{self.address.host}:{self.address.port}",
                hint="choose another one with --port",
            ) from None
        return listener


def _uvicorn() -> Any:
    try:
        import fastapi  # noqa: F401
        import python_multipart  # noqa: F401
        import uvicorn
    except ImportError:
        raise MissingExtraError(
            "the workbench needs packages that are not installed",
            hint="pip install 'textveil[web]'",
        ) from None
    return uvicorn
