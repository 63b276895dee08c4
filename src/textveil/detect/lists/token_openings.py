"""Openings of tokens in the input: protected text must hold nothing else that reads like one."""

from dataclasses import dataclass

from textveil.values.document import Document
from textveil.values.keys.token import openings
from textveil.values.label import TOKEN
from textveil.values.span import Span, Spans

__all__ = ["TokenOpenings"]


@dataclass(frozen=True, slots=True)
class TokenOpenings:
    """Find input that looks like a token, so that it comes back as it was.

    Of each such passage the bracket that opens it goes; the rest stays, and is text again.

    Examples
    --------
    >>> TokenOpenings().beside(Document("n", "see [NAME:tv1.abc]"), Spans(), Spans())
    Spans(TOKEN[4,5))
    """

    def beside(self, document: Document, own: Spans, found: Spans) -> Spans:  # noqa: ARG002
        """Return the opening brackets, wherever they stand."""
        return Spans(Span(at, at + 1, TOKEN) for at in openings(document.text))
