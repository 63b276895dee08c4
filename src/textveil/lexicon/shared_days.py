"""Shared days: which days many subjects have in the same words.

A flood, a recall, the day of a clinic: if each subject moved such a day by an offset of its own,
the days shown would lie around the real one, and would never be it. The rule who shares a day is
said here once, for the transformer and for the verifier.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.written_dates import parse

__all__ = ["SharedDays", "day_said", "wordings"]

_HOLE: Final = "\0"
"""Stands in a wording for a passage that was found."""
_END: Final = re.compile(r"[\n\r]+|(?<=[.!?])\s+")
_EDGES: Final = " .,;:()[]"
_TENTH: Final = 10
_FINE: Final = frozenset({"day", "week", "month"})
"""Precisions of dates that every offset changes; coarser ones may stay as they are."""


@lru_cache(maxsize=1 << 14)
def day_said(value: str, *, day_first: bool | None = None, language: str = ENGLISH) -> str:
    """Return which day, week or month a date names, in any writing; nothing if it names none.

    Examples
    --------
    >>> day_said("3 May 2016") == day_said("05/03/2016"), day_said("yesterday")
    (True, '')
    """
    date = parse(value.strip(_EDGES), day_first, language=language)
    if date is None or date.impossible or any(m.precision not in _FINE for m in date.moments):
        return ""
    # A weekday beside a day says nothing more about it.
    return "/".join(str(moment._replace(weekday=None)[1:5]) for moment in date.moments)


def wordings(text: str, places: Iterable[tuple[int, int]]) -> Iterator[str]:
    r"""Yield the sentence or line of each place, in order, with the places left out.

    The places do not overlap and are in order. Linear in the length of the text.

    Examples
    --------
    >>> list(wordings("Seen 3 May by Ann. Well.", [(5, 10), (14, 17)]))
    ['seen \x00 by \x00.', 'seen \x00 by \x00.']
    """
    pieces, at = [], 0
    for start, end in places:
        pieces += [text[at:start].replace(_HOLE, " "), _HOLE]
        at = end
    pieces.append(text[at:].replace(_HOLE, " "))
    for sentence in _END.split("".join(pieces)):
        number = sentence.count(_HOLE)
        if number:
            words = " ".join(sentence.casefold().split())
            yield from [words] * number


@dataclass(slots=True, repr=False)
class SharedDays:
    """Counts subjects by wording and by what they have in it.

    A subject shares a day if more than `most` subjects have it in one wording, this subject among
    them, and if they are a tenth of those with that wording. Memory grows with the number of
    distinct pairs of a wording and a subject.
    """

    most: int
    _said: dict[tuple[int, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    _subjects: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    _shared: dict[str, set[str]] | None = None

    def learn(self, subject: str, found: Iterable[tuple[str, str]]) -> None:
        """Take in what a subject has in each wording: the wording, and what is said there."""
        self._shared = None
        for wording, said in found:
            if said:
                words = hash(wording)
                self._said[words, said].add(subject)
                self._subjects[words].add(subject)

    def has(self, said: str, subject: str) -> bool:
        """Tell whether a subject shares what is said."""
        if not said:
            return False
        if self._shared is None:
            self._shared = defaultdict(set)
            for (words, what), who in self._said.items():
                if len(who) > self.most and _TENTH * len(who) >= len(self._subjects[words]):
                    self._shared[what] |= who
        return subject in self._shared.get(said, ())
