"""Gold documents and the predictions that belong to them."""

from collections.abc import Collection, Iterable, Iterator

from textveil.errors import DuplicateIdError, InputError
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["pair_by_id"]


def pair_by_id(
    gold: Iterable[Document], predicted: Iterable[Document | tuple[str, Spans]]
) -> Iterator[tuple[Document, Spans | None]]:
    """Pair gold documents with the predicted spans of the same id.

    A prediction is an annotated document, or an id with spans where the text was not given. The
    predictions' spans are held in memory, not their texts; gold documents stream through.
    A gold document without prediction is paired with None.

    Raises
    ------
    DuplicateIdError
        If an id occurs twice on either side.
    InputError
        If a prediction belongs to no gold document, or was made on another text: its offsets
        would be compared with those of something else.
    """
    waiting: dict[str, tuple[Spans | None, tuple[int, int] | None]] = {}
    for prediction in predicted:
        name, spans, made_on = _unpacked(prediction)
        if name in waiting:
            raise DuplicateIdError("this id occurs twice in the predictions", where=name)
        waiting[name] = (spans, made_on)
    seen: set[str] = set()
    for document in gold:
        if document.id in seen:
            raise DuplicateIdError("this id occurs twice in the gold documents", where=document.id)
        seen.add(document.id)
        spans, made_on = waiting.pop(document.id, (None, None))
        if made_on is not None and made_on != _fingerprint(document):
            raise InputError(
                "the prediction was made on another text than the gold document's",
                where=document.id,
                hint="predict on the gold texts exactly, line endings included",
            )
        yield document, spans
    if waiting:
        raise _unpaired(waiting, seen)


def _unpaired(waiting: Collection[str], gold: Collection[str]) -> InputError:
    """Return the error for predictions without a gold document."""
    one = len(waiting) == 1
    return InputError(
        f"{len(waiting):,} predicted document{' is' if one else 's are'} not among the "
        f"{len(gold):,} gold ones",
        where=_some(waiting),
        hint=f"ids of gold documents are {_some(gold)}; predict on the gold documents themselves: "
        "`textveil scan GOLD > spans.jsonl`",
    )


def _some(ids: Collection[str]) -> str:
    return ", ".join(sorted(ids)[:3]) + (", …" if len(ids) > 3 else "")


def _unpacked(
    prediction: Document | tuple[str, Spans],
) -> tuple[str, Spans | None, tuple[int, int] | None]:
    if isinstance(prediction, Document):
        return prediction.id, prediction.spans, _fingerprint(prediction)
    return *prediction, None


def _fingerprint(document: Document) -> tuple[int, int]:
    return len(document.text), hash(document.text)
