"""Coarseness: generalized values are as coarse as asked, and true."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final

from textveil.errors import require_known
from textveil.lexicon.geography.place_lists import countries, us_states
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.runs.cells import fills_cell
from textveil.values.verdict import Verdict, Witness
from textveil.verify.days.shown_periods import LEVELS, covers, shown_periods
from textveil.verify.passages.must_change import tells_nothing
from textveil.verify.readers.date_orders import order_of
from textveil.verify.readers.read_ages import read_age
from textveil.verify.readers.read_dates import read_date

__all__ = ["Coarseness", "coarseness_of"]

_AROUND: Final = 40
_PLACES: Final = ("state", "country")
_SMALL_AREAS: Final = frozenset(
    {
        *("036", "059", "063", "102", "203", "556", "692", "790", "821"),
        *("823", "830", "831", "878", "879", "884", "890", "893"),
    }
)
"""Beginnings of US postal codes with 20,000 people or fewer: HHS guidance, 26 November 2012."""
_RANGE: Final = re.compile(r"([0-9][0-9,]{0,60})-([0-9][0-9,]{0,60})")
_NUMBER: Final = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")
_UNITS: Final = {"month": 11, "week": 51, "day": 30, "hour": 23}
"""The most of each unit that an age below the next larger one can have."""

_FINE: Final = "the release shows more of this {} than the policy allows"
_UNTRUE: Final = "the replacement is not true of the {} that it replaces"
_OLD: Final = "the release shows an age or a year of birth that belongs in the last band"


@dataclass(frozen=True, slots=True)
class Coarseness:
    """Check that generalized values show no more than the policy allows.

    Parameters
    ----------
    date, earliest_year, age_width, age_top, place, number_width, restricted_zips, day_first
        As those of `textveil.generalize.v1`.
    language
        Language of the texts.

    Notes
    -----
    The claim: what stands in place of a date, age, postal code, city, state or amount is a tag, a
    row of marks or nothing; or it is a period, band, area, place or range of the size asked or a
    larger one, and the value lies in it. No age from `age_top` on is shown but as `age_top+`, no
    year before `earliest_year`, and of a postal code only its first three digits, or `000` where
    these are among the small areas. Of places it is checked that a state or country is shown, and
    not the place itself; whether the place lies there is not.

    Values are read from the input anew; how periods and bands are written is defined here, without
    the transformer. One pass; constant memory. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "coarseness"
    unhides: ClassVar[bool] = True

    date: str = "year"
    earliest_year: int = 0
    age_width: int = 5
    age_top: int = 90
    place: str = "state"
    number_width: int = 0
    restricted_zips: tuple[str, ...] | None = None
    day_first: bool | None = None
    language: str = ENGLISH

    def __post_init__(self) -> None:
        require_known("level for `date`", self.date, LEVELS)
        require_known("level for `place`", self.place, _PLACES)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        checked, witnesses = 0, list[Witness]()
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            language = case.read_in(self.language)
            checked += sum(edit.label in _CHECKED for edit in case.release.edits)
            witnesses += self.faults(case, language, _CHECKED.__contains__)
        return Verdict.of(self.claim, checked, witnesses)

    def faults(self, case: Case, language: str, judged: Callable[[str], bool]) -> Iterator[Witness]:
        """Yield what is too fine or untrue of the passages of a document with judged labels."""
        text = "" if case.before is None else case.before.text
        dates = (value for edit, _, _, value in case.passages() if edit.label == "DATE")
        order = order_of(dates, self.day_first, language=language)
        for edit, start, end in case.release.placed():
            reason = self._fault(edit, text, order, language) if judged(edit.label) else ""
            if reason:
                yield Witness(case.release.id, start, end, reason)

    def _fault(self, edit: Edit, text: str, day_first: bool | None, language: str) -> str:
        """Return the reason if a replacement is wrong; else nothing."""
        value, after = text[edit.start : edit.end], text[edit.end : edit.end + _AROUND]
        if tells_nothing(edit.replacement, edit.label, value):
            return ""
        match edit.label:
            case "DATE":
                return self._date(value, edit.replacement, day_first, language)
            case "AGE":
                if edit.replacement == str(self.age_top) and _is_number_cell(edit, text):
                    return "" if int(value) >= self.age_top else _UNTRUE.format("age")
                return self._age(value, edit.replacement, after, language)
            case "ZIP":
                return self._zip(value, edit.replacement)
            case "QUANTITY":
                return self._amount(value, edit.replacement)
            case "CITY" | "STATE":
                return self._place(value, edit.replacement)
        return _FINE.format("value")

    def _date(self, value: str, shown: str, day_first: bool | None, language: str) -> str:
        periods = shown_periods(shown, language=language)
        if periods is None or any(p.rank < LEVELS.index(self.date) for p in periods):
            return _FINE.format("date")
        if any(p.year is not None and p.year < self.earliest_year for p in periods):
            return _OLD
        date = read_date(value, day_first, language=language)
        if date is None or date.impossible:
            return _UNTRUE.format("date")
        return "" if covers(periods, date.moments) else _UNTRUE.format("date")

    def _age(self, value: str, shown: str, after: str, language: str) -> str:
        real, band = (read_age(one, after, language) for one in (value, shown))
        if real is None or band is None:
            return _UNTRUE.format("age")
        if real.unit != "year":
            whole = (band.low, band.high) == (0, _UNITS[real.unit])
            return "" if whole else _FINE.format("age")
        last = "+" in shown
        if band.high >= self.age_top and not last:
            return _OLD
        if last:
            fits = band.low <= real.low and real.high >= self.age_top >= band.low
            return "" if fits else _UNTRUE.format("age")
        if not band.low <= real.low <= real.high <= band.high:
            return _UNTRUE.format("age")
        whole = band.low % self.age_width == 0
        ends = (band.high + 1) % self.age_width == 0 or band.high == self.age_top - 1
        return "" if whole and ends else _FINE.format("age")

    def _zip(self, value: str, shown: str) -> str:
        given = self.restricted_zips
        small = _SMALL_AREAS if given is None else frozenset(given)
        first = re.sub(r"\D", "", value)[:3]
        if shown == "000":
            return ""
        if not re.fullmatch(r"[0-9]{3}", shown) or shown in small:
            return _FINE.format("postal code")
        return "" if shown == first else _UNTRUE.format("postal code")

    def _place(self, value: str, shown: str) -> str:
        lands = {_plain(name) for name in countries().values()}
        allowed = lands if self.place == "country" else lands | {*map(_plain, us_states().values())}
        wrong = _plain(shown) not in allowed or _plain(shown) == _plain(value)
        return _FINE.format("place") if wrong else ""

    def _amount(self, value: str, shown: str) -> str:
        found, number = _RANGE.search(shown), _NUMBER.search(value)
        if found is None or len(_NUMBER.findall(shown)) != 2:
            return _FINE.format("number")
        low, high = (int(end.replace(",", "")) for end in found.groups())
        real = float(number.group().replace(",", "")) if number else -1.0
        if not low <= real < high:
            return _UNTRUE.format("number")
        width = self.number_width or 10 ** (len(str(int(real))) - 1)
        return "" if high - low >= width and low % width == 0 else _FINE.format("number")


def coarseness_of(step: Mapping[str, Any]) -> Coarseness:
    """Return the check for a transformer with these options, as a policy has them."""
    known = {one.name for one in fields(Coarseness)}
    return Coarseness(**{name: value for name, value in step.items() if name in known})


def _is_number_cell(edit: Edit, text: str) -> bool:
    """Tell whether a number is all that a cell of a table holds: there 90 is 90 and over."""
    return text[edit.start : edit.end].isdecimal() and fills_cell(
        text[: edit.start], text[edit.end :]
    )


_CHECKED: Final = frozenset({"AGE", "CITY", "DATE", "QUANTITY", "STATE", "ZIP"})


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace(".", "").split())
