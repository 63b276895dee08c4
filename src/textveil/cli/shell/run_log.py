"""The log of a run: notices, stages and errors as JSON lines, without any source text."""

import json
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TextIO, TypeVar

from textveil.errors import OutputError, TextveilError

__all__ = ["RunLog", "log"]

Item = TypeVar("Item")

_STDERR = "-"


class RunLog:
    """Writes one JSON object a line, if it was told where; else nothing.

    Every line has `time` and `event`: `notice` (with `message`), `stage` (with `stage`, `items` and
    `seconds`), `error` (with `what`, `where`, `next` and `exit`) or `end` (with `exit` and
    `seconds`).
    """

    def __init__(self) -> None:
        self._file: TextIO | None = None
        self._begun = 0.0

    @property
    def is_all(self) -> bool:
        """Whether lines go to stderr, in place of what people read there."""
        return self._file is sys.stderr

    def open(self, target: str) -> None:
        """Write to a file from now on, behind what it holds; to stderr if the target is `-`."""
        try:
            self._file = sys.stderr if target == _STDERR else _opened(Path(target))
        except OSError as error:
            raise OutputError(
                f"the log cannot be written ({type(error).__name__})", where=target
            ) from None
        self._begun = monotonic()

    def notice(self, message: str) -> None:
        """Note what a user was told."""
        self._write("notice", message=message)

    def error(self, error: TextveilError) -> None:
        """Note an error."""
        told = {"what": error.what, "where": error.where, "next": error.hint}
        self._write("error", **told, exit=error.exit_code)

    def stage(self, items: Iterable[Item], stage: str) -> Iterator[Item]:
        """Yield the items of a stage, and note how many there were and how long it took."""
        count, begun = 0, monotonic()
        for item in items:
            count += 1
            yield item
        self._write("stage", stage=stage, items=count, seconds=round(monotonic() - begun, 3))

    def close(self, code: int) -> None:
        """Note the exit code, and write nothing more."""
        self._write("end", exit=code, seconds=round(monotonic() - self._begun, 3))
        if self._file is not None and not self.is_all:
            self._file.close()
        self._file = None

    def _write(self, event: str, **told: object) -> None:
        if self._file is None:
            return
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event,
            **told,
        }
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()


def _opened(path: Path) -> TextIO:
    return path.open("a", encoding="utf-8")


log = RunLog()
"""The log of this process."""
