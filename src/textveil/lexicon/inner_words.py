"""Inner words: a surname or a number inside a longer word, and words that say something else.

`#canarymanstrong` shows the name Canaryman, and `x4471123x` a number. `reporter` does not show Mr
Porter, nor is there a Mr Foley in a Foley catheter. Propagation and the verifier `residue` both ask
here, each by its own search.
"""

import re
from typing import Final

from textveil.lexicon.clinical import clinical_term_at, clinical_word
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.words import UNKNOWN, are_everyday, look_up
from textveil.values.label import identifies_alone

__all__ = ["INNER", "begins_term", "inner_number", "inner_surname", "is_own_word"]

INNER: Final = 6
"""Names and numbers with fewer letters and digits coincide with parts of other words."""
_LONGEST: Final = 40
"""No listed word has more letters."""
_AHEAD: Final = 60
_WORD: Final = re.compile(r"([^\W\d_]+)(?:['\u2019][sS]\b)?")
_NEXT: Final = re.compile(r"[ \t-]+")


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


def begins_term(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a word begins a clinical term of several words here.

    Examples
    --------
    >>> begins_term("A Foley catheter", 2, 7), begins_term("Foley came", 0, 5)
    (True, False)
    """
    first = _WORD.match(text, start)
    if first is None or end not in (first.end(), first.end(1)):
        return False
    tokens, at = [first.group()], first.end()
    while (gap := _NEXT.match(text, at)) and (word := _WORD.match(text, gap.end(), start + _AHEAD)):
        tokens.append(word.group())
        at = word.end()
    term = clinical_term_at(tokens, 0, language)
    return term is not None and term[0] > 1
