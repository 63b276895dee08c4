"""Written times of day, some whole hours later in the same writing."""

import re
from typing import Final

from textveil.lexicon.written_date_words import dressed

__all__ = ["later"]

_HALF: Final = r"(?P<half>(?P<letter>[ap])\.?\s?m\b\.?)"
_ZONE: Final = r"(?:\s?(?:UTC|GMT|[ECMP][SD]?T|CEST|CET|BST|IST|Z|[+-][0-9]{2}:?[0-9]{2}))?"
_ABOUT: Final = r"(?:(?:at|about|around|approximately|approx\.?|~|by)\s{1,4})?"
_FORMS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ABOUT}(?P<hour>[01]?[0-9])(?:(?P<joint>\s?(?:-|\u2013|to|or)\s?)(?P<last>[01]?[0-9]))?"
        rf"(?:[:.][0-5][0-9](?::[0-5][0-9])?|[0-5][0-9])?\s?{_HALF}{_ZONE}",
        rf"{_ABOUT}(?P<hour>[0-2]?[0-9])[:.h][0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{{1,6}})?)?"
        rf"\s?(?:hrs?\.?|hours|h|uhr)?{_ZONE}",
        rf"{_ABOUT}(?P<hour>[0-2][0-9])[0-5][0-9]\s?(?:hrs?\.?|hours|h|z|zulu)?",
        rf"{_ABOUT}(?P<hour>[0-2]?[0-9])\s?(?:hrs?\.?|hours|h|uhr)",
        rf"{_ABOUT}(?P<hour>[0-9]{{1,2}})\s?o'?\s?clock",
    )
)
_HOURS: Final = (
    *("twelve", "one", "two", "three", "four", "five"),
    *("six", "seven", "eight", "nine", "ten", "eleven"),
)
_WORDS: Final = re.compile(
    rf"(?:.{{0,30}}\b(?:past|to|after|before)\s{{1,4}}|{_ABOUT})"
    rf"(?P<hour>{'|'.join(_HOURS)})(?:\s{{1,4}}o'?\s?clock)?",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"(?:12\s)?(?P<name>noon|midnight|midday)", re.IGNORECASE)


def later(text: str, hours: int) -> str | None:
    """Return a time of day some hours later, round the clock; None where it cannot be read.

    Minutes, zone and writing stay. Noon and midnight become an hour with `am` or `pm`.

    Examples
    --------
    >>> later("2:30 p.m.", 3), later("2215", 3), later("half past ten", 3), later("noon", 1)
    ('5:30 p.m.', '0115', 'half past one', '1 pm')
    """
    for form in _FORMS:
        match = form.fullmatch(text)
        if match is not None and int(match["hour"]) <= 24:
            return _moved(match, hours) if hours % 24 else text
    match = _WORDS.fullmatch(text)
    if match is not None:
        word = _HOURS[(_HOURS.index(match["hour"].lower()) + hours) % 12]
        return _put(text, match, "hour", dressed(word, match["hour"])) if hours % 24 else text
    match = _NAMED.fullmatch(text)
    if match is None:
        return None
    hour = ((0 if match["name"].lower() == "midnight" else 12) + hours) % 24
    written = f"{(hour - 1) % 12 + 1} {'am' if hour < 12 else 'pm'}"
    return written if hours % 24 else text


def _moved(match: re.Match[str], hours: int) -> str:
    text, said = match.string, match["hour"]
    groups = match.groupdict()
    if groups.get("half") is None:
        if "clock" in text.lower():
            return _put(text, match, "hour", str((int(said) + hours - 1) % 12 + 1))
        width = 2 if len(said) == 2 else 1
        return _put(text, match, "hour", f"{(int(said) + hours) % 24:0{width}}")
    late = match["letter"].lower() == "p"
    ends = [_twelve(said, late, hours)]
    if groups["last"] is not None:
        ends.append(_twelve(match["last"], late, hours))
        ends[0] = _twelve(said, late and int(said) % 12 <= int(match["last"]) % 12, hours)
    hour, now_late = ends[-1]
    text = _put(text, match, "letter", dressed("p" if now_late else "a", match["letter"]))
    if groups["last"] is not None:
        text = text[: match.start("last")] + hour + text[match.end("last") :]
    return text[: match.start("hour")] + ends[0][0] + text[match.end("hour") :]


def _twelve(said: str, late: bool, hours: int) -> tuple[str, bool]:
    hour = (int(said) % 12 + 12 * late + hours) % 24
    width = 2 if said.startswith("0") else 1
    return f"{(hour - 1) % 12 + 1:0{width}}", hour >= 12


def _put(text: str, match: re.Match[str], group: str, written: str) -> str:
    return text[: match.start(group)] + written + text[match.end(group) :]
