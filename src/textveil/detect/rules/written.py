"""Dates in rarer dress: day in words, other languages, Roman months, digits without marks."""

import re
from functools import partial

from textveil.detect.rules.dates import MONTH, YEAR, possible
from textveil.detect.rules.rule import GAP, Context, Hit, Rule, accept, goes_on

__all__ = ["rules"]

_DAY_WORD = (
    r"(?i:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
    r"|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
    r"|twenty[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
    r"|thirtieth|thirty[- ]first)"
)
_FOREIGN = (
    # German, French, Spanish, Italian, Portuguese, Dutch; folded, so without accents.
    r"(?i:januar|februar|marz|mai|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin"
    r"|juillet|aout|septembre|octobre|novembre|decembre|enero|febrero|marzo|abril|mayo|junio|julio"
    r"|agosto|sep?tiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio"
    r"|settembre|ottobre|dicembre|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro"
    r"|novembro|dezembro|januari|februari|maart|mei|augustus|april|august|september|november)"
)
_ROMAN = {
    name: at for at, name in enumerate(b"I II III IV V VI VII VIII IX X XI XII".split(), start=1)
}
_CLOCK = r"[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?"
_BORN = r"dob|d\.o\.b|birth ?date|date of birth|born|dod|doa|dos|dates?|dated"


def _roman(data: bytes, start: int, end: int) -> Hit | None:
    day, month, year = re.split(rb"[-./ ]+", data[start:end])
    if goes_on(data, start, end) or not possible(int(day), _ROMAN.get(month, 0), int(year)):
        return None
    return Hit(start, end, 0.85, (("calendar", 0.85),))


def _digits(data: bytes, start: int, end: int, orders: tuple[str, ...]) -> Hit | None:
    """Accept digits without marks that the calendar allows in one of the orders."""
    digits = re.sub(rb"[^0-9]", b"", data[start:end][:10])
    if goes_on(data, start, end):
        return None
    for order in orders:
        if len(order) != len(digits):
            continue
        parts = {
            mark: bytes(d for d, m in zip(digits, order, strict=True) if m == mark)
            for mark in "YMD"
        }
        year = int(parts["Y"]) if len(parts["Y"]) == 4 else 2000 + int(parts["Y"])
        if 1850 <= year <= 2100 and possible(int(parts["D"] or 1), int(parts["M"]), year):
            return Hit(start, end, 0.5, (("calendar", 0.5),))
    return None


_BORN_BEFORE = Context(_BORN, window=14, weight=0.3, required=True)
_FLOOR = re.compile(
    rb"(?i)[.,;)]|\r?\n|\Z| (?:of (?:this|last|next|that|the) month|at|because|for|she|he|they|we"
    rb"|i|the pt)\b"
)


def _day_alone(data: bytes, start: int, end: int) -> Hit | None:
    """Keep "the 3rd" after "on", where no floor or lumbar vertebra follows."""
    if _FLOOR.match(data, end) is None:
        return None
    low = data.rindex(b"the ", start, end) if b"the " in data[start:end] else None
    return None if low is None else Hit(low, end, 0.5, (("context:before", 0.5),))


_RULES = (
    Rule(
        id="date.day-words",
        label="DATE",
        pattern=rf"\b(?:(?i:the){GAP})?{_DAY_WORD}{GAP}(?:(?i:day){GAP})?(?i:of){GAP}{MONTH}"
        rf"(?:,?{GAP}(?:(?i:of|in){GAP})?{YEAR})?\b"
        rf"|\b{MONTH} (?:(?i:the) {_DAY_WORD}(?:,? {YEAR})?|{_DAY_WORD},? {YEAR})\b",
        check=accept(0.8, ("form:ordinal", 0.8)),
    ),
    Rule(
        id="date.foreign-month",
        label="DATE",
        pattern=rf"\b(?:(?:[0-9]{{1,2}}|1er)\.? (?:(?i:de|di) )?)?{_FOREIGN} (?:(?i:de"
        rf"|del) )?{YEAR}\b",
        check=accept(0.85, ("list:months", 0.85)),
    ),
    Rule(
        id="date.roman-month",
        label="DATE",
        pattern=r"\b[0-3]?[0-9](?:\. ?|[-/ ])(?:I{1,3}|I?V|VI{1,3}|I?X|XI{1,2})(?:\. ?|[-/ ])(?:1"
        r"[6-9]|20)[0-9]{2}\b",
        check=_roman,
    ),
    Rule(
        id="date.clock-year",
        label="DATE",
        pattern=rf"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? {MONTH} {{1,2}}[0-3]?[0-9] {_CLOCK} (?:"
        rf"[A-Z]{{2,5}} )?{YEAR}\b",
        check=accept(0.95, ("form:clock", 0.95)),
    ),
    Rule(
        id="date.month-year-marks",
        label="DATE",
        pattern=r"\b(?:0?[1-9]|1[0-2])[-.](?:19|20)[0-9]{2}\b",
        check=partial(_digits, orders=("MYYYY", "MMYYYY")),
        before=Context(
            r"in|since|from|until|till|on|exp(?:ir(?:es|y))?|dated?|of",
            window=10,
            weight=0.15,
            required=True,
        ),
    ),
    Rule(
        id="date.blanks",
        label="DATE",
        pattern=r"\b[0-3]?[0-9] [0-3]?[0-9] (?:19|20)[0-9]{2}\b|\b(?:19|20)[0-9]{2} [01][0-9] "
        r"[0-3][0-9]\b",
        check=partial(_digits, orders=("DDMMYYYY", "MMDDYYYY", "YYYYMMDD")),
        before=_BORN_BEFORE,
    ),
    Rule(
        id="date.day-alone",
        label="DATE",
        pattern=r"\b(?i:on|until|till|since|by|from|before|after) the (?:[1-3]?(?:1st|2nd|3rd)|"
        r"[12]?[0-9]th|30th)\b",
        check=_day_alone,
    ),
    Rule(
        id="date.compact",
        label="DATE",
        pattern=r"\b(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])[0-3][0-9](?:T?[0-2][0-9][0-5][0-9](?:[0-5]"
        r"[0-9])?Z?)?\b",
        check=lambda data, start, end: (
            _digits(data, start, min(end, start + 8), ("YYYYMMDD",))
            and Hit(start, end, 0.5, (("calendar", 0.5),))
        ),
        before=Context(_BORN + r"|on|since", window=14, weight=0.3),
        veto=Context(r"mrns?|id|no|number|acct|account|#|case|ref(?:erence)?|isbn", window=14),
    ),
    Rule(
        id="date.compact-born",
        label="DATE",
        pattern=r"\b[0-3][0-9][0-3][0-9](?:(?:19|20)[0-9]{2}|[0-9]{2})\b",
        check=partial(_digits, orders=("DDMMYYYY", "MMDDYYYY", "DDMMYY", "MMDDYY", "YYMMDD")),
        before=Context(
            r"dob|d\.o\.b|birth ?date|date of birth|born", window=12, weight=0.3, required=True
        ),
    ),
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - the shape of all modules of rules
    """Return the rules of a language."""
    return _RULES
