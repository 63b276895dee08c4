"""Likeness: what a surrogate must not have in common with the value that it stands for.

Two texts are too much alike if they share a distinctive word, if distinctive words of both begin
with the same three letters, or if four digits in a row stand in both. Words that say only what kind
of thing is meant ("Hospital", "Street", "Dr.") are not distinctive, and digits that a numbering
plan prescribes do not count. `docs/methods/surrogates.md` lists the exceptions.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.people.derivation import digits_show, letters_show, spells_initials
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.generic_words import (
    SHORTEST,
    distinctive_words,
    has_words,
    is_generic_word,
    words_of,
    words_that_may_stay,
)
from textveil.lexicon.tables.words import Kind, look_up
from textveil.values.label import LABELS, family_of

__all__ = ["EXEMPT", "is_like", "is_number", "likeness", "same_form", "telling_words", "tells"]

EXEMPT: Final = frozenset(
    {"AGE", "DATE", "DEMOGRAPHIC", "INITIALS", "IP", "PROFESSION", "QUANTITY", "ROOM", "TIME"}
)
"""Labels that other rules speak about: traits, amounts and what has no room for another value."""

_DIGITS: Final = 4
_SPOKEN: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_RUN: Final = re.compile(r"\d(?:[\s().\-/]{0,2}\d)*")
_TAG: Final = re.compile(r"\[[A-Z-]+\]")
_PLAN: Final = "15550100"
"""Digits of the North American plan that are set aside for fiction, with its country code."""
_ANY_PAIR: Final = frozenset({"NAME", "ORGANIZATION"})
"""Families whose words are compared in any order; those of others by their place."""


def likeness(fake: str, real: str, label: str, *, language: str = "en") -> str:
    """Return what a surrogate shows of its original; nothing if it shows nothing.

    It shares a `word`, the first `letters` of one, or `digits` in a row, or is `made` from it.

    Examples
    --------
    >>> likeness("Quartz Los Amigos Center", "Rancho Los Amigos Center", "HOSPITAL")
    'word'
    >>> likeness("Marina Cole", "Mark Holt", "NAME"), likeness("Ana Cole", "Mark Holt", "NAME")
    ('letters', '')
    >>> likeness("MRN 8123499", "MRN 7123488", "MRN"), likeness("St. Ann", "St. Jude", "HOSPITAL")
    ('digits', '')
    >>> likeness("Ziur", "Ruiz", "NAME"), likeness("3211744", "4471123", "MRN")
    ('made', 'made')
    """
    if label in EXEMPT or _TAG.fullmatch(fake):
        return ""
    family, made = family_of(label), digits_show(fake, real)
    if not is_number(label):
        ours = telling_words(fake, label, language=language)
        theirs = telling_words(real, label, language=language)
        if not set(ours).isdisjoint(theirs):
            return "word"
        if _begin_alike(ours, theirs, family):
            return "letters"
        made = made or _are_made(ours, theirs, family)
        made = made or spells_initials(squeeze_text(fake), _named(real, label, language))
    if (_windows(fake) & _windows(real)) - _prescribed(family):
        return "digits"
    return "made" if made else ""


def _are_made(ours: list[str], theirs: list[str], family: str) -> bool:
    """Tell whether words of a fake, or all of them together, are made from those of the value."""
    if letters_show("".join(ours), "".join(theirs)):
        return True
    if family in _ANY_PAIR:
        return any(letters_show(one, other) for one in ours for other in theirs)
    return any(letters_show(one, other) for one, other in zip(ours, theirs, strict=False))


def _named(real: str, label: str, language: str) -> list[str]:
    """Return the words of a value, short ones too, that do not say of what kind it is."""
    family = family_of(label)
    staying = words_that_may_stay(family, language)
    words = [one for one in map(squeeze_text, _SPOKEN.findall(real)) if one]
    if not has_words(family):
        return words
    return [
        one
        for one in words
        if one not in staying and not is_generic_word(one, label, language=language)
    ]


def tells(fake: str, real: str, label: str, *, language: str = "en") -> bool:
    """Tell whether a fake shows a distinctive word of the real value, or how one begins.

    Nor is a word made from a real one: a Moslem is no Muslim. This is for traits and occupations,
    which `likeness` leaves to rules of their own.

    Examples
    --------
    >>> pairs = (("truck driver", "bus driver"), ("Danish", "Dane"), ("head cook", "head nurse"))
    >>> [tells(fake, real, "PROFESSION") for fake, real in pairs]
    [True, True, False]
    """
    if not _starts(real, label, language).isdisjoint(_starts(fake, label, language)):
        return True
    ours, theirs = (distinctive_words(one, label, language=language) for one in (fake, real))
    return any(letters_show(one, other) for one in ours for other in theirs)


@lru_cache(maxsize=1 << 14)
def _starts(value: str, label: str, language: str) -> frozenset[str]:
    return _beginnings(distinctive_words(value, label, language=language))


def is_number(label: str) -> bool:
    """Tell whether values of a label are numbers, whose letters have a rule of their own.

    Examples
    --------
    >>> is_number("MRN"), is_number("ZIP"), is_number("EMAIL"), is_number("HOSPITAL")
    (True, True, False, False)
    """
    return label == "ZIP" or (label in LABELS and not has_words(family_of(label)))


def is_like(fake: str, real: str, label: str, *, language: str = "en") -> bool:
    """Tell whether a surrogate shows something of its original."""
    return bool(likeness(fake, real, label, language=language))


def same_form(one: str, other: str) -> bool:
    """Tell whether two names have one initial and one length.

    A fake that is refused makes room for another of its form. So the fakes that are left begin with
    the real initial, and have the real length, as often as if none had been refused.
    """
    return one[:1] == other[:1] and len(one) == len(other)


def telling_words(text: str, label: str, *, language: str = "en") -> list[str]:
    """Return the words of a value, squeezed, that its surrogate must not share.

    Examples
    --------
    >>> telling_words("Lake Tahoe Hospital", "HOSPITAL"), telling_words("acme.com/about", "URL")
    (['tahoe'], ['acme'])
    """
    family = family_of(label)
    if not has_words(family):
        return words_of(text)
    staying = words_that_may_stay(family, language)
    found = distinctive_words(text, label, language=language)
    # Everyday words of a web address ("about", "people") stay.
    everyday = family in ("URL", "EMAIL")
    return [
        word
        for word in found
        if word not in staying and not (everyday and _is_everyday(word, language))
    ]


def _is_everyday(word: str, language: str) -> bool:
    known = look_up(word, language)
    return known.common > 2 and bool(known.kinds & Kind.WORD)


def _begin_alike(ours: list[str], theirs: list[str], family: str) -> bool:
    if family in _ANY_PAIR:
        return not _beginnings(ours).isdisjoint(_beginnings(theirs))
    pairs = zip(ours, theirs, strict=False)
    return any(one[:SHORTEST] == other[:SHORTEST] for one, other in pairs)


def _beginnings(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word[:SHORTEST] for word in words)


def _windows(text: str) -> set[str]:
    """Return all four digits in a row, whatever separates them; four noughts only fill up."""
    found: set[str] = set()
    for run in _RUN.findall(text):
        digits = "".join(filter(str.isdecimal, run))
        found.update(digits[at : at + _DIGITS] for at in range(len(digits) - _DIGITS + 1))
    return found - {"0" * _DIGITS}


@cache
def _prescribed(family: str) -> frozenset[str]:
    """Return four digits in a row that a numbering plan prescribes for fiction."""
    if family != "PHONE":
        return frozenset()
    known = facts().values("fiction-number").items()
    heads = [f"{country}{zero}{head}" for head, country in known for zero in ("", "0")]
    return frozenset(window for head in (_PLAN, *heads) for window in _windows(head))
