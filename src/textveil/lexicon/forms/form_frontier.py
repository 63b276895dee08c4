"""Lists of forms of one term: those that no other form beats, and all of them where they are few.

A form is given by the places of the characters that it keeps. Forms that keep many characters are
found by the search for forms; those that keep few are so few, and match so many terms, that each is
counted by itself. Deleting more never lowers k, so a form matches no more terms than any form that
keeps one character less: what that leaves below the frontier is not counted at all.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.index import Codes, TermIndex, letter_bits
from textveil.strings.wildcards.match import STAR, matching
from textveil.strings.wildcards.search import GAVE_UP, every_form

__all__ = ["CountedForm", "all_forms", "frontier_forms"]

_FEW = 3
"""Forms that keep so many characters, or fewer, are counted one by one."""


class CountedForm(NamedTuple):
    """A form by the places of the characters that it deletes, and how many terms it matches."""

    gone: tuple[int, ...]
    k: int


class _Counter:
    """Counts the forms of a term, each once."""

    def __init__(self, index: TermIndex, codes: Codes) -> None:
        self._index, self._codes = index, codes
        self._known: dict[bytes, int] = {}

    def spelt(self, kept: tuple[int, ...]) -> NDArray[np.uint32]:
        """Return the form that keeps the characters at some places."""
        form, last = [], -1
        for place in (*kept, self._codes.size):
            if place > last + 1:
                form.append(STAR)
            if place < self._codes.size:
                form.append(int(self._codes[place]))
            last = place
        return np.array(form, np.uint32)

    def count(self, kept: tuple[int, ...]) -> int:
        """Return k of a form."""
        form = self.spelt(kept)
        key = form.tobytes()
        if key not in self._known:
            shown = form[form != STAR]
            letters = np.uint64(letter_bits(shown, 0, shown.size))
            self._known[key] = int(matching(self._index, form, letters).size)
        return self._known[key]

    def most(self, kept: tuple[int, ...]) -> int:
        """Return a bound on k: what the forms match that keep one character less."""
        if len(kept) == 1:
            return int(self._index.starts.size)
        return min(self.count(kept[:at] + kept[at + 1 :]) for at in range(len(kept)))


def frontier_forms(
    index: TermIndex, codes: Codes, alphabet: int, limit: int
) -> list[CountedForm] | None:
    """Return the forms that no other form beats strictly in both k and characters kept.

    Fewest deletions first; forms that look the same come several times. None if a search takes
    more work than the limit.
    """
    n, least = codes.size, 1
    counter = _Counter(index, codes)
    found: list[CountedForm] = []
    for kept in range(n - 1, 0, -1):
        if kept <= _FEW:
            new = _counted(counter, n, kept, least)
        else:
            forms = every_form(index, codes, n - kept, least, alphabet, limit)
            if forms.k.size and forms.k[0] == GAVE_UP:
                return None
            new = [
                CountedForm(tuple(np.flatnonzero(gone).tolist()), k)
                for gone, k in zip(forms.deleted, forms.k.tolist(), strict=True)
            ]
        found += new
        least = max([least, *(form.k for form in new)])
    return found


def _counted(counter: _Counter, n: int, kept: int, least: int) -> list[CountedForm]:
    """Return the forms that keep so many characters and match so many terms."""
    return [
        CountedForm(_others(n, places), k)
        for places in combinations(range(n), kept)
        if counter.most(places) >= least and (k := counter.count(places)) >= least
    ]


def _others(n: int, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(range(n)).difference(places)))


def all_forms(index: TermIndex, codes: Codes) -> list[CountedForm]:
    """Return every form of a term, most characters kept first; 2 to the n of them."""
    n, counter = codes.size, _Counter(index, codes)
    return [
        CountedForm(_others(n, places), counter.count(places))
        for kept in range(n - 1, 0, -1)
        for places in combinations(range(n), kept)
    ]
