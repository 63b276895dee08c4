"""Vehicles and devices: vehicle numbers, hardware addresses, device identifiers."""

import re

from textveil.detect.rules.introduced import digits_of
from textveil.detect.rules.rule import Context, Hit, Rule, goes_on, named
from textveil.lexicon.checksums import gs1_holds, luhn_holds, vin_holds

__all__ = ["rules"]


def _vin(data: bytes, start: int, end: int) -> Hit | None:
    """Accept the check digit that North America asks for; digits alone are other numbers."""
    value = data[start:end].decode("ascii").upper()
    if value.isdigit() or not vin_holds(value):
        return None
    return Hit(start, end, 0.8, (("checksum:vin", 0.8),))


def _named_vin(data: bytes, start: int, end: int) -> Hit | None:
    value = data[start:end]
    if not (re.search(rb"[0-9]", value) and re.search(rb"[A-Za-z]", value)):
        return None
    return Hit(start, end, 0.5, (("form:vin", 0.5),))


def _imei(data: bytes, start: int, end: int) -> Hit | None:
    if goes_on(data, start, end) or not luhn_holds(digits_of(data[start:end])[:15]):
        return None
    return Hit(start, end, 0.65, (("checksum:luhn", 0.65),))


def _udi(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a GS1 device identifier by its check digit, with the production parts after it."""
    if not gs1_holds(data[start + 4 : start + 18].decode("ascii")):
        return None
    return Hit(start, end, 0.95, (("checksum:gs1", 0.95),))


def _mac(data: bytes, start: int, end: int) -> Hit | None:
    value = data[start:end]
    if re.match(rb"[:-][0-9A-Fa-f]{2}", data[end : end + 3]) or data[start - 1 : start] in (
        b":",
        b"-",
    ):
        return None
    # Six pairs of digits are more often a date with a time, or a list of scores.
    if b"-" in value and not re.search(rb"[A-Fa-f]", value):
        return None
    return Hit(start, end, 0.9, (("form:mac", 0.9),))


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    return (
        Rule(
            id="vehicle.vin",
            label="VEHICLE",
            pattern=r"\b[A-HJ-NPR-Za-hj-npr-z0-9]{8}[0-9Xx][A-HJ-NPR-Za-hj-npr-z0-9]{4}[0-9]{4}\b",
            check=_vin,
            before=Context(named(language, "vin"), weight=0.15),
        ),
        Rule(
            id="vehicle.vin-named",
            label="VEHICLE",
            pattern=r"\b[A-HJ-NPR-Z0-9]{17}\b",
            check=_named_vin,
            before=Context(named(language, "vin"), weight=0.3, required=True),
        ),
        Rule(
            id="device.imei",
            label="DEVICE",
            pattern=r"\b[0-9]{15,16}\b|\b[0-9]{2}-[0-9]{6}-[0-9]{6}-[0-9]\b",
            check=_imei,
            before=Context(named(language, "imei"), weight=0.3, required=True),
        ),
        Rule(
            id="device.udi",
            label="DEVICE",
            pattern=r"\(01\)[0-9]{14}(?:\((?:10|11|17|21)\)[0-9A-Za-z./-]{1,20}){0,4}",
            check=_udi,
        ),
        Rule(
            id="device.mac",
            label="DEVICE",
            pattern=r"\b(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}|"
            r"[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})\b",
            check=_mac,
        ),
    )
