"""Clocks: the anchor, the target and the offset of a subject, made anew from the key or the vault.

The verifiers' own code for the rules of `docs/methods/date-shifting.md`; it shares nothing with the
transformer, not even the draw. Days are ordinals.
"""

import hmac
import json
import re
from bisect import bisect_left
from calendar import isleap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from textveil.errors import InvalidValueError
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.verify.readers.date_years import Period, middle_of

__all__ = ["ClockRecords", "TargetWindow", "nearest_to_middle"]

_SEASONS: Final = (None, "keep")
_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class TargetWindow:
    """The days among which a target is drawn.

    Parameters
    ----------
    years
        First and last year, as the policy writes them: `2010-2019`.
    season
        `keep` if targets lie near the anchor's day of the year.
    keep_weekday
        Whether targets have the anchor's weekday.
    """

    years: str
    season: str | None
    keep_weekday: bool

    def __post_init__(self) -> None:
        match = re.fullmatch(r"([12][0-9]{3})-([12][0-9]{3})", self.years)
        if match is None or match[1] > match[2]:
            raise InvalidValueError(
                "`window` is two years", where=f"window: {self.years}", hint="window: 2010-2019"
            )
        if self.season not in _SEASONS:
            raise InvalidValueError("`season` is `keep` or nothing", hint="season: keep")

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last year."""
        first, last = self.years.split("-")
        return int(first), int(last)

    def holds(self, day: int) -> bool:
        """Tell whether a day lies in these years."""
        first, last = self.ends
        return first <= date.fromordinal(day).year <= last

    def target(self, anchor: int, key: bytes, subject: str) -> int:
        """Return the target that the key draws for a subject with this anchor."""
        number = int.from_bytes(hmac.digest(key, _message("date-clock", subject), "sha256"), "big")
        first, last = self.ends
        if self.season == "keep":
            days = list(self._in_season(anchor))
            return days[number % len(days)]
        low, high = date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal()
        step = 7 if self.keep_weekday else 1
        low += (anchor - low) % step
        return low + number % ((high - low) // step + 1) * step

    def _in_season(self, anchor: int) -> Iterator[int]:
        day = date.fromordinal(anchor)
        first, last = self.ends
        for year in range(first, last + 1):
            leap_day = (day.month, day.day) == (2, 29) and not isleap(year)
            centre = date(year, day.month, 28 if leap_day else day.day).toordinal()
            for near in range(centre - _NEAR, centre + _NEAR + 1):
                if not self.keep_weekday or (near - anchor) % 7 == 0:
                    yield near


def _message(*parts: str) -> bytes:
    """Return parts with their lengths before them, so that no two lists of parts are one text."""
    written = [part.encode("utf-8", "surrogatepass") for part in parts]
    return b"".join(len(one).to_bytes(8, "big") + one for one in written)


@dataclass(frozen=True, slots=True)
class ClockRecords:
    """The offsets that a key or a vault asks for.

    Parameters
    ----------
    window
        Where targets are drawn.
    scope
        As the policy's; part of the records' names.
    key
        Draws targets, if there is no vault.
    vault
        Has the anchor and target of every subject, and the chosen days of periods.
    """

    window: TargetWindow
    scope: str
    key: Secret | None
    vault: Vault | None

    def offsets(self, subject: str, anchors: Sequence[int]) -> list[int] | None:
        """Return the offsets that a subject may have, most likely one first; None if any.

        `anchors` are the days that may be the anchor. There is no offset at all if the vault has no
        record, or one that was never drawn.
        """
        if self.vault is not None:
            return list(self._recorded(subject))
        if self.key is None:
            return None
        key = self.key.derive("surrogate")
        return [self.window.target(anchor, key, subject) - anchor for anchor in anchors]

    def _recorded(self, subject: str) -> Iterator[int]:
        record = self._record("clock", self.scope, subject)
        drawn = None if self.vault is None else self.vault.recall("project", "draw")
        if record is None or drawn is None:
            return
        anchor, target = record[-2:]
        # The target stays when season or weekdays are asked for later, or another window.
        asked = (
            TargetWindow(self.window.years, season, weekday)
            for season in _SEASONS
            for weekday in (True, False)
        )
        key = bytes.fromhex(drawn)
        drawn_ones = (window.target(anchor, key, subject) for window in asked)
        if not self.window.holds(target) or target in drawn_ones:
            yield target - anchor

    def chosen(
        self, subject: str, kind: str, period: Period, days: Sequence[Sequence[int]]
    ) -> set[int]:
        """Return the days of a period that may be moved in its place; none if no record has one.

        `days` are lists of days, in order, one of which holds the days of the subject.
        """
        if self.vault is None:
            return {nearest_to_middle(period, some) for some in days}
        record = self._record("clock-periods", self.scope, subject, kind, period[0])
        return set() if record is None or not period[0] <= record[-1] <= period[1] else {record[-1]}

    def _record(self, space: str, *name: str | int) -> list[int] | None:
        """Return the numbers that a record has beside its name; None if there is none."""
        found = None if self.vault is None else self.vault.recall(space, json.dumps(list(name)))
        if found is None:
            return None
        told = json.loads(found)
        return told[len(name) :] if told[: len(name)] == list(name) else None


def nearest_to_middle(period: Period, days: Sequence[int]) -> int:
    """Return the day in a period that is nearest to its middle; the middle if none lies in it.

    Of two days the earlier one is taken. The days are in order.

    Examples
    --------
    >>> nearest_to_middle((10, 20), [3, 14, 16, 30]), nearest_to_middle((10, 20), [3, 30])
    (14, 15)
    """
    middle = middle_of(period)
    at = bisect_left(days, middle)
    inside = [day for day in days[max(0, at - 1) : at + 1] if period[0] <= day <= period[1]]
    return min(inside, key=lambda day: (abs(day - middle), day), default=middle)
