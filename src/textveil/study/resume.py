"""Trials that can be stopped: each is kept when it is finished, and a study goes on from there.

Trials run on one core or on several, with the same results.
"""

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from textveil.errors import OutputError, TextveilError
from textveil.formats.outputs import explained, new_folder, write_json
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked
from textveil.values.runs.workers import side_by_side

__all__ = ["KeptTrials", "digest_of"]

_PLAN: Final = "plan.json"
_PARTS: Final = "parts"

Kept = TypeVar("Kept")
Trial = TypeVar("Trial")


class KeptTrials(Generic[Kept]):
    """A folder with the finished trials of one study; it holds hashes and figures, and no text.

    Parameters
    ----------
    folder
        A new folder, or one in which the very same study was stopped.
    name
        What the study is called in messages.
    row
        Makes a row of a trial from its cells.
    """

    def __init__(self, folder: Path, name: str, row: Callable[..., Kept]) -> None:
        self._folder = folder
        self._name = name
        self._row = row
        self._parts = folder / _PARTS

    def begin(self, plan: dict[str, Any]) -> None:
        """Make the folder, or see that the same study was begun in it.

        Raises
        ------
        OutputError
            If the folder holds something else.
        """
        plan_file, folder = self._folder / _PLAN, self._folder
        told = (json.dumps(plan, indent=2, sort_keys=True) + "\n").encode()
        with explained(str(folder)):
            if plan_file.is_file():
                if plan_file.read_bytes() != told:
                    raise self._wrong(
                        f"this folder holds another {self._name}",
                        "choose a new folder, or give the same corpora and options to go on",
                    )
                return
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise self._wrong(f"this exists and is no {self._name}", "choose another")
        # In one step: whoever stops it here leaves no folder that is not known again.
        with new_folder(folder) as made:
            (made / _PARTS).mkdir()
            (made / _PLAN).write_bytes(told)

    def left(self, trials: Sequence[Trial]) -> list[Trial]:
        """Return the trials that are not finished."""
        return [trial for at, trial in enumerate(trials) if self._part(at) is None]

    def run(
        self,
        trials: Sequence[Trial],
        work: Callable[[Trial], Iterable[Any]],
        stage: str,
        jobs: int = 1,
        track: Track = untracked,
    ) -> dict[Trial, list[Kept]]:
        """Do the trials that are left on so many processes, and return the rows of all of them."""
        numbers = {trial: at for at, trial in enumerate(trials)}
        left = self.left(trials)
        for trial, rows in track(side_by_side(work, left, jobs), stage, len(left)):
            with explained(str(self._folder)):
                self._parts.mkdir(exist_ok=True)
            write_json(self._path(numbers[trial]), [_cells(row) for row in rows])
        return {trial: self._part(at) or [] for trial, at in numbers.items()}

    def remove(self) -> None:
        """Remove the folder, when everything is finished."""
        with explained(str(self._folder)):
            # The plan goes last: while it stands, the study is known again.
            shutil.rmtree(self._parts)
            (self._folder / _PLAN).unlink()
            self._folder.rmdir()

    def _path(self, number: int) -> Path:
        return self._parts / f"{number}.json"

    def _part(self, number: int) -> list[Kept] | None:
        """Return a trial that was finished earlier; None if it was not."""
        path = self._path(number)
        if not path.is_file():
            return None
        try:
            return [self._row(*cells) for cells in json.loads(path.read_bytes())]
        except (TypeError, ValueError, TextveilError):
            raise OutputError(
                f"a finished part of the {self._name} cannot be read",
                where=str(path),
                hint="remove this file, and it is made again",
            ) from None

    def _wrong(self, what: str, hint: str) -> OutputError:
        return OutputError(what, where=str(self._folder), hint=hint)


def _cells(row: Any) -> list[Any]:
    return [getattr(row, one.name) for one in fields(row)] if is_dataclass(row) else list(row)


def digest_of(documents: Iterable[Document]) -> str:
    """Return a hash of everything in documents that a result can depend on."""
    digest = sha256()
    for one in documents:
        spans = [(span.start, span.end, span.label) for span in one.spans or ()]
        told = [one.id, one.counted_subject, one.text, spans, one.metadata.to_json()]
        digest.update(json.dumps(told, default=str).encode())
    return digest.hexdigest()
