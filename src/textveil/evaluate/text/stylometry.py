"""Stylometry: the writing style of each document of a corpus, as a table of numbers.

The measures are those of `lexicon.style.writing_style`. Documents with fewer than two sentences
have no style that can be measured; they are refused, or left out where the caller says so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError
from textveil.lexicon.style.writing_style import STYLE, style_of
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.figures.score import Score

__all__ = ["StyleTable", "measure_style"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class StyleTable:
    """The style of documents.

    Attributes
    ----------
    kept
        Places of the documents that were measured, in order.
    values
        A row for each of them, a column for each measure of `STYLE`; `nan` where one is not
        defined.
    too_short
        How many documents were left out.
    """

    kept: Sequence[int]
    values: NDArray[np.float64]
    too_short: int = 0

    def scores(self) -> tuple[Score, ...]:
        """Return the mean of each measure, with its lowest and highest value as the interval."""
        found = []
        for name, column in zip(STYLE, self.values.T, strict=True):
            known = column[~np.isnan(column)]
            if len(known):
                low, high = float(known.min()), float(known.max())
                mean = min(max(float(known.mean()), low), high)
                found.append(Score(name, mean, low, high, len(known)))
        return tuple(found)


def measure_style(
    documents: Iterable[Document], *, skip_short: bool = False, language: str = ENGLISH
) -> StyleTable:
    """Measure the style of documents.

    Raises
    ------
    InputError
        If a document has fewer than two sentences, and such documents are not to be left out; or
        if no document is left.

    Examples
    --------
    >>> table = measure_style([Document("n1", "The cat sat. The dog ran.")])
    >>> str(table.scores()[STYLE.index("ttr")])
    '0.833'
    """
    kept, rows, short = list[int](), list[NDArray[np.float64]](), list[str]()
    for at, document in enumerate(documents):
        style = style_of(document.text, language=language)
        if style is None:
            short.append(document.id)
        else:
            kept.append(at)
            rows.append(style)
    if not rows:
        raise InputError("no document has two sentences", hint="give longer documents")
    if short and not skip_short:
        more = f" and {len(short) - 1} more" if len(short) > 1 else ""
        raise InputError(
            "the document has fewer than two sentences, so it has no measurable style",
            where=f"document {short[0]}{more}",
            hint="leave such documents out with --skip-short",
        )
    return StyleTable(kept, np.array(rows), len(short))
