"""Each defect of a toy detector is caught, and named without quoting a text."""

import re

import pytest

from textveil.testing import check_detector
from textveil.testing.samples import CANARIES
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans

WORD = re.compile(r"[A-Z][a-z]{3,}")


class Capitals:
    """Finds words with a capital letter; as it should be."""

    reach = 1

    def detect(self, document):
        return Spans(self.span(document, *m.span()) for m in WORD.finditer(document.text))

    def span(self, document, start, end):
        return Span(start, end, "NAME", 0.5, "capitals", Explanation("capital", (("case", 1.0),)))


class PastTheEnd(Capitals):
    def span(self, document, start, end):
        return Span(start, len(document.text) + 1, "NAME")


class Forgets(Capitals):
    def __init__(self):
        self.seen = set()

    def detect(self, document):
        found = super().detect(document)
        new = found.where(lambda span: document.covered_by(span) not in self.seen)
        self.seen |= {document.covered_by(span) for span in found}
        return new


class Learns(Capitals):
    """Stable for one document, but what it finds depends on the first document ever seen."""

    def __init__(self):
        self.first = None

    def detect(self, document):
        self.first = self.first or document.id
        return super().detect(document) if self.first != "empty" else Spans()


class Quotes(Capitals):
    def span(self, document, start, end):
        return Span(start, end, "NAME", source=document.text[start:end].lower())


class Explains(Capitals):
    def span(self, document, start, end):
        why = Explanation("capital", ((f"word {document.text[start:end]}", 1.0),))
        return Span(start, end, "NAME", explanation=why)


class NamesEntity(Capitals):
    def span(self, document, start, end):
        return Span(start, end, "NAME", entity=document.text[start:end])


class ShowsText(Capitals):
    last = ""

    def detect(self, document):
        self.last = document.text
        return super().detect(document)

    def __repr__(self):
        return f"ShowsText({self.last!r})"


class FailsOnEmpty(Capitals):
    def detect(self, document):
        assert document.text, "nothing in Quackenbush"
        return super().detect(document)


class FindsInEmpty(Capitals):
    reach = None

    def detect(self, document):
        return super().detect(document) if document.text else Spans([Span(0, 1, "NAME")])


class CountsUnits(Capitals):
    """Offsets as JavaScript or Java count them."""

    def detect(self, document):
        text = document.text
        wide = [sum(ord(c) > 0xFFFF for c in text[:at]) for at in range(len(text) + 1)]
        return Spans(
            Span(
                min(s.start + wide[s.start], len(text) - 1),
                min(s.end + wide[s.end], len(text)),
                "X-WORD",
            )
            for s in super().detect(document)
        )


class CountsUnitsEverywhere(CountsUnits):
    reach = None


class ShortSighted(Capitals):
    """Looks for a word at the very start of the text, and claims to look no further."""

    reach = 0

    def detect(self, document):
        found = super().detect(document)
        return found if document.text.startswith(("Patient", "Born")) else Spans()


class NoReach:
    def detect(self, document):
        return Spans()


class BadReach(Capitals):
    reach = -1


class BoolReach(Capitals):
    reach = True


class ReturnsList(Capitals):
    def detect(self, document):
        return list(super().detect(document))


class HoldsHandle(Capitals):
    def __init__(self):
        self.handle = lambda: None


def test_a_good_detector_passes():
    check_detector(Capitals())
    check_detector(Capitals(), [Document("mine", "Seen by Ruizo")])


@pytest.mark.parametrize(
    ("detector", "promise"),
    [
        (PastTheEnd, "past the text"),
        (Forgets, "second time"),
        (Learns, "seen before"),
        (Quotes, "travels with a span"),
        (Explains, "travels with a span"),
        (NamesEntity, "travels with a span"),
        (ShowsText, "`repr`"),
        (FailsOnEmpty, "document empty.*AssertionError"),
        (FindsInEmpty, "past the text"),
        (CountsUnits, "astral|reach"),
        (CountsUnitsEverywhere, "astral"),
        (ShortSighted, "`reach` is too small"),
        (NoReach, "lacks"),
        (BadReach, "`reach` is neither"),
        (BoolReach, "`reach` is neither"),
        (ReturnsList, "Spans"),
        (HoldsHandle, "pickling"),
    ],
)
def test_each_defect_is_caught(detector, promise):
    with pytest.raises(AssertionError, match=promise) as caught:
        check_detector(detector())
    told = f"{caught.value} {caught.value.__cause__}"
    assert told.startswith(detector.__name__)
    assert not any(word.lower() in told.lower() for word in CANARIES)


def test_finding_nothing_in_the_documents_given_checks_nothing():
    with pytest.raises(AssertionError, match="finds nothing"):
        check_detector(Capitals(), [Document("mine", "lower case")])
