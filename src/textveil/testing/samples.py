"""Documents that the checks use unless they are given others; every value in them is made up."""

import re

from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

__all__ = ["CANARIES", "annotated", "format_probes", "samples"]

CANARIES = ("Zilpah", "Quackenbush", "Nkemelu", "Ostrobothnia")
"""Words of the samples that stand nowhere else; no component has a reason to say them."""

_MARKED = re.compile(r"\[\[(?P<value>.{0,200}?)\|(?P<label>[A-Z]{1,60})\]\]", re.DOTALL)


def annotated(document_id: str, marked: str) -> Document:
    """Return the document that `[[value|LABEL]]` marks describe.

    Examples
    --------
    >>> annotated("n", "Seen by [[Ana|NAME]].").spans
    Spans(NAME[8,11))
    """
    pieces: list[str] = []
    spans: list[Span] = []
    at = length = 0
    for match in _MARKED.finditer(marked):
        before, value = marked[at : match.start()], match["value"]
        start = length + len(before)
        length = start + len(value)
        pieces += [before, value]
        spans.append(Span(start, length, match["label"]))
        at = match.end()
    pieces.append(marked[at:])
    return Document(document_id, "".join(pieces), spans=Spans(spans))


def samples() -> tuple[Document, ...]:
    """Return annotated documents: plain, at both ends, side by side, astral, and without spans."""
    return (
        annotated(
            "visit",
            "Patient: [[Zilpah Quackenbush|NAME]], MRN [[00482913|MRN]]\n"
            "Seen on [[2021-03-04|DATE]] in [[Ostrobothnia|CITY]]. Call [[617-555-0134|PHONE]] or "
            "write to [[zilpah.quackenbush@example.org|EMAIL]].\n",
        ),
        annotated(
            "numbers",
            "SSN [[078-05-1120|SSN]], card [[4111 1111 1111 1111|CARD]], account "
            "[[GB82 WEST 1234 5698 7654 32|IBAN]], host [[192.0.2.17|IP]], page "
            "[[https://example.org/nkemelu|URL]], ZIP [[02139|ZIP]].",
        ),
        annotated("ends", "[[Nkemelu|NAME]] met [[Quackenbush|NAME]]"),
        annotated("touching", "Born [[4 March 1961|DATE]][[Ostrobothnia|CITY]]!"),
        annotated(
            "astral",
            "\U0001f600 \U0001d518\u0301 e\u0301 \u200b[[Zilpah|NAME]] \U0001f468\u200d\U0001f469 "
            "wrote to [[nkemelu@example.org|EMAIL]] \U0001f600",
        ),
        annotated("whole", "[[Zilpah Nkemelu|NAME]]"),
        annotated("nothing", "No one is named in this sentence."),
        annotated("empty", ""),
    )


def format_probes() -> tuple[Document, ...]:
    """Return documents that try a format's quoting, line ends, offsets and ids, one thing each."""
    texts = {
        "plain": "Zilpah wrote.",
        "two-lines": "Zilpah wrote.\nNkemelu read.",
        "last-line-end": "Zilpah wrote.\n",
        "crlf": "Zilpah\r\nwrote\rto Nkemelu",
        "separators": "Zilpah\x0b\x0c\x1c\x85\u2028\u2029wrote",
        "quotes": '"Zilpah", \'wrote\';\t\\n <b>&amp;</b> {"a": [1]}',
        "awkward": "\U0001f600 e\u0301 \u200b\u202eZilpah\u202c \uff11",
        "byte-order-mark": "\ufeffZilpah",
        "nul": "Zil\0pah",
        "spaces": "  Zilpah  ",
        "empty": "",
    }
    spans = Spans([Span(0, 6, "NAME"), Span(6, 8, "X"), Span(3, 9, "OTHER", 0.5, "rule")])
    row = Metadata({"ward": "B2", "codes": [1, None, {"x": 2.5}], "ok": True})
    return (
        *(Document(name, text) for name, text in texts.items()),
        Document("annotated-with-nothing", "Zilpah wrote.", spans=Spans()),
        Document("one-span", "Zilpah wrote.", spans=Spans([Span(0, 6, "NAME")])),
        Document("overlapping", "Zilpah wrote.", spans=spans),
        Document("about", "Zilpah wrote.", subject="p17"),
        Document("row", "Zilpah wrote.", metadata=row),
        Document("an id, with \"marks\" / and 'space'", "Zilpah wrote."),
        Document("../outside", "Zilpah wrote."),
    )
