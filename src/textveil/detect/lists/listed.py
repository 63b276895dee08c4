"""ListedWords words: finds what a policy says about single words: `allow`, `deny` and `patterns`.

Words are compared as detection reads them: folded (accents, look-alike letters, widths, zero-width
characters), without regard to case, and from the beginning of a word to the end of one. A denied
word of four letters and digits or more is also found in other spellings that a reader takes for
the same (`textveil.detect.propagation.occurrences`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final

import re2

from textveil.detect.lists.dictionary import TermMatcher
from textveil.detect.propagation.occurrences import Values
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.folding import fold
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans
from textveil.values.terms.word_lists import NO_LISTS, WordLists

__all__ = ["DENIED", "SOURCE", "ListedWords", "allowed_places", "own_pattern"]

SOURCE: Final = "textveil.listed.v1"
DENIED: Final = Explanation("listed.deny")
_OWN: Final = Explanation("listed.pattern")
_VALUE: Final = "value"
"""The group of a pattern that is the passage, where the pattern has it."""
_LARGEST: Final = 8 << 20
"""Bytes that the program of a pattern may take."""


@dataclass(frozen=True, slots=True)
class ListedWords:
    """Find the denied words of a policy, and what its own patterns match.

    Patterns see the text as it is, and folded: an accent in a pattern is one, and full-width digits
    are digits. If a pattern has a group called `value`, this group is the passage, else all that it
    matches is. Linear time (RE2).

    Examples
    --------
    >>> lists = WordLists.of(deny={"NAME": ["Zoë"]}, patterns={"MRN": r"file (?P<value>[0-9]+)"})
    >>> ListedWords(lists).detect(Document("1", "ZOE, see file 1234"))
    Spans(NAME[0,3), MRN[14,18))
    """

    reach: ClassVar[int | None] = None

    lists: WordLists = field(default=NO_LISTS, repr=False)

    def detect(self, document: Document) -> Spans:
        """Return every denied word and every match; spans may overlap."""
        text = document.text
        found = {(*place, DENIED) for place in _denied(self.lists).places(text)}
        for label, expression in self.lists.patterns:
            found |= {(*place, label, _OWN) for place in _matches(own_pattern(expression), text)}
        return Spans(Span(start, end, label, 1.0, SOURCE, why) for start, end, label, why in found)


def allowed_places(lists: WordLists, text: str) -> Spans:
    """Return where allowed words stand in a text; the label of these spans means nothing.

    Examples
    --------
    >>> allowed_places(WordLists.of(allow=["New York", "york city"]), "In NEW YORK City")
    Spans(allow[3,11), allow[7,16))
    """
    return Spans(Span(*place) for place in _allowed(lists).places(text))


def own_pattern(expression: str) -> Any:
    """Compile a pattern of a policy; raise if RE2 refuses it."""
    try:
        return _compiled(expression)
    except re2.error as error:
        # What follows the colon quotes the pattern, and a pattern may hold a name.
        reason = str(error.args[0] if error.args else "")
        told = reason.removeprefix("b'").partition(":")[0].strip(" '\"")
        raise InvalidValueError(
            f"RE2 refuses this pattern ({told or 'unknown reason'})",
            where="patterns",
            hint="RE2 has no look-around and no back-references; "
            "a group (?P<value>…) marks the passage inside a longer match",
        ) from None


@lru_cache(maxsize=256)
def _compiled(expression: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _LARGEST
    return re2.compile(expression, options)


class _Words:
    """Finds words, each with its label."""

    def __init__(self, pairs: Iterable[tuple[str, str]], *, other_spellings: bool) -> None:
        self._pairs = list(pairs)
        folded = [fold(word).text for _, word in self._pairs]
        self._matcher = TermMatcher(folded, fold_case=True, overlapping=True)
        self._values = Values.of(self._pairs) if other_spellings else Values()

    def places(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and label of every place, overlapping ones too."""
        if not self._pairs:
            return
        view = fold(text)
        for low, high, number in self._matcher.find(view.text):
            yield *view.locate(low, high), self._pairs[number][0]
        yield from self._values.occurrences(text)


@lru_cache(maxsize=8)
def _denied(lists: WordLists) -> _Words:
    return _Words(lists.deny, other_spellings=True)


@lru_cache(maxsize=8)
def _allowed(lists: WordLists) -> _Words:
    return _Words((("allow", word) for word in lists.allow), other_spellings=False)


def _matches(pattern: Any, text: str) -> Iterator[tuple[int, int]]:
    group = pattern.groupindex.get(_VALUE, 0)
    view = fold(text)
    for match in pattern.finditer(text):
        if match.start(group) < match.end(group):
            yield match.span(group)
    if view.text != text:
        for match in pattern.finditer(view.text):
            if match.start(group) < match.end(group):
                yield view.locate(*match.span(group))
