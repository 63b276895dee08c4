"""Patterns: finds values by their form, with an engine that takes linear time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from textveil.detect.rules.rule import shown
from textveil.detect.rules.table import known_labels
from textveil.detect.scanner import Found, Scanner, scanner
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.folding import fold_ascii
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans
from textveil.values.view import View

__all__ = ["SOURCE", "Patterns"]

SOURCE = "textveil.patterns.v1"

_NOTHING = Spans()
_CURRENCIES = "\u00a3\u20ac\u00a5\u20b9"


@dataclass(frozen=True, slots=True)
class Patterns:
    """Find values by their form: dates, times, ages, numbers, addresses, amounts.

    The text is folded first, so that zero-width characters, full-width digits, look-alike letters
    and combining marks hide nothing; offsets are those of the text itself.

    Parameters
    ----------
    labels
        Which kinds to look for; all of them unless given.
    region
        Where national telephone numbers are written, as an ISO 3166 code of two letters; the
        country of most texts in the language unless given.
    min_score
        Findings below this score are dropped.
    language
        The language of the words around values, as an entry of `lexicon.tables.languages`.

    Notes
    -----
    Defined in `docs/methods/patterns.md`: every rule of the table is tried wherever it matches,
    passages inside another are dropped, and `Spans.partition` settles partial overlaps, so that
    every letter and digit that some rule accepts is covered. Linear time.

    `reach` holds for what is covered. Inside a chain of partly overlapping findings that is longer,
    where one span ends and the next begins may depend on text further away.

    Examples
    --------
    >>> Patterns().detect(Document("1", "Born 3 May 1990, ana@example.org"))
    Spans(DATE[5,15), EMAIL[17,32))
    """

    reach: ClassVar[int | None] = 4096

    labels: Sequence[str] | None = None
    region: str | None = None
    min_score: float = 0.0
    language: str = ENGLISH

    def __post_init__(self) -> None:
        language_named(self.language)
        if self.labels is not None and (
            isinstance(self.labels, str) or set(self.labels) - set(known_labels(self.language))
        ):
            raise InvalidValueError(
                "labels must be a list of labels that the patterns know",
                where="patterns, option labels",
                hint=f"known: {', '.join(known_labels(self.language))}",
            )
        region = self._region
        if len(region) != 2 or not (region.isascii() and region.isupper()):
            raise InvalidValueError(
                "a region is a country code of two capitals",
                where="patterns, option region",
                hint="for example US, GB or DE",
            )
        if not 0.0 <= self.min_score <= 1.0:
            raise InvalidValueError(
                "a score must lie between 0 and 1", where="patterns, option min_score"
            )

    @property
    def _region(self) -> str:
        return language_named(self.language).region if self.region is None else self.region

    def detect(self, document: Document) -> Spans:
        """Return the findings, without overlaps."""
        text = document.text
        view = None
        if not text.isascii():
            view = fold_ascii(_with_dollars(text))
            text = view.text
        rules = scanner(
            self._region,
            None if self.labels is None else frozenset(self.labels),
            self.min_score,
            self.language,
        )
        found = rules.scan(shown(text), self.min_score)
        if not found:
            return _NOTHING
        return Spans(_settled(_spans(rules, found, view), document.text))


def _with_dollars(text: str) -> str:
    """Replace the signs of other currencies by the dollar sign, in the same places."""
    for sign in _CURRENCIES:
        text = text.replace(sign, "$")
    return text


def _settled(spans: Iterable[Span], text: str) -> Iterator[Span]:
    """Yield the spans, given in order of start, with partial overlaps settled."""
    chain: list[Span] = []
    reached = 0
    for span in spans:
        # Nothing crosses this place, so what stands before it can be settled by itself.
        if span.start >= reached and chain:
            yield from chain if len(chain) == 1 else _parted(chain, text)
            chain = []
        chain.append(span)
        if span.end > reached:
            reached = span.end
    yield from chain if len(chain) == 1 else _parted(chain, text)


def _parted(chain: list[Span], text: str) -> Iterator[Span]:
    """Yield disjoint spans over the same letters and digits; cuts leave no blanks or marks."""
    starts, ends = {span.start for span in chain}, {span.end for span in chain}
    for part in Spans(chain).partition():
        low, high = part.start, part.end
        while low < high and low not in starts and not text[low].isalnum():
            low += 1
        while low < high and high not in ends and not text[high - 1].isalnum():
            high -= 1
        if any(map(str.isalnum, text[low:high])):
            yield replace(part, start=low, end=high)


def _spans(rules: Scanner, found: list[Found], view: View | None) -> Iterator[Span]:
    for (start, end, score, reasons), rank in found:
        low, high = (start, end) if view is None else view.locate(start, end)
        rule = rules.rules[rank]
        yield Span(low, high, rule.label, score, SOURCE, _explanation(rule.id, reasons))


# Few combinations exist, and a corpus has many spans.
_explanation = lru_cache(maxsize=4096)(Explanation)
