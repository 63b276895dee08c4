"""A page: text that is written piece by piece, with the passages that identify somebody marked."""

from dataclasses import dataclass
from typing import Final

from textveil.values.span import Span, Spans

__all__ = ["Page", "keep_length_lower", "keep_length_upper"]


_BARE_ARTICLES: Final = frozenset({" a ", "a ", "\na "})


def keep_length_upper(text: str) -> str:
    """Return the text in capitals, except letters whose capital is not one character.

    Examples
    --------
    >>> keep_length_upper("Groß")
    'GROß'
    """
    raised = text.upper()
    if len(raised) == len(text):
        return raised
    return "".join(up if len(up := letter.upper()) == 1 else letter for letter in text)


def keep_length_lower(text: str) -> str:
    """Return the text in small letters, except letters whose small form is not one character."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


@dataclass(slots=True)
class _Mark:
    start: int
    end: int
    label: str
    entity: str | None


class Page:
    """A text under construction.

    Parameters
    ----------
    articles
        What gets an `n` before a vowel: the English article. None in other languages.

    Examples
    --------
    >>> page = Page()
    >>> page.write("Seen by Dr. ")
    >>> page.mark("Ruiz", "PROVIDER", "provider-4")
    >>> page.text, page.spans()[0].entity
    ('Seen by Dr. Ruiz', 'provider-4')
    """

    __slots__ = ("_articles", "_capital", "_length", "_marks", "_parts")

    def __init__(self, articles: frozenset[str] = _BARE_ARTICLES) -> None:
        self._articles = articles
        self._parts: list[str] = []
        self._marks: list[_Mark] = []
        self._length = 0
        self._capital = False

    def capitalize_next(self) -> None:
        """Let the next letter be a capital."""
        self._capital = True

    @property
    def begins_sentence(self) -> bool:
        """Whether a sentence or line begins with what is written next."""
        last = self._parts[-1] if self._parts else ""
        return not last.strip() or last.endswith((". ", "\n"))

    def write(self, text: str) -> None:
        """Add text that does not identify anybody."""
        if not text:
            return
        if (
            text[0] in "aeiou8AEIO"
            and self._parts
            and self._parts[-1][-3:].lower() in self._articles
        ):
            self._parts[-1] = f"{self._parts[-1][:-1]}n "
            self._length += 1
        if self._capital:
            text = keep_length_upper(text[0]) + text[1:]
            self._capital = False
        self._parts.append(text)
        self._length += len(text)

    def mark(self, text: str, label: str, entity: str | None = None) -> None:
        """Add a passage that identifies somebody."""
        if not text:
            return
        self.write(text)
        self._marks.append(_Mark(self._length - len(text), self._length, label, entity))

    @property
    def text(self) -> str:
        """What was written so far."""
        return "".join(self._parts)

    def spans(self) -> Spans:
        """Return the marked passages."""
        return Spans(Span(m.start, m.end, m.label, entity=m.entity) for m in self._marks)
