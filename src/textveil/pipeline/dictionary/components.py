"""Dictionary components for policies: they name a file, and open it when the first document comes.

A policy names files; detectors and transformers work on terms. Reading the one and
handing on the other is what happens here.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from textveil.detect.lists.dictionary import DictionaryTerms
from textveil.formats.tables.term_files import FormFiles, TermFiles
from textveil.transform.coarser.wildcard import Wildcard
from textveil.values.contracts import About
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.span import Spans

__all__ = ["DictionaryDetector", "WildcardTransformer"]


@dataclass(frozen=True, slots=True)
class DictionaryDetector(TermFiles):
    """Find the terms of a dictionary (label `QUASI`) and of a list (label `IDENTIFIER`).

    Parameters
    ----------
    path
        The file that `textveil dictionary build` wrote.
    identifiers
        A file with one term per line. Each identifies somebody by itself. A term in both is
        an identifier.
    stop
        A file with one term per line, each of which stays readable, whatever its case; English
        function words without this.
    min_length
        Shorter terms of the dictionary stay readable.

    Notes
    -----
    Matches are leftmost-longest, at word borders where the script has them. Linear time.
    """

    reach: ClassVar[int | None] = None

    def about(self) -> About:
        """Tell which files hold the terms."""
        return About(private=self.given())

    def detect(self, document: Document) -> Spans:
        """Return every term that stands in the text, without overlaps."""
        return self.finder().detect(document)

    def finder(self) -> DictionaryTerms:
        """Return what finds the terms."""
        return _finder(self, self.stamps())


@dataclass(frozen=True, slots=True)
class WildcardTransformer(FormFiles):
    """Write for each quasi-identifier the form that at least k terms of the dictionary share.

    Parameters
    ----------
    path, identifiers, stop, min_length
        As for the detector; give both the same.
    k
        How many terms share each form, from 2 on.
    guarantee
        `mutual`: k terms are released under the very same form. `count`: the form matches k terms.
    seed
        Decides between forms that are equally good.

    Notes
    -----
    Guarantee: that of `textveil.transform.coarser.wildcard.Wildcard` (verifier `dictionary-forms`).
    Passages with the label `IDENTIFIER`, passages that are no terms, and terms without a form
    become `*`.
    """

    def about(self) -> About:
        """Tell which files hold the terms, and that the seed decides between equal forms."""
        return About(f"seed {self.seed}", private=self.given())

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span."""
        return self.writer().transform(document, spans)

    def writer(self) -> Wildcard:
        """Return what writes the forms."""
        return _wildcard(self, self.stamps())


# Methods of the components, apart from them because what they return is remembered.
@lru_cache(maxsize=4)
def _finder(asked: DictionaryDetector, stamps: tuple[object, ...]) -> DictionaryTerms:  # noqa: ARG001
    dictionary = asked.dictionary()
    readable = asked.readable()
    terms = (term for term in dictionary.terms if term not in readable)
    return DictionaryTerms(terms, asked.named(), fold_case=dictionary.fold_case)


@lru_cache(maxsize=4)
def _wildcard(asked: WildcardTransformer, stamps: tuple[object, ...]) -> Wildcard:  # noqa: ARG001
    return Wildcard(asked.forms())
