"""The contract of a screen, as something that can be run."""

from collections.abc import Iterable, Sequence

from textveil.testing.requirement import (
    attempt,
    copy_of,
    require,
    require_silence,
    require_within,
)
from textveil.testing.samples import CANARIES, samples
from textveil.values.contracts import Screen
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["check_screen"]


def check_screen(screen: Screen, documents: Iterable[Document] | None = None) -> None:
    """Raise `AssertionError` if a screen breaks its contract.

    Checked: it can be pickled; it yields spans for each document, which lie inside the text; the
    result is the same every time, and from a copy; its `repr` shows no text.

    Parameters
    ----------
    screen
        The screen, as it would be used.
    documents
        Annotated documents, whose spans are what was found so far. Among those given it must find
        something; among the made-up samples that are used without them, it need not.
    """
    require(isinstance(screen, Screen), screen, "lacks `screen`")
    given = samples() if documents is None else tuple(documents)
    fresh = copy_of(screen)
    found = _screened(screen, given)
    require(documents is None or any(found), screen, "finds nothing in the documents given")
    same = _screened(screen, given) == found == _screened(fresh, given)
    require(same, screen, "another result the second time, or from a copy")
    require_silence(screen, repr(screen), CANARIES, "`repr`")


def _screened(screen: Screen, given: Sequence[Document]) -> list[Spans]:
    before = [document.spans or Spans() for document in given]
    where = f"screening {len(given)} documents"
    found = attempt(screen, lambda: list(screen.screen(given, before)), where)
    require(len(found) == len(given), screen, "does not yield spans for each document")
    for document, spans in zip(given, found, strict=True):
        require(isinstance(spans, Spans), screen, "`screen` yields something else than Spans")
        require_within(screen, spans, document)
    return found
