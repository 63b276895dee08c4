"""Fillers: finds marks that another tool wrote in place of removed values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Final

from textveil.detect.rules.rule import compiled, words
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.fillers import Filler, parse_filler
from textveil.lexicon.tables.folding import fold_ascii
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.label import LABELS
from textveil.values.span import Explanation, Span, Spans

__all__ = ["SOURCE", "Fillers"]

SOURCE: Final = "textveil.fillers.v1"

_WORD: Final = r"[A-Za-z][A-Za-z/_ -]{0,30}[ _:#-]?(?:[0-9]{1,6}|[0-9a-f]{8,64})?"
_BAR: Final = re.compile("[\u2588\u25a0\u25ac]{2,}")
_PATTERN: Final = (
    r"\*\*[A-Z][A-Z-]{1,24}(?:\[[^\[\]]{0,120}\])?"
    r"|\[\*\*[^\[\]]{0,120}\]"
    rf"|\[\[{_WORD}\]\]|\[\*{_WORD}\*\]|\[{_WORD}\]|<<?{_WORD}>>?|\{{\{{ ?{_WORD} ?\}}\}}"
    r"|\bX{3}-XX-X{4}\b|\(?\bX{3}\)?[-. ]?X{3}[-.]X{4}\b|\bXX/XX/(?:XX){1,2}\b|\bX{4,12}\b|_{3,}"
)
_CONTEXT: Final = (
    ("PROVIDER", "carer-word", "carer-credential"),
    ("PATIENT", "patient-word", "patient-title"),
    ("NAME", "name-field"),
    ("DATE", "date-field"),
)
"""What a filler is by the roles of the words before it; the first that fits decides."""


@cache
def _context(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (label, re.compile(rf"\b(?i:{words(language, *roles)})[.:]? {{0,2}}$"))
        for label, *roles in _CONTEXT
    )


@dataclass(frozen=True, slots=True)
class Fillers:
    """Find fillers, with the label of the removed value.

    Parameters
    ----------
    blank
        The label of marks that name no kind (`___`, `XXXX`, `[REDACTED]`) where the words before
        them do not tell it either.
    language
        The language of those words and of the fillers, as an entry of `lexicon.tables.languages`.

    Notes
    -----
    The filler's own number or letters become the span's `entity`, so that equal fillers are one
    person or thing. A row of more than three underscores is a line to write on and no filler.
    Linear time.

    Examples
    --------
    >>> found = Fillers().detect(Document("n", "**NAME[XXX WWW] called Dr. [NAME] on <DATE>."))
    >>> found
    Spans(NAME[0,15), PROVIDER[27,33), DATE[37,43))
    >>> found[0].entity
    'XXX WWW'
    """

    reach: ClassVar[int | None] = 256

    blank: str = "OTHER"
    language: str = ENGLISH

    def __post_init__(self) -> None:
        if self.blank not in LABELS:
            raise InvalidValueError(
                "this is not a label of ours",
                where="fillers, option blank",
                hint=f"known: {', '.join(LABELS)}",
            )

    def detect(self, document: Document) -> Spans:
        """Return every filler."""
        return Spans((*self._found(document.text), *self._bars(document.text)))

    def _bars(self, text: str) -> Iterator[Span]:
        """Yield black bars, which are not letters of any script."""
        if text.isascii():
            return
        for match in _BAR.finditer(text):
            filler = self._in_context(
                Filler("OTHER"), text[max(0, match.start() - 24) : match.start()]
            )
            yield Span(*match.span(), filler.label, 1.0, SOURCE, Explanation("filler"))

    def _found(self, text: str) -> Iterator[Span]:
        view = None if text.isascii() else fold_ascii(text)
        shown = text if view is None else view.text
        for match in compiled(_PATTERN).finditer(shown.encode("ascii")):
            start, end = match.span()
            filler = parse_filler(shown[start:end], self.language)
            if filler is None:
                continue
            filler = self._in_context(filler, shown[max(0, start - 24) : start])
            low, high = (start, end) if view is None else view.locate(start, end)
            yield Span(
                *(low, high, filler.label, 1.0, SOURCE, Explanation("filler")),
                entity=filler.code or None,
            )

    def _in_context(self, filler: Filler, before: str) -> Filler:
        """Return the label of a filler by the words before it."""
        if filler.label not in ("NAME", "OTHER"):
            return filler
        for label, said in _context(self.language):
            if said.search(before) and (filler.label == "OTHER" or label != "DATE"):
                return replace(filler, label=label)
        return replace(filler, label=self.blank) if filler.label == "OTHER" else filler
