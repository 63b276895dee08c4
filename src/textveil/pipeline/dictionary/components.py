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
from textveil.errors import ComponentError, InvalidValueError
from textveil.lexicon.forms import Dictionary
from textveil.lexicon.shared_forms import SharedForms
from textveil.pipeline.dictionary.build import open_dictionary, read_terms
from textveil.transform.wildcard import GUARANTEES, Wildcard
from textveil.values.contracts import About, Case
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.span import Spans
from textveil.values.verdict import Verdict
from textveil.verify.dictionary import CLAIM, DictionaryForms
from textveil.verify.dictionary_matching import TermList

__all__ = ["DictionaryDetector", "DictionaryVerifier", "WildcardTransformer", "left_readable"]


def left_readable(terms: Iterable[str], min_length: int, stop: Iterable[str]) -> set[str]:
    """Return the terms that stay as they are: too short, or on a stop list in any case."""
    stopped = {term.casefold() for term in stop}
    return {term for term in terms if len(term) < min_length or term.casefold() in stopped}


@dataclass(frozen=True, slots=True)
class DictionaryDetector:
    """Find the terms of a dictionary (label `QUASI`) and of a list (label `IDENTIFIER`).

    Parameters
    ----------
    path
        The file that `textveil dictionary build` wrote.
    identifiers
        A file with one term a line, each of which identifies somebody by itself. A term in both is
        an identifier.
    stop
        A file with one term a line, each of which stays readable, whatever its case.
    min_length
        Shorter terms of the dictionary stay readable.

    Notes
    -----
    Matches are leftmost-longest, at word borders where the script has them. Linear time.
    """

    reach: ClassVar[int | None] = None

    path: str = ""
    identifiers: str = ""
    stop: str = ""
    min_length: int = 2

    def about(self) -> About:
        """Tell which files hold the terms."""
        return About(files=_Files(self.path, self.identifiers, self.stop, self.min_length).given())

    def detect(self, document: Document) -> Spans:
        """Return every term that stands in the text, without overlaps."""
        files = _Files(self.path, self.identifiers, self.stop, self.min_length)
        return _finder(files, files.stamps()).detect(document)


@dataclass(frozen=True, slots=True)
class WildcardTransformer:
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

    path: str = ""
    identifiers: str = ""
    stop: str = ""
    min_length: int = 2
    k: int = 5
    guarantee: str = "mutual"
    seed: int = 0

    def __post_init__(self) -> None:
        _check(self.k, self.guarantee)

    def about(self) -> About:
        """Tell which files hold the terms, and that the seed decides between equal forms."""
        files = _Files(self.path, self.identifiers, self.stop, self.min_length)
        return About(f"seed {self.seed}", files.given())

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span."""
        files = _Files(self.path, self.identifiers, self.stop, self.min_length)
        made = _wildcard(files, files.stamps(), self.k, self.guarantee, self.seed)
        return made.transform(document, spans)


@dataclass(frozen=True, slots=True)
class DictionaryVerifier:
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

    path: str = ""
    identifiers: str = ""
    stop: str = ""
    min_length: int = 2
    k: int = 5
    guarantee: str = "mutual"
    seed: int = 0
    sha256: str = ""

    def __post_init__(self) -> None:
        _check(self.k, self.guarantee)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        if self.path and not Path(self.path).exists():
            return Verdict.not_checkable(CLAIM, "the dictionary is not at hand")
        files = _Files(self.path, self.identifiers, self.stop, self.min_length)
        dictionary = files.dictionary()
        if self.sha256 not in ("", dictionary.sha256):
            return Verdict.not_checkable(CLAIM, "this is another dictionary than the one named")
        left = files.never_released(dictionary)
        forms = SharedForms(dictionary, self.k, self.guarantee, self.seed, left)
        return DictionaryForms(
            TermList(dictionary.terms),
            self.k,
            self.guarantee,
            chosen=forms.chosen,
            left=forms.left,
            fold_case=dictionary.fold_case,
            about=f"Q with SHA-256 {dictionary.sha256}",
        ).verify(cases)


@dataclass(frozen=True, slots=True)
class _Files:
    """The files behind a component."""

    path: str
    identifiers: str
    stop: str
    min_length: int

    def given(self) -> tuple[tuple[str, Path], ...]:
        """Return the files by name."""
        paths = (Path(path) for path in (self.path, self.identifiers, self.stop) if path)
        return tuple((path.name, path) for path in paths)

    def stamps(self) -> tuple[object, ...]:
        """Return what changes when a file does, so that it is read anew."""
        return tuple(map(_stamp, (self.path, self.identifiers, self.stop)))

    def dictionary(self) -> Dictionary:
        """Open the dictionary."""
        if not self.path:
            raise ComponentError(
                "a dictionary is needed", hint="path: DICT, as `textveil dictionary build` wrote it"
            )
        return _opened(self.path, _stamp(self.path))

    def named(self) -> list[str]:
        """Return the identifiers."""
        return list(read_terms(Path(self.identifiers))) if self.identifiers else []

    def readable(self, dictionary: Dictionary) -> set[str]:
        """Return the terms of the dictionary that stay as they are."""
        stop = read_terms(Path(self.stop)) if self.stop else ()
        return left_readable(dictionary.terms, self.min_length, stop)

    def never_released(self, dictionary: Dictionary) -> set[str]:
        """Return the terms that never appear under a form."""
        named = (dictionary.id_of(term) for term in self.named())
        return self.readable(dictionary) | {dictionary.terms[n] for n in named if n is not None}


@lru_cache(maxsize=4)
def _opened(path: str, stamp: object) -> Dictionary:  # noqa: ARG001 - part of the key
    return open_dictionary(Path(path))


@lru_cache(maxsize=4)
def _finder(files: _Files, stamps: tuple[object, ...]) -> DictionaryTerms:  # noqa: ARG001
    dictionary = files.dictionary()
    readable = files.readable(dictionary)
    terms = (term for term in dictionary.terms if term not in readable)
    return DictionaryTerms(terms, files.named(), fold_case=dictionary.fold_case)


@lru_cache(maxsize=4)
def _wildcard(
    files: _Files,
    stamps: tuple[object, ...],  # noqa: ARG001
    k: int,
    guarantee: str,
    seed: int,
) -> Wildcard:
    dictionary = files.dictionary()
    return Wildcard(dictionary, k, guarantee, seed, files.never_released(dictionary))


def _stamp(path: str) -> object:
    try:
        found = Path(path).stat() if path else None
    except OSError:
        return None
    return found and (found.st_mtime_ns, found.st_size, found.st_ino)


def _check(k: int, guarantee: str) -> None:
    if k < 2 or guarantee not in GUARANTEES:
        raise InvalidValueError("k is at least 2, and the guarantee mutual or count")
