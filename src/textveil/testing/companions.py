"""The contract of a companion, as something that can be run."""

from collections.abc import Iterable

from textveil.testing.requirement import (
    attempt,
    copy_of,
    require,
    require_silence,
    require_within,
)
from textveil.testing.samples import CANARIES, samples
from textveil.values.contracts import Companion
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["check_companion"]


def check_companion(companion: Companion, documents: Iterable[Document] | None = None) -> None:
    """Raise `AssertionError` if a companion breaks its contract.

    Checked: it can be pickled; spans lie inside the text; the result is the same every time, and
    from a copy; documents without passages are fine; nothing that travels with a span, and not the
    companion's `repr`, shows text of a document.

    Parameters
    ----------
    companion
        The companion, as it would be used.
    documents
        Annotated documents in which it finds something; their spans are what its transformer
        rewrites. Without them made-up samples are used, in which it may find nothing.
    """
    require(isinstance(companion, Companion), companion, "lacks `beside`")
    given = samples() if documents is None else tuple(documents)
    fresh = copy_of(companion)
    found = []
    for document in given:
        own = document.spans or Spans()
        spans = _beside(companion, document, own)
        found.append(spans)
        same = _beside(companion, document, own) == spans == _beside(fresh, document, own)
        require(same, companion, f"another result the second time or in a copy, for {document.id}")
        _beside(companion, document, Spans())
        values = [*CANARIES, *(document.covered_by(span) for span in spans)]
        for span in spans:
            require_silence(companion, f"{span.label}\n{span.source}", values, "a span")
        require_silence(companion, repr(companion), values, "`repr`")
    require(documents is None or any(found), companion, "finds nothing in the documents given")


def _beside(companion: Companion, document: Document, own: Spans) -> Spans:
    where = f"looking beside {len(own)} passages of document {document.id}"
    spans = attempt(companion, lambda: companion.beside(document, own, own), where)
    require(isinstance(spans, Spans), companion, "`beside` does not return Spans")
    return require_within(companion, spans, document)
