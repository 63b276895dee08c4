"""Restoring: turns all protected documents back into their inputs, or none."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

from textveil.errors import ChangedReleaseError, InputError, TextveilError, UsageError
from textveil.formats.columns import IN_CELLS, SHAPE
from textveil.formats.outputs import owner_only
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source, Table
from textveil.pipeline.release.back.protection import require_like
from textveil.pipeline.release.folder.workroom import put, workroom
from textveil.values.contracts import Format
from textveil.values.document import Document
from textveil.values.keys.secret import KEY_HINT, Secret
from textveil.values.keys.token import Tokens, openings
from textveil.values.keys.vault import Vault
from textveil.values.runs.watch import Track, untracked
from textveil.values.runs.way_back import WayBack, text_digest

__all__ = ["Restoration", "Restored", "completed", "restore", "way_back"]

_SHOWN = 10
"""Ids that a message names at most."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """What to restore, and the key or vault for it.

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
    force
        Whether an existing file may be replaced.
    """

    source: Source
    target: Path
    key: Secret | None = None
    vault: Vault | None = None
    track: Track = untracked
    force: bool = False


@dataclass(frozen=True, slots=True)
class Restored:
    """What came back.

    Attributes
    ----------
    documents, passages
        How many there were, and how many passages came back, those in the cells of tables included.
    untouched
        How many documents held no token, so that they are as they were given.
    untouched_ids
        The first of them.
    """

    documents: int
    passages: int
    untouched: int = 0
    untouched_ids: tuple[str, ...] = ()


def restore(asked: Restoration) -> Restored:
    """Restore all inputs, or none.

    Raises
    ------
    ChangedReleaseError
        If a document is not as it was made, or nothing is sealed for it.
    InputError
        If nothing here was protected in the first place.
    WrongKeyError
        If it was sealed with another key.
    """
    if asked.vault is None and asked.key is None:
        raise UsageError("a key is required", hint=KEY_HINT)
    require_like(asked.source, asked.target)
    counted = _Counted(asked)
    folder = asked.source.path.is_dir()
    with owner_only(), workroom(asked.target, folder=folder, force=asked.force) as room:
        built = room / asked.source.released_name
        if folder:
            built.mkdir()
        documents = iter(counted)
        first = next(documents, None)
        found = documents if first is None else chain([first], documents)
        number = _writer(asked.source, counted).write(found, built)
        put(built, asked.target)
    return Restored(number, counted.passages, counted.untouched, tuple(counted.untouched_ids))


def _writer(source: Source, counted: "_Counted") -> Format:
    """Return the format to write with; the first document tells which columns were left out."""
    if counted.shape and isinstance(source.format, Table):
        # How the table is written is to be seen in the release, and its columns in the way back.
        alike: Any = source.writer()
        shaped: Format = alike.shaped(counted.shape)
        return shaped
    return source.writer(like=not counted.more)


class _Counted:
    """Restored documents, one at a time, with counts."""

    def __init__(self, asked: Restoration) -> None:
        self._asked = asked
        self.passages = 0
        self.more = False
        self.shape: Mapping[str, Any] = {}
        self.untouched = 0
        self.untouched_ids: list[str] = []

    def __iter__(self) -> Iterator[Document]:
        number = 0
        for number, document in enumerate(self._tracked(), 1):  # noqa: B007 - counted to the end
            restored = self._restored(document)
            if restored is not None:
                yield restored
        self._require_protected(number)

    def _tracked(self) -> Iterator[Document]:
        return iter(self._asked.source.tracked(self._asked.track, "restore"))

    def _restored(self, document: Document) -> Document | None:
        """Return the input; None for a document that the vault does not know."""
        if self._asked.vault is None:
            tokens = sum(1 for _ in openings(document.text))
            self.passages += tokens
            if not tokens:
                self._pass_over(document)
            return replace(document, text=self._opened(document), spans=None, layers=())
        way = way_back(self._asked.vault, document)
        if way is None:
            self._pass_over(document)
            return None
        beside = dict(way.beside)
        self.passages += len(way.passages) + beside.pop(IN_CELLS, 0)
        self.shape = beside.pop(SHAPE, self.shape)
        whole = completed(document, way.restored(document.text), beside)
        self.more = self.more or _fields(whole) != _fields(document)
        return whole

    def _pass_over(self, document: Document) -> None:
        self.untouched += 1
        if len(self.untouched_ids) < _SHOWN:
            self.untouched_ids.append(document.id)

    def _require_protected(self, number: int) -> None:
        """Raise if documents were never protected: unchanged, they would look restored."""
        place = str(self._asked.source.path)
        if self._asked.vault is not None and self.untouched:
            every = self.untouched == number
            some = f"{self.untouched:,} of {number:,} documents"
            raise ChangedReleaseError(
                f"the vault knows {'none of these documents' if every else f'nothing of {some}'}, "
                f"neither by id nor by text: {self._named()}",
                where=place,
                hint="they were never protected, were protected with another vault, or were "
                "changed and renamed",
            )
        if self._asked.vault is None and number and self.untouched == number:
            raise InputError(
                "no text holds a token, so there is nothing to restore",
                where=place,
                hint="if they were protected with a vault, give --vault FILE",
            )

    def _named(self) -> str:
        more = ", …" if self.untouched > len(self.untouched_ids) else ""
        return ", ".join(self.untouched_ids) + more

    def _opened(self, document: Document) -> str:
        if self._asked.key is None:
            raise UsageError("a key is required")
        try:
            return Tokens(self._asked.key).restored(document.text)
        except TextveilError as error:
            where = f"document {document.id} {error.where}"
            raise type(error)(error.what, where=where, hint=error.hint) from None


def way_back(vault: Vault, document: Document) -> WayBack | None:
    """Return the way back of a released document; None if the vault does not know it.

    Raises
    ------
    ChangedReleaseError
        If the vault knows the document, and not with this text.
    """
    payload = vault.unseal(document.id, text_digest(document.text))
    if payload is not None:
        return WayBack.from_bytes(payload)
    if vault.knows(document.id):
        raise ChangedReleaseError(
            "the text is not the one that was protected",
            where=f"document {document.id}",
            hint="restore the documents as `textveil protect` wrote them",
        )
    return None


def _fields(document: Document) -> tuple[bool, set[str]]:
    return document.subject is not None, set(document.metadata)


def completed(document: Document, text: str, beside: Mapping[str, Any]) -> Document:
    """Return the input: its text and the fields that the release left out."""
    bare = replace(document, text=text, spans=None, layers=())
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
