"""Ages: kept, since births and visits move together; topped at 90, or moved, as the policy says."""

from typing import Final

from textveil.lexicon.dates.written_ages import parse_age
from textveil.lexicon.tables.languages import ENGLISH
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.values.runs.cells import fills_cell

__all__ = ["TOP", "Ages"]

TOP: Final = 90
"""Ages from here on are one category in 45 CFR 164.514(b)(2)(i)(C)."""


class Ages(Maker):
    """Makes ages out of ages.

    Options of the policy: `top_code` (false) and `jitter` (0). A subject's date of birth and dates
    of visits move by the same offset, so the age at a visit is what it was: ages stay. `top_code`
    writes those of 90 years and more as `90+`; a cell of a table that holds a number alone gets the
    number 90, so that a column of numbers stays one. `jitter` moves all ages of a subject's
    documents, counted in years, by one secret number of at most `jitter`, down to 0 at least; they
    then no longer fit the date of birth. An age without a number becomes `[AGE]` under either
    option.
    """

    labels: frozenset[str] = frozenset({"AGE"})

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language

    def canonical(self, value: str, label: str) -> str:
        """Return the numbers of the age, or its words."""
        age = parse_age(value, language=self.language)
        said = value.casefold() if age is None else f"{age.low}-{age.high}"
        return f"{label}:{said}"

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return the age as the options say."""
        top = bool(setting.options.get("top_code", False))
        jitter = int(setting.options.get("jitter", 0))
        if not top and not jitter:
            return value
        age = parse_age(value, setting.after, self.language)
        if age is None:
            return f"[{label}]"
        if age.unit != "year":
            return value
        if jitter:
            years = setting.draw.rng("age-offset", setting.mover).randint(-jitter, jitter)
            value = age.changed(lambda number: max(0, number + years))
            age = parse_age(value, setting.after, self.language) or age
        if not top or age.high < TOP:
            return value
        if value.isdecimal() and fills_cell(setting.before, setting.after):
            return str(TOP)
        return age.replaced(_topped(age.low))


def _topped(low: int) -> str:
    """Return the category, or a range into it where the age may lie below."""
    return f"{TOP}+" if low >= TOP else f"{low}-{TOP}+"
