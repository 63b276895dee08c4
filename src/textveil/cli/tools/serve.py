"""`textveil serve`: the workbench in a browser."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from textveil.certify.given_keys import read_key
from textveil.cli.shell.console import counted, say, show, show_table
from textveil.cli.shell.default_verb import RunByDefault
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.keys import UnlockOptions
from textveil.cli.shell.options import Shown

if TYPE_CHECKING:
    from textveil.web.serving import WebServer

__all__ = ["app", "audit", "link", "rotate", "run"]


class _ServeByDefault(RunByDefault):
    """A group that also starts without any argument."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in front of nothing at all, too."""
        return super().parse_args(ctx, args or [self.verb])


app = typer.Typer(
    cls=_ServeByDefault,
    rich_markup_mode="markdown",
    help="Work in a browser: release, verify, annotate.\n\n`run` may be left out.\n\n"
    "**Example:** `textveil serve`",
)


@dataclass(frozen=True, kw_only=True)
class PlaceOptions(UnlockOptions):
    """Where the server keeps its data, and what opens them."""

    data: Path | None = option(
        None, "Folder of the server (default: $XDG_DATA_HOME/textveil).", metavar="FOLDER"
    )
    database: str | None = option(
        None,
        "Keep vaults in PostgreSQL: postgresql://USER@HOST/NAME. The password is that of "
        "PGPASSWORD or of ~/.pgpass.",
        metavar="URL",
    )
    host: str = option("127.0.0.1", "Address to listen at.")
    port: int = option(8750, "Port to listen at.", min=1, max=65535)


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """What the server allows."""

    root: list[Path] | None = option(
        None, "A folder from which users may release. Repeatable.", metavar="FOLDER"
    )
    max_upload: int = option(200, "Megabytes that one request may bring.", min=1)
    no_browser: bool = option(False, "Do not open a browser.")


@dataclass(frozen=True, kw_only=True)
class TlsOptions:
    """How other machines reach the server."""

    tls_certificate: Path | None = option(None, "Certificate for TLS, as PEM.", metavar="FILE")
    tls_key: Path | None = option(None, "Key of the certificate, as PEM.", metavar="FILE")
    behind_proxy: bool = option(False, "A proxy in front of the server speaks TLS.")
    name: list[str] | None = option(
        None, "A further name under which browsers reach the server. Repeatable.", metavar="HOST"
    )


def _serving(asked: PlaceOptions, server: ServerOptions, tls: TlsOptions) -> "WebServer":
    from textveil.store.postgres import DatabaseAddress
    from textveil.web.bench import MEGABYTE, ServerSettings
    from textveil.web.serving import ServerAddress, WebServer, data_folder

    folder = (asked.data or data_folder()).absolute()
    address = ServerAddress(
        asked.host,
        asked.port,
        tuple(tls.name or ()),
        tls.tls_certificate,
        tls.tls_key,
        tls.behind_proxy,
    )
    settings = ServerSettings(
        folder,
        address.hosts,
        tuple(path.resolve() for path in server.root or ()),
        server.max_upload * MEGABYTE,
        address.secure,
        DatabaseAddress.of(asked.database) if asked.database else None,
    )
    given = asked.read(twice=not (folder / "server.vault").exists())
    return WebServer(settings, address, given)


@app.command()
@grouped
def run(asked: PlaceOptions, server: ServerOptions, tls: TlsOptions) -> None:
    """Start the workbench; the first start prints a link that makes the first account.

    Everything that it keeps is encrypted under the server's key: that of `--key`, of TEXTVEIL_KEY,
    a password, or a key that the first start makes in `$XDG_CONFIG_HOME/textveil/server.key`.
    Without that key nobody can read the data. Ctrl-C stops the server; unfinished jobs go on when
    it starts again.

    **Example:** `textveil serve --data work/ --root notes/`
    """
    _serving(asked, server, tls).run(say, browser=not server.no_browser)


@app.command()
@grouped
def link(
    asked: PlaceOptions,
    tls: TlsOptions,
    user: Annotated[
        str, typer.Option("--user", metavar="NAME", help="For this account alone, old or new.")
    ] = "",
) -> None:
    """Print a one-time link that makes an account, or sets the password of one.

    It works once, for a day. Without `--user` whoever has it chooses a name that nobody has.

    **Example:** `textveil serve link --user ana`
    """
    show(_serving(asked, ServerOptions(), tls).link(user, say))


@app.command()
@grouped
def rotate(
    asked: PlaceOptions,
    new_key: Annotated[
        Path | None,
        typer.Option(
            "--new-key", metavar="FILE", help="Seal the server under this key from now on."
        ),
    ] = None,
) -> None:
    """Draw a new key for every project, and seal everything again; stop the server first.

    The old content is overwritten. Copies elsewhere, backups included, stay open to the old keys.

    **Example:** `textveil serve rotate --new-key new.txt`
    """
    serving = _serving(asked, ServerOptions(), TlsOptions())
    fresh = None if new_key is None else read_key(new_key)
    count = serving.rotate(fresh, say)
    say(f"{counted(count, 'project')} and the server have new keys")


@app.command()
@grouped
def audit(asked: PlaceOptions, shown: Shown) -> None:
    """Print who did what and when, and check that no entry was changed or is missing.

    Entries have users, actions, and ids of projects, documents and jobs. No text is in them.

    **Example:** `textveil serve audit --json`
    """
    from textveil.web.audit import AuditLog

    serving = _serving(asked, ServerOptions(), TlsOptions())
    place = serving.opened(shown.notice)
    try:
        found = AuditLog(tuple(place.server().log()))
    finally:
        place.close()
    shown.print(found, _show_log)
    shown.notice(f"{counted(len(found.entries), 'action')}; no entry is changed or missing")


def _show_log(found: Any) -> None:
    rows = [(one.when, one.user, one.look_up, one.about) for one in found.entries]
    show_table(("when", "user", "action", "about"), rows)
