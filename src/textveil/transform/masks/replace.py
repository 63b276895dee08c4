"""Replace: each found passage becomes one text, which the policy says."""

from dataclasses import dataclass

from textveil.errors import InvalidValueError
from textveil.transform.persons.numbering import Numbering
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Spans

__all__ = ["Replace"]

_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace passages by a fixed text.

    Parameters
    ----------
    text
        What stands in place of every passage: one line of at most 100 characters.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Ana called.")
    >>> Replace("the caller").transform(note, Spans([Span(0, 3, "NAME")])).text
    'the caller called.'

    Notes
    -----
    Guarantee: every passage is this very text, or a tag (verifier `operators`); text outside the
    passages is unchanged (verifier `alignment`); no replaced value stands elsewhere in the release
    when the policy propagates values (verifier `residue`). A value that is the text itself becomes
    a tag.
    """

    text: str = "***"

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise InvalidValueError(
                "`text` must say something",
                where="text",
                hint="`use: textveil.redact.v1` removes passages and writes nothing",
            )
        if len(self.text) > _LONGEST or not self.text.isprintable():
            raise InvalidValueError(
                f"`text` is one line of at most {_LONGEST} characters", where="text"
            )

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span; passages of one entity share an entity number."""
        numbering = Numbering(document)
        return Release.of(
            document,
            [Edit(s.start, s.end, self.text, s.label, numbering.number(s)) for s in spans],
        )
