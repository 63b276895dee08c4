"""Inner words: a surname or a number inside a longer word, and words that say something else.

`#canarymanstrong` shows the name Canaryman, and `x4471123x` a number. `reporter` does not show Mr
Porter, nor is there a Mr Foley in a Foley catheter. Propagation and the verifier `residue` both ask
here, each by its own search.
"""

import re
from collections.abc import Iterator
from typing import Final

from textveil.lexicon.tables.clinical import ClinicalKind, clinical_term_at, clinical_word
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import UNKNOWN, are_everyday, look_up
from textveil.values.label import identifies_alone

__all__ = [
    "INNER",
    "begins_term",
    "inner_number",
    "inner_surname",
    "is_own_word",
    "stands_in_term",
]

INNER: Final = 6
"""Names and numbers with fewer letters and digits coincide with parts of other words."""
_LONGEST: Final = 40
"""No listed word has more letters."""
_AHEAD: Final = 60
_WORD: Final = re.compile(r"([^\W\d_]{1,60})(?:['\u2019][sS]\b)?")
_NEXT: Final = re.compile(r"[ \t-]{1,20}")
_LAST: Final = re.compile(r"(?<!\w)([^\W\d_]{1,60}(?:['\u2019][sS])?)[ \t-]{1,20}\Z")
_VALUE: Final = re.compile(r"[ \t:=]{1,20}\d{1,2}(?:[ \t]?\+[ \t]?\d|/\d{1,2})?(?![\w+/-]|[.,]\d)")
"""The value of a score behind its name: "3+4", "7"."""
_BACK: Final = 3
"""How many words of a term may stand before one of it."""
_MANY: Final = 2
"""How many people bear a name (see `ListedWord`) before it is taken for one."""


def inner_number(label: str, squeezed: str) -> bool:
    """Tell whether a value is a number that counts inside a longer word, too.

    Examples
    --------
    >>> inner_number("MRN", "4471123"), inner_number("MRN", "4471"), inner_number("AGE", "447112")
    (True, False, False)
    """
    return len(squeezed) >= INNER and identifies_alone(label) and any(map(str.isdecimal, squeezed))


def inner_surname(squeezed: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a surname counts inside a longer word, too.

    Examples
    --------
    >>> inner_surname("canaryman"), inner_surname("ruiz"), inner_surname("parkinson")
    (True, False, False)
    """
    return len(squeezed) >= INNER and not are_everyday([squeezed], language)


def is_own_word(token: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a token is a word, name or place of its own, whatever it may hold.

    Examples
    --------
    >>> is_own_word("reporter"), is_own_word("martinez"), is_own_word("canarymanstrong")
    (True, True, False)
    """
    if len(token) > _LONGEST:
        return False
    return look_up(token, language) is not UNKNOWN or clinical_word(token, language) != 0


def stands_in_term(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a word is one of a clinical term here, or a score with its value.

    Behind another word, it is one only if not all words before it are names: "Miller Fisher" may
    be a person.

    Examples
    --------
    >>> text = "A Foley catheter. Foley came. Guillain-Barre, Gleason 3+4"
    >>> [stands_in_term(text, *place) for place in ((2, 7), (18, 23), (39, 44), (46, 53))]
    [True, False, True, True]
    """
    first = _WORD.match(text, start)
    if first is None or end not in (first.end(), first.end(1)):
        return False
    if _VALUE.match(text, first.end()) and _is_score(first[1], language):
        return True
    after = list(_words_after(text, first.end(), start + _AHEAD))
    before = [word for word, _ in zip(_words_before(text, start), range(_BACK), strict=False)][::-1]
    tokens = [*before, first.group(), *after]
    for at in range(len(before), -1, -1):
        length, _ = clinical_term_at(tokens, at, language) or (0, 0)
        ahead = before[at:]
        if length > max(1, len(ahead)) and not (ahead and all(map(_is_borne, ahead))):
            return True
    return False


def begins_term(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether the words of a passage are the beginning of a longer clinical term.

    Examples
    --------
    >>> text = "Miller Fisher syndrome; Miller Fisher came"
    >>> begins_term(text, 0, 13), begins_term(text, 24, 37)
    (True, False)
    """
    inside = len(_WORD.findall(text[start:end]))
    first = _WORD.match(text, start)
    if first is None:
        return False
    tokens = [first.group(), *_words_after(text, first.end(), end + _AHEAD)]
    length, _ = clinical_term_at(tokens, 0, language) or (0, 0)
    return length > inside


def _words_after(text: str, at: int, end: int) -> Iterator[str]:
    """Yield the words behind a place, up to the first mark between them."""
    while (gap := _NEXT.match(text, at)) and (word := _WORD.match(text, gap.end(), end)):
        yield word.group()
        at = word.end()


def _words_before(text: str, at: int) -> Iterator[str]:
    """Yield the words before a place, the last one first, up to the first mark between them."""
    while found := _LAST.search(text, max(0, at - _LONGEST), at):
        yield found[1]
        at = found.start()


def _is_borne(word: str) -> bool:
    """Tell whether people bear a word as a name."""
    return max(look_up(word)[:3]) >= _MANY


def _is_score(word: str, language: str) -> bool:
    """Tell whether a surname stands for a score, and nobody's given name is spelt so."""
    kinds = clinical_word(word, language)
    scored = kinds & ClinicalKind.TEST and kinds & ClinicalKind.EPONYM
    return bool(scored) and max(look_up(word, language)[:2]) < _MANY
