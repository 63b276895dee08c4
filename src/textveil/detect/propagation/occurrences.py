"""Occurrences: finds every other place of a value that was found."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from textveil.lexicon.people.identifying_forms import LONG_NUMBER, reads_as_name
from textveil.lexicon.people.inner_words import is_own_word
from textveil.lexicon.tables.folding import borders, fold, squeeze, squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import are_everyday
from textveil.values.label import FAMILY
from textveil.values.view import View

__all__ = ["MIN_LENGTH", "Values"]

MIN_LENGTH = 4
"""Values with fewer letters and digits are not looked for, unless asked for."""

_TOKEN: Final = re.compile(r"[^\W_]+")
_LONGEST: Final = 64
"""Of a longer token, so many letters are looked at: no word has as many."""
_State = tuple[dict[str, str], set[tuple[str, ...]], set[str], set[str], set[str]]


_FEW: Final = 32
"""So many values are looked for one by one: that takes less time than making an automaton."""


class _Built(NamedTuple):
    """What a search needs, made once for all texts."""

    values: list[tuple[str, str]]
    automaton: AhoCorasick | None

    @classmethod
    def of(cls, labels: Mapping[str, str]) -> "_Built":
        if len(labels) <= _FEW:
            return cls(list(labels.items()), None)
        # Other tables take time that grows with the square of the longest value.
        automaton = AhoCorasick(list(labels), implementation=Implementation.ContiguousNFA)
        return cls(list(labels.items()), automaton)

    def matches(self, squeezed: str) -> list[tuple[int, int, int]]:
        """Return number, start and end of every match, by their ends, longer ones first."""
        if self.automaton is not None:
            return self.automaton.find_matches_as_indexes(squeezed, overlapping=True)
        found = []
        for at, (value, _) in enumerate(self.values):
            start = squeezed.find(value)
            while start >= 0:
                found.append((at, start, start + len(value)))
                start = squeezed.find(value, start + 1)
        return sorted(found, key=itemgetter(2, 1))


class Values:
    """Values to look for, squeezed, each with its label.

    Where one value comes with two labels, the one given first stays. `|` returns a new set; `|=`
    adds in place, so that a corpus can be collected document by document, in any order: of two
    labels the special one stays (`label.FAMILY`), then the first of the alphabet.

    A number of fewer than `LONG_NUMBER` digits is looked for as it was written, whatever its marks
    are, and as one token: 1617 does not stand in `3-16 17:30`. Nor does a value that was written in
    one word of letters stand in everyday words: Hasan is not in `has an`. A value may be collected
    as a name in full, which also stands beside a digit, as `Ana Ruiz` does in `anaruiz7`, and in
    everyday words only with capitals; or as one that also stands inside a longer token that is no
    word of its own (`lexicon.people.inner_words`), a number there between letters.

    Examples
    --------
    >>> values = Values.of([("PHONE", "555-0147"), ("OTHER-ID", "17")])
    >>> values
    Values(1)
    >>> list(values.occurrences("Call 555 0147."))
    [(5, 13, 'PHONE')]
    """

    __slots__ = ("_built", "_inner", "_labels", "_named", "_several", "_written")

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._written: set[tuple[str, ...]] = set()
        """The tokens of short numbers, as they were written."""
        self._several: set[str] = set()
        """Values of letters that were written in several words."""
        self._named: set[str] = set()
        self._inner: set[str] = set()
        self._built: _Built | None = None

    @classmethod
    def of(
        cls,
        pairs: Iterable[tuple[str, str]],
        shortest: int = MIN_LENGTH,
        *,
        named: bool = False,
        inner: bool = False,
    ) -> "Values":
        """Collect pairs of a label and a value as written in a text.

        Parameters
        ----------
        pairs
            Labels and values.
        shortest
            Values with fewer letters and digits are left out.
        named
            Whether they are names in full.
        inner
            Whether they also stand inside longer tokens.
        """
        values = cls()
        for label, value in pairs:
            squeezed = squeeze_text(value)
            if len(squeezed) >= shortest:
                values._labels.setdefault(squeezed, label)
                if _is_short_number(squeezed):
                    values._written.add(_tokens(value))
                elif squeezed.isalpha() and not _is_word(value) and len(_tokens(value)) > 1:
                    values._several.add(squeezed)
                if named:
                    values._named.add(squeezed)
                if inner:
                    values._inner.add(squeezed)
        return values

    def __len__(self) -> int:
        return len(self._labels)

    def __iter__(self) -> Iterator[str]:
        """Yield the values, squeezed."""
        return iter(self._labels)

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
        if other._written or other._several or other._inner:
            self._written |= other._written
            self._several |= other._several
            self._inner |= other._inner
        for value, label in other._labels.items():
            known = self._labels.get(value)
            chosen = label if known in (None, label) else min(known, label, key=_rank)
            if chosen != known:
                self._labels[value] = chosen
                self._built = None
            # What is looked for in small letters once is looked for in small letters.
            if value in other._named and (known is None or value in self._named):
                self._named.add(value)
            else:
                self._named.discard(value)
        return self

    def __getstate__(self) -> _State:
        # The automaton stays behind when values travel to another process.
        return self._labels, self._written, self._several, self._named, self._inner

    def __setstate__(self, state: _State) -> None:
        self._labels, self._written, self._several, self._named, self._inner = state
        self._built = None

    def where(self, wanted: Callable[[str], bool]) -> "Values":
        """Return those values whose squeezed form is wanted."""
        kept = Values()
        kept._labels = {value: label for value, label in self._labels.items() if wanted(value)}
        kept._written, kept._several = set(self._written), set(self._several)
        kept._named, kept._inner = set(self._named), set(self._inner)
        return kept

    def occurrences(self, text: str, language: str = ENGLISH) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and label of every occurrence, overlapping ones too.

        Notes
        -----
        An Aho-Corasick automaton over all values, built when first needed, reports every match in
        one pass, and a few values are looked for one by one; matches that cut a token are skipped.
        Time is linear in the text and in the number of matches.
        """
        if not self._labels:
            return
        if self._built is None:
            self._built = _Built.of(self._labels)
        matches = self._built.matches(squeeze_text(text))
        if not matches:
            return
        # Offsets cost more than the search, and most texts have no match.
        read = _read(text)
        for index, start, end in matches:
            value, label = self._built.values[index]
            if self._is_apart(value, read, start, end, language):
                spot = read.view.locate(start, end)
                if self._is_one(value, text[slice(*spot)], language):
                    yield *spot, label

    def _is_apart(self, value: str, read: "_Read", start: int, end: int, language: str) -> bool:
        """Tell whether a value stands apart from what is around it, or may stand inside it."""
        named = value in self._named
        if all(at in read.edges or (named and read.changes(at)) for at in (start, end)):
            return True
        if value not in self._inner or read.cuts_number(start) or read.cuts_number(end):
            return False
        token = read.token(start, end)
        return bool(token) and not is_own_word(token, language=language)

    def _is_one(self, value: str, shown: str, language: str) -> bool:
        """Tell whether this is one value, not several side by side, and no everyday words."""
        if value in self._named and not reads_as_name(shown, language=language):
            return False
        if value in self._several or not (value.isalpha() or _is_short_number(value)):
            return True
        tokens = _tokens(shown)
        if len(tokens) == 1 or tokens in self._written:
            return True
        return value.isalpha() and not (
            all(len(token) > 1 for token in tokens) and are_everyday(tokens, language)
        )


