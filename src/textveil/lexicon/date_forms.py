"""Date forms: the one table of the ways in which dates are written.

The reader (`written_dates`), the writer (the slots of `date_fields`), the rules of detection
(`detect.rules.dates`, `detect.rules.periods`) and the verifiers' search (`verify.shown_days`) are
made from this table. Its words stand in the facts of the language.

The groups of a template name the fields: `D` day, `O` its ordinal ending, `X` the French one, `W`
day in words, `M` month in digits, `B` its name, `R` in Roman digits, `F` its foreign name, `N` a
number that is day or month, `Y` and `y` year in four and two digits, `G` year of an ISO week, `K`
its number, `k` its day, `A` weekday, `Q` the kind of a part of a year, `P`, `n` and `p` its number as
digit, ordinal and word, `S` season, `E`, `e` and `w` decade in four digits, two digits and a word,
`H` holiday. What follows `_` tells groups of one kind apart; `_2` is the later end of a period.
"""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from textveil.lexicon.written_forms import GAP, Templates

__all__ = ["CLOCK", "JOINT", "Form", "forms", "templates"]

CLOCK: Final = (
    r"(?:[0-2]?[0-9][:.][0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?<half-day>?<zone>"
    r"|[0-2]?[0-9](?:[0-5][0-9])?<half-day>|<@clock-name>)"
)
_PIECES: Final = {
    "gap": r"\s{1,8}",
    "thin": r"\s?",
    "quote": r"['\u2019\u2018`]",
    "mark": r"[-/.\u2013\u2010\u2011]",
    "mark-again": r"(?P=mark)",
    "slash": r"<mark>",
    "dash": r"[-\u2013\u2014\u2010\u2011\u2212]",
    "stroke": r"[-/\u2013\u2014]",
    "zone": r"(?:\s?(?:z|<@time-zone>|[+-][0-9]{2}:?[0-9]{2}))?",
    "half-day": r"\s?(?:[ap]\.?\s?m\b\.?|<@hours-word>\b)",
    "clock": CLOCK,
    "after": r"(?:(?:,?<gap>(?:<@clock-cue><gap>?|-<gap>)?|t|@|,|<gap>?-)<clock>)?",
    "tail": r"(?:,?<gap>?\(?(?P<A_2><weekday>)\.?\)?)?<after>",
    "stamp": r"<tail>",
    "weekday": r"<@weekday,weekday-short>",
    "the": r"<@article><gap>",
    "front": r"(?P<A><weekday>)\.?,?<gap><the>?",
    "lead-the": r"<the>",
    "front-close": r"<front>",
    "stage": r"<lead-the>?<@stage>(?:[- ]|<gap>)(?:<@stage-link><gap>)?<the>?",
    "near": r"<lead-the>?<@relative-to><gap>",
    "of": r"<@date-of><gap>",
    "month": r"(?P<B><@month,month-short>)\.?",
    "foreign": r"(?P<F><@foreign-month>)",
    "day": r"(?P<D>[0-3]?[0-9])(?P<O><@ordinal-ending>)?",
    "two-days": r"<day>(?P<tail>(?:<gap>?(?:<dash>|/|&|<only>,)<gap>?|<gap><@range><gap>)<the>?"
    r"(?P<D_2>[0-3]?[0-9])(?P<O_2><@ordinal-ending>)?)",
    "word-day": r"(?P<W><@ordinal>)",
    "year": r"(?P<Y>[12][0-9]{3})",
    "late-year": r"[12][0-9]{3}",
    "kind": r"<lead-the>?<@year-kind>(?:<gap>|-)?",
    "year-after": r"(?:,?<gap><of>?|<mark>|,<gap>?)<quote>?<year>|,?<gap>?<quote>(?P<y>[0-9]{2})"
    r"|<only>(?:<mark>|,?<gap>)(?P<y_b>[0-9]{2})",
    "year-behind": r"(?:,?<gap><of>?|<mark>|,<gap>?|)<quote>?<year>|,?<gap>?<quote>(?P<y>[0-9]{2})"
    r"|(?:<mark>|<only>,?<gap>|)(?P<y_b>[0-9]{2})",
    "short-or-long": r"<quote>?<year>|<quote>(?P<y>[0-9]{2})",
    "part-year": r"(?:,?<gap>|/|-)?(?:<@date-of,fiscal><gap>?)?<short-or-long>"
    r"|<thin>[/-]?(?P<y_b>[0-9]{2})",
    "foreign-year": r"<gap>(?:<@foreign-of><gap>)?<year>",
}
_FOUND: Final = {
    "gap": GAP,
    "thin": " ?",
    "quote": "'",
    "mark": "[-/.]",
    "mark-again": "[-/.]",
    "slash": "/",
    "zone": r"(?: ?(?-i:Z|<@time-zone>|[+-][0-9]{2}:?[0-9]{2}))?",
    "dash": "-",
    "stroke": "[-/]",
    "clock": r"[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?<zone>",
    "after": "",
    "tail": "",
    "stamp": r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?",
    "year": r"(?:1[0-9]|20)[0-9]{2}",
    "late-year": r"(?:1[0-9]|20)[0-9]{2}",
    "lead-the": "",
    "front-close": r"<weekday>\.?,? ",
    "kind": r"<@year-kind-sure>(?:<gap>|-)?",
}
JOINT: Final = r"<gap>?(?:<dash>{1,2}|/|&)<gap>?|<gap><@range><gap>"
"""What stands between two whole dates."""

