"""Numbers of records, accounts and files, known by the words that introduce them."""

from functools import partial

from textveil.detect.rules.rule import Hit, Rule, compiled

__all__ = ["RULES"]

_NUMBER = r"(?:no|nos|nr|num|numbers?|nbr|id|ident(?:ifier|ification)?(?: number)?|#)"
# Between the words and the value: a blank, a colon, an "is", one line end.
_LINK = r"(?:[ \t.:#=]{1,6}(?:\r?\n[ \t]{0,4})?|\r?\n[ \t]{0,4})(?:(?i:is|was|of)[ \t:]{1,2})?#?"
_VALUE = (
    r"(?:[A-Za-z]{1,5}[-/]?|[A-Z]{1,3} )?[0-9][0-9A-Za-z]{0,19}(?:[-/.][0-9A-Za-z]{1,12}){0,4}"
    r"(?:-?\r?\n[0-9]{2,10})?|[0-9]{2,5}(?: [0-9]{2,5}){1,4}"
)
_JOINED = r"[0-9][0-9A-Za-z]{3,19}(?:-[0-9A-Za-z]{1,12}){0,2}"

_MRN = (
    r"mrns?|m\.r\.n|mr ?#|mr (?:no|number)|medical record"
    rf"|(?:med(?:ical)?|hospital|health|clinic)\.?(?:[ -]?(?:rec(?:ord)?s?|chart))?"
    rf"[ .-]{{0,2}}{_NUMBER}"
    rf"|(?:patient|pt|chart|unit)\.?[ -]?{_NUMBER}"
)
_ACCOUNT = rf"(?:account|acct|a/c)\.?[ -]?{_NUMBER}|acct|account:"
_ID = (
    r"accession|vin|npi|csn|dea ?#|fin ?#"
    r"|(?:accession|application|badge|beneficiary|case|certificate|claim|client|dl|docket"
    r"|driver'?s licen[cs]e|employee|encounter|episode|file|group|invoice|licen[cs]e"
    r"|member(?:ship)?|national|nhs|order|passport|plate|policy|record|ref(?:erence)?|registration"
    r"|report|sample|serial|specimen|student|study|subject|tax|ticket|tracking|user|visit)"
    rf"\.?[ -]?{_NUMBER}"
)


def _pattern(words: str) -> str:
    return rf"\b(?i:{words})(?:{_LINK}(?:{_VALUE})|{_JOINED})\b"


def _value(data: bytes, start: int, end: int, words: str, digits: int) -> Hit | None:
    """Keep the value; the words before it are its context. It needs enough digits."""
    parts = compiled(rf"(?i:{words})(?:{_LINK}({_VALUE})|({_JOINED}))").fullmatch(data[start:end])
    if parts is None or data[end : end + 1] in (b"%", b"@"):
        return None
    low, high = parts.span(1) if parts.start(1) >= 0 else parts.span(2)
    if sum(48 <= byte <= 57 for byte in data[start + low : start + high]) < digits:
        return None
    return Hit(start + low, start + high, 0.85, (("context:before", 0.85),))


def _rule(name: str, label: str, words: str, first: str, digits: int) -> Rule:
    check = partial(_value, words=words, digits=digits)
    return Rule(name, label, _pattern(words), first, check)


RULES = (
    _rule("mrn.words", "MRN", _MRN, "MmHhCcPpUu", 3),
    _rule("account.words", "ACCOUNT", _ACCOUNT, "Aa", 4),
    _rule("id.words", "OTHER-ID", _ID, "A-Za-z", 3),
)
