"""Jobs: long work in processes of its own, which pages only start and watch.

A job is a sealed record of the server and a sealed folder. It lives on when a page is loaded again
or the server stops: what was not finished is done again from its sealed input.
"""

import base64
import json
import secrets
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from textveil.errors import UsageError
from textveil.store.keys import new_secret
from textveil.store.sealed_folder import SealedFolder
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret
from textveil.web.words import words
from textveil.web.working.labour import Labour
from textveil.web.working.rooms import PlainRooms

__all__ = ["Job", "JobGround", "Jobs"]

JOB: Final = "job"
WAITING, RUNNING, DONE, FAILED, STOPPED = "waiting", "running", "done", "failed", "stopped"
OVER: Final = frozenset({DONE, FAILED, STOPPED})
MOST_AT_ONCE: Final = 2
MOST_OPEN: Final = 10
"""Jobs of one user that have not ended."""
MOST_KEPT: Final = 200
_ATTEMPTS: Final = 2


@dataclass(frozen=True, slots=True, repr=False)
class Job:
    """One piece of long work.

    Attributes
    ----------
    kind
        A row of `jobs.tsv`.
    asked
        What to do; no text of documents.
    state
        waiting, running, done, failed or stopped.
    told
        What came out, in a few figures; of a failure what, where and what next.
    secret
        The key of its folder, as text.
    attempts
        How often it was begun.
    """

    id: str
    user: str
    kind: str
    asked: dict[str, Any]
    made: float
    secret: str
    state: str = WAITING
    told: dict[str, Any] = field(default_factory=dict)
    attempts: int = 0

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state in OVER

    @property
    def key(self) -> Secret:
        """The key of its folder."""
        return Secret(base64.b64decode(self.secret))

    def content(self) -> bytes:
        """Return what the server's vault keeps of it."""
        return json.dumps(asdict(self)).encode()


