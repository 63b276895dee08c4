"""Documents with gold annotations, their own or those of another file."""

from collections.abc import Mapping
from dataclasses import replace

from textveil.errors import DuplicateIdError, InputError
from textveil.formats.sources import Source
from textveil.pipeline.memory import load_documents
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Spans

__all__ = ["load_annotated"]


def load_annotated(
    source: Source, gold: Source | None = None, track: Track = untracked
) -> list[Document]:
    """Read documents with the annotations they carry, or with those of gold documents.

    Gold documents have ids and texts of the source; they may be some of them.

    Raises
    ------
    InputError
        If there is no text, or gold documents are missing, not annotated, unknown to the source or
        of another text.
    """
    documents = load_documents(source, track)
    if gold is None:
        return documents
    annotations = _gold_spans(gold, {d.id: hash(d.text) for d in documents}, track)
    return [replace(document, spans=annotations.get(document.id)) for document in documents]


def _gold_spans(gold: Source, texts: Mapping[str, int], track: Track) -> dict[str, Spans]:
    """Return the gold spans by id; raise if they do not belong to these texts."""
    found: dict[str, Spans] = {}
    unknown = []
    for document in gold.tracked(track, "read gold"):
        if document.id in found:
            raise DuplicateIdError("this id occurs twice in the gold documents", where=document.id)
        if document.spans is None:
            raise InputError(
                "this gold document was never annotated",
                where=document.id,
                hint="leave it out, or give a format that carries annotations",
            )
        if document.id not in texts:
            unknown.append(document.id)
        elif texts[document.id] != hash(document.text):
            raise InputError(
                "the text of the gold document differs from the input",
                where=document.id,
                hint="annotate exactly the texts of the input, including line endings",
            )
        found[document.id] = document.spans
    if unknown:
        raise InputError(
            f"{len(unknown):,} gold documents are not among those of the input",
            where=", ".join(sorted(unknown)[:3]),
            hint="compare the ids of both sides",
        )
    if not any(found.values()):
        raise InputError(
            "the input has no annotations", where=str(gold.path), hint="give annotated documents"
        )
    return found
