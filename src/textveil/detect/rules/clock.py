"""Times of the day."""

import re

from textveil.detect.rules.rule import GAP, Context, Hit, Rule, accept, goes_on

__all__ = ["rules"]

_HALF = r"(?:(?i:[ap])\.(?i:m)\.|(?i:[ap])\.? ?(?i:m)\b)"
_ZONE = r"(?: ?(?:UTC|GMT|[ECMP][SD]?T|CEST|CET|BST|IST|Z|[+-][0-9]{2}:?[0-9]{2}))?"
_HOUR_WORD = (
    r"(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|[0-9]{1,2})"
)
_CHAPTERS = Context(
    r"genesis|exodus|leviticus|numbers|deuteronomy|joshua|judges|samuel|kings|chronicles|psalms?"
    r"|proverbs"
    r"|isaiah|jeremiah|ezekiel|daniel|matthew|matt|mark|luke|john|acts|romans|corinthians|galatians"
    r"|ephesians|hebrews|revelation|job|verse|surah?|quran|gita|ratio|diluted|dilution|titer"
    r"|titre|odds"
    r"|score[ds]?|aspect|scale|mixture",
    window=14,
)
_AT = re.compile(
    rb"(?i)(?:\b(?:at|by|from|until|till|to|and|around|about|before|after|since|between|time|on"
    rb"|approximately|approx)|[@(,-])[ :]{0,2}\Z"
)
_FOUR_DIGITS = re.compile(rb"[0-2][0-9][:.]?[0-5][0-9]")


def _clock(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a clock time; an hour of one digit alone needs a word before it or a half after it."""
    value = data[start:end]
    hour = re.split(rb"[:.h]", value, maxsplit=1)[0]
    if int(hour) > 24 or goes_on(data, start, end) or data[start - 1 : start] == b":":
        return None
    marked = value[-1:].isalpha() or value.endswith(b".") or len(value) > 5 + len(hour)
    if marked:
        return Hit(start, end, 0.85, (("form:clock", 0.85),))
    if _AT.search(data[max(0, start - 16) : start]):
        return Hit(start, end, 0.75, (("form:clock", 0.5), ("context:before", 0.25)))
    return Hit(start, end, 0.6, (("form:clock", 0.6),)) if len(hour) == 2 else None


def _half(data: bytes, start: int, end: int) -> Hit | None:
    hour = re.match(rb"[0-9]+", data[start:end])
    if hour is None or not 0 < int(hour.group()) <= 12 or goes_on(data, start, end):
        return None
    return Hit(start, end, 0.8, (("form:clock", 0.8),))


def _hours(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the four digits of "at 0830", or what stands with its unit: "0830 hrs"."""
    found = _FOUR_DIGITS.search(data, start, end)
    if found is None or int(found.group()[:2]) > 24 or goes_on(data, found.start(), end):
        return None
    low = found.start()
    named = found.end() < end
    # "at 2010" may be a year, and a number may count something.
    padded = found.group()[:1] == b"0"
    if not (named or padded) and (
        found.group()[:2] in (b"19", b"20") or re.match(rb" [a-z]", data[end : end + 2])
    ):
        return None
    score = 0.8 if named else 0.5
    return Hit(low, end, score, (("form:hours", score),))


def _named(data: bytes, start: int, end: int) -> Hit | None:
    """Keep noon or midnight beside a word that makes it a time."""
    found = re.compile(rb"noon|midnight|NOON|MIDNIGHT").search(data, start, end)
    if found is None:
        return None
    return Hit(found.start(), found.end(), 0.6, (("context:near", 0.6),))


_RULES = (
    Rule(
        id="time.clock",
        label="TIME",
        pattern=rf"\b[0-2]?[0-9](?::[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{{1,6}})?)?(?: ?{_HALF}"
        rf"| ?(?i:hrs?|hours|h)\b\.?)?"
        rf"|\.[0-5][0-9] ?{_HALF}|h[0-5][0-9]){_ZONE}",
        check=_clock,
        veto=_CHAPTERS,
    ),
    Rule(
        id="time.half-day",
        label="TIME",
        pattern=rf"\b[01]?[0-9](?: ?(?:-|(?i:to|or)) ?[01]?[0-9])? ?{_HALF}",
        check=_half,
    ),
    Rule(
        id="time.hours",
        label="TIME",
        pattern=r"\b[0-2][0-9][:.]?[0-5][0-9] ?(?i:hrs?|hours|h|uhr|zulu)\b"
        r"|\b(?i:at|time)[ :]{1,2}[0-2][0-9][0-5][0-9]\b",
        check=_hours,
    ),
    Rule(
        id="time.words",
        label="TIME",
        pattern=rf"\b(?:(?i:half past|(?:a )?quarter (?:past|to|after|before)"
        rf"|(?:five|ten|twenty|twenty-five) (?:past|minutes (?:past|to))) {_HOUR_WORD}"
        rf"|{_HOUR_WORD} (?i:o'? ?clock))\b",
        check=accept(0.75, ("form:words", 0.75)),
    ),
    Rule(
        id="time.noon",
        label="TIME",
        pattern=rf"\b(?i:at|by|until|till|before|after|around|since|from|to|about|12|near){GAP}"
        rf"(?:noon|midnight|NOON|MIDNIGHT)\b"
        rf"|\b(?:noon|midnight|NOON|MIDNIGHT){GAP}(?i:on|today|yesterday|tomorrow|to)\b",
        check=_named,
    ),
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - the shape of all modules of rules
    """Return the rules of a language."""
    return _RULES
