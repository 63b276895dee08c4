"""Clear documents: a text with nothing hidden, and the way back to the text that was given.

The engine reads, completes, links and rewrites clear documents. What it makes of them is carried
back: a passage covers all characters of the original that stand for it, also those nobody sees.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans
from textveil.values.view import Resized, View

__all__ = ["Clear"]


@dataclass(frozen=True, slots=True, repr=False)
class Clear:
    """A document as it was given, and as it is read.

    Attributes
    ----------
    given
        The document itself.
    view
        Its text with nothing hidden, with the way back.
    document
        What is read: the text of the view; spans have its offsets, and there are no other layers.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> places = Resized()
    >>> places.add(1, 1, 1, 2)
    >>> clear = Clear.of(Document("1", "A-na"), View("Ana", places))
    >>> clear.document.text, clear.back(Spans([Span(0, 3, "NAME")]))
    ('Ana', Spans(NAME[0,4)))
    """

    given: Document
    view: View
    document: Document

    @classmethod
    def of(cls, given: Document, view: View) -> "Clear":
        """Read a document through a view of its text."""
        if view.text == given.text:
            return cls(given, View.identity(given.text), given)
        clear = cls(given, view, given)
        spans = None if given.spans is None else clear.seen(given.spans)
        return replace(clear, document=replace(given, text=view.text, spans=spans, layers=()))

    def __repr__(self) -> str:
        return f"Clear(id={self.given.id!r}, hides={self.hides})"

    @property
    def hides(self) -> bool:
        """Whether the document is read otherwise than it was given."""
        return self.document is not self.given

    def back(self, spans: Spans) -> Spans:
        """Return spans of the clear text by their place in the given one."""
        if not self.hides:
            return spans
        places = ((span, *self.view.locate(span.start, span.end)) for span in spans)
        return Spans(replace(s, start=low, end=high) for s, low, high in places)

    def seen(self, spans: Spans) -> Spans:
        """Return spans of the given text by their place in the clear one, if they show there."""
        if self.view.resized is None:
            return spans
        places = ((span, *self.view.shown(span.start, span.end)) for span in spans)
        return Spans(replace(s, start=low, end=high) for s, low, high in places if low < high)

    def whole(self, spans: Spans) -> Spans:
        """Return spans of the clear text, widened so that none cuts what stands for one another."""
        return self.seen(self.back(spans)) if self.hides else spans

    def disjoint(self, spans: Spans) -> Spans:
        """Return disjoint spans of the clear text, of those in one whole place the longest.

        What stands for one another is replaced together, so it can be one passage only.
        """
        if not self.hides:
            return spans
        kept: list[tuple[int, Span]] = []
        for span, wide in zip(spans, map(self._widened, spans), strict=True):
            if kept and wide.start < kept[-1][1].end:
                size, last = kept.pop()
                longer = last if size >= len(span) else wide
                both = replace(longer, start=last.start, end=max(last.end, wide.end))
                kept.append((max(size, len(span)), both))
            else:
                kept.append((len(span), wide))
        return Spans(span for _, span in kept)

    def _widened(self, span: Span) -> Span:
        start, end = self.view.shown(*self.view.locate(span.start, span.end))
        return replace(span, start=start, end=end)

    def written(self, release: Release) -> Release:
        """Return a release of the clear document as one of the given document."""
        if not self.hides:
            return release
        places = ((edit, *self.view.locate(edit.start, edit.end)) for edit in release.edits)
        return Release.of(self.given, [replace(e, start=s, end=t) for e, s, t in places])

    def read(self, release: Release) -> tuple[Release, View] | None:
        """Return a release of the given document in clear, with the way back to its text.

        None if an edit cuts what stands for one character, or if the text is not what the edits
        make of the document: then there is nothing that it could be the clear form of.
        """
        edits = [replace(e, start=s, end=t) for e, s, t in self._shown(release.edits)]
        made = Release.of(self.given, release.edits) if release.edits else release
        if len(edits) < len(release.edits) or made.text != release.text:
            return None
        clear = Release.of(self.document, edits)
        return clear, View(clear.text, self._outside(release, clear))

    def _shown(self, edits: Iterable[Edit]) -> Iterator[tuple[Edit, int, int]]:
        """Yield edits with their place in the clear text, if they cut nothing and do not meet."""
        last = 0
        for edit in edits:
            low, high = self.view.shown(edit.start, edit.end)
            if last <= low < high:
                start, end = self.view.locate(low, high)
                if edit.start <= start and end <= edit.end:
                    yield edit, low, high
                last = high

    def _outside(self, release: Release, clear: Release) -> Resized | None:
        """Return the places where the texts of two releases differ in length: none in edits."""
        places, kept = self.view.resized, Resized()
        if places is None:
            return None
        ends = [edit.end for edit in release.edits]
        for at in range(len(places)):
            start, end = places.starts[at], places.ends[at]
            following = bisect_right(ends, start)
            if following < len(ends) and release.edits[following].start < end:
                continue
            new_start, new_view = release.to_output(start), clear.to_output(places.view_starts[at])
            length = places.view_ends[at] - places.view_starts[at]
            kept.add(new_view, new_view + length, new_start, new_start + end - start)
        return kept
