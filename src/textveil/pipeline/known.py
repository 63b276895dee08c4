"""Known values: what was found in one document and must not stand in another.

Values that identify on their own, addresses with a number and names in full are looked for in the
whole corpus; all others in the documents of the same subject, where everyday words and short
numbers would be found too often to mean anything. The verifier `residue` checks the same rule by
its own code.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from textveil.detect.name_parts import parts_of
from textveil.detect.occurrences import Values
from textveil.detect.propagate import propagate
from textveil.lexicon.folding import fold, squeeze_text
from textveil.lexicon.words import Kind, look_up
from textveil.values.document import Document
from textveil.values.label import family_of, identifies_alone
from textveil.values.span import Spans

__all__ = ["Known"]

_EVERYDAY: Final = int(Kind.WORD | Kind.MONTH | Kind.WEEKDAY | Kind.EPONYM)
_LONG_NUMBER: Final = 6
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class Known:
    """The values of a corpus; grows with the number of distinct ones."""

    corpus: Values = field(default_factory=Values)
    _subjects: dict[str, Values] = field(default_factory=dict)

    def learn(self, document: Document, found: Spans) -> None:
        """Take in what was found in a document."""
        self.corpus |= Values.of(_corpus_wide(document, found))
        theirs = Values.of(_subject_wide(document, found))
        if len(theirs):
            held = self._subjects.setdefault(document.counted_subject, Values())
            held |= theirs

    def complete(self, document: Document, found: Spans) -> Spans:
        """Add every other place of a document where a known value stands."""
        theirs = self._subjects.get(document.counted_subject)
        known = [self.corpus] if theirs is None else [self.corpus, theirs]
        return found | propagate(document, found, known)


def _corpus_wide(document: Document, found: Spans) -> Iterator[tuple[str, str]]:
    for span in found:
        value = document.covered_by(span)
        family = family_of(span.label)
        if identifies_alone(span.label) or _is_numbered_address(span.label, value):
            if not _is_everyday(value):
                yield span.label, value
        elif family == "NAME":
            parts = parts_of(fold(value).text)
            if len(parts) > 1:
                yield span.label, value
                yield span.label, f"{parts[0]} {parts[-1]}"
                yield span.label, f"{parts[-1]} {parts[0]}"


def _is_numbered_address(label: str, value: str) -> bool:
    """Tell whether this is a house, not a room, a postal code or a town."""
    words = _WORD.findall(value)
    return label == "ADDRESS" and len(words) > 2 and any(map(str.isdecimal, words))


def _subject_wide(document: Document, found: Spans) -> Iterator[tuple[str, str]]:
    for span in found:
        value = document.covered_by(span)
        if not _says_little(value):
            yield span.label, value


def _says_little(value: str) -> bool:
    """Tell whether a value stands in other documents by chance."""
    squeezed = squeeze_text(value)
    if squeezed.isdecimal():
        return len(squeezed) < _LONG_NUMBER
    return _is_everyday(value)


def _is_everyday(value: str) -> bool:
    """Tell whether a value is one word that stands in any text, such as `West`."""
    words = _WORD.findall(value)
    return len(words) == 1 and bool(look_up(words[0]).kinds & _EVERYDAY)
