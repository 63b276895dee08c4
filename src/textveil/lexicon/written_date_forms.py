"""Forms: the ways in which dates are written, each as a pattern with named slots."""

import re
from typing import Final, NamedTuple

from textveil.lexicon.written_date_words import DAY_WORDS, DECADES, FOREIGN

__all__ = ["FORMS", "GAP", "JOINT", "PAIRS", "Form"]

GAP: Final = r"(?:\s{1,8})"
_QUOTE: Final = r"['\u2019\u2018`]"
_MARK: Final = r"[-/.\u2013\u2010\u2011]"
_DASH: Final = r"[-\u2013\u2014\u2010\u2011\u2212]"

_WEEKDAY: Final = (
    r"(?:monday|mon|tuesday|tues|tue|wednesday|weds|wed|thursday|thurs|thur|thu|friday|fri"
    r"|saturday|sat|sunday|sun)"
)
_MONTH: Final = (
    r"(?P<B>january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug"
    r"|september|sept|sep|october|oct|november|nov|december|dec)\.?"
)
_FOREIGN: Final = "|".join(
    sorted({name for line in FOREIGN.values() for name in line.split()}, key=len, reverse=True)
)
_PLAIN_FOREIGN: Final = (
    _FOREIGN.replace("ä", "[äa]").replace("é", "[ée]").replace("û", "[ûu]").replace("ç", "[çc]")
)
_GERMAN: Final = FOREIGN["de"].replace("ä", "[äa]").replace(" ", "|")
_DAY: Final = r"(?P<D>[0-3]?[0-9])(?P<O>st|nd|rd|th)?"
_DAY_2: Final = r"(?P<D_2>[0-3]?[0-9])(?P<O_2>st|nd|rd|th)?"
_TWO_DAYS: Final = (
    rf"{_DAY}(?P<tail>{GAP}?(?:{_DASH}|/|&|,){GAP}?(?:the{GAP})?{_DAY_2}"
    rf"|{GAP}(?:to|and|or|through|thru|until){GAP}(?:the{GAP})?(?P<D_3>[0-3]?[0-9])"
    r"(?P<O_3>st|nd|rd|th)?)"
)
_WORD_DAY: Final = (
    "(?P<W>" + "|".join(sorted(DAY_WORDS, key=len, reverse=True)).replace("-", "[- ]") + ")"
)
_YEAR: Final = r"(?P<Y>[12][0-9]{3})"
_ZONE: Final = r"(?:\s?(?:z|utc|gmt|[ecmp][sd]?t|cest|cet|bst|ist|[+-][0-9]{2}:?[0-9]{2}))?"
_HALF: Final = r"(?:\s?(?:[ap]\.?\s?m\b\.?|h\b|hrs?\b|hours))"
_CLOCK: Final = (
    rf"(?:[0-2]?[0-9][:.][0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{{1,9}})?)?{_HALF}?{_ZONE}"
    rf"|[0-2]?[0-9](?:[0-5][0-9])?{_HALF}|noon|midnight)"
)
_AFTER: Final = rf"(?:(?:,?{GAP}(?:at{GAP}|@{GAP}?|-{GAP})?|t|@|,|{GAP}?-){_CLOCK})?"
_TODAY: Final = rf"(?:,?{GAP}?\(?(?P<A_2>{_WEEKDAY})\.?\)?)?"
_TAIL: Final = f"{_TODAY}{_AFTER}"
_FRONT: Final = rf"(?:(?P<A>{_WEEKDAY})\.?,?{GAP}(?:the{GAP})?)?"
_STAGE: Final = (
    rf"(?:(?:very{GAP})?(?:early|mid|middle|late)(?:[- ]|{GAP})(?:to{_DASH}?{GAP}?late{GAP})?"
    rf"(?:(?:in|into|of|part{GAP}of){GAP})?(?:the{GAP})?"
    rf"|(?:the{GAP})?(?:beginning|start|end|middle|rest){GAP}of{GAP}(?:the{GAP})?)?"
)
_NEAR: Final = (
    rf"(?:(?:(?:this{GAP})?past|last|next|this|(?:the{GAP})?(?:following|previous|coming|same))"
    rf"{GAP}"
    rf"(?:{_STAGE})?)?"
)
_OF: Final = rf"(?:(?:of|in|the{GAP}year){GAP})?"
_BY_YEAR: Final = (
    rf"(?:(?:,?{GAP}{_OF}|{_MARK}|,{GAP}?)?{_QUOTE}?{_YEAR}"
    rf"|(?:,?{GAP}?{_QUOTE}|{_MARK}|,?{GAP})(?P<y>[0-9]{{2}}))"
)
_MONTHS_YEAR: Final = (
    rf"(?:(?:,?{GAP}{_OF}|{_MARK}|)?{_QUOTE}?{_YEAR}|,?{GAP}?{_QUOTE}(?P<y>[0-9]{{2}})"
    rf"|(?:,?{GAP}|{_MARK})(?P<y_b>[0-9]{{2}}))"
)
_SHORT_OR_LONG: Final = rf"(?:{_QUOTE}?{_YEAR}|{_QUOTE}(?P<y>[0-9]{{2}}))"
_KIND: Final = (
    rf"(?:(?:fy|cy|ay|(?:the{GAP})?(?:fiscal|academic|school|tax|financial|calendar|model)"
    rf"(?:{GAP}year)?|(?:the{GAP})?year|class{GAP}of|circa|ca?\.)(?:{GAP}|-)?)"
)
_THE: Final = rf"(?:the{GAP})?"
_NEAR_DAY: Final = (
    rf"(?:(?:(?:this{GAP})?past|last|next|this|(?:the{GAP})?(?:following|previous|coming|same)|on"
    rf"|every|each|an?){GAP})?"
)
_PART_OF_DAY: Final = rf"(?:{GAP}(?:morning|afternoon|evening|night)s?)?"


