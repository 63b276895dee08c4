"""What is left of overlapping findings."""

import pytest

from textveil.pipeline.release.search.detection import Detection
from textveil.values.document import Document
from textveil.values.span import Span, Spans

NOTE = Document("1", "Sample Doctor, M.D. saw Mr. J. Lee.")


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        # The rest of a name that lost is a credential, a title or a stop.
        ([Span(0, 13, "ORGANIZATION"), Span(7, 18, "NAME")], "Spans(ORGANIZATION[0,13))"),
        ([Span(24, 29, "NAME"), Span(28, 34, "CITY")], "Spans(CITY[28,34))"),
        # An initial is part of somebody's name.
        ([Span(28, 34, "NAME"), Span(30, 35, "CITY")], "Spans(NAME[28,34))"),
        ([Span(28, 33, "NAME"), Span(29, 35, "CITY")], "Spans(NAME[28,29), CITY[29,35))"),
        ([Span(34, 35, "NAME")], "Spans()"),
        # What is withheld as rare goes as a whole: it would join what stands beside it.
        ([Span(34, 35, "RARE"), Span(13, 15, "RARE")], "Spans(RARE[13,15), RARE[34,35))"),
        ([Span(0, 13, "NAME"), Span(7, 18, "RARE")], "Spans(NAME[0,13), RARE[13,18))"),
        # A whole finding stays, whatever it says.
        ([Span(24, 27, "NAME")], "Spans(NAME[24,27))"),
        ([Span(0, 6, "NAME"), Span(6, 13, "NAME")], "Spans(NAME[0,13))"),
    ],
)
def test_settling_leaves_nothing_but_what_tells(spans: list[Span], expected: str) -> None:
    assert repr(Detection.settle(NOTE, Spans(spans))) == expected
