"""Number labels: a number that was found under several labels gets one of them.

A detector may call a number a record number in one place and some other number in the next one.
It is one number all the same, and one surrogate must stand for it.
"""

from dataclasses import dataclass, field, replace

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.document import Document
from textveil.values.label import NUMBERS
from textveil.values.span import Span, Spans

__all__ = ["NumberLabels"]


@dataclass(slots=True, repr=False)
class NumberLabels:
    """The labels of the numbers of a corpus; memory grows with distinct numbers.

    Two passages say the same number where their letters and digits are the same. Of its labels the
    one with the strictest rules decides (`NUMBERS`): what was once found to be a social security
    number never becomes one that may be somebody's.
    """

    _found: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    def learn(self, scope: str, document: Document, spans: Spans) -> None:
        """Learn the numbers of a document; the order of documents does not matter."""
        for span in spans:
            if span.label in NUMBERS:
                number = scope, squeeze_text(document.covered_by(span))
                told = NUMBERS[span.label], span.label
                self._found[number] = min(told, self._found.get(number, told))

    def settled(self, scope: str, document: Document, spans: Spans) -> Spans:
        """Return the spans; all those of one number have one label."""
        if not any(span.label in NUMBERS for span in spans):
            return spans
        return Spans(self._labelled(scope, document, span) for span in spans)

    def _labelled(self, scope: str, document: Document, span: Span) -> Span:
        if span.label not in NUMBERS:
            return span
        number = scope, squeeze_text(document.covered_by(span))
        rank, label = self._found.get(number, (NUMBERS[span.label], span.label))
        return span if rank == NUMBERS[span.label] else replace(span, label=label)
