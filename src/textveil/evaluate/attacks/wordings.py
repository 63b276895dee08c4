"""Wordings: which passages of many subjects stand in the same words, and the days they name."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from textveil.lexicon.dates.written_dates import parse
from textveil.values.figures.attack import Glimpse

__all__ = ["day_named", "same_words"]

_FEW: Final = 5
"""So many subjects, or fewer, tell nothing."""
_HOLE: Final = "\0"
"""Stands in a wording for a passage."""
_END: Final = re.compile(r"[\n\r]+|(?<=[.!?])\s+")


def day_named(value: str, language: str = "en") -> int | None:
    """Return the day that a date names with its year, as an ordinal.

    Examples
    --------
    >>> day_named("3 May 2016") == day_named("05/03/2016"), day_named("May 2016")
    (True, None)
    """
    read = parse(value, language=language)
    moment = read.moments[0] if read is not None and not read.impossible else None
    if moment is None or not (moment.year and moment.month and moment.day):
        return None
    return date(moment.year, moment.month, moment.day).toordinal()


def same_words(view: Glimpse) -> list[tuple[tuple[str, str], list[int]]]:
    """Return label, wording and passages, where more than five subjects have them; most first."""
    places: dict[str, list[int]] = defaultdict(list)
    for number, seen in enumerate(view.passages):
        places[seen.document].append(number)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for document, numbers in places.items():
        numbers.sort(key=lambda number: view.passages[number].start)
        spots = [(view.passages[n].start, view.passages[n].end) for n in numbers]
        told = _wordings(view.texts[document], spots)
        turn: Counter[str] = Counter()
        for number, wording in zip(numbers, told, strict=True):
            # Two dates in one sentence are two values: the first is compared with the first.
            turn[wording] += 1
            groups[view.passages[number].label, f"{wording} {turn[wording]}"].append(number)
    many = (
        (key, numbers)
        for key, numbers in groups.items()
        if len({view.passages[number].subject for number in numbers}) > _FEW
    )
    return sorted(many, key=lambda one: (-len(one[1]), one[0]))


def _wordings(text: str, places: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Yield the sentence or line of each place, in order, with the places left out."""
    pieces, at = [], 0
    for start, end in places:
        pieces += [text[at:start].replace(_HOLE, " "), _HOLE]
        at = end
    pieces.append(text[at:].replace(_HOLE, " "))
    for sentence in _END.split("".join(pieces)):
        words = " ".join(sentence.casefold().split())
        yield from [words] * sentence.count(_HOLE)
