"""Plausible values: what might have stood where only its kind is known."""

import re
from collections.abc import Mapping
from datetime import date, timedelta
from random import Random
from string import ascii_uppercase, digits
from typing import Final

__all__ = ["plausible", "plausible_age", "plausible_birth", "plausible_day"]

# A hash sign is a digit, a percent sign one from 1 on, an at sign a capital.
_SHAPES: Final[Mapping[str, tuple[str, ...]]] = {
    "ACCOUNT": ("########", "%#########"),
    "ADDRESS": ("%# Main Street, Boston, MA 02115",),
    "BIOMETRIC": ("FP-######",),
    "CARD": ("4### #### #### ####", "51## #### #### ####"),
    "COUNTRY": ("Germany", "Mexico", "India", "Italy"),
    "DEMOGRAPHIC": ("Irish", "Italian", "Catholic", "Methodist"),
    "DEVICE": ("SN######", "@@######"),
    "FAX": ("617-735-####",),
    "HOSPITAL": (
        *("Boston Medical Center", "St. Mary's Hospital", "Lincoln Memorial Hospital"),
        *("Springfield General Hospital", "Taylor Clinic"),
    ),
    "IBAN": ("GB82 WEST 1234 5698 7654 32", "DE89 3704 0044 0532 0130 00"),
    "IP": ("18.9.22.%#",),
    "LICENSE": ("@%######",),
    "MRN": ("%######", "%#######"),
    "ORGANIZATION": (
        *("Miller Industries", "Harris & Sons", "Springfield High School", "Acme Insurance"),
        *("Lincoln County Bank", "Parker Logistics Inc"),
    ),
    "OTHER-ID": ("%######", "@##-####"),
    "PHONE": ("617-735-####", "(617) 735-####"),
    "PLAN": ("@@@#########",),
    "PROFESSION": ("teacher", "carpenter", "accountant", "truck driver", "electrician"),
    "QUANTITY": ("$%,#00", "$%#0"),
    "ROOM": ("%##", "%##@"),
    "SSN": ("123-45-####",),
    "STREET": ("%# Main Street", "%## Oak Avenue", "%### Park Road"),
    "TIME": ("%:%#",),
    "URL": ("http://www.acme.com/people/%###", "www.acme.org/forms/%#.pdf", "https://acme.com/%##"),
    "VEHICLE": ("@@@-####",),
}


def plausible(label: str, rng: Random) -> str | None:
    """Return a value of the usual writing, or None for a kind of which nobody can say.

    Examples
    --------
    >>> plausible("PHONE", Random(4))[:4], plausible("OTHER", Random(4)) is None
    ('617-', True)
    """
    shapes = _SHAPES.get(label)
    if shapes is None:
        return None
    if label == "TIME":
        return f"{rng.randrange(7, 19)}:{rng.randrange(0, 60, 5):02}"
    kinds = {"#": digits, "%": digits[1:], "@": ascii_uppercase}
    return "".join(rng.choice(kinds.get(one, one)) for one in rng.choice(shapes))


def plausible_day(rng: Random) -> date:
    """Return the day of a first visit, some years back."""
    return date(2008, 1, 1) + timedelta(days=rng.randrange(3650))


def plausible_birth(rng: Random) -> date:
    """Return a date of birth of a grown-up at such a visit."""
    return date(1930, 1, 1) + timedelta(days=rng.randrange(56 * 365))


def plausible_age(content: str, rng: Random) -> str:
    """Return an age that agrees with what a filler tells.

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
