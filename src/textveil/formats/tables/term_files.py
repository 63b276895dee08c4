"""Files of terms, as components for dictionaries name them.

Files are opened when the first document comes, and again when they have changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from textveil.errors import ComponentError, InvalidValueError
from textveil.formats.tables.term_index import read_dictionary
from textveil.formats.tables.term_list import read_terms
from textveil.lexicon.forms.shared_forms import SharedForms
from textveil.lexicon.forms.wildcard_forms import Dictionary, check_promise
from textveil.lexicon.tables.words import function_words

__all__ = ["FormFiles", "TermFiles", "left_readable"]


def left_readable(terms: Iterable[str], min_length: int, stop: Iterable[str]) -> set[str]:
    """Return the terms that stay as they are: too short, or on a stop list in any case."""
    stopped = {term.casefold() for term in stop}
    return {term for term in terms if len(term) < min_length or term.casefold() in stopped}


@dataclass(frozen=True, slots=True)
class TermFiles:
    """The files behind a component."""

    path: str = ""
    identifiers: str = ""
    stop: str = ""
    min_length: int = 2

    def __post_init__(self) -> None:
        if self.min_length < 1:
            raise InvalidValueError("the minimum length must be at least 1")

    def given(self) -> tuple[tuple[str, Path], ...]:
        """Return the files by name."""
        paths = (Path(path) for path in (self.path, self.identifiers, self.stop) if path)
        return tuple((path.name, path) for path in paths)

    def stamps(self) -> tuple[object, ...]:
        """Return values that change when a file changes, so that it is read again."""
        return tuple(map(_stamp, (self.path, self.identifiers, self.stop)))

    def stamps_given(self) -> tuple[object, ...]:
        """Return the stamps of the files that are named; None for one that is not there."""
        return tuple(_stamp(path) for path in (self.path, self.identifiers, self.stop) if path)

    def dictionary(self) -> Dictionary:
        """Return the dictionary; raise if none is named."""
        if not self.path:
            raise ComponentError(
                "a dictionary is needed", hint="path: DICT, as `textveil dictionary build` wrote it"
            )
        return _opened(self.path, _stamp(self.path))

    def named(self) -> list[str]:
        """Return the identifiers."""
        return list(read_terms(Path(self.identifiers))) if self.identifiers else []

    def readable(self) -> frozenset[str]:
        """Return the terms of the dictionary that stay as they are."""
        return _readable(self.path, self.stop, self.min_length, self.stamps())


@dataclass(frozen=True, slots=True)
class FormFiles(TermFiles):
    """The files, and which form stands for a term."""

    k: int = 5
    guarantee: str = "mutual"
    seed: int = 0

    def __post_init__(self) -> None:
        TermFiles.__post_init__(self)
        check_promise(self.k, self.guarantee)

    def never_released(self) -> frozenset[str]:
        """Return the terms that never appear under a form."""
        dictionary = self.dictionary()
        named = (dictionary.id_of(term) for term in self.named())
        return self.readable() | {dictionary.terms[n] for n in named if n is not None}

    def forms(self) -> SharedForms:
        """Return the forms of the dictionary's terms, which are found once."""
        asked = self.k, self.guarantee, self.seed
        return _forms(self.path, asked, self.never_released(), _stamp(self.path))


@lru_cache(maxsize=4)
def _forms(
    path: str, asked: tuple[int, str, int], left: frozenset[str], stamp: object
) -> SharedForms:
    return SharedForms(_opened(path, stamp), *asked, left)


@lru_cache(maxsize=4)
def _readable(path: str, stop: str, shortest: int, stamps: tuple[object, ...]) -> frozenset[str]:
    dictionary = _opened(path, stamps[0])
    stopped = read_terms(Path(stop)) if stop else function_words()
    return frozenset(left_readable(dictionary.terms, shortest, stopped))


@lru_cache(maxsize=4)
def _opened(path: str, stamp: object) -> Dictionary:  # noqa: ARG001 - part of the key
    return read_dictionary(Path(path))


def _stamp(path: str) -> object:
    try:
        found = Path(path).stat() if path else None
    except (OSError, ValueError):
        return None
    return found and (found.st_mtime_ns, found.st_size, found.st_ino)
