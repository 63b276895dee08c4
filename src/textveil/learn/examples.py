"""Examples: the windows of a document with features and the right labels."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textveil.detect.tagger import hints_for
from textveil.lexicon.languages import ENGLISH
from textveil.models.crf import tags_of
from textveil.models.features import featurize
from textveil.models.windows import Window
from textveil.values.document import Document
from textveil.values.span import Spans
from textveil.values.view import View

__all__ = ["Example", "examples", "original_words"]


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
    document: Document, view: View, hints: tuple[str, ...], language: str = ENGLISH
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
    language
        Of the document.
    """
    spans = document.spans or Spans()
    ends = [span.end for span in spans]
    for window, rows in featurize(
        view.text, hints_for(hints, view.text, language=language), language
    ):
        starts, word_ends = original_words(view, window)
        inside = []
        for at in range(bisect_right(ends, starts[0]), len(ends)):
            span = spans[at]
            if span.start >= word_ends[-1]:
                break
            inside.append((span.start, span.end, span.label))
        yield Example(window, rows, tags_of(starts, word_ends, inside))


def original_words(view: View, window: Window) -> tuple[Sequence[int], Sequence[int]]:
    """Return where the words of a window stand in the text that was folded.

    Examples
    --------
    >>> from textveil.lexicon.folding import fold
    >>> from textveil.models.windows import windows
    >>> view = fold("J\u200bo, 5")
    >>> original_words(view, next(windows(view.text)))
    ((0, 3, 5), (3, 4, 6))
    """
    if view.resized is None and view.base is None:
        return window.starts, window.ends
    places = map(view.locate, window.starts, window.ends)
    starts, ends = zip(*places, strict=True)
    return starts, ends
