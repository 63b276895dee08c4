"""Allowed words: what a policy leaves in the text, and no verifier may count against a release."""

from collections.abc import Iterable, Iterator

from textveil.verify.passages.removed_values import joined, words_of

__all__ = ["AllowedWords"]

Place = tuple[int, int]


class AllowedWords:
    """Finds allowed words and phrases by their words, folded and without regard to case.

    A word that the release removed as a passage of its own (a cell of a column, a denied word) was
    not left because it is allowed: it excuses nothing.
    """

    def __init__(self, allow: Iterable[str]) -> None:
        self._phrases: dict[str, set[tuple[str, ...]]] = {}
        for words in (tuple(words_of(phrase).words) for phrase in allow):
            self._phrases.setdefault(words[0], set()).add(words)
        self._removed: set[str] = set()

    def take_back(self, passages: Iterable[str]) -> None:
        """Learn which passages were removed whole."""
        if self._phrases:
            self._removed.update(map(joined, passages))

    def places(self, text: str) -> list[Place]:
        """Return where allowed words stand, in order."""
        return sorted(self._places(text)) if self._phrases else []

    def excuse(self, text: str, start: int, end: int, places: Iterable[Place]) -> bool:
        """Tell whether a passage lies inside an allowed word that was not removed elsewhere."""
        inside = any(low <= start and end <= high for low, high in places)
        return inside and joined(text[start:end]) not in self._removed

    def _places(self, text: str) -> Iterator[Place]:
        found = words_of(text)
        for at, word in enumerate(found.words):
            for phrase in self._phrases.get(word, ()):
                last = at + len(phrase)
                if tuple(found.words[at:last]) == phrase:
                    yield found.view.locate(found.spots[at][0], found.spots[last - 1][1])
