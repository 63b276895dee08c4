"""Roles of a model: what words were by their role when it was trained, as a table.

A line has a word or a phrase and the name of its kind. The order is kept.
"""

from textveil.errors import InvalidValueError
from textveil.lexicon.words import Kind, WordBook

__all__ = ["read_roles", "write_roles"]


def write_roles(book: WordBook) -> bytes:
    """Return the roles of a book as a table."""
    return "".join(f"{word}\t{kind.name}\n" for word, kind in book.entries).encode()


def read_roles(table: bytes) -> WordBook:
    """Return the book that a table was written from.

    Examples
    --------
    >>> read_roles(b"Dr\\tTITLE\\n").entries
    (('Dr', <Kind.TITLE: 32768>),)
    """
    entries = []
    for line in table.decode("utf-8").splitlines():
        word, parted, kind = line.partition("\t")
        if not parted or kind not in Kind.__members__:
            raise InvalidValueError("a line of the roles is not a word and a kind")
        entries.append((word, Kind[kind]))
    return WordBook(entries)
