"""Identifying: which removed values must be gone from other people's documents, and what is a word.

The verifiers' own code for two definitions in `docs/methods/mask-and-verify.md`: identifying forms,
and inner words. A verifier is stricter where that is simpler: a long code of letters and digits
identifies by its form, whether its check digits hold or not.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.tables.clinical import ClinicalKind
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import look_up
from textveil.values.label import family_of, identifies_alone
from textveil.verify.readers.tables import (
    are_everyday,
    clinical,
    facts,
    fold,
    given_bearers,
    squeeze_text,
)

__all__ = [
    "INNER",
    "LONG_NUMBER",
    "are_common",
    "are_ordinary",
    "begins_term",
    "identifies_by_form",
    "inner_number",
    "inner_surname",
    "is_agreed",
    "is_full_name",
    "is_own_word",
    "reads_as_name",
    "stands_in_term",
]

LONG_NUMBER: Final = 6
"""Digits of a number that is the same one wherever it stands."""
INNER: Final = 6
"""Letters and digits of a value that counts inside a longer word."""
_BORNE: Final = 2
_LONGEST: Final = 40
_REACH: Final = 60
_BEFORE: Final = 3
_TOKEN: Final = re.compile(r"[^\W_]+")
_LETTERS: Final = re.compile(r"[^\W\d_]{1,60}")
_APART: Final = re.compile(r"[^\W\d_]{1,60}|\d{1,60}")
_ADDRESS: Final = re.compile(
    r"(?i)[^\s@]+@[\w-]+(?:\.[\w-]+)+|[a-z][a-z0-9+.-]*://\S+|www\.[^\s.]+\.\S+"
    r"|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}"
    r"|(?=(?::{0,9}[0-9a-f]){6})[0-9a-f]{0,4}(?:::?[0-9a-f]{1,4}){2,}"
)
"""Addresses by mail, of pages, and of machines."""
_CODE: Final = re.compile(
    r"[A-Z]{2}\d\d[A-Z0-9]{11,30}|(?=.{0,16}\d)(?=.{0,16}[A-Z])[A-HJ-NPR-Z0-9]{17}"
    r"|[13][1-9A-HJ-NP-Za-km-z]{25,34}|(?i:bc1[02-9ac-hj-np-z]{25,87})"
)
"""Accounts, vehicles and purses whose check digits may be letters."""
_ONLINE: Final = {
    "EMAIL": re.compile(r"[\w-]{1,99}(?:\.[\w-]{1,99}){1,20}(?:[/?#:]\S*)?"),
    "URL": re.compile(r"[\w-]{1,99}(?:\.[\w-]{1,99}){1,20}(?:[/?#:]\S*)?"),
    "USERNAME": re.compile(
        r"@?[\w-]{1,99}_[\w-]+|@[\w-]{1,99}(?:\.[\w-]{1,99}){1,20}|@(?=\S{0,99}\d)[\w.-]+"
    ),
}
_WORDS: Final = re.compile(r"[^\W\d_]{1,60}(?:['\u2019][sS]\b)?")
_JOINT: Final = re.compile(r"[ \t-]{1,20}")
_LAST: Final = re.compile(r"(?<!\w)([^\W\d_]{1,40}(?:['\u2019][sS])?)[ \t-]{1,20}\Z")
_SCORED: Final = re.compile(r"[ \t:=]{1,20}\d{1,2}(?:[ \t]?\+[ \t]?\d|/\d{1,2})?(?![\w+/-]|[.,]\d)")


@lru_cache(maxsize=1 << 16)
def identifies_by_form(label: str, value: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a value that is no name identifies by its form, wherever it stands.

    Examples
    --------
    >>> [identifies_by_form("MRN", one) for one in ("44-71-12", "A-4471", "adalimumab")]
    [True, False, False]
    >>> identifies_by_form("ADDRESS", "12 North Elm St"), identifies_by_form("ADDRESS", "Elm St")
    (True, False)
    """
    written = fold(value).text.strip()
    if sum(map(str.isdecimal, written)) >= LONG_NUMBER or _ADDRESS.fullmatch(written):
        return True
    if _CODE.fullmatch("".join(filter(str.isalnum, written))):
        return True
    form = _ONLINE.get(label)
    if form is not None and form.fullmatch(written):
        return not are_common(_TOKEN.findall(written), language)
    return family_of(label) == "ADDRESS" and _is_house(written, language)


def _is_house(written: str, language: str) -> bool:
    """Tell whether a number, the name of a street and its kind follow each other."""
    words = _TOKEN.findall(written.casefold())
    while words and not words[0][0].isdecimal():
        del words[0]
    named = words[1:2] and not clinical(words[1:2], language)[0] & ClinicalKind.UNIT
    return bool(named) and any(word in _kinds_of_streets(language) for word in words[2:])


@cache
def _kinds_of_streets(language: str) -> frozenset[str]:
    streets = facts(language).values("street").items()
    return frozenset(squeeze_text(o) for long, short in streets for o in (long, *short.split(", ")))


def is_full_name(given: Sequence[str], family: Sequence[str], *, language: str = ENGLISH) -> bool:
    """Tell whether given and family names are a name in full; of common words, if enough bear it.

    Examples
    --------
    >>> is_full_name(["ana"], ["ruiz"]), is_full_name(["chest"], ["pain"]), is_full_name([], ["li"])
    (True, False, False)
    """
    if not given or not family:
        return False
    common = _common([*given, *family], language)
    called = not common[0] or given_bearers(given[0]) >= _BORNE
    return called and (not common[-1] or look_up(family[-1]).surname >= _BORNE)


