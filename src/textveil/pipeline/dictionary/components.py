"""Dictionary components for policies: they name a file, and open it when the first document comes.

A policy names files; detectors, transformers and verifiers work on terms. Reading the one and
handing on the other is what happens here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from textveil.detect.dictionary import DictionaryTerms
from textveil.errors import ComponentError
from textveil.lexicon.forms import Dictionary, check_promise
from textveil.lexicon.shared_forms import SharedForms
from textveil.pipeline.dictionary.build import open_dictionary, read_terms
from textveil.transform.wildcard import Wildcard
from textveil.values.contracts import About, Case
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.span import Spans
from textveil.values.verdict import Verdict
from textveil.verify.dictionary import CLAIM, check_forms, stated_in

__all__ = ["DictionaryDetector", "DictionaryVerifier", "WildcardTransformer", "left_readable"]


def left_readable(terms: Iterable[str], min_length: int, stop: Iterable[str]) -> set[str]:
    """Return the terms that stay as they are: too short, or on a stop list in any case."""
    stopped = {term.casefold() for term in stop}
    return {term for term in terms if len(term) < min_length or term.casefold() in stopped}


@dataclass(frozen=True, slots=True)
class _Files:
    """The files behind a component."""

    path: str = ""
    identifiers: str = ""
    stop: str = ""
    min_length: int = 2

    def _given(self) -> tuple[tuple[str, Path], ...]:
        """Return the files by name."""
        paths = (Path(path) for path in (self.path, self.identifiers, self.stop) if path)
        return tuple((path.name, path) for path in paths)

    def _stamps(self) -> tuple[object, ...]:
        """Return values that change when a file changes, so that it is read again."""
        return tuple(map(_stamp, (self.path, self.identifiers, self.stop)))

    def _dictionary(self) -> Dictionary:
        if not self.path:
            raise ComponentError(
                "a dictionary is needed", hint="path: DICT, as `textveil dictionary build` wrote it"
            )
        return _opened(self.path, _stamp(self.path))

    def _named(self) -> list[str]:
        """Return the identifiers."""
        return list(read_terms(Path(self.identifiers))) if self.identifiers else []

    def _readable(self, dictionary: Dictionary) -> set[str]:
        """Return the terms of the dictionary that stay as they are."""
        stop = read_terms(Path(self.stop)) if self.stop else ()
        return left_readable(dictionary.terms, self.min_length, stop)


@dataclass(frozen=True, slots=True)
class _Forms(_Files):
    """The files, and which form stands for a term."""

    k: int = 5
    guarantee: str = "mutual"
    seed: int = 0

    def __post_init__(self) -> None:
        check_promise(self.k, self.guarantee)

    def _never_released(self, dictionary: Dictionary) -> set[str]:
        """Return the terms that never appear under a form."""
        named = (dictionary.id_of(term) for term in self._named())
        return self._readable(dictionary) | {dictionary.terms[n] for n in named if n is not None}


@dataclass(frozen=True, slots=True)
class DictionaryDetector(_Files):
    """Find the terms of a dictionary (label `QUASI`) and of a list (label `IDENTIFIER`).

    Parameters
    ----------
    path
        The file that `textveil dictionary build` wrote.
    identifiers
        A file with one term per line. Each identifies somebody by itself. A term in both is
        an identifier.
    stop
        A file with one term per line, each of which stays readable, whatever its case.
    min_length
        Shorter terms of the dictionary stay readable.

    Notes
    -----
    Matches are leftmost-longest, at word borders where the script has them. Linear time.
    """

    reach: ClassVar[int | None] = None

    def about(self) -> About:
        """Tell which files hold the terms."""
        return About(private=self._given())

    def detect(self, document: Document) -> Spans:
        """Return every term that stands in the text, without overlaps."""
        return _finder(self, self._stamps()).detect(document)


@dataclass(frozen=True, slots=True)
class WildcardTransformer(_Forms):
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
    Guarantee: that of `textveil.transform.wildcard.Wildcard` (verifier `dictionary-forms`).
    Passages with the label `IDENTIFIER`, passages that are no terms, and terms without a form
    become `*`.
    """

    def about(self) -> About:
        """Tell which files hold the terms, and that the seed decides between equal forms."""
        return About(f"seed {self.seed}", private=self._given())

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span."""
        return _wildcard(self, self._stamps()).transform(document, spans)


@dataclass(frozen=True, slots=True)
class DictionaryVerifier(_Forms):
    """Count again, over the terms themselves, how many share each form that was released.

    Parameters
    ----------
    path, identifiers, stop, min_length, k, guarantee, seed
        As for the transformer.
    sha256
        The hash that the dictionary must have; any without this.

    Notes
    -----
    The verdict names the hash of the dictionary, and k. Without the dictionary the claim is not
    checkable.
    """

    claim: ClassVar[str] = CLAIM

    sha256: str = ""

    def about(self) -> About:
        """Tell which files hold the terms."""
        return About(private=self._given())

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        if self.path and _stamp(self.path) is None:
            return Verdict.not_checkable(CLAIM, "the dictionary was not given")
        dictionary = self._dictionary()
        if self.sha256 not in ("", dictionary.sha256):
            return Verdict.not_checkable(CLAIM, "this is not the dictionary that was named")
        left = self._never_released(dictionary)
        forms = SharedForms(dictionary, self.k, self.guarantee, self.seed, left)
        return check_forms(
            dictionary.terms,
            stated_in(cases, fold_case=dictionary.fold_case),
            self.k,
            self.guarantee,
            chosen=forms.chosen,
            left=forms.left,
            about=f"Q with SHA-256 {dictionary.sha256}",
        )


@lru_cache(maxsize=4)
def _opened(path: str, stamp: object) -> Dictionary:  # noqa: ARG001 - part of the key
    return open_dictionary(Path(path))


# Methods of the components, apart from them because what they return is remembered.
@lru_cache(maxsize=4)
def _finder(asked: DictionaryDetector, stamps: tuple[object, ...]) -> DictionaryTerms:  # noqa: ARG001
    dictionary = asked._dictionary()
    readable = asked._readable(dictionary)
    terms = (term for term in dictionary.terms if term not in readable)
    return DictionaryTerms(terms, asked._named(), fold_case=dictionary.fold_case)


@lru_cache(maxsize=4)
def _wildcard(asked: WildcardTransformer, stamps: tuple[object, ...]) -> Wildcard:  # noqa: ARG001
    dictionary = asked._dictionary()
    left = asked._never_released(dictionary)
    return Wildcard(SharedForms(dictionary, asked.k, asked.guarantee, asked.seed, left))


def _stamp(path: str) -> object:
    try:
        found = Path(path).stat() if path else None
    except (OSError, ValueError):
        return None
    return found and (found.st_mtime_ns, found.st_size, found.st_ino)
