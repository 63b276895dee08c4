"""Numbers that identify: the same shape, other digits, check digits that hold where they did."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Final

from textveil.lexicon.numbers.check_digits import CheckScheme, schemes_of
from textveil.lexicon.people.initials import spells
from textveil.lexicon.tables.facts import facts
from textveil.transform.surrogates.digits.wallets import draw_wallet
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import (
    bare,
    draw_alike,
    fill,
    lengthened,
    run_start,
    shares_run,
)
from textveil.values.person import Person

__all__ = ["Numbers", "kept_prefixes", "spelled_prefixes"]

_TRIES: Final = 2000
_WHOLE: Final = frozenset({"CARD", "IBAN", "VEHICLE"})
"""Numbers that are one number, however they are divided into groups."""

_MEDICARE: Final = "ACDEFGHJKMNPQRTUVWXY"
_MEDICARE_FORM: Final = re.compile(r"[1-9][A-Z][A-Z0-9]\d[A-Z][A-Z0-9]\d[A-Z]{2}\d\d")
_HARDWARE: Final = re.compile(
    r"(?:[0-9A-F]{2}[:-]){5}[0-9A-F]{2}|(?:[0-9A-F]{4}\.){2}[0-9A-F]{4}|0X[0-9A-F]{40}", re.I
)
_INSURANCE: Final = re.compile(r"[A-Z]{2}\d{6}[A-D]")
_VIN_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"
_GROUP: Final = re.compile(r"[^\W_]+")
_MARKS: Final = re.compile(r"\(\d\d\)|(?<![^\W_])[xX]{2,60}(?![^\W_])")
"""What stands in brackets says what comes next, such as (01) or (17) of GS1; marks hide digits."""


class Numbers(Maker):
    """Make record, account, card, licence and other numbers.

    Separators, case, groups and leading zeros stay. Letters become letters and digits digits; only
    letters that say what a number is (the role `id-prefix`: MRN, INC) stay, on every second
    attempt, so that a caller can refuse them. No three letters or four digits in a row stay.
    Check digits hold where those of the original do (`lexicon/numbers/check_digits.py`). A social
    security number lies in an area from 900 on with a group up to 49: such numbers are issued
    neither by the Social Security Administration (POMS RM 10201.030) nor as taxpayer numbers.
    """

    labels: frozenset[str] = frozenset(
        {"ACCOUNT", "BIOMETRIC", "CARD", "DEVICE", "IBAN", "LICENSE", "MRN", "OTHER-ID", "PLAN"}
        | {"SSN", "VEHICLE"}
    )
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return letters and digits, in capitals."""
        return bare(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return a number of the same shape."""
        real = bare(value)
        rng = setting.draw.rng(
            "number", setting.scope, setting.identity, label, real, *setting.tries
        )
        wallet = draw_wallet(value, rng) if label == "ACCOUNT" else None
        if wallet is not None:
            return wallet
        if not real:
            return lengthened(value, 1 << 8, rng)
        schemes = schemes_of(real, label)
        kept, draw = _kept(value, label, schemes), _special(value, real, label)
        if draw is None:
            draw = _by_groups(value)
            if setting.attempt % 2 == 0:
                kept |= {at for start, end in _prefixes(value) for at in range(start, end)}
        written = fill(value, _drawn(real, draw, schemes, kept, rng))
        if not schemes:
            written = lengthened(written, setting.attempt, rng)
        return written.lower() if value.islower() else written


def kept_prefixes(value: str) -> frozenset[str]:
    """Return the letters of a number that say what it is.

    Examples
    --------
    >>> sorted(kept_prefixes("MRN-CW0402551")), sorted(kept_prefixes("1:16-cv-01234"))
    (['MRN'], ['CV'])
    """
    real = bare(value)
    return frozenset(real[start:end] for start, end in _prefixes(value))


def spelled_prefixes(person: Person) -> frozenset[str]:
    """Return the prefixes of numbers that are also somebody's initials, or begin their names.

    Examples
    --------
    >>> sorted(spelled_prefixes(Person("mary", "r", "norton"))), sorted(spelled_prefixes(Person()))
    (['MRN', 'MRNO', 'NO', 'NR'], [])
    """
    first = {part[0].upper() for part in (person.given, person.middle, person.family) if part}
    every = _listed() | _dockets()
    return frozenset(one for one in every if one[0] in first and spells(one, person))


Draws = Callable[[Random], str]
Places = frozenset[int]
"""Which letters and digits of a number stay."""


def _kept(value: str, label: str, schemes: tuple[CheckScheme, ...]) -> Places:
    """Return what stays of a number because of its form: country, network, kind of field, marks."""
    real = bare(value)
    places: set[int] = set()
    if label == "IBAN" and schemes:
        places.update((0, 1))
    # The last four digits of a card say nothing of its network.
    if label == "CARD" and len(real) > 11:
        places.update(range(_network(real)))
    for found in _MARKS.finditer(value):
        start = len(bare(value[: found.start()]))
        places.update(range(start, start + len(bare(found.group()))))
    return frozenset(places)


def _prefixes(value: str) -> Iterator[tuple[int, int]]:
    """Yield where letters in front of a group say what the number is, among all that it has."""
    at = 0
    for found in _GROUP.finditer(value):
        group = bare(found.group())
        letters = run_start(group)
        if group[:letters] in _listed() or (group.isalpha() and group in _dockets()):
            yield at, at + letters
        at += len(group)


@cache
def _listed() -> frozenset[str]:
    return frozenset(facts().words("id-prefix"))


@cache
def _dockets() -> frozenset[str]:
    """Return what stands between the numbers of a case: 16-cv-01234."""
    return frozenset(word.upper() for word in facts().words("docket-code"))


def _drawn(
    real: str, draw: Draws, schemes: tuple[CheckScheme, ...], kept: Places, rng: Random
) -> str:
    """Return the first draw with all check digits that shows nothing of the real number."""
    for attempt in range(_TRIES):
        if not schemes and attempt == 20:
            # What stays is all there is, so it changes too.
            kept = frozenset()
        drawn = draw(rng)
        body = "".join(real[at] if at in kept else one for at, one in enumerate(drawn))
        for fake in _completed(body, schemes):
            one_digit = len(set(fake)) == 1 and len(real) > 2
            if fake != real and not one_digit and not shares_run(fake, real, kept):
                return fake
    return draw_alike(real, rng)


def _completed(body: str, schemes: tuple[CheckScheme, ...]) -> Iterator[str]:
    if not schemes:
        yield body
        return
    for number in schemes[0].completed(body):
        if all(scheme.fits(number) for scheme in schemes[1:]):
            yield number


def _special(value: str, real: str, label: str) -> Draws | None:
    """Return how a number is drawn whose letters and digits are all its own; None for others."""
    if label == "SSN":
        return lambda rng: _social_security(real, rng)
    if label == "PLAN" and _MEDICARE_FORM.fullmatch(real):
        return lambda rng: _restricted(real, rng, _MEDICARE)
    if label == "VEHICLE" and len(real) == 17:
        return lambda rng: _restricted(real, rng, _VIN_LETTERS)
    if _HARDWARE.fullmatch(value):
        return lambda rng: _hardware(real, rng)
    if label == "OTHER-ID" and _INSURANCE.fullmatch(real):
        return lambda rng: _insurance(real, rng)
    return (lambda rng: draw_alike(real, rng)) if label in _WHOLE else None


def _by_groups(value: str) -> Draws:
    """Return how the groups of a number are drawn, each with its own leading zeros."""
    groups = [bare(found.group()) for found in _GROUP.finditer(value)]
    return lambda rng: "".join(draw_alike(group, rng) for group in groups)


def _social_security(real: str, rng: Random) -> str:
    if len(real) == 9 and real.isdecimal():
        return f"9{rng.randrange(100):02}{rng.randrange(1, 50):02}{rng.randrange(1, 10000):04}"
    return draw_alike(real, rng)


def _restricted(real: str, rng: Random, letters: str) -> str:
    return "".join(
        rng.choice("0123456789" if at and one.isdecimal() else "123456789")
        if one.isdecimal()
        else rng.choice(letters)
        for at, one in enumerate(real)
    )


def _hardware(real: str, rng: Random) -> str:
    """Draw hexadecimal digits; a hardware address is locally administered, so no maker has it."""
    if real.startswith("0X"):
        return "0X" + "".join(rng.choice("0123456789ABCDEF") for _ in real[2:])
    tail = "".join(rng.choice("0123456789ABCDEF") for _ in real[2:])
    return rng.choice("0123456789ABCDEF") + rng.choice("26AE") + tail


def _insurance(real: str, rng: Random) -> str:
    head = rng.choice("ABCEGHJKLMNOPRSTWXYZ") + rng.choice("ABCEGHJKLMNPRSTWXYZ")
    return head + draw_alike(real[2:8], rng) + rng.choice("ABCD")


_NETWORKS: Final = re.compile(r"2[2-7]|3[04-9]|[56][0-9]|\d")


def _network(real: str) -> int:
    """Return how many digits name the network of a card."""
    found = _NETWORKS.match(real)
    return found.end() if found else 0
