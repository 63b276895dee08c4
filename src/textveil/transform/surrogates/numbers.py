"""Numbers that identify: the same shape, other digits, check digits that hold where they did."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from textveil.lexicon.check_digits import CheckScheme, schemes_of
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import bare, draw_alike, fill, lengthened, run_start
from textveil.transform.surrogates.wallets import draw_wallet

__all__ = ["Numbers"]

_TRIES: Final = 2000

# Letters in front that say what a number is and not whose: MRN12345, INC0012345, FP-123456.
_PREFIXED: Final = frozenset({"ACCOUNT", "BIOMETRIC", "DEVICE", "MRN", "OTHER-ID"})
_MEDICARE: Final = "ACDEFGHJKMNPQRTUVWXY"
_MEDICARE_FORM: Final = re.compile(r"[1-9][A-Z][A-Z0-9]\d[A-Z][A-Z0-9]\d[A-Z]{2}\d\d")
_HARDWARE: Final = re.compile(
    r"(?:[0-9A-F]{2}[:-]){5}[0-9A-F]{2}|(?:[0-9A-F]{4}\.){2}[0-9A-F]{4}|0X[0-9A-F]{40}", re.I
)
_INSURANCE: Final = re.compile(r"[A-Z]{2}\d{6}[A-D]")
_VIN_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"
_GROUP: Final = re.compile(r"[^\W_]+")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


class Numbers(Maker):
    """Make record, account, card, licence and other numbers.

    Separators, case, groups and leading zeros stay. Letters become letters and digits digits.
    Check digits hold where those of the original do (`lexicon/check_digits.py`). A social
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
            "number", setting.scope, setting.identity, label, real, str(setting.attempt)
        )
        wallet = draw_wallet(value, rng) if label == "ACCOUNT" else None
        if wallet is not None:
            return wallet
        if not real:
            return lengthened(value, 1 << 8, rng)
        schemes = schemes_of(real, label)
        written = fill(value, _drawn(real, _draw_of(value, real, label), schemes, rng))
        if not schemes:
            written = lengthened(written, setting.attempt, rng)
        return written.lower() if value.islower() else written


Draws = Callable[[Random], str]


def _drawn(real: str, draw: Draws, schemes: tuple[CheckScheme, ...], rng: Random) -> str:
    """Return the first draw with all check digits that is neither the real number nor one digit."""
    for attempt in range(_TRIES):
        # Where prefix and years are all there is, they change too.
        body = draw(rng) if schemes or attempt < 20 else draw_alike(real, rng)
        for fake in _completed(body, schemes):
            if fake != real and (len(set(fake)) > 1 or len(real) < 3):
                return fake
    return draw_alike(real, rng)


def _completed(body: str, schemes: tuple[CheckScheme, ...]) -> Iterator[str]:
    if not schemes:
        yield body
        return
    for number in schemes[0].completed(body):
        if all(scheme.fits(number) for scheme in schemes[1:]):
            yield number


def _draw_of(value: str, real: str, label: str) -> Draws:
    """Return how the letters and digits of such a number are drawn."""
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
    if label in ("CARD", "IBAN"):
        # The last four digits of a card say nothing of its network.
        kept = (_network(real) if len(real) > 11 else 0) if label == "CARD" else 2
        return lambda rng: draw_alike(real, rng, kept)
    if label == "LICENSE" and schemes_of(real, label):
        return lambda rng: draw_alike(real, rng, 1)
    if label in _PREFIXED:
        return lambda rng: _grouped(value, rng)
    if label == "PLAN" and run_start(real) == 1:
        # One letter in front is the insurer's: H1234-001, W123456789.
        return lambda rng: draw_alike(real, rng, 1)
    return lambda rng: draw_alike(real, rng)


def _social_security(real: str, rng: Random) -> str:
    if len(real) == 9 and real.isdecimal():
        return f"9{rng.randrange(100):02}{rng.randrange(1, 50):02}{rng.randrange(1, 10000):04}"
    # The last four digits, after marks or alone.
    tail = len(real) - len(real.rstrip("0123456789"))
    return real[: len(real) - tail] + "".join(rng.choice("0123456789") for _ in range(tail))


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


_NETWORKS: Final = re.compile(r"6011|2[2-7]\d\d|3[04-9]|5[0-9]|6[0-9]|\d")


def _network(real: str) -> int:
    """Return how many digits name the network of a card."""
    found = _NETWORKS.match(real)
    return found.end() if found else 0


def _grouped(value: str, rng: Random) -> str:
    """Draw group by group: letters in front and years say what a number is, and are kept near."""
    found = list(_GROUP.finditer(value))
    return "".join(_group(bare(one.group()), one, len(found) > 1, rng) for one in found)


def _group(group: str, match: re.Match[str], several: bool, rng: Random) -> str:
    letters = run_start(group)
    framed = match.string[max(0, match.start() - 1) : match.end() + 1]
    if re.fullmatch(r"\(\d\d\)", framed):
        # GS1: in brackets stands what comes next, such as (01) or (17).
        return group
    if letters == len(group):
        return group if len(group) <= 4 and several else draw_alike(group, rng)
    if _YEAR.fullmatch(group) and several:
        return str(max(1900, int(group) + rng.randrange(-3, 4)))
    enough = letters <= 4 and (several or len(group) - letters >= 3)
    return draw_alike(group, rng, letters if enough else 0)
