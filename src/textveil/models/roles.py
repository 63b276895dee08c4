"""Roles of a model: what words were by their role when it was trained, as a table.

A line has a word or a phrase and the name of its kind; a kind of the clinical vocabulary has
`clinical.` before it. The order is kept.
"""

from typing import Final, NamedTuple

from textveil.errors import InvalidValueError
from textveil.lexicon.tables.clinical import ClinicalBook, ClinicalKind, clinical_book
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, WordBook, word_book

__all__ = ["Books", "books_of_today", "read_roles", "write_roles"]

_CLINICAL: Final = "clinical."


class Books(NamedTuple):
    """What a model knows about words: in general, and in clinical notes."""

    words: WordBook
    clinical: ClinicalBook


def books_of_today(language: str = ENGLISH) -> Books:
    """Return the words of a language with the roles that the facts give them today."""
    return Books(word_book(language), clinical_book(language))


def write_roles(books: Books) -> bytes:
    """Return the roles of words as a table."""
    lines = [f"{word}\t{kind.name}\n" for word, kind in books.words.entries]
    lines += [f"{word}\t{_CLINICAL}{kind.name}\n" for word, kind in books.clinical.entries]
    return "".join(lines).encode()


def read_roles(table: bytes, language: str = ENGLISH) -> Books:
    r"""Return the books that a table was written from.

    Examples
    --------
    >>> read_roles(b"Dr\tTITLE\nmg\tclinical.UNIT\n").words.entries
    (('Dr', <Kind.TITLE: 32768>),)
    """
    words: list[tuple[str, Kind]] = []
    clinical: list[tuple[str, ClinicalKind]] = []
    for line in table.decode("utf-8").splitlines():
        word, _, kind = line.partition("\t")
        bare = kind.removeprefix(_CLINICAL)
        if kind in Kind.__members__:
            words.append((word, Kind[kind]))
        elif bare != kind and bare in ClinicalKind.__members__:
            clinical.append((word, ClinicalKind[bare]))
        else:
            raise InvalidValueError("a line of the roles is not a word and a kind")
    return Books(WordBook(words, language), ClinicalBook(clinical, language))
