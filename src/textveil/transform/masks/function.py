"""Function: each found passage becomes what a function of the caller makes of it.

Only Python can give one: `deidentify(text, operators={"PHONE": function})`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from textveil.errors import ComponentFailedError, InvalidValueError
from textveil.transform.persons.numbering import Numbering
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans

__all__ = ["Function"]


@dataclass(frozen=True, slots=True)
class Function:
    """Replace passages by what a function returns.

    Parameters
    ----------
    function
        Takes the value and returns the text in its place. It is asked once for each value of a
        label, so that equal values get equal texts.

    Examples
    --------
    >>> note = Document("n", "Ana, aged 44, called.")
    >>> band = Function(lambda value: f"{value[0]}0s")
    >>> band.transform(note, Spans([Span(10, 12, "AGE")])).text
    'Ana, aged 40s, called.'

    Notes
    -----
    Guarantee: text outside the passages is unchanged (verifier `alignment`). The function is not
    believed: where its result has the value in it, the passage becomes a tag (verifiers `residue`
    and `operators`); where it has four letters and digits in a row of the value, the passage is
    counted as one that shows a part (verifier `operators`).
    """

    function: Callable[[str], str] | None = None
    _made: dict[tuple[str, str], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InvalidValueError(
                "a function can be given in Python only",
                where="function",
                hint='deidentify(text, operators={"PHONE": lambda value: "a number"})',
            )

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span; passages of one entity share an entity number."""
        numbering = Numbering(document)
        edits = []
        for span in spans:
            written = self._written(span, document.covered_by(span))
            edits.append(Edit(span.start, span.end, written, span.label, numbering.number(span)))
        return Release.of(document, edits)

    def _written(self, span: Span, value: str) -> str:
        key = span.label, value
        if key not in self._made and self.function is not None:
            made = self.function(value)
            if not isinstance(made, str):
                raise ComponentFailedError(
                    f"the function for {span.label} returned no text, but {type(made).__name__}",
                    hint="a function takes the value and returns the text in its place",
                )
            self._made[key] = made
        return self._made[key]