_TABLE: Final = (
    # Name, precision, and a star where numbers of two digits are padded if nothing tells; template.
    ("days-month", "day", r"<front>?<the>?<two-days>(?:<gap>(?:<@day-of><gap>)?|<mark>?)<month>"
     r"<year-behind>?"),
    ("month-days", "day", r"<front>?<month>(?:<gap><the>?|<mark>)<two-days>"
     r"(?:(?:,?<gap><of>?|,)<quote>?<year>)?"),
    ("iso", "day*", r"<front-close>?<year>(?P<mark><mark>)(?P<M>[0-9]{1,2})<mark-again>"
     r"(?P<D>[0-9]{1,2})<stamp>"),
    ("numeric", "day*", r"<front-close>?(?P<N_1>[0-9]{1,2})<thin>(?P<mark><mark>)<thin>(?P<N_2>[0-9]{1,2})"
     r"<thin><mark-again><thin>(?:<year>|<quote>?(?P<y>[0-9]{2}))<tail>"),
    ("dotted-foreign", "day", r"(?P<D>[0-3]?[0-9])\.<gap><foreign><foreign-year>?"),
    ("day-month", "day", r"<front>?<the>?<day>(?:(?:<only>\.)?<gap>(?:<@date-day><gap>)?(?:<@day-of><gap>)?"
     r"|<mark>{0,2})<month><year-behind>?<tail>"),
    ("month-day", "day", r"<front>?(?:<the>?<stage>)?<month>(?:<gap><the>?|<mark>|<only>)<day>"
     r"<year-after>?<tail>"),
    ("clock-year", "day", r"<front>?<month><gap><day>,?<gap><clock><gap>(?:[a-z]{2,5}<gap>)?<year>"),
    ("year-month-day", "day", r"<year>(?:,?<gap>|<mark>|)<month>(?:<gap>|<mark>|)<day><tail>"),
    ("month-year", "month", r"<near>?(?:<the>?<stage>)?<month>(?:(?:,?<gap><of>?|<mark>|)<quote>?<year>"
     r"|,?<gap>?<quote>(?P<y>[0-9]{2})|<only>(?:,?<gap>|<mark>)(?P<y_b>[0-9]{2}))"),
    ("year-month", "month", r"<year>(?:(?:<only>,)?<gap>|<mark>)<month>"),
    ("words-month", "day", r"<front>?<the>?<word-day><gap>(?:<@date-day><gap>)?(?:<@day-of><gap>|<only>)"
     r"<month><year-after>?<tail>"),
    ("month-words", "day", r"<front>?<month><gap><the>?<word-day><year-after>?<tail>"),
    ("numeric-month-year", "month*", r"(?P<M>0?[1-9]|1[0-2])(?P<mark><mark>)(?:<year>"
     r"|<only><quote>(?P<y>[0-9]{2})|<only>(?P<y_b>[0-9]{2}))"),
    ("numeric-month-day", "day*", r"<front>?(?P<N_1>[0-3]?[0-9])<slash>(?P<N_2>[0-3]?[0-9])<tail>"),
    ("years", "year", r"<stage>?<kind>?<year>(?P<mark><stroke>)"
     r"(?:(?P<y_2>[0-9]{2})|(?P<Y_2><late-year>))"),
    ("iso-month", "month*", r"<year>[-/](?P<M>0[1-9]|1[0-2])"),
    ("year", "year", r"<near>?<stage>?<kind>?<year>"),
    ("short-year", "year", r"<stage>?(?:<quote>|<kind><quote>?)(?P<y>[0-9]{2})"
     r"(?:[-/](?P<y_2>[0-9]{2}))?"),
    ("decade", "decade", r"<the>?<stage>?(?P<E>[12][0-9]{2}0)<quote>?s"),
    ("short-decade", "decade", r"<the>?<stage>?<quote>?(?P<e>[1-9]0)<quote>?s"),
    ("decade-words", "decade", r"<the>?<stage>?(?P<w><@decade>)"),
    ("season", "season", r"<near>?<lead-the>?<stage>?(?P<S><@season>)(?:<gap><@term>)?(?:(?:,?<gap><of>?"
     r"|-|/|)<short-or-long>(?:<stroke>(?:(?P<y_2>[0-9]{2})|(?P<Y_2><late-year>)))?)?"),
    ("part", "part", r"(?P<Q><@year-part-letter>)(?P<P>[1-4])(?:<part-year>)"),
    ("part-first", "part", r"(?P<P>[1-4])(?P<Q><@year-part-letter>)(?:<part-year>)"),
    ("part-last", "part", r"<year>[ /-]?(?P<Q><@year-part-letter>)(?P<P>[1-4])"),
    ("part-words", "part", r"<lead-the>?(?:(?P<p><@part-ordinal>)|(?P<n>[1-4]<@ordinal-ending>))<gap>"
     r"(?P<Q><@year-part>)(?:,?<gap><of>?(?:<@fiscal><gap>)?<short-or-long>)?"),
    ("iso-week-day", "day*", r"(?P<G>[12][0-9]{3})-?w(?P<K>[0-5][0-9])-?(?P<k>[1-7])"),
    ("iso-week", "week*", r"(?P<G>[12][0-9]{3})-?w(?P<K>[0-5][0-9])"),
    ("week", "week", r"<@week-word>\.?<gap>?(?P<K>[0-5]?[0-9])(?:,?<gap><of>?|/)"
     r"(?P<G>[12][0-9]{3})"),
    ("month", "month", r"<near>?<stage>?(?:(?P<B><@month>)\b|(?P<B_s><@month-cut>)\b\.?)"),
    ("foreign", "day", r"<the>?(?P<D>[0-3]?[0-9])(?P<X>er)?\.?<gap>(?:<@foreign-of><gap>)?<foreign>"
     r"<foreign-year>?"),
    ("foreign-month", "month", r"<foreign><foreign-year>?"),
    ("roman", "day", r"(?P<D>[0-3]?[0-9])(?:\.<thin>|[-/ ])(?P<R><@roman-month>)(?:\.<thin>|[-/ ])"
     r"<year>"),
    ("blanks", "day*", r"(?P<N_1>[0-3]?[0-9])\s(?P<N_2>[0-3]?[0-9])\s<year>"),
    ("blanks-iso", "day*", r"<year>\s(?P<M>[01][0-9])\s(?P<D>[0-3][0-9])"),
    ("digits-iso", "day*", r"(?P<Y>(?:1[89]|2[01])[0-9]{2})(?P<M>0[1-9]|1[0-2])(?P<D>[0-3][0-9])"
     r"(?:t?[0-2][0-9][0-5][0-9](?:[0-5][0-9])?z?)?"),
    ("digits", "day*", r"(?P<N_1>[0-3][0-9])(?P<N_2>[0-3][0-9])"
     r"(?:(?P<Y>(?:1[89]|2[01])[0-9]{2})|(?P<y>[0-9]{2}))"),
    ("digits-short-iso", "day*", r"(?P<y>[0-9]{2})(?P<M>0[1-9]|1[0-2])(?P<D>[0-3][0-9])"),
    ("weekday", "weekday", r"<near>?(?:<@every><gap>)?(?P<A><weekday>)\b\.?(?:<gap><@day-part>)?<after>"),
    ("monthday", "monthday", r"<the>?(?P<D>[0-3]?[0-9])(?P<O><@ordinal-ending>)(?:<gap><@date-of><gap>"
     r"(?:<@article,relative-to>)<gap><@month-word>)?"),
    ("holiday", "day", r"(?P<H><@holiday,holiday-bare>)(?:,?<gap><of>?<year>"
     r"|,?<gap>?<quote>(?P<y>[0-9]{2}))?"),
    ("relative", "relative", r"(?:<@relative-day>|<near>(?:<@some><gap>)?<@time-unit>"
     r"|(?:<@date-of><gap>)?(?:[0-9]{1,3}|<@number,some>)(?:-|<gap>)<@time-unit>"
     r"(?:<gap><@relative-end>)?)(?:<gap><@day-part>)?"),
)  # fmt: skip


class Form(NamedTuple):
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
    reader
        Matches whole passages; its groups are the fields.
    finder
        Expression that finds passages, for RE2.
    """

    name: str
    precision: str
    padded: bool
    pair: bool
    reader: re.Pattern[str]
    finder: str


@cache
def templates(language: str = "en") -> Templates:
    """Return the pieces of the forms in a language."""
    return Templates(language, MappingProxyType(_PIECES), MappingProxyType(_FOUND))


@cache
def forms(language: str = "en") -> Mapping[str, Form]:
    """Return the forms of a language by name, in the order in which they are tried."""
    made = templates(language)
    return MappingProxyType(
        {
            name: Form(
                name,
                precision.rstrip("*"),
                precision.endswith("*"),
                "<two-days>" in template,
                made.reader(template),
                made.finder(template),
            )
            for name, precision, template in _TABLE
        }
    )
