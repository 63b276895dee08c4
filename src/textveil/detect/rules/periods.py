"""Years, decades, seasons, quarters, weeks, week days and holidays: dates without a day."""

import re

from textveil.detect.rules.rule import GAP, Context, Hit, Rule, accept, goes_on, listed

__all__ = ["rules"]

_YEAR = r"(?:1[6-9]|20)[0-9]{2}"
_SHORT = r"'[0-9]{2}"
_SPAN = rf"{_YEAR}(?:-(?:{_YEAR}|[0-9]{{2}})|/(?:{_YEAR}|[0-9]{{2}}))?"
_STAGE = r"(?:(?i:early|late|mid|very early|very late)[ -](?:(?i:in(?:to)?) )?)?"
_FULL_WEEKDAY = (
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:MON|TUES|WEDNES|THURS|FRI|SATUR|SUN)DAY)"
)
_FULL_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|JANUARY|FEBRUARY|MARCH|APRIL|MAY|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER"
    r"|(?:Jan|Feb|Apr|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_HOLIDAY = (
    r"(?i:christmas(?: (?:eve|day))?|x-?mas|boxing day|new years?'?s?'?(?: (?:eve|day))"
    r"|thanksgiving(?: day)?|easter(?: (?:sunday|monday|weekend))?|good friday|palm sunday"
    r"|ash wednesday|maundy thursday|whit (?:sunday|monday)|pentecost|ascension day|mardi gras"
    r"|labou?r day|memorial day|independence day|fourth of july|veterans'?s? day|columbus day"
    r"|halloween|hallowe'en|all saints'? day|valentine'?s'? day|mother'?s'? day|father'?s'? day"
    r"|st\.? patrick'?s day|president'?s'? day|martin luther king(?: jr\.?)? day|mlk day"
    r"|juneteenth|cinco de mayo|groundhog day|earth day|may day|canada day|australia day"
    r"|anzac day|bastille day|armistice day|remembrance (?:day|sunday)|guy fawkes night"
    r"|chanukah|hanukkah|passover|yom kippur|rosh hashanah|sukkot|purim|shavuot|ramadan"
    r"|eid(?: al-?(?:fitr|adha))?|diwali|holi|chinese new year|lunar new year|kwanzaa)"
)
_BEFORE_YEAR = (
    r"in|since|of|during|until|till|from|by|after|before|around|circa|ca?\.|year|years|born|b\."
    r"|died"
    r"|d\.|dated?|throughout|between|early|late|mid|end of|beginning of|start of|to|for|through"
    r"|established|founded|class of|late in|early in|copyright|anno|and in|graduated|dob:?|yob:?"
)
_WEAK = re.compile(rb"(?i)(?:of|by|to|for|around|from|after|before|between|through)\b")
_STAGED = re.compile(rb"(?i)(?:early|late|mid|end of|beginning of|start of)\b")
_YEARS = re.compile(rb"(?:1[6-9]|20)[0-9]{2}[\x00-\xff]*")
_TAIL = re.compile(
    rb"(?i)[ -]?(?:mg|mcg|g|kg|ml|l|dl|cc|mm|cm|m|km|ft|feet|inch(?:es)?|miles?|met(?:er|re)s?"
    rb"|yards?"
    rb"|acres?|lbs?|pounds?|ounces?|oz|units?|iu|kcal|cal(?:ories)?|hz|khz|mhz|ghz|kb|mb|gb|rpm|psi"
    rb"|volts?|v|watts?|w|tons?|tonnes?|degrees?|percent|people|persons|patients?|men|women"
    rb"|children"
    rb"|cases|subjects|participants|students|employees|workers|soldiers|troops|members|residents"
    rb"|inhabitants|copies|words|pages|items|cells|steps|seats|votes|points|times|hours?|hrs?|h"
    rb"|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?|dollars?|euros?|francs?|yen"
    rb"|species"
    rb"|households|families|homes|houses|buildings|users|samples|square|sq|cubic)\b| ?x ?[0-9]"
)
_NAMES_TOO = (b"april", b"may", b"june", b"august", b"jan")


