"""The options of surrogates: how makers choose fakes, as a policy says it under `options`."""

import re
from dataclasses import dataclass
from typing import Final

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.written_date_moments import YEARS
from textveil.values.terms.option import option

__all__ = ["UNMAPPED", "SurrogateOptions"]

_WINDOW: Final = re.compile(r"([0-9]{4})-([0-9]{4})")
_KEEP: Final = "keep"

UNMAPPED: Final = frozenset(
    {"day_first", "jitter", "keep_weekday", "max_hours", "season", "top_code", "window"}
)
"""Options of dates, times and ages, of which a vault keeps no surrogates."""


@dataclass(frozen=True, slots=True)
class SurrogateOptions:
    """What a policy may say about single kinds of values.

    Raises
    ------
    InvalidValueError
        If the window names no years, or the season is no known word.

    Examples
    --------
    >>> SurrogateOptions().window, SurrogateOptions(season="keep").season
    ('2010-2019', 'keep')
    """

    window: str = option("2010-2019", "first and last year to which dates may move")
    season: str | None = option(None, "`keep` leaves dates within three days of their day of year")
    keep_weekday: bool = option(True, "whether dates move by whole weeks")
    day_first: bool | None = option(None, "whether 3/4 is 3 April; null: as the document shows")
    max_hours: int = option(0, "most hours by which times of day move", bounds=(0, 11))
    top_code: bool = option(False, "whether ages from 90 on become 90+")
    jitter: int = option(0, "most years by which ages move", bounds=(0, 20))
    keep_gender: bool = option(True, "whether a given name becomes one of the same gender")
    keep_origin: bool = option(True, "whether a surname becomes one of the same origin")
    keep_state: bool = option(False, "whether states stay, and cities stay in their state")
    keep_country: bool = option(False, "whether countries stay")
    replace_free_mail: bool = option(False, "whether domains of free mail providers change too")
    invented_domains: bool = option(False, "whether domains are invented, not `example` ones")

    def __post_init__(self) -> None:
        found = _WINDOW.fullmatch(self.window)
        first, last = map(int, found.groups()) if found else (1, 0)
        if not (first <= last and first in YEARS and last in YEARS):
            raise InvalidValueError(
                f"`window` is two years between {YEARS[0]} and {YEARS[-1]}, the first not after "
                "the last",
                where="options.window",
                hint='for example window: "2010-2019"',
            )
        if self.season not in (None, _KEEP):
            raise InvalidValueError(
                f"`season` is {_KEEP} or left out",
                where="options.season",
                hint=f"write `season: {_KEEP}`",
            )
