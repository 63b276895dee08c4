"""New ids for the subjects of a corpus: who is who stays visible, and nobody's own id does."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

from textveil.values.document import Document
from textveil.values.keys.secret import Secret

__all__ = ["pseudonymized"]

_DIGITS: Final = 16


def pseudonymized(documents: Sequence[Document], secret: Secret | bytes) -> list[Document]:
    """Return documents with a new id for each subject; those of one subject share it.

    Parameters
    ----------
    documents
        All documents of the corpus.
    secret
        With a key the new ids are digests: equal in every release with this key, and only its
        holder can compute them. With a nonce they are numbers, in an order that only who has it
        can repeat.

    Examples
    --------
    >>> made = [Document("a", "x", "p7"), Document("b", "y", "p3"), Document("c", "z", " p7")]
    >>> [document.subject for document in pseudonymized(made, b"random bytes")]
    ['2', '1', '2']
    """
    people = list(dict.fromkeys(name for one in documents if (name := _person(one))))
    named = _keyed(people, secret) if isinstance(secret, Secret) else _numbered(people, secret)
    return [
        replace(one, subject=named[person]) if (person := _person(one)) else one
        for one in documents
    ]


def _person(document: Document) -> str:
    """Return the subject as guarantees count it; empty without one."""
    own = (document.subject or "").strip()
    return (document.about or own) if own else ""


def _keyed(people: list[str], key: Secret) -> Mapping[str, str]:
    secret = key.derive("kanon subjects")
    return {person: _digest(secret, person)[:_DIGITS] for person in people}


def _numbered(people: list[str], nonce: bytes) -> Mapping[str, str]:
    drawn = sorted(people, key=lambda person: _digest(nonce, person))
    return {person: str(number) for number, person in enumerate(drawn, 1)}


def _digest(secret: bytes, person: str) -> str:
    return hmac.new(secret, person.encode("utf-8", "surrogatepass"), sha256).hexdigest()
