"""Kept jobs: what a long experiment has finished, so that it can be stopped and go on."""

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

from textveil.errors import OutputError, TextveilError
from textveil.formats.outputs import binary_sink, explained, write_json
from textveil.values.document import Document

__all__ = ["KeptJobs", "digest_of"]

_PLAN: Final = "plan.json"
_PARTS: Final = "parts"

Row = TypeVar("Row")


class KeptJobs:
    """A folder with the finished jobs of one experiment.

    Parameters
    ----------
    folder
        A new folder, or one in which the very same experiment was stopped.
    name
        What the experiment is called in messages.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._parts = folder / _PARTS

    def begin(self, plan: dict[str, Any]) -> None:
        """Make the folder, or see that the same experiment was begun in it.

        Raises
        ------
        OutputError
            If the folder holds something else.
        """
        plan_file = self._folder / _PLAN
        with explained(str(self._folder)):
            if plan_file.is_file():
                if plan_file.read_bytes() != _plain(plan):
                    raise OutputError(
                        f"this folder holds another {self._name}",
                        where=str(self._folder),
                        hint="choose a new folder, or give the same corpora and options to go on",
                    )
                return
            if self._folder.exists() and (not self._folder.is_dir() or any(self._folder.iterdir())):
                raise OutputError(
                    f"this exists and is no {self._name}",
                    where=str(self._folder),
                    hint="choose another",
                )
            self._parts.mkdir(parents=True)
        with binary_sink(plan_file) as sink:
            sink.write(_plain(plan))

    def keep(self, number: int, rows: Iterable[Sequence[Any]]) -> None:
        """Write a finished job, whole or not at all."""
        with explained(str(self._folder)):
            self._parts.mkdir(exist_ok=True)
        write_json(self._parts / f"{number}.json", [list(row) for row in rows])

    def part(self, number: int, row: Callable[..., Row]) -> list[Row] | None:
        """Return a job that was finished earlier, made of its rows; None if it was not."""
        path = self._parts / f"{number}.json"
        if not path.is_file():
            return None
        try:
            return [row(*cells) for cells in json.loads(path.read_bytes())]
        except (TypeError, ValueError, TextveilError):
            raise OutputError(
                f"a finished part of the {self._name} cannot be read",
                where=str(path),
                hint="remove this file, and it is made again",
            ) from None

    def remove(self) -> None:
        """Remove the folder, when everything is finished."""
        with explained(str(self._folder)):
            shutil.rmtree(self._folder)


def digest_of(documents: Iterable[Document]) -> str:
    """Return a hash of everything in documents that a result can depend on."""
    digest = sha256()
    for one in documents:
        spans = [(span.start, span.end, span.label) for span in one.spans or ()]
        told = [one.id, one.counted_subject, one.text, spans, one.metadata.to_json()]
        digest.update(json.dumps(told, default=str).encode())
    return digest.hexdigest()


def _plain(plan: dict[str, Any]) -> bytes:
    return (json.dumps(plan, indent=2, sort_keys=True) + "\n").encode()
