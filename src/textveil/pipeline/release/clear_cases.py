"""Clearing: documents as they are read, with nothing hidden (`lexicon.hidden.hidden_writing`)."""

from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.values.document import Document
from textveil.values.runs.clear_document import Clear
from textveil.values.view import View

__all__ = ["clear_of"]


def clear_of(document: Document, length: int | None = None) -> Clear:
    """Return a document as it is read; of `length` characters only, if that is given.

    Cells of a table stand behind the text, and their places must not move.
    """
    text = document.text[:length]
    view = unhidden(text, language=document.language)
    if len(text) < len(document.text):
        view = View(view.text + document.text[len(text) :], view.resized)
    return Clear.of(document, view)
