"""Page words: what counts as one word of a page or of a phrase, in an index and in a query."""

import re
from typing import Final

from textveil.lexicon.tables.folding import fold

__all__ = ["words_of"]

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def words_of(text: str) -> list[str]:
    """Return the words of a text without case, accents and marks.

    Examples
    --------
    >>> words_of("Zürich-West, the “Gold Coast”")
    ['zurich', 'west', 'the', 'gold', 'coast']
    """
    return _WORD.findall((text if text.isascii() else fold(text).text).casefold())
