"""Which label was given to the words of which label: the confusion matrix of tokens."""

from collections import Counter
from collections.abc import Iterable, Set
from typing import Any, Final, Self

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.document_words import TextTokens
from textveil.evaluate.detection.entities import Cover
from textveil.evaluate.detection.span_counts import check_pair, gold_of
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["NOTHING", "Confusion"]

NOTHING: Final = ""
"""Stands for no label: of a word that is spurious on the gold side, missed on the other."""


class Confusion:
    """Counts words by their gold label and their predicted label.

    A word has a gold label if a gold span touches it, and a predicted label if predicted spans
    hide it whole: the rules of token scores. Where several labels meet on a word, one that both
    sides gave counts; else, on each side, the one that covers most of its characters, and the
    first in the alphabet among equals. So every word is counted once, all cells sum up to the words
    that have a label on some side, and those of missed and of spurious words are the errors of the
    scores "(any label)".

    Parameters
    ----------
    every_span
        Whether gold spans count that need not be masked.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Ana Ruiz", spans=Spans([Span(0, 8, "NAME")]))
    >>> confusion = Confusion()
    >>> confusion.add(note, Spans([Span(0, 3, "CITY")]))
    >>> confusion.cells()
    {('NAME', ''): 1, ('NAME', 'CITY'): 1}
    """

    __slots__ = ("_cells", "_cut", "_every_span")

    def __init__(self, *, every_span: bool = False) -> None:
        self._cells: Counter[tuple[str, str]] = Counter()
        self._cut: Counter[str] = Counter()
        self._every_span = every_span

    def __repr__(self) -> str:
        return f"Confusion(tokens={self._cells.total()})"

    def add(self, document: Document, predicted: Spans | None) -> None:
        """Count one gold document; `predicted` is None if there is no prediction for it.

        Raises
        ------
        InvalidValueError
            If the document was never annotated, or a predicted span ends past its text.
        """
        found = Spans() if predicted is None else predicted
        check_pair(document, found)
        tokens = TextTokens(document.text)
        wanted = gold_of(document, every_span=self._every_span)
        gold, touched = _labels(tokens, wanted), _labels(tokens, found)
        hidden = tokens.hidden(found.covered())
        guessed = {at: of for at, of in touched.items() if at in hidden}
        for at in gold.keys() | guessed.keys():
            self._cells[_cell(gold.get(at, Counter()), guessed.get(at, Counter()))] += 1
        cover = Cover(document.text, found.covered())
        partly = touched.keys() & gold.keys() - hidden
        self._cut.update(_most(gold[at]) for at in _cut(tokens, wanted, cover, partly))

    def merge(self, other: "Confusion") -> Self:
        """Add the counts of another matrix (of other documents), and return self."""
        if self._every_span != other._every_span:
            raise InvalidValueError("matrices that count other gold spans cannot be merged")
        self._cells.update(other._cells)
        self._cut.update(other._cut)
        return self

    def cells(self) -> dict[tuple[str, str], int]:
        """Return the counts that are not zero by gold and predicted label, sorted."""
        return dict(sorted(self._cells.items()))

    @property
    def cut(self) -> dict[str, int]:
        """Missed words of which the gold spans have only a part, and that part is hidden.

        A file that is compared with itself has no other missed words.

        Examples
        --------
        >>> from textveil.values.span import Span
        >>> spans = Spans([Span(0, 2, "AGE")])
        >>> confusion = Confusion()
        >>> confusion.add(Document("n", "67F", spans=spans), spans)
        >>> confusion.cells(), confusion.cut
        ({('AGE', ''): 1}, {'AGE': 1})
        """
        return dict(sorted(self._cut.items()))

    @property
    def gold_labels(self) -> tuple[str, ...]:
        """The labels of the rows, sorted, without `NOTHING`."""
        return tuple(sorted({gold for gold, _ in self._cells} - {NOTHING}))

    @property
    def predicted_labels(self) -> tuple[str, ...]:
        """The labels of the columns, sorted, without `NOTHING`."""
        return tuple(sorted({predicted for _, predicted in self._cells} - {NOTHING}))

    def to_json(self) -> dict[str, Any]:
        """Return the matrix as a JSON object: labels, rows of counts, and the rest."""
        return {
            "unit": "token",
            "gold": list(self.gold_labels),
            "predicted": list(self.predicted_labels),
            "counts": [self._row(gold, self.predicted_labels) for gold in self.gold_labels],
            "missed": [self._cells[gold, NOTHING] for gold in self.gold_labels],
            "spurious": self._row(NOTHING, self.predicted_labels),
        }

    def _row(self, gold: str, predicted: Iterable[str]) -> list[int]:
        return [self._cells[gold, label] for label in predicted]


def _cut(tokens: TextTokens, gold: Spans, cover: Cover, words: Set[int]) -> set[int]:
    """Return those of the words of which everything is hidden that gold spans have."""
    readable = set()
    for span in gold:
        for at in tokens.touching(span.start, span.end):
            start, end = tokens.places[at]
            if at in words and not cover.hides(max(start, span.start), min(end, span.end)):
                readable.add(at)
    return set(words) - readable


def _labels(tokens: TextTokens, spans: Spans) -> dict[int, Counter[str]]:
    """Return how many characters of each touched token each label covers."""
    covered: dict[int, Counter[str]] = {}
    # Joined by label first, so that no character counts twice.
    for span in spans.merge():
        for at in tokens.touching(span.start, span.end):
            start, end = tokens.places[at]
            shared = min(end, span.end) - max(start, span.start)
            covered.setdefault(at, Counter())[span.label] += shared
    return covered


def _cell(gold: Counter[str], guessed: Counter[str]) -> tuple[str, str]:
    shared = gold.keys() & guessed.keys()
    if shared:
        label = min(shared, key=lambda one: (-gold[one] - guessed[one], one))
        return label, label
    return _most(gold), _most(guessed)


def _most(covered: Counter[str]) -> str:
    return min(covered, key=lambda label: (-covered[label], label)) if covered else NOTHING
