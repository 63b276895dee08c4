"""Suppression scores: compares suppressed words with words that people marked as identifying.

Suppression hides characters, annotators mark words. Paper 1, section 6.2, decides between them: a
token counts as protected if more than R percent of its characters are suppressed.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.figures.score import Score
from textveil.values.span import Spans

__all__ = ["GoldTokens", "check_ratio", "evaluate_suppression"]

# The tokens of `textveil.evaluate.detection.span_counts`.
_TOKEN = re.compile(r"\w+")

Counts = NDArray[np.int64]


def check_ratio(ratio: float) -> float:
    """Return the percentage; raise if the value is not one."""
    if not 0 <= ratio <= 100:
        raise InvalidValueError("a ratio is a percentage, from 0 to 100", where=f"{ratio:g}")
    return ratio


class GoldTokens:
    """The tokens of annotated documents, prepared once and scored against many releases.

    A token is to be protected if any of its characters lies in an annotated span, whatever its
    label. The scores equal those that `SpanEvaluation` calls "(any label)", with the protected
    tokens as predictions.

    Parameters
    ----------
    documents
        Documents that were never annotated (whose spans are None) are left out.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Seen by Okafor.", spans=Spans([Span(8, 14, "NAME")]))
    >>> tokens = GoldTokens([note])
    >>> suppressed = tokens.suppressed(["See* by **a**r."])
    >>> [str(score) for score in tokens.scores(suppressed, ratio=20)]
    ['0.500', '1.000', '0.667']
    """

    def __init__(self, documents: Sequence[Document]) -> None:
        self._documents = documents
        annotated = [d for d in documents if d.spans is not None]
        places: list[tuple[int, int]] = []
        marked = np.zeros(sum(map(len, annotated)), np.bool_)
        offset = 0
        for document in annotated:
            for start, end in (document.spans or Spans()).covered():
                marked[offset + start : offset + end] = True
            found = (match.span() for match in _TOKEN.finditer(document.text))
            places += [(offset + start, offset + end) for start, end in found]
            offset += len(document)
        bounds = np.array(places, np.int64).reshape(-1, 2)
        self._starts, self._ends = bounds[:, 0], bounds[:, 1]
        self._gold = self._count(marked) > 0
        self.documents = len(annotated)

    @property
    def gold(self) -> int:
        """How many tokens are to be protected."""
        return int(np.count_nonzero(self._gold))

    def suppressed(self, texts: Iterable[str], mark: str = "*") -> Counts:
        """Return how many characters of each token a release suppresses.

        Parameters
        ----------
        texts
            What is released of each document, those without annotations included.
        mark
            What stands in place of a suppressed character.

        Raises
        ------
        InvalidValueError
            If a text has another length than its document.
        """
        pieces = []
        for document, text in zip(self._documents, texts, strict=True):
            _check_lengths(document.text, text, document.id)
            if document.spans is not None:
                pieces.append(text)
        points = "".join(pieces).encode("utf-32-le", "surrogatepass")
        return self._count(np.frombuffer(points, "<u4") == ord(mark))

    def scores(self, suppressed: Counts, ratio: float) -> tuple[Score, Score, Score]:
        """Return precision, recall and F1 of the tokens that are protected at a ratio.

        Parameters
        ----------
        suppressed
            What the method of this name returned.
        ratio
            R, from 0 to 100: a token is protected if *more* than R percent of its characters are
            suppressed. At 0 one character is enough; at 100 nothing is ever protected.
        """
        check_ratio(ratio)
        protected = 100 * suppressed > ratio * (self._ends - self._starts)
        hits = int(np.count_nonzero(protected & self._gold))
        predicted, gold = int(np.count_nonzero(protected)), self.gold
        either = gold + predicted - hits
        return (
            _score("precision", hits, predicted, predicted, either),
            _score("recall", hits, gold, gold, either),
            _score("F1", 2 * hits, gold + predicted, either, either),
        )

    def _count(self, marked: NDArray[np.bool_]) -> Counts:
        before = np.concatenate([[0], np.cumsum(marked, dtype=np.int64)])
        counts: Counts = before[self._ends] - before[self._starts]
        return counts


def evaluate_suppression(
    documents: Sequence[Document], texts: Iterable[str], mark: str = "*", ratio: float = 20
) -> tuple[Score, Score, Score]:
    """Return token precision, recall and F1 of one release of annotated documents.

    See `GoldTokens`, which scores several releases or ratios faster.
    """
    tokens = GoldTokens(documents)
    return tokens.scores(tokens.suppressed(texts, mark), ratio)


def _score(measure: str, above: int, below: int, things: int, either: int) -> Score:
    # Where there is nothing to divide by, as `SpanEvaluation` has it: right if nothing was to be
    # found and nothing was found, wrong otherwise.
    value = above / below if below else float(not either)
    return Score.exact(f"token {measure} (any label)", value, things)


def _check_lengths(text: str, released: str, where: str) -> None:
    if len(text) != len(released):
        raise InvalidValueError(
            f"the release has {len(released):,} characters and its input {len(text):,}",
            where=where,
            hint="a release by suppression is as long as its input",
        )
