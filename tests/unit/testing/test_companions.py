"""Each defect of a toy companion is caught, and named without quoting a text."""

from itertools import count

import pytest

from textveil.testing import check_companion
from textveil.testing.samples import CANARIES, annotated
from textveil.values.span import Span, Spans

NUMBERS = count(1)


class Begins:
    """Finds the first letter of a text in which something is rewritten; as it should be."""

    def beside(self, document, own, found):
        return Spans([Span(0, 1, "X")] if own else [])


class Past(Begins):
    def beside(self, document, own, found):
        return Spans([Span(0, len(document.text) + 1, "X")])


class Changes(Begins):
    def beside(self, document, own, found):
        return Spans([Span(0, 1 + next(NUMBERS) % 2, "X")] if own else [])


class Quotes(Begins):
    def beside(self, document, own, found):
        return Spans(Span(s.start, s.end, "X", source=document.covered_by(s)) for s in own)


class Lists(Begins):
    def beside(self, document, own, found):
        return []


class Needs(Begins):
    def beside(self, document, own, found):
        return Spans([own[0]])


def test_a_sound_companion_passes():
    check_companion(Begins())


@pytest.mark.parametrize(
    ("companion", "promise"),
    [
        (Past(), "ends past the text"),
        (Changes(), "another result"),
        (Quotes(), "shows text of a document"),
        (Lists(), "does not return Spans"),
        (Needs(), "breaks with IndexError"),
        (object(), "lacks `beside`"),
    ],
)
def test_a_defect_is_named(companion, promise):
    with pytest.raises(AssertionError, match=promise) as told:
        check_companion(companion)
    assert not any(word in str(told.value) for word in CANARIES)


def test_finding_nothing_in_the_documents_given_fails():
    with pytest.raises(AssertionError, match="finds nothing"):
        check_companion(Begins(), [annotated("n", "Nobody came.")])
