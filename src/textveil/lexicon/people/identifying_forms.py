"""Identifying forms: which values may be carried from one person's documents to another's.

A detector errs now and then. If every value that it finds once were removed wherever it stands, one
document could take a drug out of all others. So a value is *carried* to other subjects only if its
form says that it identifies: it has six digits, or a check digit, or is an address, or is the name
of a person in full. A value of another form is carried if detectors agree about it: they found it
with two subjects, and with a fifth of the subjects with whom it stands. Values of ordinary form are
never carried: everyday and clinical words, and short numbers with or without a unit. The proof of
what this bounds is in `docs/methods/mask-and-verify.md`. The verifier `residue` has the same rule
by its own code.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.numbers.check_digits import SCHEMES
from textveil.lexicon.numbers.checksums import base58_holds, bech32_holds
from textveil.lexicon.people.given_names import given_bearers
from textveil.lexicon.people.inner_words import is_own_word
from textveil.lexicon.tables.clinical import ClinicalKind, clinical_kinds, clinical_word
from textveil.lexicon.tables.folding import fold, squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.terms import street_suffixes
from textveil.lexicon.tables.words import are_everyday, look_up
from textveil.values.label import family_of

__all__ = [
    "LONG_NUMBER",
    "are_common",
    "identifies_by_form",
    "is_agreed",
    "is_full_name",
    "is_house",
    "is_ordinary",
    "reads_as_name",
]

LONG_NUMBER: Final = 6
"""A number with fewer digits says too little to be the same one in another document, or where two
numbers stand side by side."""
_SUBJECTS: Final = 2
_SHARE: Final = 5
"""Detectors must have found a value with one of so many subjects with whom it stands."""
_BORNE: Final = 2
"""How many people bear a name (see `ListedWord`) before an everyday word may be one."""
_EPONYM, _UNIT = int(ClinicalKind.EPONYM), int(ClinicalKind.UNIT)
_KEPT: Final = 1 << 16
"""Values whose form is kept as it was read: the verifier asks after those that were learnt."""

_TOKEN: Final = re.compile(r"[^\W_]+")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_APART: Final = re.compile(r"[^\W\d_]+|\d+")
_ADDRESS: Final = re.compile(
    r"(?i)[^\s@]+@[\w-]+(?:\.[\w-]+)+"
    r"|[a-z][a-z0-9+.-]*://\S+"
    r"|www\.[^\s.]+\.\S+"
    r"|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}"
    r"|(?=(?:[^0-9a-f]{0,9}[0-9a-f]){6})[0-9a-f]{0,4}(?:::?[0-9a-f]{1,4}){2,}"
)
"""Addresses by mail, of pages, and of machines."""
_DOMAIN: Final = re.compile(r"[\w-]{1,99}(?:\.[\w-]{1,99}){1,20}(?:[/?#:]\S*)?")
_HANDLE: Final = re.compile(
    r"@?[\w-]{1,99}_[\w-]+|@[\w-]{1,99}(?:\.[\w-]{1,99}){1,20}|@(?=\S{0,99}\d)[\w.-]+"
)
"""A user name of several parts, or with a digit behind the sign: no word of a text looks so."""
_BASE58: Final = re.compile(r"[13][1-9A-HJ-NP-Za-km-z]{25,34}")
_BECH32: Final = re.compile(r"(?i)bc1[02-9ac-hj-np-z]{25,87}")


@lru_cache(maxsize=_KEPT)
def identifies_by_form(label: str, value: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a value that is no name identifies by its form, wherever it stands.

    Examples
    --------
    >>> [identifies_by_form("MRN", one) for one in ("44-71-12", "A-4471", "adalimumab")]
    [True, False, False]
    >>> identifies_by_form("EMAIL", "ana@example.org"), identifies_by_form("USERNAME", "nontender")
    (True, False)
    """
    if _digits(value) >= LONG_NUMBER:
        return True
    written = fold(value).text.strip()
    if _ADDRESS.fullmatch(written) or _has_check_digits(written):
        return True
    form = {"URL": _DOMAIN, "EMAIL": _DOMAIN, "USERNAME": _HANDLE}.get(label)
    if form is not None and form.fullmatch(written):
        return not are_common(_TOKEN.findall(written), language)
    return is_house(label, value, language=language)


def _has_check_digits(written: str) -> bool:
    """Tell whether letters and digits have the check digits of some authority."""
    number = "".join(filter(str.isalnum, written))
    return (
        any(scheme.fits(number.upper()) for schemes in SCHEMES.values() for scheme in schemes)
        or (_BASE58.fullmatch(number) is not None and base58_holds(number))
        or (_BECH32.fullmatch(number) is not None and bech32_holds(number))
    )


