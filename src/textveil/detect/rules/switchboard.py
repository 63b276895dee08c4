"""Numbers that reach somebody inside a house: pagers, extensions, boxes for messages."""

import re
from functools import cache, partial

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Context, Hit, Rule, choice, compiled, goes_on, words
from textveil.lexicon.facts import facts

__all__ = ["rules"]

_NUMBER = r"(?:[0-9]-)?[0-9]{3,6}"
_ANOTHER = re.compile(rb"[0-9]{4}[ \t,;()-]{1,3}(?:[a-z]{2} )?\Z")
_LARGEST_ANGLE = 180


def _worth(data: bytes, start: int, end: int, score: float, language: str) -> Hit | None:
    amount = compiled(rf" ?(?:{words(language, 'counted')}|[dghlmu%])(?:\b|\z)")
    if goes_on(data, start, end) or amount.match(data, end):
        return None
    return Hit(start, end, score, (("context:before", score),))


def _inside(data: bytes, start: int, end: int, language: str) -> Hit | None:
    """Accept three to six digits after a word that says what they are."""
    return _worth(data, start, end, 0.85, language)


def _spoken(data: bytes, start: int, language: str) -> bool:
    """Tell whether a telephone is spoken of before a place, or another number stands there."""
    near = Context(words(language, "switchboard-word"), window=48)
    low = start - near.window
    return near.near(data, low, start) or _ANOTHER.search(data, max(0, low), start) is not None


def _extension(data: bytes, start: int, end: int, language: str) -> Hit | None:
    """Accept "ext. 4512"; joints extend by degrees, and what is extended may have a year."""
    if Context(words(language, "joint")).near(data, start - 32, start):
        return None
    low = max(0, start - 40)
    *_, found = compiled(_extended(language)).finditer(data[low:start])
    word = low + found.start()
    value = data[start:end]
    if value.isdigit() and not _spoken(data, word, language):
        year = len(value) == 4 and value[:2] in (b"19", b"20")
        marked = b":" in data[word:start] or b"." in data[word:start]
        if int(value) <= _LARGEST_ANGLE or (year and not marked):
            return None
    return _worth(data, start, end, 0.8, language)


def _crossed(data: bytes, start: int, end: int, language: str) -> Hit | None:
    """Accept "x4512"; three digits, and thousands, only where a telephone is spoken of."""
    value = data[start:end]
    plain = value.isdigit() and (len(value) == 3 or value.endswith(b"000"))
    if plain and not _spoken(data, start - 1, language):
        return None
    return _worth(data, start, end, 0.7, language)


@cache
def _extended(language: str) -> str:
    # The letter before an extension has a rule of its own.
    return rf"\b{choice(word for word in facts(language).words('extension') if len(word) > 1)}"


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    between = words(language, "number-word", "value-link", "internal-link")
    leads = (
        r"(?:[ \t.:#=(-]{1,4}(?:\r?\n[ \t]{0,4})?|[ \t:]{0,2}\r?\n[ \t]{0,4})"
        rf"(?:{between}[ \t.:#]{{1,3}}){{0,2}}"
    )
    inside = rf"\b{words(language, 'internal-phone')}"
    forms = (
        ("phone.internal", rf"{inside}{leads}(?P<value>{_NUMBER})\b", _inside),
        ("phone.extension", rf"{_extended(language)}{leads}(?P<value>{_NUMBER})\b", _extension),
        ("phone.x", r"\b[xX](?P<value>(?:[0-9]-)?[0-9]{3,5})\b", _crossed),
    )
    return tuple(
        framed(name, "PHONE", pattern, partial(check, language=language))
        for name, pattern, check in forms
    )