class _Read(NamedTuple):
    """A squeezed text, and where its tokens begin and end."""

    view: View
    edges: frozenset[int]
    ordered: tuple[int, ...]

    def changes(self, at: int) -> bool:
        """Tell whether a letter meets a digit here."""
        return self.view.text[at - 1].isdecimal() != self.view.text[at].isdecimal()

    def cuts_number(self, at: int) -> bool:
        """Tell whether digits of one number stand on both sides."""
        return at not in self.edges and self.view.text[at - 1 : at + 1].isdecimal()

    def token(self, start: int, end: int) -> str:
        """Return the one token around a place; nothing if it reaches over several."""
        first = self.ordered[bisect_right(self.ordered, start) - 1]
        last = self.ordered[bisect_left(self.ordered, end)]
        whole = bisect_right(self.ordered, start) == bisect_left(self.ordered, end)
        return self.view.text[first : min(last, first + _LONGEST)] if whole else ""


@lru_cache(maxsize=1)  # several sets of values are looked for in one text after the other
def _read(text: str) -> _Read:
    view = squeeze(text)
    edges = borders(view)
    return _Read(view, frozenset(edges), tuple(sorted(edges)))


def _rank(label: str) -> tuple[bool, str]:
    return label not in FAMILY, label


def _is_short_number(squeezed: str) -> bool:
    return len(squeezed) < LONG_NUMBER and squeezed.isdecimal()


def _is_word(text: str) -> bool:
    """Tell whether letters that folding leaves as they are make one token."""
    return text.isascii() and text.isalpha()


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(fold(text).text))
