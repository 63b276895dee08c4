"""Writing style: a text as 32 numbers, which models and measurements share.

19 measures of readability, 12 of richness and the share of clinical terms (paper 4, Table 7). What
they mean and where they come from stands in `docs/methods/stylometry.md`.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.lexicon.style.readability import READABILITY
from textveil.lexicon.style.richness import RICHNESS
from textveil.lexicon.style.writing import read_writing
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["CLINICAL_SHARE", "LEAST_SENTENCES", "STYLE", "style_of"]

CLINICAL_SHARE: Final = "clinical-share"

STYLE: Final = (*READABILITY, *RICHNESS, CLINICAL_SHARE)
"""The measures in their order."""

LEAST_SENTENCES: Final = 2
"""A shorter text says nothing about the length of sentences."""


def style_of(text: str, *, language: str = ENGLISH) -> NDArray[np.float64] | None:
    """Return the measures of a text in the order of `STYLE`; None if it has fewer than 2 sentences.

    A measure that is not defined for the text is not a number (`nan`).

    Examples
    --------
    >>> style = style_of("The cat sat. The dog ran.")
    >>> round(float(style[STYLE.index("ttr")]), 4), style_of("One sentence.") is None
    (0.8333, True)
    """
    writing = read_writing(text, language=language)
    if writing.sentences < LEAST_SENTENCES:
        return None
    formulas = {**READABILITY, **RICHNESS}
    values = [formula(writing) for formula in formulas.values()]
    return np.array([*values, writing.clinical / len(writing.words)])
