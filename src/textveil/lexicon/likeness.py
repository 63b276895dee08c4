"""Likeness: what a surrogate must not have in common with the value that it stands for.

Two texts are too much alike if they share a distinctive word, if distinctive words of both begin
with the same three letters, or if four digits in a row stand in both. Words that say only what kind
of thing is meant ("Hospital", "Street", "Dr.") are not distinctive, and digits that a numbering
plan prescribes do not count. `docs/methods/surrogates.md` lists the exceptions.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.words import Kind, look_up
from textveil.values.label import LABELS, family_of

__all__ = ["EXEMPT", "distinctive_words", "is_like", "is_number", "likeness", "same_form"]

EXEMPT: Final = frozenset(
    {"AGE", "DATE", "DEMOGRAPHIC", "INITIALS", "IP", "PROFESSION", "QUANTITY", "ROOM", "TIME"}
)
"""Labels that other rules speak about: traits, amounts and what has no room for another value."""

_LETTERS: Final = 3
_DIGITS: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]+")
_RUN: Final = re.compile(r"\d(?:[\s().\-/]{0,2}\d)*")
_TAG: Final = re.compile(r"\[[A-Z-]+\]")
_PLAN: Final = "15550100"
"""Digits of the North American plan that are set aside for fiction, with its country code."""
_GENERIC: Final[Mapping[str, tuple[str, ...]]] = {
    "NAME": ("title", "generation", "credential", "particle", "joining", "kin", "small-word"),
    "ORGANIZATION": (
        *("generic", "generic-group", "small-word", "saint-title", "legal-form", "article"),
        *("versus", "lawsuit-form", "party", "title", "place-word", "side"),
    ),
    "ADDRESS": (
        *("street", "side", "unit-word", "flat-word", "address-word", "numbered-road"),
        *("road-word", "street-before", "street-after", "street-link", "box", "box-word"),
        *("military-post", "post-box", "small-word", "saint-title", "place-word", "article"),
        *("province-kind", "room-word", "house-letter", "joining"),
    ),
    "EMAIL": (
        *("domain-ending", "second-domain", "free-mail", "server-name", "path-word"),
        *("reserved-domain", "top-domain", "url-scheme", "generic", "handle-word"),
        *("handle-filler", "small-word", "function-word"),
    ),
}
"""Roles of words that may stay, by the family of a label."""
_ALIKE: Final = {"URL": "EMAIL", "USERNAME": "EMAIL"}
_ANY_PAIR: Final = frozenset({"NAME", "ORGANIZATION"})
"""Families whose words are compared in any order; those of others by their place."""


def likeness(fake: str, real: str, label: str, *, language: str = "en") -> str:
    """Return what a surrogate shows of its original: `word`, `letters`, `digits`, or nothing.

    Examples
    --------
    >>> likeness("Quartz Los Amigos Center", "Rancho Los Amigos Center", "HOSPITAL")
    'word'
    >>> likeness("Marina Cole", "Mark Holt", "NAME"), likeness("Ana Cole", "Mark Holt", "NAME")
    ('letters', '')
    >>> likeness("MRN 8123499", "MRN 7123488", "MRN"), likeness("St. Ann", "St. Jude", "HOSPITAL")
    ('digits', '')
    """
    if label in EXEMPT or _TAG.fullmatch(fake):
        return ""
    family = family_of(label)
    if not is_number(label):
        ours = distinctive_words(fake, label, language=language)
        theirs = distinctive_words(real, label, language=language)
        if not set(ours).isdisjoint(theirs):
            return "word"
        if _begin_alike(ours, theirs, family):
            return "letters"
    return "digits" if (_windows(fake) & _windows(real)) - _prescribed(family) else ""


def is_number(label: str) -> bool:
    """Tell whether values of a label are numbers, whose letters have a rule of their own.

    Examples
    --------
    >>> is_number("MRN"), is_number("ZIP"), is_number("EMAIL"), is_number("HOSPITAL")
    (True, True, False, False)
    """
    family = family_of(label)
    lettered = _ALIKE.get(family, family) in _GENERIC
    return label == "ZIP" or (label in LABELS and not lettered)


def is_like(fake: str, real: str, label: str, *, language: str = "en") -> bool:
    """Tell whether a surrogate shows something of its original."""
    return bool(likeness(fake, real, label, language=language))


def same_form(one: str, other: str) -> bool:
    """Tell whether two names have one initial and one length.

    A fake that is refused makes room for another of its form. So the fakes that are left begin with
    the real initial, and have the real length, as often as if none had been refused.
    """
    return one[:1] == other[:1] and len(one) == len(other)


def distinctive_words(text: str, label: str, *, language: str = "en") -> list[str]:
    """Return the words of a value that say which one it is, squeezed, from three letters on.

    Examples
    --------
    >>> distinctive_words("The St. Mary's Hospital of Reno", "HOSPITAL")
    ['mary', 'reno']
    """
    family = family_of(label)
    staying = _staying(_ALIKE.get(family, family), language)
    words = map(squeeze_text, _WORD.findall(text))
    found = (word for word in words if len(word) >= _LETTERS and word not in staying)
    if family in ("URL", "EMAIL"):
        # Everyday words of a web address ("about", "people") stay.
        return [word for word in found if not _is_everyday(word, language)]
    return list(found)


def _is_everyday(word: str, language: str) -> bool:
    known = look_up(word, language)
    return known.common > 2 and bool(known.kinds & Kind.WORD)


@cache
def _staying(family: str, language: str) -> frozenset[str]:
    known = facts(language)
    listed = _GENERIC.get(family, ())
    # Short forms of streets are values; "gmail.com" has two words.
    words = (*known.words(*listed), *(known.values("street").values() if listed else ()))
    return frozenset(squeeze_text(word) for text in words for word in _WORD.findall(text))


def _begin_alike(ours: list[str], theirs: list[str], family: str) -> bool:
    if family in _ANY_PAIR:
        return not _beginnings(ours).isdisjoint(_beginnings(theirs))
    pairs = zip(ours, theirs, strict=False)
    return any(one[:_LETTERS] == other[:_LETTERS] for one, other in pairs)


def _beginnings(words: Iterable[str]) -> set[str]:
    return {word[:_LETTERS] for word in words}


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
