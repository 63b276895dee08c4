"""Known values: values found in one document that must not stay in another.

Within the documents of a subject every value is looked for that says enough, a name by its words,
too. To other subjects a value is *carried* only if it identifies by its form, or if detectors agree
about it: `lexicon.people.identifying_forms` has the rule. So the documents of n subjects, whatever
they say, take a word out of those of 4n others at most. The verifier `residue` checks the same
rule by its own code.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from sys import intern
from typing import Final

from textveil.detect.people.nicknames import Nicknames
from textveil.detect.propagation.occurrences import Values
from textveil.detect.propagation.propagate import is_carried, numbers_in, propagate
from textveil.detect.propagation.spellings import (
    houses,
    is_numbered,
    spellings_of_names,
    surnames,
    telling_words,
    with_country,
)
from textveil.lexicon.people.identifying_forms import (
    LONG_NUMBER,
    identifies_by_form,
    is_agreed,
    is_ordinary,
)
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.words import are_everyday
from textveil.values.document import Document
from textveil.values.label import family_of, identifies_alone
from textveil.values.span import Span, Spans

__all__ = ["Known"]

_WORD: Final = re.compile(r"[^\W_]+")
_NOTHING: Final = Values()
Pair = tuple[str, str]


@dataclass(slots=True)
class Known:
    """The values of a corpus; grows with the number of distinct ones.

    Attributes
    ----------
    corpus
        Values that must stand in no document.
    carried
        To how many places of other subjects values were carried, by label.
    """

    corpus: Values = field(default_factory=Values)
    carried: Counter[str] = field(default_factory=Counter)
    _subjects: dict[str, Values] = field(default_factory=dict)
    _doubted: Values = field(default_factory=Values)
    _evidence: dict[str, set[str]] = field(default_factory=dict)
    """With which subjects values were found that may be any word."""
    _nicknames: Nicknames = field(default_factory=Nicknames)

    def learn(self, document: Document, found: Spans) -> None:
        """Take in what was found in a document."""
        if not found:
            return
        self._nicknames.learn(document, found)
        names = list(_all_names(document, found))
        sure: list[Pair] = []
        doubted: list[Pair] = []
        identifying = list(_identifying(document, found))
        for pair in identifying:
            (sure if _by_form(document, *pair) else doubted).append(pair)
        self.corpus |= Values.of(_spelt(document, names, sure=True), named=True)
        if sure:
            self.corpus |= Values.of((*_numbers(sure), *_places(document, sure))) | numbers_in(sure)
        theirs = Values.of(_subject_wide(document, found, names, identifying))
        theirs |= numbers_in(identifying)
        theirs |= Values.of(_surnames(document, names), inner=True)
        if len(theirs):
            held = self._subjects.setdefault(document.counted_subject, theirs)
            if held is not theirs:
                held |= theirs
        if doubted:
            self._doubt(document, doubted)

    def _doubt(self, document: Document, pairs: list[Pair]) -> None:
        """Note with whom detectors found values that do not identify by their form."""
        language, subject = document.language, intern(document.counted_subject)
        doubted = Values.of(pair for pair in pairs if not is_ordinary(pair[1], language=language))
        self._doubted |= doubted
        for value in doubted:
            self._evidence.setdefault(value, set()).add(subject)

    def agree(self, documents: Iterable[Document]) -> None:
        """Carry the values of other forms that detectors agree about.

        Parameters
        ----------
        documents
            All documents, once more; not read if no such value was found with several subjects.
        """
        shared = self._doubted.where(lambda value: len(self._evidence[value]) > 1)
        if not len(shared):
            return
        stands: dict[str, set[str]] = {value: set() for value in shared}
        for document in documents:
            text, subject = document.text, intern(document.counted_subject)
            for start, end, _ in shared.occurrences(text, document.language):
                stands[squeeze_text(text[start:end])].add(subject)
        self.corpus |= shared.where(
            lambda value: is_agreed(len(self._evidence[value]), len(stands[value]))
        )

    def label_of(self, document: Document, value: str) -> str:
        """Return the label of a value that was found in the corpus, or nothing."""
        read = replace(document, text=value, spans=None, layers=())
        return next((span.label for span in self.places(read)), "")

    def places(self, document: Document) -> Iterator[Span]:
        """Yield where values of the corpus, or of a document's subject, stand in it."""
        for known in (self.corpus, self._theirs(document)):
            for start, end, label in known.occurrences(document.text, document.language):
                yield Span(start, end, label)

    def complete(self, document: Document, found: Spans) -> Spans:
        """Add every other place of a document where a known value stands."""
        if not found and not self.corpus and not self._subjects:
            return found
        theirs = [self._theirs(document)]
        more = propagate(document, found, theirs, carried=self.corpus, language=document.language)
        self.carried.update(span.label for span in more if is_carried(span))
        known = found | more
        return known | self._nicknames.places(document, known)

    def _theirs(self, document: Document) -> Values:
        return self._subjects.get(document.counted_subject, _NOTHING)


def _by_form(document: Document, label: str, value: str) -> bool:
    return identifies_by_form(label, value, language=document.language)


def _identifying(document: Document, found: Spans) -> Iterator[Pair]:
    """Yield the values that point at one person by their label, besides everyday words."""
    for span in found:
        value = document.covered_by(span)
        alone = identifies_alone(span.label) or is_numbered(span.label, value)
        if alone and not _is_everyday(value, document.language):
            yield span.label, value


def _spelt(document: Document, names: list[Pair], *, sure: bool = False) -> Iterator[Pair]:
    """Yield the ways to write names in full."""
    for label, name in names:
        ways = spellings_of_names(name, sure=sure, language=document.language)
        yield from ((label, spelt) for spelt in ways)


def _places(document: Document, pairs: list[Pair]) -> Iterator[Pair]:
    """Yield the addresses, and the ways to write their houses."""
    for label, value in pairs:
        if _is_place(label):
            ways = (value, *houses(value, language=document.language))
            yield from ((label, spelt) for spelt in ways)


def _numbers(pairs: list[Pair]) -> Iterator[Pair]:
    """Yield what is no place, telephone numbers also with and without their country's 1."""
    for label, value in pairs:
        if not _is_place(label):
            yield label, value
            yield from ((label, spelt) for spelt in with_country(label, value))


def _subject_wide(
    document: Document, found: Spans, names: list[Pair], identifying: list[Pair]
) -> Iterator[Pair]:
    """Yield what is looked for in the documents of the same subject."""
    yield from (*_numbers(identifying), *_places(document, identifying), *_spelt(document, names))
    for span in found:
        value = document.covered_by(span)
        if not _says_little(value, document.language):
            yield span.label, value
    for label, name in names:
        words = telling_words(name, language=document.language)
        yield from ((label, word) for word in words)


def _surnames(document: Document, names: list[Pair]) -> Iterator[Pair]:
    for label, name in names:
        words = surnames(name, language=document.language)
        yield from ((label, word) for word in words)


def _all_names(document: Document, found: Spans) -> Iterator[Pair]:
    for span in found:
        if family_of(span.label) == "NAME" and span.label != "INITIALS":
            yield span.label, document.covered_by(span)


def _is_place(label: str) -> bool:
    return family_of(label) == "ADDRESS"


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
