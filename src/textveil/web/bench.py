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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from textveil.errors import OutputError, WrongKeyError
from textveil.store.keys import new_secret
from textveil.store.log import LogEntry, LookUp
from textveil.store.postgres import DatabaseAddress, PostgresVault
from textveil.store.sealed_folder import SealedFolder
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret
from textveil.web.limits import LoginLimit
from textveil.web.project_keys import PENDING, PROJECT, SharedProject
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
    database
        Where vaults lie, if not in the folder.
    """

    folder: Path
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    roots: tuple[Path, ...] = ()
    max_upload: int = 200 * MEGABYTE
    secure: bool = False
    database: DatabaseAddress | None = None


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
        self._finish_rotation()

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
                found = self._made(name, path, key)
                found.__enter__()
        known[name] = found
        return found

    def _made(self, name: str, path: Path, key: Secret | Password) -> SqliteVault:
        told: dict[str, Any] = {"create": True, "look_up": LookUp.OPEN, "command": COMMAND}
        database = self.settings.database
        if database is not None:
            return PostgresVault(database, name, key, **told)
        return SqliteVault(path, key, **told)

    def remove_vault(self, project: str, key: Secret) -> None:
        """Remove the vault of a project, whose key is destroyed already."""
        self.forget(project)
        if self.settings.database is not None:
            PostgresVault(self.settings.database, project, key).remove()
        path = self.project_path(project)
        for one in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            one.unlink(missing_ok=True)

    def has_server(self) -> bool:
        """Tell whether the server's vault was made before."""
        if self.settings.database is not None:
            return PostgresVault.stands(self.settings.database, SERVER)
        return (self.settings.folder / "server.vault").exists()

    def rotate(self, new: Secret | Password | None = None) -> int:
        """Draw a new key for each project, and seal the server's vault under another key.

        Every step leaves a vault that opens: the key of a project stands in the server's vault
        before its content is sealed under it, beside the one that it replaces.

        Returns
        -------
        int
            How many projects got a new key.
        """
        store = self.server()
        count = 0
        for project, content in store.fetch_all(PROJECT).items():
            standing = SharedProject.of(project, content)
            fresh = standing.with_key(new_secret())
            store.put(PENDING, project, fresh.content())
            self.vault(project, standing.key).rotate(fresh.key)
            self.forget(project)
            with store.step():
                store.put(PROJECT, project, fresh.content())
                store.delete(PENDING, project)
            count += 1
        store.rotate(self._key if new is None else new)
        self._key = self._key if new is None else new
        self.note("", "changed the keys")
        return count

    def _finish_rotation(self) -> None:
        """Take up a rotation that was ended from outside."""
        store = self.server()
        for project, content in store.fetch_all(PENDING).items():
            fresh = SharedProject.of(project, content)
            try:
                self.vault(project, fresh.key)
            except WrongKeyError:
                # It ended before the project was sealed anew: the standing key opens it.
                store.delete(PENDING, project)
                continue
            with store.step():
                store.put(PROJECT, project, fresh.content())
                store.delete(PENDING, project)

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
        told = {**asked, "path": str(self.project_path(project.id)), "key": key}
        database = self.settings.database
        return told if database is None else {**told, "database": asdict(database)}

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
