"""The contract of a detector, as something that can be run."""

from collections.abc import Iterable

from textveil.testing.requirement import (
    attempt,
    copy_of,
    require,
    require_silence,
    require_within,
)
from textveil.testing.samples import CANARIES, samples
from textveil.values.contracts import Detector
from textveil.values.document import Document
from textveil.values.label import is_label
from textveil.values.span import Span, Spans

__all__ = ["check_detector"]

_ASTRAL, _PLAIN = "\U0001f600\U0001d518", "--"


def check_detector(detector: Detector, documents: Iterable[Document] | None = None) -> None:
    """Raise `AssertionError` if a detector breaks its contract.

    Checked: it can be pickled; `reach` is a number or None, and where it is a number, a passage is
    found again when only its surroundings within that reach are left; spans lie inside the text
    and are counted in code points; labels are ours, or have the form of one's own; an empty text
    is fine; the result is the same every time and whatever was seen before; nothing that travels
    with a span, and not the detector's `repr`, shows text of a document.

    Parameters
    ----------
    detector
        The detector, as it would be used.
    documents
        Texts in which it finds something; finding nothing in them fails, because then nothing was
        checked. Without them made-up samples are used, in which it may find nothing.
    """
    require(isinstance(detector, Detector), detector, "lacks `reach` or `detect`")
    reach = detector.reach
    bounded = isinstance(reach, int) and not isinstance(reach, bool) and reach >= 0
    require(reach is None or bounded, detector, "`reach` is neither None nor a number from 0 on")
    given = samples() if documents is None else tuple(documents)
    fresh = copy_of(detector)
    found = [_detect(detector, document) for document in given]
    require(documents is None or any(found), detector, "finds nothing in the documents given")
    for document, spans in zip(given, found, strict=True):
        _check_result(detector, document, spans)
    _check_memory(detector, fresh, given, found)
    _detect(detector, Document("empty", ""))
    for document, spans in zip(given, found, strict=True):
        _check_reach(detector, document, spans)
        _check_code_points(detector, document)


def _detect(detector: Detector, document: Document) -> Spans:
    where = f"detecting in document {document.id} ({len(document.text)} code points)"
    spans = attempt(detector, lambda: detector.detect(document), where)
    require(isinstance(spans, Spans), detector, "`detect` does not return Spans")
    return require_within(detector, spans, document)


def _check_result(detector: Detector, document: Document, spans: Spans) -> None:
    again = _detect(detector, document)
    require(again == spans, detector, f"gives another result the second time, for {document.id}")
    values = [*CANARIES, *(document.covered_by(span) for span in spans)]
    for span in spans:
        own = f"the label {span.label} is none of ours, and does not begin with X- (as X-BADGE)"
        require(is_label(span.label), detector, own)
        require_silence(detector, _told(span), values, "what travels with a span")
    require_silence(detector, repr(detector), values, "`repr`")


def _told(span: Span) -> str:
    why = span.explanation
    reasons = [] if why is None else [why.rule, *(reason for reason, _ in why.reasons)]
    return "\n".join([span.label, span.source, span.entity_key or "", *reasons])


def _check_memory(
    detector: Detector, fresh: Detector, given: tuple[Document, ...], found: list[Spans]
) -> None:
    # The copy was made before anything was seen, and sees the documents in another order.
    for document, spans in zip(reversed(given), reversed(found), strict=True):
        same = _detect(fresh, document) == spans
        promise = f"the result for {document.id} depends on the documents seen before"
        require(same, detector, promise)


def _check_reach(detector: Detector, document: Document, spans: Spans) -> None:
    reach = detector.reach
    if reach is None:
        return
    for span in spans:
        low = max(0, span.start - reach)
        excerpt = Document(document.id, document.text[low : span.end + reach])
        places = _places(_detect(detector, excerpt))
        promise = (
            f"{span.label} [{span.start}, {span.end}) of {document.id} is not found when all but "
            f"{reach} code points around it are gone; `reach` is too small, or must be None"
        )
        require((span.start - low, span.end - low, span.label) in places, detector, promise)


def _check_code_points(detector: Detector, document: Document) -> None:
    # As many code points in front of the text, once outside the basic plane and once inside it.
    gap = "\n" * (2 + (detector.reach or 0))
    texts = [f"{head}{gap}{document.text}" for head in (_ASTRAL, _PLAIN)]
    astral, plain = (_places(_detect(detector, Document(document.id, text))) for text in texts)
    if detector.reach is None:
        # The whole document may count, so only a shift of all spans proves a wrong offset.
        wrong = any(_moved(plain, distance) == astral for distance in (*range(-8, 0), *range(1, 9)))
    else:
        wrong = astral != plain
    promise = f"offsets behind astral characters are wrong for {document.id}; count code points"
    require(not (wrong and plain), detector, promise)


def _moved(places: set[tuple[int, int, str]], distance: int) -> set[tuple[int, int, str]]:
    return {(start + distance, end + distance, label) for start, end, label in places}


def _places(spans: Spans) -> set[tuple[int, int, str]]:
    return {(span.start, span.end, span.label) for span in spans}
