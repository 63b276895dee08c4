r"""Matching of forms against terms, apart from the engine that chooses forms.

A written form is a row of literal pieces with `*` between them; `\*` and `\\` stand for the
characters themselves. `*` stands for one or more characters, and the form must match a term as a
whole. Two ways to tell, which have nothing in common: the pieces are placed from left to right,
each as early as it fits, or the form is turned into a regular expression.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from textveil.errors import InvalidValueError

__all__ = ["LiteralPieces", "TermList"]

_PART = re.compile(r"\\(.)|(\*)|([^*\\]+)|(\\)", re.DOTALL)
_BREAK = "\x00"

# A search through all terms costs about as much as looking at so many; short pieces are common.
_MANY = 3000
_SELECTIVE = 3


@dataclass(frozen=True, slots=True, repr=False)
class LiteralPieces:
    """The literal pieces of a form; the first and last are empty if the form has `*` there.

    Examples
    --------
    >>> form = LiteralPieces.of("JA*N")
    >>> form.matches("JAPAN"), form.matches("JAN"), form.remaining
    (True, False, 3)
    """

    literals: tuple[str, ...]

    @classmethod
    def of(cls, written: str) -> "LiteralPieces":
        """Read a written form; raise if it has no `*`, or two side by side."""
        pieces, starred = [""], False
        for escaped, star, plain, lost in _PART.findall(written):
            if lost or (escaped and escaped not in "*\\"):
                raise InvalidValueError("a backslash in a form stands before `*` or a backslash")
            if star and starred:
                raise InvalidValueError("a form has no two `*` side by side")
            starred = bool(star)
            if starred:
                pieces.append("")
            else:
                pieces[-1] += escaped or plain
        if len(pieces) < 2:
            raise InvalidValueError("a form has at least one `*`")
        return cls(tuple(pieces))

    @property
    def remaining(self) -> int:
        """Characters of the term that the form still shows."""
        return sum(map(len, self.literals))

    @property
    def pattern(self) -> re.Pattern[str]:
        """The form as a regular expression, to be used with `fullmatch`."""
        return re.compile(".+".join(map(re.escape, self.literals)), re.DOTALL)

    def matches(self, term: str) -> bool:
        """Tell whether the form matches a whole term, by placing each piece as early as it fits.

        Exact: an earlier place of one piece leaves every later piece at least as much room.
        """
        first, *middle, last = self.literals
        if not term.startswith(first):
            return False
        at = len(first)
        for piece in middle:
            at = term.find(piece, at + 1)
            if at < 0:
                return False
            at += len(piece)
        return at < len(term) - len(last) and term.endswith(last)


class TermList:
    """The terms of Q, numbered from 0 in code-point order, and which of them a form matches.

    Parameters
    ----------
    terms
        In any order; normalised to NFC, each counted once.

    Examples
    --------
    >>> TermList(["JAPAN", "JORDAN", "JAN"]).matching(LiteralPieces.of("J*N"))
    [0, 1, 2]
    """

    def __init__(self, terms: Iterable[str]) -> None:
        self.terms: Sequence[str] = sorted({unicodedata.normalize("NFC", t) for t in terms if t})

    def __len__(self) -> int:
        return len(self.terms)

    def __repr__(self) -> str:
        return f"TermList({len(self)})"

    def number(self, term: str) -> int | None:
        """Return a term's number, None if it is not in the list."""
        at = bisect_left(self.terms, term)
        return at if at < len(self.terms) and self.terms[at] == term else None

    def matching(self, form: LiteralPieces, enough: int | None = None) -> list[int]:
        """Return the numbers of the terms that a form matches, rising.

        Terms that cannot match are skipped by the first piece, the last piece or the longest,
        whichever leaves fewest; every other term is looked at. With `enough`, the search ends when
        so many are found.
        """
        terms, matches = self.terms, form.matches
        found = (number for number in self._candidates(form) if matches(terms[number]))
        return list(islice(found, enough))

    def matching_by_pattern(self, form: LiteralPieces) -> list[int]:
        """Return the same by one regular expression over all terms."""
        fits = form.pattern.fullmatch
        return [number for number, term in enumerate(self.terms) if fits(term)]

    def _candidates(self, form: LiteralPieces) -> Iterable[int]:
        low, high = _range(self.terms, form.literals[0])
        backwards, numbers = self._reversed
        start, end = _range(backwards, form.literals[-1][::-1])
        longest = max(form.literals, key=len)
        if min(high - low, end - start) > _MANY and len(longest) >= _SELECTIVE:
            return self._holding(longest)
        if high - low <= end - start:
            return range(low, high)
        return sorted(numbers[start:end])

    @cached_property
    def _reversed(self) -> tuple[list[str], list[int]]:
        order = sorted((term[::-1], number) for number, term in enumerate(self.terms))
        return [term for term, _ in order], [number for _, number in order]

    @cached_property
    def _joined(self) -> tuple[str, list[int]]:
        starts, at = [], 0
        for term in self.terms:
            starts.append(at)
            at += len(term) + 1
        return _BREAK.join(self.terms), starts

    def _holding(self, piece: str) -> Iterator[int]:
        """Yield the terms that hold a piece, and perhaps some that hold a part of it at an end."""
        text, starts = self._joined
        at = text.find(piece)
        while at >= 0:
            number = bisect_left(starts, at + 1) - 1
            yield number
            if number + 1 == len(starts):
                return
            at = text.find(piece, starts[number + 1])


def _range(ordered: Sequence[str], prefix: str) -> tuple[int, int]:
    """Return where the strings with a prefix begin and end in a sorted list."""
    length = len(prefix)
    low = bisect_left(ordered, prefix)
    return low, bisect_right(ordered, prefix, lo=low, key=lambda term: term[:length])
