"""Checks of telephone numbers, with the numbering plans of `phonenumbers`."""

import re
from functools import lru_cache

from textveil.detect.rules.rule import LONGEST, Context, Hit, compiled, words

__all__ = [
    "crossed",
    "extension",
    "grouped_phone",
    "international_phone",
    "local_phone",
    "named_phone",
    "national_phone",
    "north_american_phone",
]

_ANOTHER = re.compile(rb"[0-9]{4}[ \t,;()-]{1,3}(?:[a-z]{2} )?\Z")
_LARGEST_ANGLE = 180


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


def north_american_phone(
    data: bytes, start: int, end: int, *, formatted: bool = False
) -> Hit | None:
    """Accept numbers that the plan knows; if formatted, also those that it allows."""
    if not _free(data, start, end):
        return None
    digits = re.sub(r"\D", "", _number(data, start, end))
    fits = _plan("+1" + digits[-10:], None)
    if fits == "valid":
        return Hit(start, end, 0.85, (("plan:valid", 0.85),))
    # Invented numbers (555) are written like real ones, and so are mistyped ones.
    return Hit(start, end, 0.6, (("form:phone", 0.6),)) if formatted else None


def local_phone(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept a number that stands on its own."""
    return Hit(start, end, score, (("form:local", score),)) if _free(data, start, end) else None


def named_phone(data: bytes, start: int, end: int) -> Hit | None:
    """Accept seven to thirteen digits in groups after a word for telephones."""
    groups = re.findall(rb"[0-9]+", data[start:end])
    if not 7 <= sum(map(len, groups)) <= 13 or not _free(data, start, end):
        return None
    # A social security number has a rule of its own.
    if [len(group) for group in groups] == [3, 2, 4]:
        return None
    # Two years are a period.
    if len(groups) == 2 and all(re.fullmatch(rb"1[5-9][0-9]{2}|20[0-9]{2}", g) for g in groups):
        return None
    return Hit(start, end, 0.7, (("context:before", 0.4), ("form:groups", 0.3)))


def grouped_phone(data: bytes, start: int, end: int) -> Hit | None:
    """Accept seven to fifteen digits; the words beside them say what they are."""
    digits = sum(48 <= byte <= 57 for byte in data[start:end])
    if not 7 <= digits <= 15 or not _free(data, start, end):
        return None
    return Hit(start, end, 0.7, (("context:near", 0.4), ("form:groups", 0.3)))


def international_phone(data: bytes, start: int, end: int) -> Hit | None:
    """Accept the longest prefix of whole groups that a plan knows, else one that it allows."""
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


def national_phone(data: bytes, start: int, end: int, *, score: float, region: str) -> Hit | None:
    """Accept what the plan of the region knows."""
    if not _free(data, start, end):
        return None
    digits = re.sub(r"\D", "", _number(data, start, end))
    if _plan(digits, region) != "valid":
        return None
    return Hit(start, end, score, (("plan:valid", score),))


def _spoken(data: bytes, start: int, language: str) -> bool:
    """Tell whether a word for telephones, or another number, stands before a place."""
    low = start - 48
    near = Context(words(language, "switchboard-word"))
    return near.near(data, low, start) or _ANOTHER.search(data, max(0, low), start) is not None


def extension(data: bytes, start: int, end: int, *, score: float, language: str) -> Hit | None:
    """Accept "ext. 4512"; joints extend by degrees, and what is extended may have a year."""
    if Context(words(language, "joint")).near(data, start - 32, start):
        return None
    low = max(0, start - LONGEST)
    *_, found = compiled(rf"\b{words(language, 'extension-word')}").finditer(data[low:start])
    word = low + found.start()
    value = data[start:end]
    if value.isdigit() and not _spoken(data, word, language):
        year = len(value) == 4 and value[:2] in (b"19", b"20")
        marked = b":" in data[word:start] or b"." in data[word:start]
        if int(value) <= _LARGEST_ANGLE or (year and not marked):
            return None
    return Hit(start, end, score, (("context:before", score),))


def crossed(data: bytes, start: int, end: int, *, score: float, language: str) -> Hit | None:
    """Accept "x4512"; three digits and thousands need a word for telephones."""
    value = data[start:end]
    plain = value.isdigit() and (len(value) == 3 or value.endswith(b"000"))
    if plain and not _spoken(data, start - 1, language):
        return None
    return Hit(start, end, score, (("context:before", score),))