class JobGround(Protocol):
    """The part of a workplace that jobs need."""

    def server(self) -> SqliteVault:
        """Return the server's own vault, for this thread."""
        ...

    def order(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return what a worker is told."""
        ...

    def close_own(self) -> None:
        """Close the vaults of this thread."""
        ...


class Jobs:
    """Keeps jobs, and has them done, a few at a time."""

    def __init__(self, folder: Path, rooms: PlainRooms, place: "JobGround") -> None:
        self._folder, self._rooms, self._place = folder, rooms, place
        self._news = threading.Condition()
        self._labours: dict[str, Labour] = {}
        self._foreman: threading.Thread | None = None
        self._ending = False

    def new(
        self,
        user: str,
        kind: str,
        asked: dict[str, Any],
        given: tuple[SealedFolder, Secret] | None = None,
    ) -> Job:
        """Begin a job; files that were given become its own."""
        mine = self.of(user)
        if sum(not one.over for one in mine) >= MOST_OPEN or len(mine) >= MOST_KEPT:
            raise UsageError(words().error_jobs, hint=words().hint_jobs)
        secret = given[1] if given else new_secret()
        shown = base64.b64encode(secret.key).decode()
        made = Job(secrets.token_hex(8), user, kind, asked, time.time(), shown)
        if given and given[0].path.exists():
            target = self.files(made, "in").path
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            given[0].path.rename(target)
        store = self._place.server()
        with store.step():
            store.put(JOB, made.id, made.content())
            store.put(_jobs(user), made.id, b"")
        self._wake()
        return made

    def files(self, job: Job, part: str) -> SealedFolder:
        """Return the files that a job was given (`in`) or has made (`out`)."""
        return SealedFolder(self._folder / "jobs" / job.id / part, job.key)

    def find(self, job: str) -> Job | None:
        """Return a job; None if there is none of this id."""
        found = self._place.server().fetch(JOB, job)
        return None if found is None else Job(**json.loads(found))

    def is_of(self, job: str, user: str) -> bool:
        """Tell whether a job is this user's."""
        return self._place.server().fetch(_jobs(user), job) is not None

    def of(self, user: str) -> list[Job]:
        """Return the jobs of a user, the newest first."""
        store = self._place.server()
        found = store.fetch_some(JOB, list(store.fetch_all(_jobs(user))))
        jobs = [Job(**json.loads(content)) for content in found.values()]
        return sorted(jobs, key=lambda one: -one.made)

    def progress(self, job: str) -> dict[str, Any]:
        """Return the stage of a job that runs, and how much of it is done."""
        labour = self._labours.get(job)
        return labour.progress() if labour else {}

    def stop(self, job: str) -> None:
        """Stop a job; what it had made by then is removed."""
        labour = self._labours.get(job)
        if labour is not None:
            labour.stop()
        else:
            self.change(job, WAITING, STOPPED, {})

    def delete(self, job: Job) -> None:
        """Remove a job with its files and its key."""
        if not job.over:
            raise UsageError(words().error_job_runs)
        store = self._place.server()
        with store.step():
            store.delete(JOB, job.id)
            store.delete(_jobs(job.user), job.id)
            for kind in (f"decided in {job.id}", f"read in {job.id}"):
                for key in store.fetch_all(kind):
                    store.delete(kind, key)
        for part in ("in", "out"):
            self.files(job, part).remove()
        with suppress(OSError):
            self.files(job, "in").path.parent.rmdir()

    def change(self, job: str, before: str, state: str, told: dict[str, Any]) -> Job | None:
        """Bring a job from one state to another; None if it is no longer in the first one."""
        store = self._place.server()
        with store.step():
            found = self.find(job)
            if found is None or found.state != before:
                return None
            attempts = found.attempts + (state == RUNNING)
            changed = replace(found, state=state, told=told, attempts=attempts)
            store.put(JOB, job, changed.content())
        return changed

    def start(self) -> None:
        """Take up what an earlier server left, and have jobs done from now on."""
        for key, content in self._place.server().fetch_all(JOB).items():
            left = Job(**json.loads(content))
            if left.state != RUNNING:
                continue
            if left.attempts < _ATTEMPTS:
                self.change(key, RUNNING, WAITING, {})
            else:
                self.change(key, RUNNING, FAILED, {"what": words().error_job_killed})
        self._foreman = threading.Thread(target=self._lead, name="jobs", daemon=True)
        self._foreman.start()

    def close(self) -> None:
        """Stop all work; what runs is done again when the server starts again."""
        self._ending = True
        self._wake()
        if self._foreman is not None:
            self._foreman.join()

    def _wake(self) -> None:
        with self._news:
            self._news.notify_all()

    def _lead(self) -> None:
        """Begin waiting jobs as long as there is room, and note how they end."""
        try:
            while not self._ending:
                self._end_finished()
                self._begin_waiting()
                with self._news:
                    self._news.wait(0.2)
            for labour in self._labours.values():
                labour.stop()
                labour.wait()
        finally:
            self._place.close_own()

    def _begin_waiting(self) -> None:
        after = None
        while len(self._labours) < MOST_AT_ONCE:
            page = self._place.server().page(JOB, 50, after)
            if not page:
                return
            for after, content in page.items():
                if json.loads(content)["state"] != WAITING or len(self._labours) >= MOST_AT_ONCE:
                    continue
                job = self.change(after, WAITING, RUNNING, {})
                if job is not None:
                    self._labours[job.id] = Labour(self._rooms, self._order(job))

    def _order(self, job: Job) -> dict[str, Any]:
        return {
            "kind": job.kind,
            "asked": self._place.order(job.asked),
            "in": str(self.files(job, "in").path),
            "out": str(self.files(job, "out").path),
            "secret": job.secret,
        }

    def _end_finished(self) -> None:
        for key, labour in list(self._labours.items()):
            if not labour.ended:
                continue
            del self._labours[key]
            state, told = labour.outcome()
            if state != DONE and (job := self.find(key)) is not None:
                self.files(job, "out").remove()
                if state == WAITING and job.attempts >= _ATTEMPTS:
                    state, told = FAILED, {"what": words().error_job_killed}
            self.change(key, RUNNING, state, told)


def _jobs(user: str) -> str:
    return f"jobs of {user}"
