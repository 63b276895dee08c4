"""Corpora for the suite `clock`: invented people whose visits fall on one day, month or year."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from tests.oracles import clock as oracle

from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

HOLE = "\0"
SIZES = {5: 20, 6: 20, 8: 20, 10: 15, 15: 10, 20: 6, 40: 5, 80: 2, 200: 1, 500: 1}
"""Numbers of subjects, and how many corpora of a hundred have them."""
SPREADS = {"day": 1, "month": 28, "year": 365}

Said = tuple[str, date]
"""The form of a date, and the day, or a day of the period, that it names."""


@dataclass(frozen=True)
class Note:
    """A text with holes for its dates, and what stands in a column beside it."""

    subject: str
    frame: str
    said: tuple[Said, ...]
    cell: Said | None = None

    @property
    def texts(self) -> list[str]:
        """The dates as they are written."""
        return [oracle.WRITE[form](day) for form, day in self.said]

    @property
    def plain(self) -> str:
        """The text without its cell."""
        pieces = zip(self.frame.split(HOLE), [*self.texts, ""], strict=True)
        return "".join(piece + value for piece, value in pieces)

    def document(self, name: str) -> tuple[Document, Spans]:
        """Return the note with its passages; a cell stands behind the text, as in a release."""
        text, spans = "", []
        told = [*self.texts, *([] if self.cell is None else [written(self.cell)])]
        frame = self.frame if self.cell is None else f"{self.frame}\n{HOLE}"
        for piece, value in zip(frame.split(HOLE), [*told, ""], strict=True):
            text += piece + value
            if value:
                spans.append(Span(len(text) - len(value), len(text), "DATE"))
        row = {} if self.cell is None else {"seen": written(self.cell)}
        return Document(name, text, self.subject, Metadata(row)), Spans(spans)

    def shown(self, text: str) -> list[str] | None:
        """Return what stands in the holes of a released text; None if other words changed."""
        parts = [re.escape(part) for part in self.frame.split(HOLE)]
        found = re.fullmatch("(.+?)".join(parts), text, re.DOTALL)
        return None if found is None else list(found.groups())

    def moved(self, by: timedelta) -> "Note":
        """Return the same note some days later."""
        cell = None if self.cell is None else (self.cell[0], self.cell[1] + by)
        return replace(self, said=tuple((form, day + by) for form, day in self.said), cell=cell)


def written(said: Said) -> str:
    """Write a date in its form."""
    return oracle.WRITE[said[0]](said[1])


def corpus(rng: Random) -> list[Note]:
    """Return the notes of a corpus: the same day, month or year for all; with years or without."""
    spread = SPREADS[rng.choice(list(SPREADS))]
    start = date(1995, 1, 1) + timedelta(rng.randrange(9000))
    years = rng.random() > 0.1
    columns = rng.random() < 0.5
    start = start if years else date(2001, 3, 1)
    notes: list[Note] = []
    for number in range(rng.choices([*SIZES], [*SIZES.values()])[0]):
        visit = start + timedelta(rng.randrange(spread if years else min(spread, 200)))
        born = date(1930, 1, 1) + timedelta(rng.randrange(20_000))
        own = born if years else None
        notes += [_note(f"p{number}", visit, own, columns, rng) for _ in range(rng.randrange(1, 4))]
    rng.shuffle(notes)
    return notes


def _note(subject: str, visit: date, born: date | None, columns: bool, rng: Random) -> Note:
    forms = oracle.WITH_YEAR if born else oracle.NO_YEAR
    back = visit + timedelta(rng.randrange(1, 60))
    pieces: list[tuple[str, Said]] = [
        (f"Seen on {HOLE}.", (rng.choice(forms), visit)),
        (f"Return visit on {HOLE}.", (rng.choice(forms), back)),
    ]
    if born:
        before = visit - timedelta(rng.randrange(4000))
        pieces.append((f"Born on {HOLE}.", (rng.choice(forms[:2] + forms[5:]), born)))
        pieces.append((f"Treated in {HOLE}.", (rng.choice(oracle.PERIODS), before)))
        pieces.append((f"Treated in {HOLE}.", (rng.choice(oracle.PERIODS), visit)))
        near = visit + timedelta(rng.randrange(-100, 100))
        pieces.append((f"Called on {HOLE}.", (rng.choice(oracle.NO_YEAR), near)))
    kept = pieces[:1] + [piece for piece in pieces[1:] if rng.random() < 0.7]
    rng.shuffle(kept)
    cell = ("iso", visit + timedelta(rng.randrange(3))) if columns and born else None
    frame = "\n".join(piece for piece, _ in kept)
    return Note(subject, frame, tuple(said for _, said in kept), cell)


def released(
    notes: Sequence[Note], key: Secret, **options: object
) -> list[tuple[Document, Release]]:
    """Release a corpus whose passages are given."""
    surrogate = Surrogate(key=key, options=options)
    made = [note.document(f"n{at}") for at, note in enumerate(notes)]
    for document, spans in made:
        surrogate.survey(document, spans)
    return [(document, surrogate.transform(document, spans)) for document, spans in made]


def judged(notes: Sequence[Note], texts: Sequence[str], cells: Mapping[int, str]) -> list[str]:
    """Return what the oracle finds wrong with a release."""
    said: dict[str, list[Said]] = {}
    shown: dict[str, list[str]] = {}
    found = []
    for at, (note, text) in enumerate(zip(notes, texts, strict=True)):
        holes = note.shown(text)
        if holes is None:
            found.append("other words changed")
            continue
        said.setdefault(note.subject, []).extend(note.said)
        shown.setdefault(note.subject, []).extend(holes)
        if note.cell is not None:
            said[note.subject].append(note.cell)
            shown[note.subject].append(cells[at])
    for subject, mine in said.items():
        found += oracle.faults(mine, shown[subject])
    return found
