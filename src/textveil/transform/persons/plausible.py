"""Plausible values: invented values for a place where only the kind is known."""

import re
from datetime import date, timedelta
from functools import cache
from random import Random
from string import ascii_uppercase, digits
from typing import Final

from textveil.lexicon.tables.facts import facts

__all__ = ["plausible", "plausible_age", "plausible_birth", "plausible_day"]

_SIGNS: Final = {"~": digits, "%": digits[1:], "@": ascii_uppercase}
"""What the signs of a shape stand for."""


@cache
def _shapes(label: str, language: str) -> tuple[str, ...]:
    known = facts(language).values("plausible")
    return tuple(shape for shape, labels in known.items() if label in labels.split())


def plausible(label: str, rng: Random, *, language: str = "en") -> str | None:
    """Return a value in the usual form; None for an unknown kind.

    Examples
    --------
    >>> plausible("PHONE", Random(4))[:4], plausible("OTHER", Random(4)) is None
    ('617-', True)
    """
    if label == "TIME":
        return f"{rng.randrange(7, 19)}:{rng.randrange(0, 60, 5):02}"
    shapes = _shapes(label, language)
    if not shapes:
        return None
    return "".join(rng.choice(_SIGNS.get(one, one)) for one in rng.choice(shapes))


def plausible_day(rng: Random) -> date:
    """Return the day of a first visit, some years back."""
    return date(2008, 1, 1) + timedelta(days=rng.randrange(3650))


def plausible_birth(rng: Random) -> date:
    """Return a date of birth of a grown-up at such a visit."""
    return date(1930, 1, 1) + timedelta(days=rng.randrange(56 * 365))


def plausible_age(content: str, rng: Random) -> str:
    """Return an age that agrees with the filler.

    Examples
    --------
    >>> 40 <= int(plausible_age("in 40s", Random(1))) <= 49
    True
    """
    told = re.search(r"[0-9]{1,3}", content)
    if told is None:
        return str(rng.randrange(18, 90))
    low = int(told.group())
    if low >= 90:
        return str(rng.randrange(90, 99))
    return str(low + rng.randrange(10) if low % 10 == 0 else low)