def _years(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the year or years after a preposition, with the word for their stage."""
    found = _YEARS.search(data, start, end)
    if found is None or goes_on(data, found.start(), end) or _TAIL.match(data, end):
        return None
    low = start if _STAGED.match(data, start) else found.start()
    score = 0.5 if _WEAK.match(data, start) else 0.65
    return Hit(low, end, score, (("context:before", score),))


def _listed_year(data: bytes, start: int, end: int) -> Hit | None:
    found = _YEARS.search(data, start, end)
    if found is None or goes_on(data, found.start(), end) or _TAIL.match(data, end):
        return None
    if not listed(data, found.start(), rf"(?:{_BEFORE_YEAR})[ :\n(]{{1,2}}", _SPAN):
        return None
    return Hit(found.start(), end, 0.5, (("context:list", 0.5),))


def _pair(data: bytes, start: int, end: int) -> Hit | None:
    """Accept two years in order, or a year and a month; not a part of a longer number."""
    if goes_on(data, start, end) or _TAIL.match(data, end):
        return None
    first, second = data[start : start + 4], data[start + 5 : end]
    if len(second) == 4:
        if not 0 < int(second) - int(first) < 120:
            return None
    elif not (1 <= int(second) <= 12 or int(second) > int(first[2:])):
        return None
    return Hit(start, end, 0.6, (("calendar", 0.6),))


def _decade(data: bytes, start: int, end: int) -> Hit | None:
    low = start + 4 if data[start : start + 4].lower() == b"the " else start
    return Hit(low, end, 0.6, (("form:decade", 0.6),))


def _in_brackets(data: bytes, start: int, end: int) -> Hit | None:  # noqa: ARG001 - the shape of a check
    return Hit(start + 1, end - 1, 0.5, (("form:brackets", 0.5),))


def _holiday(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a holiday with its year; alone it must be written like a name."""
    if data[end - 1 : end].isdigit():
        return Hit(start, end, 0.85, (("list:holidays", 0.6), ("calendar", 0.25)))
    if not data[start : start + 1].isupper():
        return None
    return Hit(start, end, 0.5, (("list:holidays", 0.5),))


_RELATIVE = re.compile(rb"(?i)(?:last|next|this|early|late|mid|past|following)\b")
_WEEKDAY_NAME = re.compile(rb"[A-Za-z]+(?:day|DAY)")
_MONTH_NAME = re.compile(rb"[A-Z][A-Za-z]{2,8}\.?")


def _weekday(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the day, with a word that counts from now."""
    found = _WEEKDAY_NAME.search(data, start, end)
    if found is None:
        return None
    low = start if _RELATIVE.match(data, start) else found.start()
    return Hit(low, found.end(), 0.55, (("context:near", 0.55),))


def _month(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the month, with a word that counts from now or says how far into it."""
    value = data[start:end]
    cut = max(value.rfind(b" "), value.rfind(b"-"), value.rfind(b"\n")) + 1
    name = value[cut:].rstrip(b".").lower()
    # Some months are also names of people.
    if name in _NAMES_TOO and re.match(rb"'s?\b| [A-Z]", data[end : end + 3]):
        return None
    if re.match(rb"-[A-Z0-9]| [0-9]", data[end : end + 2]):
        return None
    low = start if _RELATIVE.match(data, start) else start + cut
    score = 0.6 if value[:2].lower() == b"in" or low == start else 0.5
    return Hit(low, end, score, (("context:before", score),))


_PAGES = Context(r"pp?|pages?|nos?|tel|phone|call(?:ed)?|vol|section|art(?:icle)?|isbn", window=8)

_RULES = (
    Rule(
        id="date.year",
        label="DATE",
        pattern=rf"\b(?i:{_BEFORE_YEAR})(?:[ -]|{GAP})(?:(?i:the years?) )?\(?{_SPAN}\b",
        check=_years,
    ),
    Rule(
        id="date.year-listed",
        label="DATE",
        pattern=rf"(?:[,;] ?|\b(?i:and|or|to|until|till|through|&){GAP}(?:(?i:in|until"
        rf"|to) )?){_SPAN}\b",
        check=_listed_year,
    ),
    Rule(
        id="date.year-pair",
        label="DATE",
        pattern=rf"\b{_YEAR}[-/](?:{_YEAR}|[0-9]{{2}})\b",
        check=_pair,
        veto=_PAGES,
    ),
    Rule(
        id="date.year-brackets",
        label="DATE",
        pattern=r"\((?:19|20)[0-9]{2}\)",
        check=_in_brackets,
    ),
    Rule(
        id="date.decade",
        label="DATE",
        pattern=rf"\b(?:(?i:the) )?{_STAGE}(?:1[6-9]|20)[0-9]0'?s\b|\b(?i:the) {_STAGE}'?"
        rf"[1-9]0'?s\b"
        rf"|\B'[1-9]0s\b|\b(?i:the) {_STAGE}"
        r"(?i:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b",
        check=_decade,
    ),
    Rule(
        id="date.season",
        label="DATE",
        pattern=rf"\b{_STAGE}(?i:spring|summer|autumn|fall|winter)(?: ?(?i:term|semester))?"
        rf"(?:,?{GAP}(?:(?i:of|in){GAP})?{_SPAN}| ?{_SHORT})\b"
        r"|\b(?i:last|next|this past) (?i:spring|summer|autumn|fall|winter)\b",
        check=accept(0.75, ("form:season", 0.75)),
    ),
    Rule(
        id="date.quarter",
        label="DATE",
        pattern=rf"\b(?:[QqHhTt][1-4][ /-]?(?:(?i:of|fy) ?)?(?:{_YEAR}|{_SHORT})|[QH][1-4][ /-]"
        rf"[0-9]{{2}}"
        rf"|[1-4][QHqh][ /-]?(?:{_SHORT}|{_YEAR}|[0-9]{{2}})|{_YEAR}[ /-]?[QHqh][1-4]"
        r"|(?i:first|second|third|fourth|last|1st|2nd|3rd|4th) (?i:quarter|half|semester|trimester)"
        rf",? (?:(?i:of|in) )?(?:(?i:the year|fy|fiscal) )?{_YEAR})\b",
        check=accept(0.75, ("form:quarter", 0.75)),
    ),
    Rule(
        id="date.year-kind",
        label="DATE",
        pattern=rf"\b(?:(?:FY|CY|AY)[ -]?(?:{_SPAN}|'?[0-9]{{2}}(?:[-/][0-9]{{2}})?)"
        rf"|(?i:(?:fiscal|academic|school|tax|financial)(?: year)?|(?:calendar|model) year)"
        rf"[ -]?{_SPAN})\b",
        check=accept(0.7, ("form:year", 0.7)),
    ),
    Rule(
        id="date.week",
        label="DATE",
        pattern=rf"\b(?:{_YEAR}-?W[0-5][0-9](?:-?[1-7])?"
        rf"|(?i:(?:calendar )?week|wk|cw|kw)\.? ?[0-5]?[0-9](?:,? (?i:of )?|/){_YEAR})\b",
        check=accept(0.75, ("form:week", 0.75)),
    ),
    Rule(
        id="date.holiday",
        label="DATE",
        pattern=rf"\b{_HOLIDAY}(?:,?{GAP}(?:(?i:of|in){GAP})?(?:{_YEAR}|{_SHORT}))?\b",
        check=_holiday,
    ),
    Rule(
        id="date.weekday",
        label="DATE",
        pattern=r"\b(?i:on|last|next|this|past|following|by|until|till|since|from|every|each|of"
        r"|before|after"
        rf"|through|to|and|or|the){GAP}(?:(?i:following|next|previous|last){GAP})?{_FULL_WEEKDAY}\b"
        rf"|\b{_FULL_WEEKDAY},?{GAP}(?i:mornings?|afternoons?|evenings?|nights?|at|from|between"
        rf"|before|after|last|next)\b",
        check=_weekday,
    ),
    Rule(
        id="date.month",
        label="DATE",
        pattern=r"\b(?i:in|since|until|till|by|during|last|next|this|past|following|of|from|to"
        r"|early|late|mid"
        rf"|before|after|through|between)(?:-|{GAP}(?:(?i:early|late|mid)[ -])?){_FULL_MONTH}",
        check=_month,
    ),
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - the shape of all modules of rules
    """Return the rules of a language."""
    return _RULES
