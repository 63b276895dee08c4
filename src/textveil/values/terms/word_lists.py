"""Word lists: what people say about single words: never change them, always change them.

The words may be identifiers themselves. So no `repr` shows them, no error quotes them, and a
certificate only commits to them.
"""

import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from textveil.errors import InvalidValueError

__all__ = ["DENIED_LABEL", "NO_LISTS", "WordLists"]

DENIED_LABEL: Final = "IDENTIFIER"
"""Label of denied words that come without one."""

Pairs = tuple[tuple[str, str], ...]
Labelled = Mapping[str, str | Iterable[str]]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class WordLists:
    """Words that are never changed, words that always are, and patterns of one's own.

    The order of words does not matter, and a word that is said twice counts once.

    Attributes
    ----------
    allow
        Words and phrases that stay in the text.
    deny
        Pairs of a label and a word or phrase that must go; they win over `allow`.
    patterns
        Pairs of a label and an expression for RE2.

    Examples
    --------
    >>> WordLists.of(allow=["Senna"], deny=["Ruiz"], patterns={"MRN": r"H-[0-9]{6}"})
    WordLists(allow=1, deny=1, patterns=1)
    >>> WordLists.of(deny=["Ruiz", "Holt"]) == WordLists.of(deny=["Holt", "Ruiz", "Holt"])
    True
    """

    allow: tuple[str, ...] = ()
    deny: Pairs = ()
    patterns: Pairs = ()
    fingerprint: str = field(init=False)
    """Hash of all lists. It would let anybody test a guess: publish `commitment` instead."""

    def __post_init__(self) -> None:
        _require_words("allow", self.allow)
        _require_words("deny", (word for _, word in self.deny))
        if not all(isinstance(item, str) and item for _, item in self.patterns):
            raise InvalidValueError("a pattern is a text that is not empty", where="patterns")
        for name in ("allow", "deny", "patterns"):
            object.__setattr__(self, name, tuple(sorted(set(getattr(self, name)))))
        content = json.dumps([self.allow, self.deny, self.patterns])
        object.__setattr__(self, "fingerprint", sha256(content.encode()).hexdigest())

    @classmethod
    def of(
        cls,
        allow: str | Iterable[str] = (),
        deny: str | Iterable[str] | Labelled = (),
        patterns: Labelled | None = None,
    ) -> "WordLists":
        """Take lists as people write them: a word or several; with labels, a mapping of these."""
        labelled = deny if isinstance(deny, Mapping) else {DENIED_LABEL: deny}
        return cls(_several(allow), _pairs(labelled), _pairs(patterns or {}))

    def __bool__(self) -> bool:
        return bool(self.allow or self.deny or self.patterns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordLists) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __or__(self, other: "WordLists") -> "WordLists":
        return WordLists(
            (*self.allow, *other.allow),
            (*self.deny, *other.deny),
            (*self.patterns, *other.patterns),
        )

    def __repr__(self) -> str:
        sizes = len(self.allow), len(self.deny), len(self.patterns)
        return "WordLists(allow={}, deny={}, patterns={})".format(*sizes)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that denied words and patterns have."""
        return tuple(sorted({label for label, _ in (*self.deny, *self.patterns)}))

    def counts(self) -> dict[str, Any]:
        """Return how many words there are, as a JSON object without a word."""
        return {
            "allow": len(self.allow),
            "deny": _by_label(self.deny),
            "patterns": _by_label(self.patterns),
        }

    def commitment(self, key: bytes) -> str:
        """Return a keyed digest of all lists."""
        return hmac.new(key, b"word lists " + self.fingerprint.encode(), sha256).hexdigest()


def _several(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _pairs(given: Labelled) -> Pairs:
    return tuple((label, item) for label, items in given.items() for item in _several(items))


def _by_label(pairs: Pairs) -> dict[str, int]:
    labels = [label for label, _ in pairs]
    return {label: labels.count(label) for label in sorted(set(labels))}


def _require_words(name: str, words: Iterable[str]) -> None:
    for word in words:
        if not isinstance(word, str) or not any(map(str.isalnum, word)):
            raise InvalidValueError(
                "a word must have a letter or a digit", where=name, hint="write it in quotes"
            )


NO_LISTS: Final = WordLists()
"""Nothing is said about any word."""
