"""Date forms: the one table of the ways in which dates are written, `data/date_forms.tsv`.

The reader (`written_dates`), the writer (the slots of `date_fields`), the rules of detection
(`detect.rules.dates`, `detect.rules.periods`) and the verifiers' search
(`verify.readers.shown_days`) are made from this table. Its words stand in the facts of the
language.

The groups of a template name the fields: `D` day, `O` its ordinal ending, `X` the French one, `W`
day in words, `M` month in digits, `B` its name, `R` in Roman digits, `F` its foreign name, `N` a
number that is day or month, `Y` and `y` year in four and two digits, `G` year of an ISO week, `K`
its number, `k` its day, `A` weekday, `Q` the kind of a part of a year, `P`, `n` and `p` its number
as digit, ordinal and word, `S` season, `E`, `e` and `w` decade in four digits, two digits and a
word, `H` holiday. What follows `_` tells groups of one kind apart; `_2` is the later end.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Final

from textveil.lexicon.dates.written_forms import table_of, templates

__all__ = ["JOINT", "Form", "forms"]

JOINT: Final = r"<gap>?(?:<dash>{1,2}|/|&|,)<gap>?|<gap><@range><gap>"
"""What stands between two whole dates."""


@dataclass(frozen=True)
class Form:
    """One way of writing.

    Attributes
    ----------
    name
        What the form is called.
    precision
        How precise its dates are; `part` where the word for a part of a year tells.
    padded
        Whether numbers below ten have two digits where nothing tells otherwise.
    pair
        Whether it writes two days of one month.
    template
        The form as the table writes it.
    language
        Whose words it has.
    """

    name: str
    precision: str
    padded: bool
    pair: bool
    template: str
    language: str

    @cached_property
    def reader(self) -> re.Pattern[str]:
        """Matches whole passages; its groups are the fields. Made when first asked for."""
        return templates(self.language).reader(self.template)

    @cached_property
    def finder(self) -> str:
        """Expression that finds passages, for RE2."""
        return templates(self.language).finder(self.template)


@cache
def forms(language: str = "en") -> Mapping[str, Form]:
    """Return the forms of a language by name, in the order in which they are tried."""
    return MappingProxyType(
        {
            name: Form(
                name,
                precision.rstrip("*"),
                precision.endswith("*"),
                "<two-days>" in template,
                template,
                language,
            )
            for name, precision, template in table_of("date_forms.tsv")
        }
    )
