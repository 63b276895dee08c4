"""Reviews by somebody who overlooks nothing: the annotations of an input that has them all."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from textveil.certify.document.record import Row, read_record
from textveil.formats.held import Without
from textveil.formats.sources import Source
from textveil.pipeline.risk.published import PublishedRelease
from textveil.pipeline.risk.sampling import UNREAD, Stamp, draw_sample
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["review_by_annotations"]


def review_by_annotations(
    release: PublishedRelease,
    source: Source,
    count: int,
    seed: int,
    counts_as_missed: Callable[[str], bool] = lambda _: True,
) -> Iterator[Document]:
    """Yield drawn documents with what the annotations of the input say was missed.

    Parameters
    ----------
    release
        The release; its texts are the only part of it that is looked at, not its columns.
    source
        Its input. What is annotated and was not found stands in the published text.
    count, seed
        As for `draw_sample`.
    counts_as_missed
        Tells by its label whether a passage should have been found.
    """
    drawn = {Stamp.read(one.id).document: one for one in draw_sample(release, count, seed)}
    given = Without(source, release.place.left_out())
    rows = zip(given, read_record(release.place.record), strict=True)
    for before, row in rows:
        if (one := drawn.get(row.id)) is not None:
            marks = [span for span in one.spans or () if span.label != UNREAD]
            marks += _missed(before, row, one.text, counts_as_missed)
            yield replace(one, spans=Spans(marks))


def _missed(
    before: Document, row: Row, text: str, counts_as_missed: Callable[[str], bool]
) -> Iterator[Span]:
    """Yield the parts of annotated passages that no edit covers, where they stand now."""
    release = row.release(text)
    found = Spans(Span(edit[0], edit[1], edit[4]) for edit in row.edits if edit[1] > edit[0])
    gold = (before.spans or Spans()).where(lambda span: counts_as_missed(span.label))
    for span in gold.subtract(found):
        if any(map(str.isalnum, before.covered_by(span))):
            yield Span(release.to_output(span.start), release.to_output(span.end), span.label)
