"""The worker: a process that does one job in a room of its own, and says how it goes.

It gets its order by standard input and never outlives the server. What it says is a line of JSON
for each step; no text of a document is in it.
"""

import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from textveil.errors import TextveilError, bug_report
from textveil.store.sealed_folder import SealedFolder
from textveil.values.keys.secret import Secret

__all__ = ["JobOrder", "kinds", "main"]

_EVERY: Final = 0.2
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, repr=False)
class JobOrder:
    """What a worker is to do.

    Attributes
    ----------
    asked
        Settings of the job.
    room
        A private folder, which is removed afterwards.
    given, made
        Sealed files: what the job gets, and what stays of it.
    notices
        What the user is told at the end.
    """

    asked: dict[str, Any]
    room: Path
    given: SealedFolder
    made: SealedFolder
    say: Callable[[dict[str, Any]], None]
    notices: list[str] = field(default_factory=list)

    def track(
        self,
        items: Iterable[Item],
        stage: str,
        total: int | None,
        weigh: Callable[[Item], int] | None = None,
    ) -> Iterator[Item]:
        """Yield the items of a stage, and say a few times a second how far it is."""
        done, last = 0, 0.0
        for item in items:
            now = time.monotonic()
            if now - last > _EVERY:
                last = now
                self.say({"stage": str(stage), "done": done, "total": total})
            yield item
            done += weigh(item) if weigh else 1

    def inputs(self) -> Path:
        """Write the given files into the room, and return their folder."""
        folder = self.room / "in"
        folder.mkdir(mode=0o700)
        for name in self.given.names():
            with (folder / name).open("wb") as file:
                for piece in self.given.pieces(name):
                    file.write(piece)
        return folder

    def keep(self, name: str, path: Path) -> None:
        """Seal a file that the job has made."""
        with self.made.add(name) as writer, path.open("rb") as file:
            while piece := file.read(1 << 20):
                writer.write(piece)


@cache
def kinds() -> dict[str, str]:
    """Return the function of each kind of job."""
    lines = (files("textveil.web.working") / "jobs.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {kind: function for kind, function, *_ in rows}


def main() -> int:
    """Do the job that standard input tells of."""
    said = sys.stdout
    # What a library prints must not be taken for what we say.
    sys.stdout = sys.stderr
    asked = json.loads(sys.stdin.readline())
    room = Path(asked["room"])
    threading.Thread(target=_end_with_server, args=(room,), daemon=True).start()
    os.environ["TMPDIR"] = str(room)

    def say(what: dict[str, Any]) -> None:
        said.write(json.dumps(what) + "\n")
        said.flush()

    secret = Secret(_bytes(asked["secret"]))
    given, made = (SealedFolder(Path(asked[part]), secret) for part in ("in", "out"))
    order = JobOrder(asked["asked"], room, given, made, say)
    module, _, name = kinds()[asked["kind"]].partition(":")
    try:
        out = getattr(import_module(f"textveil.web.tasks.{module}"), name)(order)
    except TextveilError as error:
        # Users know their files, and not the room in which these lie for a moment.
        told = (error.what, error.where, error.hint)
        inside = [part.replace(f"{room}/in/", "").replace(f"{room}/", "") for part in told]
        what = dict(zip(("what", "where", "hint"), inside, strict=True))
        say({"state": "failed", "told": {**what, "notices": order.notices}})
        return error.exit_code
    except Exception as error:  # noqa: BLE001 - the last line before the user
        say({"state": "failed", "told": {"what": bug_report(error), "where": "", "hint": ""}})
        return 70
    say({"state": "done", "told": {**out, "notices": order.notices}})
    return 0


def _end_with_server(room: Path) -> None:
    sys.stdin.read()
    shutil.rmtree(room, ignore_errors=True)
    os._exit(1)


def _bytes(text: str) -> bytes:
    import base64

    return base64.b64decode(text)


if __name__ == "__main__":
    sys.exit(main())