def is_house(label: str, value: str, *, language: str = ENGLISH) -> bool:
    """Tell whether this is a number with the name and the kind of its street.

    Examples
    --------
    >>> is_house("ADDRESS", "12 North Elm St, Apt 4"), is_house("ADDRESS", "Elm Street")
    (True, False)
    >>> is_house("ADDRESS", "5 minute walk")
    False
    """
    if family_of(label) != "ADDRESS":
        return False
    words = _TOKEN.findall(fold(value).text.casefold())
    first = next((at for at, word in enumerate(words) if word[0].isdecimal()), len(words))
    behind = words[first + 1 :]
    if not behind or clinical_word(behind[0], language) & _UNIT:
        return False
    return any(word in _street_kinds(language) for word in behind[1:])


@cache
def _street_kinds(language: str) -> frozenset[str]:
    forms = street_suffixes(language).items()
    return frozenset(squeeze_text(form) for long, short in forms for form in (long, *short))


def is_full_name(given: Sequence[str], family: Sequence[str], *, language: str = ENGLISH) -> bool:
    """Tell whether given names and family names are the name of a person in full.

    Everyday and clinical words are names only if enough people are called so.

    Examples
    --------
    >>> is_full_name(["ana"], ["ruiz"]), is_full_name(["grace"], ["young"])
    (True, True)
    >>> is_full_name(["chest"], ["pain"]), is_full_name([], ["ruiz"])
    (False, False)
    """
    if not given or not family:
        return False
    common = _common([*given, *family], language)
    first, last = common[0], common[-1]
    return not (first and given_bearers(given[0]) < _BORNE) and not (
        last and look_up(family[-1]).surname < _BORNE
    )


def are_common(words: Sequence[str], language: str = ENGLISH) -> bool:
    """Tell whether all words stand in any text or any clinical note, short numbers among them.

    Examples
    --------
    >>> are_common(["nontender"]), are_common(["west", "4"]), are_common(["4471"])
    (True, True, True)
    >>> are_common(["kovacs"]), are_common(["447112"])
    (False, False)
    """
    return all(_common(words, language))


def is_ordinary(value: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a value says nothing but what any note may say, so that it is never carried.

    So are everyday words, clinical terms, and values of clinical form: numbers of fewer than six
    digits, with units and tests or without.

    Examples
    --------
    >>> [is_ordinary(one) for one in ("120/80", "BP120/80", "1250mg", "10 mg/dL", "FiO2 46%")]
    [True, True, True, True, True]
    >>> is_ordinary("QX-4471"), is_ordinary("zorblax")
    (False, False)
    """
    words = _TOKEN.findall(fold(value).text.casefold())
    return all(
        common or are_common(_APART.findall(word), language)
        for word, common in zip(words, _common(words, language), strict=True)
    )


def _common(words: Sequence[str], language: str) -> list[bool]:
    """Return for each word whether it is an everyday or clinical one, or a short number."""
    terms = clinical_kinds(words, language)
    return [
        (word.isdecimal() and len(word) < LONG_NUMBER)
        or are_everyday([word], language)
        or bool(kinds & ~_EPONYM)
        for word, kinds in zip(words, terms, strict=True)
    ]


def reads_as_name(shown: str, *, language: str = ENGLISH) -> bool:
    """Tell whether the letters of a name in full are that name here.

    Everyday words of two letters or more are with capitals, and a single listed word is not.

    Examples
    --------
    >>> [reads_as_name(one) for one in ("Will Long", "will long", "ana ruiz")]
    [True, False, True]
    >>> reads_as_name("anaruiz7"), reads_as_name("Edward")
    (True, False)
    """
    words = _LETTERS.findall(fold(shown).text)
    if len(words) == 1:
        return not is_own_word(words[0], language=language)
    spaced = any(len(word) == 1 for word in words)
    capital = all(word[0].isupper() for word in words)
    return spaced or capital or not are_everyday(words, language)


def _digits(value: str) -> int:
    return sum(map(str.isdecimal, fold(value).text))


def is_agreed(found: int, stands: int) -> bool:
    """Tell whether detectors agree that a value identifies, though its form does not say so.

    Parameters
    ----------
    found, stands
        With how many subjects detectors found it, and with how many it stands in a text.

    Examples
    --------
    >>> is_agreed(2, 10), is_agreed(2, 11), is_agreed(1, 1)
    (True, False, False)
    """
    return found >= _SUBJECTS and found * _SHARE >= stands
