"""Value search: looks for removed values among the words of a text, and inside them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set

from textveil.values.contracts import Case
from textveil.verify.passages.identifying import INNER, LONG_NUMBER, is_agreed, is_own_word
from textveil.verify.passages.removed_values import (
    GAP,
    MIN_LENGTH,
    Removed,
    Words,
    joined,
    words_of,
)
from textveil.verify.readers.tables import are_everyday

__all__ = ["Agreement", "InnerSearch", "ValueSearch"]


class ValueSearch:
    """Looks for values among the words of a text."""

    def __init__(self, values: Set[str], several: Set[str] | None = None) -> None:
        self._values = values
        self._several = several
        """Values that were written in several words; None if all were."""
        self._heads = {value[:MIN_LENGTH] for value in values}
        self._longest = max(map(len, values), default=0)

    def spots(self, found: Words, language: str) -> Iterator[tuple[int, int]]:
        """Yield the offsets of each place where a value survives in a text of this language."""
        if not self._values:
            return
        heads = self._heads
        for first, word in enumerate(found.words):
            if len(word) >= MIN_LENGTH and word[:MIN_LENGTH] not in heads:
                continue  # as `_ends` would find at once, for most words of most texts
            for last in self._ends(found.words, first, language):
                yield found.view.locate(found.spots[first][0], found.spots[last][1])

    def _ends(self, words: list[str], first: int, language: str) -> Iterator[int]:
        spelt = ""
        for at in range(first, len(words)):
            spelt += words[at]
            if len(spelt) >= MIN_LENGTH and spelt[:MIN_LENGTH] not in self._heads:
                return
            if spelt in self._values and self._is_one(spelt, words[first : at + 1], language):
                yield at
            if len(spelt) >= self._longest:
                return

    def _is_one(self, spelt: str, words: list[str], language: str) -> bool:
        """Tell whether words are one value: 16 17 is not 1617, and "has an" is not Hasan."""
        if len(words) == 1:
            return True
        if len(spelt) < LONG_NUMBER and spelt.isdecimal():
            return GAP.join(words) in self._values
        if self._several is None or spelt in self._several:
            return True
        return any(len(word) == 1 for word in words) or not are_everyday(words, language)

    def is_composed(self, words: list[str], language: str) -> bool:
        """Tell whether a value has six digits, or is no single word and not of everyday words."""
        spelt = "".join(words)
        if sum(map(str.isdecimal, spelt)) >= LONG_NUMBER:
            return True
        single = spelt.isalpha() and self._several is not None and spelt not in self._several
        if single:
            return False
        return not all(word.isdecimal() or are_everyday([word], language) for word in words)


class InnerSearch:
    """Looks for values inside longer words that are no words of their own."""

    def __init__(self, values: Set[str]) -> None:
        self._by_head: dict[str, set[str]] = defaultdict(set)
        for value in values:
            self._by_head[value[:INNER]].add(value)
        self._lettered = any(value.isalpha() for value in values)

    def spots(self, found: Words, language: str) -> Iterator[tuple[int, int]]:
        """Yield the offsets of each place where a value stands inside a word."""
        for word, (start, end) in zip(found.words, found.spots, strict=True):
            if len(word) <= INNER or word.isdecimal() or (word.isalpha() and not self._lettered):
                continue
            for at, value in self._inside(word):
                if is_own_word(word, language=language):
                    break
                # Small letters may be more than the capitals they stand for.
                low, high = (at, at + len(value)) if len(word) == end - start else (0, end - start)
                yield found.view.locate(start + low, start + high)

    def _inside(self, word: str) -> Iterator[tuple[int, str]]:
        for at in range(len(word) - INNER + 1):
            for value in self._by_head.get(word[at : at + INNER], ()):
                cut = word[max(0, at - 1) : at + 1], word[at + len(value) - 1 : at + len(value) + 1]
                within = not any(len(pair) == 2 and pair.isdecimal() for pair in cut)
                if len(value) < len(word) and within and word.startswith(value, at):
                    yield at, value


class Agreement:
    """With which subjects detectors found each doubted value."""

    def __init__(self) -> None:
        self._found: dict[str, set[str]] = defaultdict(set)
        self._several: set[str] = set()

    def add(self, removed: Removed, subject: str) -> None:
        """Take in what detectors found in one document."""
        self._several |= removed.several & removed.doubted
        for value in removed.doubted:
            self._found[value].add(subject)

    def agreed(self, cases: Iterable[Case], language: str) -> set[str]:
        """Return the values that detectors agree about; reads the input if there are any."""
        shared = {value for value, subjects in self._found.items() if len(subjects) > 1}
        if not shared:
            return set()
        search, stands = ValueSearch(shared, self._several), defaultdict[str, set[str]](set)
        for case in cases:
            if case.before is not None:
                text, subject = case.before.text, case.before.counted_subject
                for start, end in search.spots(words_of(text), case.read_in(language)):
                    stands[joined(text[start:end])].add(subject)
        return {one for one in shared if is_agreed(len(self._found[one]), len(stands[one]))}
