"""Telephone numbers: candidates by shape, decided with the numbering plans of `phonenumbers`."""

import re
from functools import lru_cache, partial
from typing import NamedTuple

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Context, Hit, Rule, named, words

__all__ = ["rules"]

_LINE_END = r"-?[ \t]?\r?\n[ \t]{0,2}"
# From the word to the number: marks and up to three words, or one line end.
_LEADS = r"(?:[ \t:.,;#'*-]{1,3}(?:[A-Za-z']{1,10}[ :.,#-]{1,3}){0,3}|[ :]{0,3}\r?\n[ \t>]{0,4})"
_GROUPS = r"(?:\+ ?|\b|\()[0-9]{1,5}\)?(?:[-. /]{0,2}\(?[0-9]{2,8}\)?){1,5}"
_PLAIN_GROUPS = r"(?:\b|\()[0-9]{2,5}\)?(?:[-. /][0-9]{2,8}){1,5}"
_GROUPED = re.compile(rb"\(?[0-9][\x00-\xff]*")
# Regions that share the country code 1 and its plan of three, three and four digits.
_NANP = frozenset({"US", "CA", "PR", "JM", "BS", "BB", "DO", "TT", "GU", "VI", "BM"})


@lru_cache(maxsize=4096)
def _plan(digits: str, region: str | None) -> str | None:
    """Say how the number fits a numbering plan: `valid`, `possible`, or None."""
    # Loading the plans takes a tenth of a second, so only text with numbers in it pays for it.
    import phonenumbers

    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return None
    if phonenumbers.is_valid_number(number):
        return "valid"
    return "possible" if phonenumbers.is_possible_number(number) else None


def _free(data: bytes, start: int, end: int) -> bool:
    """Tell whether the candidate stands on its own and is not part of a longer number."""
    before, after = data[max(0, start - 2) : start], data[end : end + 2]
    if before[-1:] in (b"$", b"#", b"/", b"=") or re.fullmatch(rb"[0-9][-.,]", before):
        return False
    return re.match(rb"[-.,/:][0-9]|%|\)[0-9]", after) is None


def _number(data: bytes, start: int, end: int) -> str:
    text = data[start:end].decode("ascii")
    # What follows with a letter is the extension.
    return re.split(r",? ?[A-Za-z]", text, maxsplit=1)[0]


def _north_american(data: bytes, start: int, end: int, formatted: bool) -> Hit | None:
    """Accept what the plan knows; formatted as numbers are, also what it merely allows."""
    if not _free(data, start, end):
        return None
    digits = re.sub(r"\D", "", _number(data, start, end))
    fits = _plan("+1" + digits[-10:], None)
    if fits == "valid":
        return Hit(start, end, 0.85, (("plan:valid", 0.85),))
    # Invented numbers (555) are written like real ones, and so are mistyped ones.
    return Hit(start, end, 0.6, (("form:phone", 0.6),)) if formatted else None


def _local(data: bytes, start: int, end: int) -> Hit | None:
    if not _free(data, start, end):
        return None
    return Hit(start, end, 0.5, (("form:local", 0.5),))