def are_common(words: Sequence[str], language: str = ENGLISH) -> bool:
    """Tell whether words stand in any text or clinical note, short numbers among them.

    Examples
    --------
    >>> are_common(["west", "4"]), are_common(["4471"]), are_common(["kovacs"])
    (True, True, False)
    """
    return all(_common(words, language))


def are_ordinary(words: Sequence[str], language: str = ENGLISH) -> bool:
    """Tell whether words are common, each as a whole or its letters and digits apart.

    Examples
    --------
    >>> are_ordinary(["bp120", "80"]), are_ordinary(["fio2"]), are_ordinary(["qx", "4471"])
    (True, True, False)
    """
    whole = zip(words, _common(words, language), strict=True)
    return all(known or are_common(_APART.findall(word), language) for word, known in whole)


def _common(words: Sequence[str], language: str) -> list[bool]:
    """Tell of each word whether it is a short number, everyday, or part of a clinical term."""
    found = [
        len(word) < LONG_NUMBER if word.isdecimal() else are_everyday([word], language)
        for word in words
    ]
    at = 0
    while at < len(words):
        length, kinds = _term(words[at:], language)
        if kinds & ~ClinicalKind.EPONYM:
            found[at : at + length] = [True] * length
        at += max(1, length)
    return found


def _term(words: Sequence[str], language: str) -> tuple[int, int]:
    """Return how many of some words are a clinical term, at most, and of what kinds it is."""
    best = 0, 0
    for length in range(1, len(words) + 1):
        kinds, goes_on = clinical(words[:length], language)
        if kinds:
            best = length, kinds
        if not goes_on:
            break
    return best


def reads_as_name(shown: str, *, language: str = ENGLISH) -> bool:
    """Tell whether the letters of a name in full are that name where they stand.

    Examples
    --------
    >>> [reads_as_name(one) for one in ("Will Long", "will long", "ana ruiz", "Edward")]
    [True, False, True, False]
    """
    words = _LETTERS.findall(fold(shown).text)
    if len(words) == 1:
        return not is_own_word(words[0], language=language)
    marked = all(word[0].isupper() for word in words) or min(map(len, words), default=1) == 1
    return marked or not are_everyday(words, language)


def is_agreed(found: int, stands: int) -> bool:
    """Tell whether a value was found with two subjects, and a fifth of those who have it.

    Examples
    --------
    >>> is_agreed(2, 10), is_agreed(2, 11), is_agreed(1, 1)
    (True, False, False)
    """
    return found > 1 and 5 * found >= stands


def inner_number(label: str, squeezed: str) -> bool:
    """Tell whether a value with a digit counts inside longer words.

    Examples
    --------
    >>> inner_number("MRN", "4471123"), inner_number("MRN", "4471"), inner_number("AGE", "447112")
    (True, False, False)
    """
    numbered = any(one.isdecimal() for one in squeezed)
    return numbered and len(squeezed) >= INNER and identifies_alone(label)


def inner_surname(squeezed: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a surname counts inside longer words.

    Examples
    --------
    >>> inner_surname("canaryman"), inner_surname("ruiz"), inner_surname("parkinson")
    (True, False, False)
    """
    return len(squeezed) >= INNER and not are_everyday([squeezed], language)


def is_own_word(token: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a list has a token, so that what stands inside it is chance.

    Examples
    --------
    >>> is_own_word("reporter"), is_own_word("canarymanstrong")
    (True, False)
    """
    known = len(token) <= _LONGEST and any(look_up(token, language))
    return known or (len(token) <= _LONGEST and clinical([token], language)[0] > 0)


def stands_in_term(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a word is one of a clinical term where it stands, or a score with its value.

    Examples
    --------
    >>> text = "A Foley catheter. Foley came. Guillain-Barre, Gleason 3+4"
    >>> [stands_in_term(text, *place) for place in ((2, 7), (18, 23), (39, 44), (46, 53))]
    [True, False, True, True]
    """
    word, bare = _WORDS.match(text, start), _LETTERS.match(text, start)
    if word is None or bare is None or end not in (word.end(), bare.end()):
        return False
    if _SCORED.match(text, word.end()) and _is_score(bare.group(), language):
        return True
    row = _row(text, start, start + _REACH)
    for before in range(_BEFORE + 1):
        ahead = row[:before]
        length, _ = _term(row, language)
        # "Miller Fisher" may be a person: names ahead of a word make no term.
        if length > max(1, before) and not (ahead and all(map(_is_borne, ahead))):
            return True
        last = _LAST.search(text, max(0, start - _LONGEST), start)
        if last is None:
            break
        row, start = [last[1], *row], last.start()
    return False


def begins_term(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a clinical term begins with the words of a passage, and goes on behind them.

    Examples
    --------
    >>> text = "Miller Fisher syndrome; Miller Fisher came"
    >>> begins_term(text, 0, 13), begins_term(text, 24, 37)
    (True, False)
    """
    inside = len(_WORDS.findall(text[start:end]))
    return _term(_row(text, start, end + _REACH), language)[0] > inside


def _row(text: str, start: int, end: int) -> list[str]:
    """Return the words from a place on that no mark parts, up to an end."""
    row, at = list[str](), start
    while (word := _WORDS.match(text, at)) and word.end() <= end:
        row.append(word.group())
        gap = _JOINT.match(text, word.end())
        if gap is None:
            break
        at = gap.end()
    return row


def _is_borne(word: str) -> bool:
    return max(look_up(word)[:3]) >= _BORNE


def _is_score(word: str, language: str) -> bool:
    """Tell whether a surname that nobody has as a given name stands for a score."""
    kinds, _ = clinical([word], language)
    scored = kinds & ClinicalKind.TEST and kinds & ClinicalKind.EPONYM
    return bool(scored) and given_bearers(word) < _BORNE