class Form(NamedTuple):
    """One way of writing.

    `numeric` says that numbers of two digits are padded where nothing tells otherwise.
    """

    name: str
    pattern: re.Pattern[str]
    precision: str
    numeric: bool = False


def _form(name: str, pattern: str, precision: str = "day", numeric: bool = False) -> Form:
    return Form(name, re.compile(pattern, re.IGNORECASE), precision, numeric)


PAIRS: Final = (
    _form(
        "days-month", rf"{_FRONT}{_THE}{_TWO_DAYS}(?:{GAP}(?:of{GAP})?|{_MARK}?){_MONTH}{_BY_YEAR}?"
    ),
    _form(
        "month-days",
        rf"{_FRONT}{_MONTH}{GAP}{_THE}{_TWO_DAYS}(?:(?:,?{GAP}{_OF}|,){_QUOTE}?{_YEAR})?",
    ),
)
"""Two days of one month."""

JOINT: Final = re.compile(
    rf"{GAP}?(?:{_DASH}{{1,2}}|/|&){GAP}?|{GAP}(?:to|and|or|through|thru|until|till){GAP}",
    re.IGNORECASE,
)
"""What stands between two whole dates."""

FORMS: Final = (
    _form(
        "iso",
        rf"{_FRONT}{_YEAR}(?P<mark>{_MARK})(?P<M>[0-9]{{1,2}})(?P=mark)(?P<D>[0-9]{{1,2}}){_TAIL}",
        "day",
        True,
    ),
    _form(
        "numeric",
        rf"{_FRONT}(?P<N_1>[0-9]{{1,2}})\s?(?P<mark>{_MARK})\s?(?P<N_2>[0-9]{{1,2}})\s?(?P=mark)"
        rf"\s?(?:{_YEAR}|{_QUOTE}?(?P<y>[0-9]{{2}})){_TAIL}",
        "day",
        True,
    ),
    _form(
        "german",
        rf"(?P<D>[0-3]?[0-9])\.{GAP}(?P<F>{_GERMAN})(?:{GAP}{_YEAR})?",
    ),
    _form(
        "day-month",
        rf"{_FRONT}{_THE}{_DAY}(?:\.?{GAP}(?:day{GAP})?(?:of{GAP})?|{_MARK}{{0,2}}){_MONTH}"
        rf"(?:{_BY_YEAR}|(?P<y_b>[0-9]{{2}}))?{_TAIL}",
    ),
    _form(
        "month-day", rf"{_FRONT}{_STAGE}{_MONTH}(?:{GAP}{_THE}|{_MARK}|){_DAY}{_BY_YEAR}?{_TAIL}"
    ),
    _form("clock-year", rf"{_FRONT}{_MONTH}{GAP}{_DAY},?{GAP}{_CLOCK}{GAP}{_YEAR}"),
    _form("year-month-day", rf"{_YEAR}(?:,?{GAP}|{_MARK}|){_MONTH}(?:{GAP}|{_MARK}|){_DAY}{_TAIL}"),
    _form("month-year", rf"{_NEAR}{_STAGE}{_MONTH}{_MONTHS_YEAR}", "month"),
    _form("year-month", rf"{_YEAR}(?:,?{GAP}|{_MARK}){_MONTH}", "month"),
    _form(
        "words-month",
        rf"{_FRONT}{_THE}{_WORD_DAY}{GAP}(?:day{GAP})?(?:of{GAP})?{_MONTH}{_BY_YEAR}?{_TAIL}",
    ),
    _form("month-words", rf"{_FRONT}{_MONTH}{GAP}{_THE}{_WORD_DAY}{_BY_YEAR}?{_TAIL}"),
    _form(
        "numeric-month-year",
        rf"(?P<M>0?[1-9]|1[0-2]){_MARK}(?:{_YEAR}|{_QUOTE}(?P<y>[0-9]{{2}})|(?P<y_b>[0-9]{{2}}))",
        "month",
        True,
    ),
    _form(
        "numeric-month-day",
        rf"{_FRONT}(?P<N_1>[0-3]?[0-9]){_MARK}(?P<N_2>[0-3]?[0-9]){_TAIL}",
        "day",
        True,
    ),
    _form(
        "years", rf"{_STAGE}{_KIND}?{_YEAR}(?P<mark>[-/\u2013\u2014])(?P<y_2>[0-9]{{2}})", "year"
    ),
    _form("iso-month", rf"{_YEAR}[-/](?P<M>0[1-9]|1[0-2])", "month", True),
    _form("year", rf"{_NEAR}{_STAGE}{_KIND}?{_YEAR}", "year"),
    _form("short-year", rf"{_STAGE}(?:{_QUOTE}|{_KIND}{_QUOTE}?)(?P<y>[0-9]{{2}})", "year"),
    _form("decade", rf"{_THE}{_STAGE}(?P<E>[12][0-9]{{2}}0){_QUOTE}?s", "decade"),
    _form("short-decade", rf"{_THE}{_STAGE}{_QUOTE}?(?P<e>[1-9]0){_QUOTE}?s", "decade"),
    _form("decade-words", rf"{_THE}{_STAGE}(?P<w>{'|'.join(DECADES)})", "decade"),
    _form(
        "season",
        rf"{_NEAR}{_THE}{_STAGE}(?P<S>spring|summer|autumn|fall|winter)(?:{GAP}(?:term|semester)"
        rf")?(?:(?:,?{GAP}{_OF}|-|/)?{_SHORT_OR_LONG}(?:[-/\u2013](?P<y_2>[0-9]{{2}}))?)?",
        "season",
    ),
    _form(
        "quarter",
        rf"q(?P<P>[1-4])(?:(?:,?{GAP}|/|-)?(?:(?:of|fy){GAP}?)?{_SHORT_OR_LONG}|\s?[/-]?"
        rf"(?P<y_b>[0-9]{{2}}))",
        "quarter",
    ),
    _form(
        "quarter-first",
        rf"(?P<P>[1-4])q(?:[ /-]?{_SHORT_OR_LONG}|[ /-]?(?P<y_b>[0-9]{{2}}))",
        "quarter",
    ),
    _form("quarter-last", rf"{_YEAR}[ /-]?q(?P<P>[1-4])", "quarter"),
    _form(
        "quarter-words",
        rf"{_THE}(?:(?P<p>first|second|third|fourth|last)|(?P<n>1st|2nd|3rd|4th)){GAP}quarter"
        rf"(?:,?{GAP}{_OF}(?:(?:the{GAP}year|fy|fiscal){GAP})?{_SHORT_OR_LONG})?",
        "quarter",
    ),
    _form(
        "half",
        rf"h(?P<P>[12])(?:(?:,?{GAP}|/|-)?(?:(?:of|fy){GAP}?)?{_SHORT_OR_LONG}|\s?[/-]?"
        rf"(?P<y_b>[0-9]{{2}}))",
        "half",
    ),
    _form(
        "half-first", rf"(?P<P>[12])h(?:[ /-]?{_SHORT_OR_LONG}|[ /-]?(?P<y_b>[0-9]{{2}}))", "half"
    ),
    _form("half-last", rf"{_YEAR}[ /-]?h(?P<P>[12])", "half"),
    _form(
        "half-words",
        rf"{_THE}(?:(?P<p>first|second)|(?P<n>1st|2nd)){GAP}(?:half|semester)(?:,?{GAP}{_OF}(?:"
        rf"(?:the{GAP}year|fy|fiscal){GAP})?{_SHORT_OR_LONG})",
        "half",
    ),
    _form("third", rf"t(?P<P>[1-3])(?:,?{GAP}|/|-)?(?:(?:of|fy){GAP}?)?{_SHORT_OR_LONG}", "third"),
    _form(
        "third-words",
        rf"{_THE}(?:(?P<p>first|second|third)|(?P<n>1st|2nd|3rd)){GAP}trimester"
        rf"(?:,?{GAP}{_OF}{_SHORT_OR_LONG})",
        "third",
    ),
    _form("iso-week-day", r"(?P<G>[12][0-9]{3})-?w(?P<K>[0-5][0-9])-?(?P<k>[1-7])", "day", True),
    _form("iso-week", r"(?P<G>[12][0-9]{3})-?w(?P<K>[0-5][0-9])", "week", True),
    _form(
        "week",
        rf"(?:(?:calendar{GAP})?week|wk|cw|kw)\.?{GAP}?(?P<K>[0-5]?[0-9])(?:,?{GAP}(?:of{GAP})?"
        rf"|/)(?P<G>[12][0-9]{{3}})",
        "week",
    ),
    _form(
        "foreign",
        rf"{_THE}(?P<D>[0-3]?[0-9])(?P<X>er)?\.?{GAP}(?:(?:de|di){GAP})?(?P<F>{_PLAIN_FOREIGN})"
        rf"(?:{GAP}(?:(?:de|del){GAP})?{_YEAR})?",
    ),
    _form(
        "foreign-month", rf"(?P<F>{_PLAIN_FOREIGN})(?:{GAP}(?:(?:de|del){GAP})?{_YEAR})?", "month"
    ),
    _form(
        "roman",
        rf"(?P<D>[0-3]?[0-9])(?:\.\s?|[-/ ])(?P<R>x?i{{1,3}}|i?v|vi{{1,3}}|i?x)(?:\.\s?|[-/ ])"
        rf"{_YEAR}",
    ),
    _form("blanks", rf"(?P<N_1>[0-3]?[0-9])\s(?P<N_2>[0-3]?[0-9])\s{_YEAR}", "day", True),
    _form("blanks-iso", rf"{_YEAR}\s(?P<M>[01][0-9])\s(?P<D>[0-3][0-9])", "day", True),
    _form(
        "digits-iso",
        r"(?P<Y>(?:1[89]|2[01])[0-9]{2})(?P<M>0[1-9]|1[0-2])(?P<D>[0-3][0-9])"
        r"(?:t?[0-2][0-9][0-5][0-9](?:[0-5][0-9])?z?)?",
        "day",
        True,
    ),
    _form(
        "digits",
        r"(?P<N_1>[0-3][0-9])(?P<N_2>[0-3][0-9])(?:(?P<Y>(?:1[89]|2[01])[0-9]{2})|(?P<y>[0-9]{2}))",
        "day",
        True,
    ),
    _form("digits-short-iso", r"(?P<y>[0-9]{2})(?P<M>0[1-9]|1[0-2])(?P<D>[0-3][0-9])", "day", True),
    _form("month", rf"{_NEAR}{_STAGE}{_MONTH}", "month"),
    _form("weekday", rf"{_NEAR_DAY}(?P<A>{_WEEKDAY})\.?{_PART_OF_DAY}{_AFTER}", "weekday"),
    _form(
        "monthday",
        rf"{_THE}(?P<D>[0-3]?[0-9])(?P<O>st|nd|rd|th)(?:{GAP}of{GAP}(?:the|this|that|last|next)"
        rf"{GAP}month)?",
        "monthday",
    ),
    _form(
        "relative",
        rf"(?:(?:the{GAP})?day{GAP}(?:before{GAP}yesterday|after{GAP}tomorrow)|yesterday|today"
        rf"|tomorrow|tonight|(?:right{GAP})?now|currently|recently|{_THE}weekend|last{GAP}night"
        rf"|(?:{_THE}(?:last|next|this|past|previous|following|coming|same)){GAP}(?:few{GAP}"
        rf"|several{GAP})?(?:day|week|weekend|month|quarter|season|semester|year|decade|century)s?"
        rf"|(?:in{GAP})?(?:[0-9]{{1,3}}|an?|one|two|three|four|five|six|seven|eight|nine|ten"
        rf"|eleven|twelve|a{GAP}few|several|some|many)"
        rf"[- \s]{{1,8}}(?:day|week|month|year|decade)s?(?:{GAP}(?:ago|later|earlier|before"
        rf"|after|prior|from{GAP}now|hence|previously))?)"
        rf"(?:{GAP}(?:morning|afternoon|evening|night))?",
        "relative",
    ),
)
"""In the order in which they are tried."""
