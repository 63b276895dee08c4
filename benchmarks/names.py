"""Whose names are found less often: the rarest surnames, and surnames of each origin.

The same generated sentences are read with other surnames in them. The sentences are those of the
generator that name one person, once, with a family name of one word; only that word changes. A
surname is found if its word is hidden whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from benchmarks.detect import one_core, painted
from benchmarks.measure import Row
from benchmarks.readers import Asked, Detect, reader, shown
from benchmarks.reviewed import wilson
from textveil.lexicon.people.name_lists import ORIGINS, origin_of, surnames
from textveil.lexicon.people.person_names import Role, read_name
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.label import family_of

SEED, NAMES = 31_415, 1_000
BAR = 2.0
"""Points that a group may lie below the mean."""


@dataclass(frozen=True)
class Frame:
    """A sentence without its surname: what stands before and after it, and its case."""

    before: str
    after: str
    case: str

    def filled(self, surname: str) -> tuple[Document, int, int]:
        """Return the sentence with a surname, and where the surname stands."""
        written = {"lower": surname.lower(), "upper": surname.upper()}.get(self.case, surname)
        start = len(self.before)
        text = self.before + written + self.after
        return Document("sentence", text), start, start + len(written)


def rows(asked: Asked) -> Iterator[Row]:
    """Yield a row for each group and model."""
    most = min(NAMES, asked.limit or NAMES)
    drawn = groups(most)
    for model in asked.compared:
        with one_core():
            detect = reader(model)
            found = {name: hits(detect, listed) for name, listed in drawn.items()}
        mean = sum(found.values()) / sum(map(len, drawn.values()))
        total = sum(map(len, drawn.values()))
        yield Row("names", f"{shown(model)}: all {total:,} names", f"R {mean:.3f}", "", "", None, 1)
        for name, listed in drawn.items():
            yield row(f"{shown(model)}: {name}", found[name], len(listed), mean)


def row(name: str, found: int, count: int, mean: float) -> Row:
    """Return the row of one group."""
    low, high = wilson(found, count)
    points = 100 * (found / count - mean)
    return Row(
        "names",
        f"{name}, {count:,} surnames",
        f"R {found / count:.3f} [{low:.3f}, {high:.3f}]",
        f"{points:+.1f} points beside the mean",
        f"at most {BAR:.0f} points below",
        points >= -BAR,
        1,
    )


def groups(most: int) -> dict[str, list[str]]:
    """Return the surnames of each group: at most so many, drawn at random."""
    listed = [name.value for name in surnames()]
    drawn = {"the rarest tenth": listed[-len(listed) // 10 :]}
    for origin in ORIGINS:
        names = [name for name in listed if origin_of(name) == origin]
        drawn[f"origin {origin}" if origin else "no origin leads"] = names
    rng = Random(SEED)  # noqa: S311 - the same names every time
    return {name: rng.sample(one, min(most, len(one))) for name, one in drawn.items()}


def hits(detect: Detect, listed: Sequence[str]) -> int:
    """Return how many surnames are hidden, each in a sentence of its own."""
    found = 0
    for surname, frame in zip(listed, frames(), strict=False):
        sentence, start, end = frame.filled(surname)
        found += all(painted(detect(sentence), len(sentence.text))[start:end])
    return found


@cache
def frames() -> tuple[Frame, ...]:
    """Return as many different sentences as a group has names at most."""
    rng = Random(SEED)  # noqa: S311 - the same sentences every time
    made: dict[Frame, None] = {}
    for document in generate("everyday", 1_000_000, rng=rng, subjects=100_000):
        frame = framed(document)
        if frame is not None:
            made[frame] = None
        if len(made) == NAMES:
            break
    return tuple(made)


def framed(document: Document) -> Frame | None:
    """Return the sentence without its surname; None if it does not name one person once."""
    spans = [span for span in document.spans or () if family_of(span.label) == "NAME"]
    name = read_name(document.covered_by(spans[0])) if len(spans) == 1 else None
    if name is None:
        return None
    family = [part for part in name.parts if part.role is Role.FAMILY]
    if len(family) != 1 or document.text.lower().count(family[0].bare.lower()) != 1:
        return None
    start = spans[0].start + family[0].start
    word = family[0].bare
    case = "upper" if word.isupper() else "lower" if word.islower() else "title"
    return Frame(document.text[:start], document.text[start + len(word) :], case)
