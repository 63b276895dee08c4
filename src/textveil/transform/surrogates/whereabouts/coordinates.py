"""Coordinates: those of another city, in the same notation."""

import re
from random import Random
from typing import Final

from textveil.lexicon.geography.localities import draw_place

__all__ = ["are_coordinates", "draw_coordinates"]

_FIGURE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_COORDINATES: Final = re.compile(
    r"-?[0-9]{1,2}\.[0-9]{3,40}\D{1,6}[0-9]{1,3}\.[0-9]{3,40}\W{0,60}[EW]?"
    r"|[0-9]{1,2}(?:\.[0-9]{1,40})?\u00b0.{0,200}[NS].{0,200}[0-9]{1,3}(?:\.[0-9]{1,40})?\u00b0.{0,200}[EW]"
)


def are_coordinates(value: str) -> bool:
    """Tell whether a value is a latitude and a longitude.

    Examples
    --------
    >>> are_coordinates("42.3601, -71.0589"), are_coordinates("12 Main St")
    (True, False)
    """
    return _COORDINATES.fullmatch(value) is not None


def draw_coordinates(value: str, rng: Random) -> str:
    """Return coordinates near another city of the United States or, for the east, of the world."""
    east, south = ("-" not in value and "W" not in value), "S" in value or value.startswith("-")
    place = draw_place(rng, "AU" if south else "DE" if east else "US", "", "")
    numbers = _FIGURE.findall(value)
    half = len(numbers) // 2
    halves = ((place.latitude, numbers[:half]), (place.longitude, numbers[half:]))
    fakes = [
        _figure(text, degrees if at == 0 else None, rng)
        for degrees, some in halves
        for at, text in enumerate(some)
    ]
    source = iter(fakes)
    return _FIGURE.sub(lambda _: next(source), value)


def _figure(text: str, degrees: float | None, rng: Random) -> str:
    """Return degrees near those of a city or, where none are given, minutes or seconds."""
    places = len(text.partition(".")[2])
    number = rng.uniform(0, 59.9) if degrees is None else abs(degrees) + rng.uniform(-0.3, 0.3)
    if places:
        return f"{number:.{places}f}"
    return f"{int(number):0{len(text)}}" if degrees is None else str(int(number))
