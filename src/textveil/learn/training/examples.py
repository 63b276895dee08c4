"""Examples: the windows of a document with features and the right labels."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textveil.detect.tagging.tagger import hints_for
from textveil.lexicon.tables.words import WordBook
from textveil.models.fields.crf import tags_of
from textveil.models.fields.crf_tagger import CrfTagger, with_judgement
from textveil.models.fields.features import featurize
from textveil.models.fields.windows import Window
from textveil.values.document import Document
from textveil.values.span import Spans
from textveil.values.view import View

__all__ = ["Example", "examples", "original_places", "right_tags"]


class Example(NamedTuple):
    """One window.

    Attributes
    ----------
    window
        Its words, by offsets of the folded text.
    rows
        Features of each word.
    tags
        The right tag of each word.
    """

    window: Window
    rows: list[list[str]]
    tags: list[str]


def examples(
    document: Document,
    view: View,
    hints: tuple[str, ...],
    *,
    book: WordBook,
    language: str,
    base: CrfTagger | None = None,
) -> Iterator[Example]:
    """Yield the windows of a document, seen exactly as a detector will see them.

    Parameters
    ----------
    document
        With disjoint gold spans.
    view
        The document's text, folded.
    hints
        Names of the detectors whose findings the model is told.
    book
        What is known about words.
    language
        Of the document.
    base
        A model whose judgement the new one is told.
    """
    told = hints_for(hints, view.text, language=language)
    windows = featurize(view.text, told, book)
    if base is not None:
        windows = with_judgement(windows, next(base.tag([view.text], [told])))
    for window, rows in windows:
        yield Example(window, rows, right_tags(document, view, window))


def right_tags(document: Document, view: View, window: Window) -> list[str]:
    """Return the right tag of each word of a window.

    Parameters
    ----------
    document
        With disjoint gold spans.
    view
        Its text, folded.
    window
        Some of its words.
    """
    spans = document.spans or Spans()
    starts, ends = original_places(view, window.starts, window.ends)
    first = bisect_right(spans, starts[0], key=lambda span: span.end)
    inside = []
    for at in range(first, len(spans)):
        span = spans[at]
        if span.start >= ends[-1]:
            break
        inside.append((span.start, span.end, span.label))
    return tags_of(starts, ends, inside)


def original_places(
    view: View, starts: Sequence[int], ends: Sequence[int]
) -> tuple[Sequence[int], Sequence[int]]:
    """Return where words of a folded text stand in the text that was folded.

    Examples
    --------
    >>> from textveil.lexicon.tables.folding import fold
    >>> original_places(fold("J\u200bo, 5"), [0, 2, 4], [2, 3, 5])
    ((0, 3, 5), (3, 4, 6))
    """
    if not starts or (view.resized is None and view.base is None):
        return starts, ends
    places = map(view.locate, starts, ends)
    first, last = zip(*places, strict=True)
    return first, last
