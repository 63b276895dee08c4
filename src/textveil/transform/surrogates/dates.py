"""Dates: each subject's dates all move by one secret number of days, in their own writing."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.lexicon.date_conventions import Conventions, year_near
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.written_date import WrittenDate
from textveil.lexicon.written_dates import parse
from textveil.transform.surrogates.calendar import generalised
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.values.draw import Draw

__all__ = ["LEAST_DAYS", "Dates", "keeps_weekdays", "offset_of"]

LEAST_DAYS: Final = 30
"""Offsets are at least this long, so that no date stays in its own week or month by chance."""

_MAX_DAYS: Final = 365
_YEAR: Final = 365.2425
_BARE: Final = "monthday"
"""A day without its month. Moved beside the same day in full, it would leave few offsets."""


def offset_of(
    draw: Draw, subject: str, max_days: int = _MAX_DAYS, keep_weekday: bool = True
) -> int:
    """Return the days by which a subject's dates move: never 0, the same for all of them.

    The empty subject is the corpus, whose offset moves the days that many subjects share.

    Drawn evenly from all whole weeks of 30 days to `max_days`, in both directions; without
    `keep_weekday`, from all whole numbers of days. Whole years are left out: a day and month
    without a year would stay as they are.

    Examples
    --------
    >>> draw = Draw(b"k" * 32)
    >>> offset_of(draw, "p1") == offset_of(draw, "p1") != offset_of(draw, "p2")
    True
    """
    step = 7 if keep_weekday else 1
    if max_days < LEAST_DAYS + step - 1:
        raise InvalidValueError(
            f"`max_days` is at least {LEAST_DAYS + step - 1} here", where=f"max_days: {max_days}"
        )
    rng = draw.rng("date-offset", subject)
    return rng.choice(_sizes(max_days, step)) * rng.choice((-1, 1))


@lru_cache(maxsize=16)
def _sizes(max_days: int, step: int) -> tuple[int, ...]:
    every = range(-(-LEAST_DAYS // step) * step, max_days + 1, step)
    return tuple(days for days in every if not _whole_years(days))


def _whole_years(days: int) -> bool:
    """Tell whether so many days can be whole years."""
    years = round(days / _YEAR)
    leaps = years // 4
    # Of the years that are counted, one more than a quarter may have a 29 February, or one less
    # where a century has none.
    return years > 0 and leaps - 1 - years // 100 <= days - 365 * years <= leaps + 1


class Dates(Maker):
    """Makes dates out of dates.

    Options of the policy: `max_days` (365), `keep_weekday` (true) and `day_first`. The caller
    adds `conventions`, `days` and `days_elsewhere` for each document: how its numbers
    are read, and which year a day and month without one belong to (`lexicon.date_conventions`).

    A date that cannot be read, or that the calendar does not have, becomes `[DATE]`: moving it by
    guess could leave it as it was. A holiday, season or event without a year would show the offset
    beside a moved date: it becomes "the holiday" and the like.

    Notes
    -----
    Guarantee: within a subject all differences between dates that name a day are those of the
    input, exactly; coarser dates of one precision keep their differences in its unit, and no order
    is turned round (verifier `intervals`). Proof and limits in `docs/methods/date-shifting.md`.
    """

    labels: frozenset[str] = frozenset({"DATE"})

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language

    def canonical(self, value: str, label: str) -> str:
        """Return what the date says, or its words where it cannot be read."""
        date = parse(value, language=self.language)
        if date is None or date.impossible:
            return f"{label}:{' '.join(value.casefold().split())}"
        return "/".join(
            "-".join("" if field is None else str(field) for field in moment)
            for moment in date.moments
        )

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return the date, moved by the subject's offset, or by that of the corpus."""
        weeks = keeps_weekdays(setting.options)
        language = setting.language
        general = generalised(value, setting.before, whole_weeks=weeks, language=language)
        if general is not None:
            return general
        date = _conventions(setting).read(value)
        if date is None or date.impossible or any(m.precision == _BARE for m in date.moments):
            return f"[{label}]"
        days = offset_of(
            setting.draw,
            setting.mover,
            int(setting.options.get("max_days", _MAX_DAYS)),
            weeks,
        )
        return _moved(date, days, setting) or f"[{label}]"


def keeps_weekdays(options: Mapping[str, Any]) -> bool:
    """Tell whether dates move by whole weeks."""
    return bool(options.get("keep_weekday", True))


def _conventions(setting: Setting) -> Conventions:
    given: Conventions | None = setting.options.get("conventions")
    if given is not None:
        return given
    return Conventions(setting.options.get("day_first"), language=setting.language)


def _moved(date: WrittenDate, days: int, setting: Setting) -> str | None:
    options, shown = setting.options, _conventions(setting)
    dated, elsewhere = options.get("days", ()), options.get("days_elsewhere", ())
    assumed = year_near(date, shown.year, dated, elsewhere)
    try:
        return date.shifted(days, assumed)
    except InvalidValueError:
        # Past the end of the calendar.
        return None
