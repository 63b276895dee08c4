"""Spellings: the keys by which surrogates are found, however a leak writes them.

A key is letters and digits alone, case-folded. It is looked for in the words of a text put
together, so that separators and the ends of lines do not matter.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from textveil.lexicon.tables.folding import fold, squeeze_text
from textveil.lexicon.tables.words import are_everyday, look_up
from textveil.trace.marked import TracedEntity
from textveil.values.view import View

__all__ = ["KeyHit", "Keys", "LeakText", "way_written", "whole_keys"]

_WORD: Final = re.compile(r"[^\W_]+")
_SHORTEST: Final = 4
_FEWEST_DIGITS: Final = 5
"""Shorter values, and numbers with fewer digits, mean too many things."""
_TYPED: Final = 5
"""Letters from which on one mistake may be made in a word."""
_PHONE: Final = "PHONE"
_ADDRESS: Final = "ADDRESS"


class KeyHit(NamedTuple):
    """A key that stands in a text, by the numbers of its first word and of the one behind it."""

    key: str
    first: int
    stop: int


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class LeakText:
    """The words of a text: squeezed, put together, and where each stands."""

    view: View
    words: list[str]
    spots: list[tuple[int, int]]
    joined: str
    starts: list[int]

    @classmethod
    def read(cls, text: str) -> "LeakText":
        """Read a text."""
        view = fold(text)
        spots = [match.span() for match in _WORD.finditer(view.text)]
        words = [view.text[start:end].casefold() for start, end in spots]
        starts, at = [], 0
        for word in words:
            starts.append(at)
            at += len(word)
        return cls(view, words, spots, "".join(words), starts)

    def shown(self, number: int) -> str:
        """Return a word as it is written; nothing if there is none with this number."""
        if not 0 <= number < len(self.spots):
            return ""
        start, end = self.spots[number]
        return self.view.text[start:end]

    def gap(self, number: int) -> str:
        """Return what stands between a word and the next."""
        if not 0 <= number < len(self.spots) - 1:
            return "\n"
        return self.view.text[self.spots[number][1] : self.spots[number + 1][0]]

    def located(self, first: int, stop: int) -> tuple[int, int]:
        """Return the offsets of some words in the text that was read."""
        return self.view.locate(self.spots[first][0], self.spots[stop - 1][1])

    def hit(self, key: str, start: int, end: int) -> KeyHit | None:
        """Return a key at these offsets of the joined words; None if it begins inside a word.

        Digits that follow letters begin a word of their own.
        """
        if not self._is_border(start) or not self._is_border(end):
            return None
        first = bisect_right(self.starts, start) - 1
        return KeyHit(key, first, bisect_right(self.starts, end - 1))

    def _is_border(self, at: int) -> bool:
        if at in (0, len(self.joined)):
            return True
        if self.joined[at - 1].isdecimal() != self.joined[at].isdecimal():
            return True
        return self.starts[bisect_right(self.starts, at) - 1] == at


class Keys:
    """Finds keys in texts, and words with one typing mistake."""

    def __init__(self, keys: Iterable[str], names: Iterable[str], language: str) -> None:
        self._names, self._language = frozenset(names), language
        self._keys = sorted({*keys, *self._names})
        self._automaton = AhoCorasick(self._keys, implementation=Implementation.ContiguousNFA)
        self._shortened: dict[str, set[str]] = {}
        for name in self._names:
            if len(name) >= _TYPED:
                for form in (name, *_shortened(name)):
                    self._shortened.setdefault(form, set()).add(name)
        self._longest = max(map(len, self._names), default=0)
        self._meant: dict[str, str] = {}

    def hits(self, page: LeakText) -> Iterator[KeyHit]:
        """Yield every key that stands in the text, mistyped names included."""
        found = self._automaton.find_matches_as_indexes(page.joined, overlapping=True)
        for number, start, end in found:
            hit = page.hit(self._keys[number], start, end)
            if hit is not None:
                yield hit
        for at, word in enumerate(page.words):
            if len(word) >= _TYPED - 1:
                meant = self._meant_by(word)
                if meant:
                    yield KeyHit(meant, at, at + 1)

    def _meant_by(self, word: str) -> str:
        """Return the only name that a word is with one mistake; nothing for words and names."""
        known = self._meant.get(word)
        if known is None:
            known = self._meant[word] = self._near(word)
        return known

    def _near(self, word: str) -> str:
        # No mistake makes a name of a word that is longer by more than a letter.
        if len(word) > self._longest + 1 or word in self._names or not word.isalpha():
            return ""
        forms = (word, *_shortened(word))
        near = {name for form in forms for name in self._shortened.get(form, ())}
        near = {name for name in near if _is_one_mistake(word, name)}
        if len(near) != 1 or any(look_up(word)[:3]) or are_everyday([word], self._language):
            return ""
        return near.pop()


def _shortened(word: str) -> Iterator[str]:
    """Yield the word without each of its letters: words one mistake apart share one of these."""
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _is_one_mistake(one: str, other: str) -> bool:
    """Tell whether a letter was left out, added, exchanged, or swapped with the next."""
    short, long = sorted((one, other), key=len)
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), None)
    if same is None:
        return len(long) - len(short) == 1
    if len(short) < len(long):
        return short[same:] == long[same + 1 :]
    swapped = short[same : same + 2] == long[same : same + 2][::-1]
    return short[same + 1 :] == long[same + 1 :] or (
        swapped and short[same + 2 :] == long[same + 2 :]
    )


def way_written(stands: str, entity: TracedEntity, variant: int) -> str:
    """Say why a passage counts as a surrogate that may be written in another way.

    Examples
    --------
    >>> from textveil.trace.marked import Variant
    >>> one = TracedEntity("p", "NAME", "", (Variant("Eve", "eve||novak"),))
    >>> [way_written(stands, one, 0) for stands in ("EVE", "Novak, Eve", "Novak", "Nowak")]
    ['the same', 'the same name', 'a part of the name', 'typed differently']
    """
    seen = "".join(LeakText.read(stands).words)
    if seen == squeeze_text(entity.variants[variant].written):
        return "the same"
    person = entity.person(variant)
    if person is None:
        return "written differently"
    parts = [part for part in (person.given, person.family) if len(part) > 1]
    named = [part in seen for part in parts]
    if all(named):
        return "the same name"
    return "a part of the name" if any(named) else "typed differently"


def whole_keys(entity: TracedEntity, variant: int) -> set[str]:
    """Return the keys of a surrogate that is not a name.

    Examples
    --------
    >>> from textveil.trace.marked import Variant
    >>> street = TracedEntity("p", "ADDRESS", "", (Variant("52 Elm Hill Dr", "52elmhilldrive"),))
    >>> sorted(whole_keys(street, 0))
    ['52elmhill', '52elmhilldr', '52elmhilldrive']
    """
    one = entity.variants[variant]
    made = one.made.rpartition("|")[2] if entity.label == _PHONE else one.made
    keys = {squeeze_text(one.written), squeeze_text(made)}
    words = one.written.split()
    if entity.label == _ADDRESS and len(words) > 2 and words[0][0].isdecimal():
        # What kind of street it is may be written in several ways, or not at all.
        keys.add(squeeze_text("".join(words[:-1])))
    return {key for key in keys if len(key) >= (_FEWEST_DIGITS if key.isdecimal() else _SHORTEST)}
