"""Restoring: protected documents become their inputs again, all or nothing."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from textveil.errors import ChangedReleaseError, TextveilError, UsageError
from textveil.formats.jsonl import JsonLines
from textveil.pipeline.protecting import require_like
from textveil.pipeline.sources import Source
from textveil.pipeline.workroom import put, workroom
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.values.token import Tokens, openings
from textveil.values.vault import Vault
from textveil.values.watching import Track, untracked
from textveil.values.way_back import WayBack, text_digest

__all__ = ["Restoration", "Restored", "restore"]


@dataclass(frozen=True, slots=True)
class Restoration:
    """What is to be restored, and with what.

    Attributes
    ----------
    source
        What `protect` wrote.
    target
        The file or folder to make, in the same format.
    key
        Opens tokens in the texts.
    vault
        Where ways back are sealed; with one, a text that was changed is refused.
    track
        Watches the pass.
    """

    source: Source
    target: Path
    key: Secret | None = None
    vault: Vault | None = None
    track: Track = untracked


@dataclass(frozen=True, slots=True)
class Restored:
    """How many documents there were, and how many passages came back."""

    documents: int
    passages: int


def restore(asked: Restoration) -> Restored:
    """Give the inputs back, all of them or none.

    Raises
    ------
    ChangedReleaseError
        If a document is not as it was made, or nothing is sealed for it.
    WrongKeyError
        If it was sealed with another key.
    """
    if asked.vault is None and asked.key is None:
        raise UsageError("a key is needed", hint="give --key FILE, or set TEXTVEIL_KEY")
    require_like(asked.source, asked.target)
    counted = _Counted(asked)
    with workroom(asked.target, folder=asked.source.path.is_dir()) as room:
        built = room / asked.source.released_name
        if asked.source.path.is_dir():
            built.mkdir()
        documents = iter(counted)
        first = next(documents, None)
        # Columns that were left out of the release are in the way back, not in its header.
        like = not counted.more
        found = documents if first is None else chain([first], documents)
        number = asked.source.writer(like=like).write(found, built)
        put(built, asked.target)
    return Restored(number, counted.passages)


class _Counted:
    """Restored documents, one at a time, and what was seen on the way."""

    def __init__(self, asked: Restoration) -> None:
        self._asked = asked
        self.passages = 0
        self.more = False

    def __iter__(self) -> Iterator[Document]:
        for document in self._asked.source.tracked(self._asked.track, "restore"):
            yield self._restored(document)

    def _restored(self, document: Document) -> Document:
        if self._asked.vault is None:
            self.passages += sum(1 for _ in openings(document.text))
            return replace(document, text=self._opened(document), spans=None)
        way = way_back(self._asked.vault, document)
        self.passages += len(way.passages)
        whole = _completed(document, way.restored(document.text), way.beside)
        self.more = self.more or _fields(whole) != _fields(document)
        return whole

    def _opened(self, document: Document) -> str:
        if self._asked.key is None:
            raise UsageError("a key is needed")
        try:
            return Tokens(self._asked.key).restored(document.text)
        except TextveilError as error:
            where = f"document {document.id} {error.where}"
            raise type(error)(error.what, where=where, hint=error.hint) from None


def way_back(vault: Vault, document: Document) -> WayBack:
    """Return the way back of a released document, or raise if there is none for its text."""
    payload = vault.unseal(document.id, text_digest(document.text))
    if payload is not None:
        return WayBack.from_bytes(payload)
    where = f"document {document.id}"
    if vault.knows(document.id):
        raise ChangedReleaseError(
            "the text is not the one that was protected",
            where=where,
            hint="restore the documents as `textveil protect` wrote them",
        )
    raise ChangedReleaseError(
        "the vault knows neither this document nor its text",
        where=where,
        hint="it was protected with another vault, or changed and renamed",
    )


def _fields(document: Document) -> tuple[bool, set[str]]:
    return document.subject is not None, set(document.metadata)


def _completed(document: Document, text: str, beside: Mapping[str, Any]) -> Document:
    """Return the input: its text, and what the release had left behind."""
    bare = replace(document, text=text, spans=None)
    if not beside:
        return bare
    fields = {
        "id": bare.id,
        "text": text,
        "subject": bare.subject,
        "metadata": bare.metadata.to_json(),
        **beside,
    }
    # The own format reads everything that a document may carry.
    (whole,) = JsonLines().read(BytesIO(json.dumps(fields).encode("ascii")))
    return whole
