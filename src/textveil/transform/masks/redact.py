"""Redact: removes found passages and writes nothing in their place."""

from dataclasses import dataclass

from textveil.transform.persons.numbering import Numbering
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans

__all__ = ["Redact"]

_CLOSING = frozenset(".,;:!?)]}")


@dataclass(frozen=True, slots=True)
class Redact:
    """Remove passages.

    Parameters
    ----------
    tidy
        Take the space before a passage along where it would be left over: before another space, a
        line end, a closing mark, or at the end of the text. The edit then begins one code point
        before the passage.

    Examples
    --------
    >>> note = Document("n", "Call Ana now")
    >>> Redact().transform(note, Spans([Span(5, 8, "NAME")])).text
    'Call  now'
    >>> Redact(tidy=True).transform(note, Spans([Span(5, 8, "NAME")])).text
    'Call now'

    Notes
    -----
    Guarantee: text outside the edits is unchanged (verifier `alignment`); no removed value stands
    elsewhere in the release when the policy propagates values (verifier `residue`). A reader of the
    text cannot tell where something was removed; the record of edits tells.
    """

    tidy: bool = False

    def transform(self, document: Document, spans: Spans) -> Release:
        """Remove every span."""
        numbering = Numbering(document)
        edits = []
        taken = 0
        for span in spans:
            start = span.start
            if self.tidy and start > taken and _left_over(document.text, span):
                start -= 1
            edits.append(Edit(start, span.end, "", span.label, numbering.number(span)))
            taken = span.end
        return Release.of(document, edits)


def _left_over(text: str, span: Span) -> bool:
    """Tell whether the character before a span is a space that is no longer needed."""
    after = text[span.end : span.end + 1]
    stranded = not after or after.isspace() or after in _CLOSING
    return text[span.start - 1] == " " and stranded
