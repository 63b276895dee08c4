"""Known values: values found in one document that must not stay in another.

Values that identify on their own, houses and names in full are looked for in the whole corpus, in
all their spellings; all others, and the words of names, in the documents of the same subject, where
everyday words and short numbers would be found too often to mean anything. The verifier `residue`
checks the same rule by its own code.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from textveil.detect.occurrences import LONG_NUMBER, Values
from textveil.detect.propagate import propagate
from textveil.detect.spellings import (
    houses,
    is_house,
    spellings_of_names,
    telling_words,
    with_country,
)
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.words import are_everyday
from textveil.values.document import Document
from textveil.values.label import family_of, identifies_alone
from textveil.values.span import Spans

__all__ = ["Known"]

_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(slots=True)
class Known:
    """The values of a corpus; grows with the number of distinct ones."""

    corpus: Values = field(default_factory=Values)
    _subjects: dict[str, Values] = field(default_factory=dict)

    def learn(self, document: Document, found: Spans) -> None:
        """Take in what was found in a document."""
        self.corpus |= Values.of(_full_names(document, found), beside_digits=True)
        self.corpus |= Values.of(_corpus_wide(document, found))
        theirs = Values.of(_subject_wide(document, found))
        if len(theirs):
            held = self._subjects.setdefault(document.counted_subject, Values())
            held |= theirs

    def label_of(self, document: Document, value: str) -> str:
        """Return the label of a value that was found in the corpus, or nothing."""
        theirs = self._subjects.get(document.counted_subject, Values())
        found = (
            label
            for known in (self.corpus, theirs)
            for *_, label in known.occurrences(value, document.language)
        )
        return next(found, "")

    def complete(self, document: Document, found: Spans) -> Spans:
        """Add every other place of a document where a known value stands."""
        theirs = self._subjects.get(document.counted_subject)
        known = [self.corpus] if theirs is None else [self.corpus, theirs]
        return found | propagate(document, found, known, language=document.language)


def _full_names(document: Document, found: Spans) -> Iterator[tuple[str, str]]:
    for span in found:
        if _is_name(span.label):
            for spelt in spellings_of_names(document.covered_by(span), language=document.language):
                yield span.label, spelt


def _corpus_wide(document: Document, found: Spans) -> Iterator[tuple[str, str]]:
    for span in found:
        value = document.covered_by(span)
        if identifies_alone(span.label) or is_house(span.label, value):
            if not _is_everyday(value, document.language):
                yield span.label, value
            more = houses(value, language=document.language)
            for spelt in (*more, *with_country(span.label, value)):
                yield span.label, spelt


def _subject_wide(document: Document, found: Spans) -> Iterator[tuple[str, str]]:
    for span in found:
        value = document.covered_by(span)
        if not _says_little(value, document.language):
            yield span.label, value
        if _is_name(span.label):
            words = telling_words(value, language=document.language)
            yield from ((span.label, word) for word in words)


def _is_name(label: str) -> bool:
    return family_of(label) == "NAME" and label != "INITIALS"


def _says_little(value: str, language: str) -> bool:
    """Tell whether a value stands in other documents by chance."""
    squeezed = squeeze_text(value)
    if squeezed.isdecimal():
        return len(squeezed) < LONG_NUMBER
    return _is_everyday(value, language)


def _is_everyday(value: str, language: str) -> bool:
    """Tell whether a value is one word that stands in any text, such as `West`."""
    words = _WORD.findall(value)
    return len(words) == 1 and are_everyday(words, language)
