"""Telephone numbers that ring nowhere: set aside for fiction, or outside every numbering plan."""

import re
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from textveil.lexicon.people.likeness import is_like
from textveil.lexicon.tables.facts import facts
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import bare, draw_alike, fill, lengthened

__all__ = ["Phones"]

_KEPT: Final = 3
"""Digits that stay at most, those of the country among them."""
_TRIES: Final = 100
_DRAWN: Final = 20_000
"""Digits that are drawn at most for one number: long ones share four digits with any other."""
_WIDE: Final = 8
"""Attempts after which the numbers for fiction count as used up."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A number: what is dialled first, the country, and the national number."""

    lead: str
    country: str
    national: str


class Phones(Maker):
    """Make telephone and fax numbers, written as the real one is.

    In the North American plan: 555-0100 to 555-0199 behind an area code in service (ATIS-0300115);
    when those run short, exchanges that begin with 0 or 1, which the plan does not have. In the
    United Kingdom, France, Germany, Ireland and Australia: what the regulator set aside for
    fiction. Elsewhere: a number that the country's plan does not have (`phonenumbers`).
    """

    labels: frozenset[str] = frozenset({"FAX", "PHONE"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:
        """Return country and national number; extensions share the line that they branch off."""
        several = _several(self.language).split(value)
        if len(several) > 1:
            return "&".join(self.canonical(one, label) for one in several[::2])
        read = _read(_split(value, self.language)[0])
        return f"{read.country}|{read.national}"

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return a number of the same writing; of several in a row, several."""
        several = _several(self.language).split(value)
        if len(several) > 1:
            for at in range(0, len(several), 2):
                its = replace(setting, identity=self.canonical(several[at], label))
                several[at] = self.make(several[at], label, its)
            return "".join(several)
        number, extension = _split(value, self.language)
        read = _read(number)
        parts = (setting.scope, setting.identity, f"{read.country}|{read.national}")
        rng = setting.draw.rng("phone", *parts, *setting.tries)
        tries = min(_TRIES, _DRAWN // (len(read.national) + 1) + 1)
        drawn = (_drawn(read, rng, setting.attempt) for _ in range(tries))
        lead, real = read.lead, read.lead + read.national
        unlike = (one for one in drawn if not is_like(lead + one, real, label))
        national = next((one for one in unlike if one != read.national), read.national)
        written = fill(number, read.lead + national)
        if len(national) < 7:
            written = lengthened(written, setting.attempt, rng)
        if _read(written) == read:
            # Too short for a number, or no digits at all.
            written = lengthened(fill(number, draw_alike(bare(number), rng)), 80, rng)
        if not extension:
            return written
        branch = setting.draw.rng("extension", *parts, re.sub("[^0-9]", "", extension))
        return written + re.sub("[0-9]", lambda _: str(branch.randrange(1, 10)), extension)


@cache
def _several(language: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?i)(\s{{1,20}}{facts(language).pattern('joining')}\s{{1,20}}|\s{{0,20}};\s{{0,20}})"
    )


@cache
def _extension(language: str) -> re.Pattern[str]:
    words = facts(language).pattern("extension")
    return re.compile(rf"(?i)[ ,]{{0,20}}{words}[ .:]{{0,20}}[0-9]{{1,6}}$")


def _split(value: str, language: str) -> tuple[str, str]:
    found = _extension(language).search(value)
    at = found.start() if found else len(value)
    return value[:at], value[at:]


_COUNTRY: Final = re.compile(
    r"1|7|2[07]|3[0123469]|4[013456789]|5[12345678]|6[0123456]|8[1246]|9[0123458]|\d{3}"
)


def _read(number: str) -> _Read:
    """Tell country and national number apart; the country is empty if nothing says it."""
    digits = bare(number)
    international = 0
    if number.lstrip().startswith("+"):
        international = len(digits)
    elif digits.startswith("011") and (_DIALLED_OUT.match(number) or len(digits) > 12):
        # Without a gap it is an area of the United Kingdom: 0113 is Leeds.
        international = len(digits) - 3
    elif digits.startswith("00") and len(digits) > 9:
        international = len(digits) - 2
    if international:
        rest = digits[-international:]
        found = _COUNTRY.match(rest)
        if found and len(rest) - found.end() >= 5:
            at = len(digits) - international + found.end()
            # The nought in brackets is not dialled from abroad.
            at += "(0)" in number
            return _Read(digits[:at], found.group(), digits[at:])
    if _AUSTRALIAN.fullmatch(number):
        return _Read("0", "61", digits[1:])
    return _at_home(digits)


_DIALLED_OUT: Final = re.compile(r"\D{0,60}011\D")
_AUSTRALIAN: Final = re.compile(r"\(0[2378]\) ?[0-9]{4}[ -]?[0-9]{4}")


def _at_home(digits: str) -> _Read:
    if len(digits) in (7, 10) and digits[0] != "0":
        return _Read("", "1", digits)
    if len(digits) == 11 and digits[0] == "1":
        return _Read("1", "1", digits[1:])
    if len(digits) == 11 and digits[0] == "0":
        return _Read("0", "44", digits[1:])
    if len(digits) == 10 and digits[0] == "0":
        return _Read("0", "33" if digits[1] in "12345679" else "61", digits[1:])
    lead = "0" if digits[:1] == "0" else ""
    return _Read(lead, "", digits[len(lead) :])


@cache
def _area_codes() -> tuple[str, ...]:
    return facts().words("area-code")


@cache
def _fiction(country: str) -> tuple[str, ...]:
    """Return beginnings of national numbers that the regulator set aside for fiction."""
    known = facts().values("fiction-number")
    return tuple(head for head, code in known.items() if code == country)


def _drawn(read: _Read, rng: Random, attempt: int) -> str:
    size = len(read.national)
    if read.country == "1" and size in (7, 10):
        return _north_american(size, rng, attempt)
    heads = _fiction(read.country)
    if not heads or not 9 <= size <= 11 or attempt >= 4 * _WIDE:
        return _outside(read, rng)
    # The first digit tells mobile numbers from others.
    same = [head for head in heads if head[0] == read.national[0]]
    head = rng.choice(same if same and attempt < _WIDE else heads)
    return head + _digits(rng, size - len(head))


def _digits(rng: Random, count: int) -> str:
    return "".join(str(rng.randrange(10)) for _ in range(count))


def _north_american(size: int, rng: Random, attempt: int) -> str:
    area = rng.choice(_area_codes()) if size == 10 else ""
    if attempt < _WIDE:
        return f"{area}55501{rng.randrange(100):02}"
    return f"{area}{rng.randrange(2)}{_digits(rng, 6)}"


def _outside(read: _Read, rng: Random) -> str:
    """Draw a national number that the plan of the country does not have.

    Where no country is known, the subscriber's number begins with a nought, which is dialled for
    other things everywhere.
    """
    size = len(read.national)
    if not read.country:
        area = min(3, max(0, size - 4))
        head = "".join(str(rng.randrange(1, 10)) for _ in range(area))
        return f"{head}0{_digits(rng, max(0, size - area - 1))}"[:size]
    # Loading the plans takes a tenth of a second, so only numbers from abroad pay for it.
    import phonenumbers

    fake = read.national
    for attempt in range(200):
        # The first digits tell the kind of number; most plans, not all, have gaps behind them.
        kept = max(0, min(_KEPT - len(read.country), size // 4)) if attempt < 100 else 0
        fake = read.national[:kept] + _digits(rng, size - kept)
        try:
            number = phonenumbers.parse(f"+{read.country}{fake}", None)
        except phonenumbers.NumberParseException:
            continue
        if not phonenumbers.is_valid_number(number):
            return fake
    # A nought where the subscriber's number begins is in nobody's plan.
    return f"{fake[: size // 3]}0{fake[size // 3 + 1 :]}"
