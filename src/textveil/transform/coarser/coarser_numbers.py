"""Numbers made coarser: ages to bands, amounts to ranges."""

import re
from typing import Final

from textveil.lexicon.dates.written_ages import parse_age
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["coarser_age", "coarser_number"]

_LONGEST: Final = 300
"""Characters that an amount has at most; what is longer is none."""
_AMOUNT: Final = re.compile(
    r"(?P<before>\D{0,12}?)(?P<whole>[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?P<part>\.[0-9]{1,6})?"
    r"(?P<after>[^0-9]{0,24})"
)
_INFANTS: Final = {"month": "0-11", "week": "0-51", "day": "0-30", "hour": "0-23"}


def coarser_age(
    text: str, width: int, top: int, after: str = "", *, language: str = ENGLISH
) -> str | None:
    """Return the band that an age lies in; None if it has no number.

    Bands begin at multiples of the width, and the last one is everything from `top` on. Ages in
    months, weeks, days or hours become all of these there are in the next larger unit.

    Examples
    --------
    >>> [coarser_age(age, 5, 90) for age in ("34", "ninety-three", "early 30s")]
    ['30-34', '90+', '30-39']
    >>> coarser_age("6", 5, 90, "-month-old")
    '0-11'
    """
    age = parse_age(text, after, language)
    if age is None:
        return None
    if age.unit != "year":
        return age.replaced(_INFANTS[age.unit])
    low = age.low // width * width
    high = age.high // width * width + width - 1
    if age.low >= top:
        return age.replaced(f"{top}+")
    if high >= top:
        return age.replaced(f"{low}+" if age.high >= top else f"{low}-{top - 1}")
    return age.replaced(f"{low}-{high}" if high > low else f"{low}")


def coarser_number(text: str, width: int = 0) -> str | None:
    """Return the range that an amount lies in; None if there is not exactly one number.

    Ranges begin at multiples of the width. Without a width, it is the power of ten that leaves one
    digit: 45,320 lies in 40,000-50,000. What stands around the number stays.

    Examples
    --------
    >>> coarser_number("$45,320"), coarser_number("$45,320", 5000), coarser_number("7.25 kg")
    ('$40,000-50,000', '$45,000-50,000', '7-8 kg')
    """
    match = _AMOUNT.fullmatch(text)
    if match is None or len(match["whole"]) > _LONGEST:
        return None
    number = int(match["whole"].replace(",", ""))
    step = width or 10 ** (len(str(number)) - 1)
    low = number // step * step
    grouped = "," if "," in match["whole"] else ""
    return f"{match['before']}{low:{grouped}}-{low + step:{grouped}}{match['after']}"
