"""Occurrences: finds every other place of a value that was found."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from textveil.lexicon.folding import borders, fold, squeeze, squeeze_text
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.words import are_everyday
from textveil.values.view import View

__all__ = ["LONG_NUMBER", "MIN_LENGTH", "Values"]

MIN_LENGTH = 4
"""Values with fewer letters and digits are not looked for, unless asked for."""
LONG_NUMBER: Final = 6
"""Numbers with fewer digits are easily found in two numbers that stand side by side."""

_TOKEN: Final = re.compile(r"[^\W_]+")
_State = tuple[dict[str, str], set[tuple[str, ...]], set[str], set[str]]


class _Built(NamedTuple):
    """What a search needs, made once for all texts."""

    automaton: AhoCorasick
    values: list[tuple[str, str]]


class Values:
    """Values to look for, squeezed, each with its label.

    Where one value comes with two labels, the one given first stays. `|` returns a new set; `|=`
    adds in place, so that a corpus can be collected document by document.

    A number of fewer than `LONG_NUMBER` digits is looked for as it was written, whatever its marks
    are, and as one token: 1617 does not stand in `3-16 17:30`. Nor does a value that was written in
    one word of letters stand in everyday words: Hasan is not in `has an`. A value may be collected
    as one that also stands beside a digit, as `Ana Ruiz` does in `anaruiz7`.

    Examples
    --------
    >>> values = Values.of([("PHONE", "555-0147"), ("OTHER-ID", "17")])
    >>> values
    Values(1)
    >>> list(values.occurrences("Call 555 0147."))
    [(5, 13, 'PHONE')]
    """

    __slots__ = ("_beside_digits", "_built", "_labels", "_several", "_written")

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._written: set[tuple[str, ...]] = set()
        """The tokens of short numbers, as they were written."""
        self._several: set[str] = set()
        """Values of letters that were written in several words."""
        self._beside_digits: set[str] = set()
        self._built: _Built | None = None

    @classmethod
    def of(
        cls,
        pairs: Iterable[tuple[str, str]],
        shortest: int = MIN_LENGTH,
        *,
        beside_digits: bool = False,
    ) -> "Values":
        """Collect pairs of a label and a value as written in a text.

        Parameters
        ----------
        pairs
            Labels and values.
        shortest
            Values with fewer letters and digits are left out.
        beside_digits
            Whether digits that touch a value are not part of its first or last word.
        """
        values = cls()
        for label, value in pairs:
            squeezed = squeeze_text(value)
            if len(squeezed) >= shortest:
                values._labels.setdefault(squeezed, label)
                if _is_short_number(squeezed):
                    values._written.add(_tokens(value))
                elif squeezed.isalpha() and len(_tokens(value)) > 1:
                    values._several.add(squeezed)
                if beside_digits:
                    values._beside_digits.add(squeezed)
        return values

    def __len__(self) -> int:
        return len(self._labels)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and squeeze_text(value) in self._labels

    def __repr__(self) -> str:
        return f"Values({len(self)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Values):
            return NotImplemented
        return self.__getstate__() == other.__getstate__()

    __hash__ = None  # type: ignore[assignment]  # it can grow

    def __or__(self, other: "Values") -> "Values":
        joined = Values()
        joined |= self
        joined |= other
        return joined

    def __ior__(self, other: "Values") -> "Values":
        before = len(self._labels)
        self._written |= other._written
        self._several |= other._several
        self._beside_digits |= other._beside_digits
        for value, label in other._labels.items():
            self._labels.setdefault(value, label)
        if len(self._labels) > before:
            self._built = None
        return self

    def __getstate__(self) -> _State:
        # The automaton stays behind when values travel to another process.
        return self._labels, self._written, self._several, self._beside_digits

    def __setstate__(self, state: _State) -> None:
        self._labels, self._written, self._several, self._beside_digits = state
        self._built = None

    def occurrences(self, text: str, language: str = ENGLISH) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and label of every occurrence, overlapping ones too.

        Notes
        -----
        An Aho-Corasick automaton over all values, built when first needed, reports every match in
        one pass; those that cut a token are skipped. Time is linear in the text and in the
        number of matches.
        """
        if not self._labels:
            return
        if self._built is None:
            # Other tables take time that grows with the square of the longest value.
            automaton = AhoCorasick(list(self._labels), implementation=Implementation.ContiguousNFA)
            self._built = _Built(automaton, list(self._labels.items()))
        matches = self._built.automaton.find_matches_as_indexes(
            squeeze_text(text), overlapping=True
        )
        if not matches:
            return
        # Offsets cost more than the search, and most texts have no match.
        view, edges = _read(text)
        for index, start, end in matches:
            value, label = self._built.values[index]
            apart = value in self._beside_digits
            if all(at in edges or (apart and _changes(view, at)) for at in (start, end)):
                spot = view.locate(start, end)
                if self._is_one(value, text[slice(*spot)], language):
                    yield *spot, label

    def _is_one(self, value: str, shown: str, language: str) -> bool:
        """Tell whether this is one value, not several side by side."""
        if value in self._several or not (value.isalpha() or _is_short_number(value)):
            return True
        tokens = _tokens(shown)
        if len(tokens) == 1 or tokens in self._written:
            return True
        return value.isalpha() and not (
            all(len(token) > 1 for token in tokens) and are_everyday(tokens, language)
        )


@lru_cache(maxsize=1)  # several sets of values are looked for in one text after the other
def _read(text: str) -> tuple[View, frozenset[int]]:
    view = squeeze(text)
    return view, frozenset(borders(view))


def _is_short_number(squeezed: str) -> bool:
    return len(squeezed) < LONG_NUMBER and squeezed.isdecimal()


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(fold(text).text))


def _changes(view: View, at: int) -> bool:
    """Tell whether a letter meets a digit here."""
    return view.text[at - 1].isdecimal() != view.text[at].isdecimal()
