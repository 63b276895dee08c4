"""The bench: the folder of a server, its key, and the vaults that are open.

`server.vault` holds accounts, sessions, jobs and, sealed, the key of each project; a project is a
vault of its own beside it. A vault object serves one thread, so each thread of the pool opens its
own and keeps it.
"""

import base64
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from textveil.errors import OutputError, WrongKeyError
from textveil.store.keys import new_secret
from textveil.store.log import LogEntry, LookUp
from textveil.store.sealed_folder import SealedFolder
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.password import Password
from textveil.values.secret import Secret
from textveil.web.limits import LoginLimit
from textveil.web.project_keys import PROJECT, SharedProject
from textveil.web.working.jobs import Jobs
from textveil.web.working.rooms import PlainRooms

__all__ = ["COMMAND", "ServerSettings", "Workbench"]

COMMAND: Final = "textveil serve"
SERVER: Final = "server"
THREADS: Final = 6
MOST_OPEN: Final = 16
"""Vaults that a thread keeps open."""
MEGABYTE: Final = 1_000_000

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server was started.

    Attributes
    ----------
    folder
        Where everything is kept.
    hosts
        Names under which browsers may ask for it.
    roots
        Folders from which users may release.
    max_upload
        Bytes that one request may bring.
    secure
        Whether browsers speak TLS with it.
    """

    folder: Path
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    roots: tuple[Path, ...] = ()
    max_upload: int = 200 * MEGABYTE
    secure: bool = False


class Workbench:
    """Everything that pages share.

    Parameters
    ----------
    settings
        How the server was started.
    key
        Opens the server's vault.
    """

    def __init__(self, settings: ServerSettings, key: Secret | Password) -> None:
        self.settings = settings
        self.rooms = PlainRooms(settings.folder)
        self.jobs = Jobs(settings.folder, self.rooms, self)
        self.limit = LoginLimit()
        self._key = key
        self._opened = threading.local()
        self._turn = threading.Lock()
        self._pool = ThreadPoolExecutor(THREADS, "page")
        self._closed = False

    def prepare(self) -> None:
        """Make the folder and the server's vault where there is none; raise if the key is wrong."""
        folder = self.settings.folder
        try:
            (folder / "projects").mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot be made: {error.strerror}", where=str(folder)) from None
        for left in (folder / "incoming").glob("*"):
            SealedFolder(left, new_secret()).remove()
        self.server()

    @property
    def pool(self) -> ThreadPoolExecutor:
        """The threads in which pages are made."""
        return self._pool

    def server(self) -> SqliteVault:
        """Return the server's own vault, for this thread."""
        return self._vault(SERVER, self.settings.folder / "server.vault", self._key)

    def project_path(self, project: str) -> Path:
        """Return the file of a project."""
        return self.settings.folder / "projects" / f"{project}.vault"

    def vault(self, project: str, key: Secret) -> SqliteVault:
        """Return the vault of a project, for this thread; it is made if it is new."""
        return self._vault(project, self.project_path(project), key)

    def _vault(self, name: str, path: Path, key: Secret | Password) -> SqliteVault:
        known: dict[str, SqliteVault] = vars(self._opened).setdefault("vaults", {})
        found = known.pop(name, None)
        if found is None:
            if len(known) >= MOST_OPEN:
                known.pop(next(iter(known))).close()
            # SQLite does not wait for its turn where two threads begin with a new file.
            with self._turn:
                found = SqliteVault(path, key, create=True, look_up=LookUp.OPEN, command=COMMAND)
                found.__enter__()
        known[name] = found
        return found

    def forget(self, name: str) -> None:
        """Close a vault that this thread has open."""
        known: dict[str, SqliteVault] = vars(self._opened).setdefault("vaults", {})
        if name in known:
            known.pop(name).close()

    def note(self, user: str, action: str, about: str = "") -> None:
        """Put what somebody does into the audit log, before it is done."""
        self.server().enter(LogEntry.by(user or "nobody", COMMAND, action, about))

    def order(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return what a worker is told: of a project also its file and key, which no job keeps."""
        found = self.server().fetch(PROJECT, asked.get("project", ""))
        if found is None:
            return asked
        project = SharedProject.of(asked["project"], found)
        key = base64.b64encode(project.key.key).decode()
        return {**asked, "path": str(self.project_path(project.id)), "key": key}

    def incoming(self) -> tuple[SealedFolder, Secret]:
        """Return a new sealed folder for what a request brings, and its key."""
        secret = new_secret()
        path = self.settings.folder / "incoming" / secrets.token_hex(8)
        return SealedFolder(path, secret), secret

    def again(self, work: Callable[[], Made]) -> Made:
        """Do something that opens vaults; once more if their key was changed meanwhile."""
        try:
            return work()
        except WrongKeyError:
            self.close_own()
            return work()

    def close_own(self) -> None:
        """Close the vaults of this thread."""
        known: dict[str, SqliteVault] = vars(self._opened).setdefault("vaults", {})
        while known:
            known.popitem()[1].close()

    def close(self) -> None:
        """Close all vaults, each in its own thread, and remove all rooms; once is enough."""
        if self._closed:
            return
        self._closed = True
        together = threading.Barrier(THREADS)

        def together_closed() -> None:
            together.wait()
            self.close_own()

        self.jobs.close()
        for done in [self._pool.submit(together_closed) for _ in range(THREADS)]:
            done.result()
        self.close_own()
        self._pool.shutdown()
        self.rooms.close()
