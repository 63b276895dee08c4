"""Written names: whether capitals say that words are a name, or only that a sentence begins.

The verifiers' own code for the definition "Written as a name" of `docs/methods/mask-and-verify.md`.
"""

import re
from typing import Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.verify.readers.tables import facts

__all__ = ["stands_for_time", "written_as_name"]

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_NEAR: Final = 12
_BEGIN: Final = frozenset(".!?:;*\u2022\n-")
_GOES_ON: Final = re.compile(r"[ \t]{1,20}([^\W\d_])")


def written_as_name(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether each word of a passage has a capital, and not because a sentence begins.

    Examples
    --------
    >>> [written_as_name(text, 0, len(text)) for text in ("Court of Appeal", "the court")]
    [True, False]
    >>> written_as_name("Long ago", 0, 4), written_as_name("Mrs. Long came", 5, 9)
    (False, True)
    """
    passage, known = text[start:end], facts(language)
    words = [one for one in _LETTERS.findall(passage) if not known.is_a(one, "small-word")]
    if not words or any(not word[0].isupper() for word in words):
        return False
    return len(words) > 1 or passage.isupper() or not _opens(text, start, end, language)


def _opens(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a sentence, line or item begins here and goes on in small letters."""
    after = _GOES_ON.match(text, end)
    if after is None or not after[1].islower():
        return False
    before = text[max(0, start - _NEAR) : start]
    title = re.search(r"(\w{1,60})\.\s{0,20}\Z", before)
    if title and facts(language).is_a(title[1], "title"):
        return False
    between = re.split(r"\w", before)[-1]
    return between == before or not _BEGIN.isdisjoint(between)


def stands_for_time(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a name is a month or weekday where it stands: in May, May 3.

    Examples
    --------
    >>> stands_for_time("seen in May", 8, 11), stands_for_time("with May", 5, 8)
    (True, False)
    """
    known = facts(language)
    if not known.is_a(text[start:end], "month", "weekday"):
        return False
    before = text[max(0, start - _NEAR) : start]
    cue = re.search(rf"(?i)(?:\b{known.pattern('month-cue')}|\d)\s{{1,20}}\Z", before)
    return cue is not None or re.match(r"\s{1,20}\d", text[end : end + 6]) is not None
