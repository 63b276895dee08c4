"""Places: cities, states and countries, by themselves and one after the other."""

from typing import Final

from textveil.detect.listed.bits import Bit
from textveil.detect.listed.reading import ALL_CAPITALS, CAPITAL, Finding, Reading
from textveil.lexicon.words import key_of

__all__ = ["place_at", "state_after"]

_MOVES_WORDS = """
    in to from near at into around towards outside via of between and or for visit visited
    leaving left
"""
_MOVES: Final = frozenset(_MOVES_WORDS.split())
_STRONG_MOVES_WORDS = """
    in from near at to into
"""
_STRONG_MOVES: Final = frozenset(_STRONG_MOVES_WORDS.split())
_ANY: Final = Bit.CITY | Bit.TOWN | Bit.STATE | Bit.COUNTRY
_LARGE: Final = Bit.CITY | Bit.STATE | Bit.COUNTRY
_OTHER: Final = Bit.ORGANIZATION | Bit.HOSPITAL | Bit.LEGAL_FORM | Bit.STREET
_LINKS: Final = frozenset(
    {"of", "the", "and", "de", "la", "le", "du", "del", "los", "las", "upon", "on"}
)


def _label(kinds: int) -> str:
    if kinds & Bit.COUNTRY:
        return "COUNTRY"
    return "STATE" if kinds & Bit.STATE and not kinds & Bit.CITY else "CITY"


def place_at(reading: Reading, at: int) -> Finding | None:
    """Return the city, state or country that starts at a token."""
    sign = reading.signs[at]
    if not sign.shape & CAPITAL:
        return None
    if sign.kinds & Bit.PHRASE_START:
        found = _phrase(reading, at)
        if found is not None:
            return found
    if not sign.kinds & _ANY:
        return _before_state(reading, at, at + 1, 0.55)
    return _before_state(reading, at, at + 1, 0.9) or _single(reading, at)


def _phrase(reading: Reading, at: int) -> Finding | None:
    entry = reading.phrase(at)
    if entry is None or not entry[1] & _ANY:
        return None
    end = at + entry[0]
    if not all(_fits(reading, i) for i in range(at, end)) or _other(reading, end):
        return None
    kinds = entry[1]
    following = _before_state(reading, at, end, 0.95)
    if following is not None:
        return following
    parts = reading.signs[at:end]
    score = 0.9 if kinds & (Bit.CITY | Bit.COUNTRY | Bit.STATE) else 0.6
    if all(part.kinds & Bit.WORD for part in parts) and not kinds & Bit.COUNTRY:
        # "Long Branch", "Red Wing": a heading could say as much.
        score -= 0.3 if reading.opens(at) else 0.05
    if parts[0].first >= 0.6 and parts[-1].last >= 0.5 and not _moved(reading, at):
        return None
    return Finding(at, end, _label(kinds), score, "place.phrase", (("list:places", score),))


def _fits(reading: Reading, at: int) -> bool:
    token = reading.tokens[at]
    return not token[0].islower() or token in _LINKS


def _other(reading: Reading, end: int) -> bool:
    """Tell whether the place is only the beginning of the name of something else."""
    following = reading.sign(end)
    return bool(following.shape & CAPITAL and following.kinds & _OTHER and reading.same_line(end))


def _moved(reading: Reading, at: int) -> bool:
    return key_of(reading.token(at - 1)) in _STRONG_MOVES and reading.joined(at)


def state_after(reading: Reading, end: int) -> int:
    """Return where the state or country after "City," ends; 0 where there is none."""
    if reading.token(end) != ",":
        return 0
    start = end + 1
    sign, token = reading.sign(start), reading.token(start)
    if not reading.same_line(start) or not sign.shape & CAPITAL:
        return 0
    if sign.kinds & Bit.PHRASE_START:
        entry = reading.phrase(start)
        if entry is not None and entry[1] & (Bit.STATE | Bit.COUNTRY):
            return start + entry[0]
    if sign.kinds & Bit.STATE_CODE and sign.shape & ALL_CAPITALS and len(token) == 2:
        return start + 1
    if sign.kinds & (Bit.STATE | Bit.COUNTRY) and (token.isupper() is False or len(token) > 2):
        return start + 1
    return 0


def _before_state(reading: Reading, at: int, end: int, score: float) -> Finding | None:
    """Find a city by what follows: ", MA" or ", France"."""
    if not state_after(reading, end):
        return None
    if reading.sign(end - 1).kinds & (Bit.COUNTRY | Bit.MONTH | Bit.WEEKDAY):
        return None
    if end - at == 1 and not reading.signs[at].kinds & _ANY:
        code = reading.sign(end + 1).kinds & Bit.STATE_CODE
        if not code or reading.signs[at].kinds & Bit.WORD or reading.sign(at - 1).shape & CAPITAL:
            return None
    return Finding(at, end, "CITY", score, "place.before-state", (("state-follows", 0.4),))


def _single(reading: Reading, at: int) -> Finding | None:
    sign, token = reading.signs[at], reading.tokens[at]
    kinds = sign.kinds
    moved = _moved(reading, at)
    if _other(reading, at + 1) or (not kinds & _LARGE and not moved) or _inside(reading, at):
        return None
    if len(token) <= 3 and kinds & Bit.COUNTRY and not sign.shape & ALL_CAPITALS:
        return None
    score = {"COUNTRY": 0.9, "STATE": 0.85, "CITY": 0.75}[_label(kinds)] if kinds & _LARGE else 0.5
    reasons = [("list:places", score)]
    score -= _doubt(reading, at)
    if moved:
        score, reasons = min(score + 0.25, 0.95), [*reasons, ("preposition", 0.25)]
    return Finding(at, at + 1, _label(kinds), max(score, 0.0), "place.single", tuple(reasons))


def _inside(reading: Reading, at: int) -> bool:
    """Tell whether a city is part of a run of capitals that is something else."""
    behind = reading.sign(at - 1)
    if not behind.shape & CAPITAL or not reading.same_line(at):
        return False
    return (
        not reading.signs[at].kinds & Bit.COUNTRY and key_of(reading.tokens[at - 1]) not in _MOVES
    )


def _doubt(reading: Reading, at: int) -> float:
    """Return how much speaks against a place: other meanings, and capitals that say little."""
    sign = reading.signs[at]
    kinds = sign.kinds
    doubt = 0.0
    named = _label(kinds) == "CITY" and (
        max(sign.first, sign.last) > 0.45 or not kinds & Bit.PROPER
    )
    if kinds & Bit.WORD or named:
        doubt += 0.1 if kinds & (Bit.COUNTRY | Bit.STATE) else 0.3
        before = key_of(reading.token(at - 1))
        doubt += 0.25 if before not in (_STRONG_MOVES if kinds & Bit.WORD else _MOVES) else 0.0
    if reading.opens(at) and kinds & Bit.WORD:
        doubt += 0.3
    loud = sign.shape & ALL_CAPITALS and len(reading.tokens[at]) > 3
    return doubt + (0.1 if loud else 0.0)