def _named(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the number; after a word for telephones, seven to thirteen digits in groups are one."""
    found = _GROUPED.search(data, start, end)
    if found is None or not _free(data, found.start(), end):
        return None
    groups = re.findall(rb"[0-9]+", found.group())
    if not 7 <= sum(map(len, groups)) <= 13:
        return None
    # A social security number has a rule of its own.
    if [len(group) for group in groups] == [3, 2, 4]:
        return None
    # Two years are a period.
    if len(groups) == 2 and all(re.fullmatch(rb"1[5-9][0-9]{2}|20[0-9]{2}", g) for g in groups):
        return None
    return Hit(found.start(), end, 0.7, (("context:before", 0.4), ("form:groups", 0.3)))


def _grouped(data: bytes, start: int, end: int) -> Hit | None:
    """Accept seven to fifteen digits; the words beside them say what they are."""
    digits = sum(48 <= byte <= 57 for byte in data[start:end])
    if not 7 <= digits <= 15 or not _free(data, start, end):
        return None
    return Hit(start, end, 0.7, (("context:near", 0.4), ("form:groups", 0.3)))


def _international(data: bytes, start: int, end: int) -> Hit | None:
    """Take the longest prefix of whole groups that a plan knows, or else one that it allows."""
    if data[start - 1 : start].isalnum():
        return None
    tail = _number(data, start, end)
    whole = len(tail) == end - start
    ends = [match.end() for match in re.finditer(r"[0-9]+", tail)]
    best: Hit | None = None
    for at in reversed(ends):
        stop = end if at == len(tail) and not whole else start + at
        digits = re.sub(r"\D", "", tail[:at].replace("(0)", ""))
        plus = "+" + (digits[2:] if tail.startswith("00") else digits)
        fits = _plan(plus, None) if 8 <= len(plus) <= 16 and _free(data, start, stop) else None
        if fits == "valid":
            return Hit(start, stop, 0.9, (("plan:valid", 0.9),))
        if fits and best is None:
            best = Hit(start, stop, 0.6, (("plan:possible", 0.6),))
    return best


def _national(data: bytes, start: int, end: int, region: str) -> Hit | None:
    if not _free(data, start, end):
        return None
    digits = re.sub(r"\D", "", _number(data, start, end))
    if _plan(digits, region) != "valid":
        return None
    return Hit(start, end, 0.75, (("plan:valid", 0.75),))


class _Around(NamedTuple):
    """What stands around a telephone number, in one language."""

    extension: str
    given: Context
    helpful: Context
    book: Context

    @classmethod
    def of(cls, language: str) -> "_Around":
        near = words(language, "phone-word")
        return cls(
            rf"(?:,? ?{words(language, 'extension')}\.?[ .:]?[0-9]{{1,6}})?",
            Context(near, window=36, weight=0.2, required=True),
            Context(near, window=36, weight=0.1),
            Context(named(language, "book"), window=16),
        )


def _north_american_rules(around: _Around) -> tuple[Rule, ...]:
    country = r"(?:\+?1[-. ]{0,2})?"
    dashed = rf"(?:[-.]|{_LINE_END})"
    bracketed = (
        rf"\([0-9]{{3}}\)(?: {{0,2}}|-|{_LINE_END})[0-9]{{3}}(?:[-. ]|{_LINE_END})?[0-9]{{4}}"
    )
    formatted = partial(_north_american, formatted=True)
    extension = around.extension
    return (
        Rule(
            "phone.nanp",
            "PHONE",
            rf"(?:\b|\+){country}(?:{bracketed}"
            rf"|[0-9]{{3}}{dashed}[0-9]{{3}}{dashed}[0-9]{{4}}"
            rf"|[2-9][0-9]{{2}}[ /][2-9][0-9]{{2}}-[0-9]{{4}}){extension}\b"
            rf"|{bracketed}{extension}\b",
            formatted,
            before=around.helpful,
            veto=around.book,
        ),
        Rule(
            "phone.nanp-blanks",
            "PHONE",
            rf"\b{country}[2-9][0-9]{{2}} [2-9][0-9]{{2}} [0-9]{{4}}{extension}\b",
            partial(_north_american, formatted=False),
            before=around.helpful,
            veto=around.book,
        ),
        Rule(
            "phone.nanp-plain",
            "PHONE",
            rf"\b1?[2-9][0-9]{{2}}[2-9][0-9]{{6}}{extension}\b",
            formatted,
            before=around.given,
            veto=around.book,
        ),
        Rule(
            "phone.local",
            "PHONE",
            rf"\b[2-9][0-9]{{2}}[-. ][0-9]{{4}}{extension}\b",
            _local,
            before=around.given,
            veto=around.book,
        ),
    )


def _national_rules(around: _Around, region: str) -> tuple[Rule, ...]:
    check = partial(_national, region=region)
    return (
        Rule(
            "phone.national",
            "PHONE",
            rf"(?:\b0|\(0|\b)[0-9]{{1,5}}\)?(?:(?:[-. /]|{_LINE_END})\(?[0-9]{{2,8}}\)?){{1,4}}"
            rf"{around.extension}\b",
            check,
            before=around.helpful,
            veto=around.book,
        ),
        Rule(
            "phone.national-plain",
            "PHONE",
            r"\b[0-9]{7,12}\b",
            check,
            before=around.given,
            veto=around.book,
        ),
    )


def rules(language: str = "en", region: str = "US") -> tuple[Rule, ...]:
    """Return the rules for numbers written in a region, and for international ones."""
    around = _Around.of(language)
    fax, faxes = words(language, "fax-word"), words(language, "fax-noun")
    kind, noun = words(language, "phone-kind"), words(language, "phone-noun")
    whose = rf"{words(language, 'value-link')} [a-z]{{2,5}} "
    called = rf"(?: ?[-(,]{{1,2}} ?| )(?:{whose}(?:[a-z]{{3,6}} )?{noun}|\(?{kind}\b)\b"
    return (
        framed(
            "fax.named",
            "FAX",
            rf"\b{fax}{_LEADS}(?P<value>{_GROUPS}{around.extension})\b",
            _grouped,
        ),
        framed(
            "fax.called",
            "FAX",
            rf"(?P<value>{_GROUPS})(?: ?[-(,]{{0,2}} ?)(?:{whose})?{faxes}\b",
            _grouped,
        ),
        Rule(
            "phone.international",
            "PHONE",
            r"(?:\+ ?|\b00 ?|\b011[- ])[1-9][0-9]{0,3}(?:(?:[-. /]{0,2}|"
            rf"{_LINE_END})\(?[0-9]{{1,12}}\)?){{1,6}}{around.extension}",
            _international,
            before=around.helpful,
        ),
        *(_north_american_rules(around) if region in _NANP else _national_rules(around, region)),
        Rule(
            "phone.named",
            "PHONE",
            rf"\b{words(language, 'phone-lead')}{_LEADS}{_PLAIN_GROUPS}\b",
            _named,
        ),
        framed("phone.called", "PHONE", rf"(?P<value>{_PLAIN_GROUPS}){called}", _grouped),
    )
