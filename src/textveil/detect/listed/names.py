"""Names of people: titles, first names with surnames, initials, and names alone."""

from collections.abc import Callable
from typing import Final

from textveil.detect.listed.bits import Bit
from textveil.detect.listed.reading import ALL_CAPITALS, CAPITAL, INITIAL, Finding, Reading
from textveil.lexicon.words import key_of

__all__ = ["name_at"]

_PARTICLES_WORDS = """
    al ap ben bin bint da dal de del dela della den der des di dos du el ibn la las le lo
    los mac san santa st ten ter van vande vander vom von y zu zur
"""
_PARTICLES: Final = frozenset(_PARTICLES_WORDS.split())
_WEAK_TITLES_WORDS = """
    aunt brother captain chancellor chief colonel commander constable count dean deputy
    detective doctor duke father general governor inspector judge justice king lady lord m
    maj major master mayor minister miss mother mullah nurse officer pope president prince
    princess private professor queen representative reverend senator sergeant sheriff sister
    sr uncle grandma grandpa attorney prosecutor pres rep det sen gen col sra fr hon
    cardinal bishop
"""
_WEAK_TITLES: Final = frozenset(_WEAK_TITLES_WORDS.split())
_BEFORE_NAME_WORDS = """
    aunt boyfriend brother called client daughter dear father fiance friend girlfriend
    grandfather grandmother hello hey hi husband mother named names nephew niece partner
    patient signed sincerely sister son thanks uncle wife name regards cheers cousin
    colleague neighbor neighbour
"""
_BEFORE_NAME: Final = frozenset(_BEFORE_NAME_WORDS.split())
_AFTER_NAME_WORDS = """
    said says asked told replied wrote is was has had lives lived works worked and who
    reports reported denies complained called felt thinks thought went came admitted married
    s
"""
_AFTER_NAME: Final = frozenset(_AFTER_NAME_WORDS.split())
_PERSON_VERBS_WORDS = """
    said says asked told replied wrote lives lived works worked reports reported denies
    denied thinks thought went came married smiled laughed shrugged nodded phoned emailed
    texted
"""
_PERSON_VERBS: Final = frozenset(_PERSON_VERBS_WORDS.split())
_MOVES_WORDS = """
    in to from near at into around towards outside of via
"""
_MOVES: Final = frozenset(_MOVES_WORDS.split())
_BREAKS_NAME: Final = (
    Bit.ORGANIZATION | Bit.HOSPITAL | Bit.LEGAL_FORM | Bit.STREET | Bit.EPONYM_HEAD
)
_NEVER: Final = _BREAKS_NAME | Bit.CREDENTIAL | Bit.MONTH | Bit.WEEKDAY | Bit.TITLE
_PLACES: Final = Bit.CITY | Bit.COUNTRY | Bit.STATE
_NOT_ALONE: Final = Bit.MONTH | Bit.DEMONYM | Bit.ORGANIZATION | Bit.STREET
_MOST: Final = 4
_INITIALS: Final = 8
_PARTICLE: Final = 0.6
_SURE: Final = 0.85

_Test = Callable[[Reading, int], bool]


def name_at(reading: Reading, at: int) -> Finding | None:
    """Return the name of a person that starts at a token, or with a title there."""
    sign = reading.signs[at]
    if sign.kinds & Bit.TITLE:
        titled = _after_title(reading, at)
        if titled is not None:
            return titled
    if sign.shape & INITIAL:
        return _after_initials(reading, at)
    if not sign.shape & CAPITAL:
        return None
    return _surname_first(reading, at) or _first_and_last(reading, at) or _alone(reading, at)


def _is_part(reading: Reading, at: int) -> bool:
    """Tell whether a token can stand inside a name."""
    sign = reading.sign(at)
    if sign.shape & INITIAL:
        return True
    if not sign.shape & CAPITAL or sign.kinds & (_BREAKS_NAME | Bit.CREDENTIAL):
        # "Street" ends a name, but "Park" is one, too.
        return bool(sign.shape & CAPITAL and sign.last >= 0.5 and not sign.kinds & Bit.EPONYM_HEAD)
    return bool(sign.first or sign.last or not sign.kinds & Bit.WORD)


def _is_any(reading: Reading, at: int) -> bool:
    """Tell whether a token can stand inside a name after a title."""
    sign = reading.sign(at)
    if _is_part(reading, at):
        return True
    return bool(sign.shape & CAPITAL and not sign.kinds & _NEVER and not reading.opens(at))


def _run(reading: Reading, at: int, most: int = _MOST, is_part: _Test = _is_part) -> int:
    """Return where the name that goes on at a token ends: capitals, initials, particles."""
    end = at
    parts = 0
    while parts < most and end < len(reading.tokens) and (end == at or reading.joined(end)):
        if end > at and "\n" in reading.gap(end) and parts > 1:
            break
        if is_part(reading, end):
            end += 1
            parts += 1
            # The full stop of an initial belongs to the name if it goes on.
            if reading.signs[end - 1].shape & INITIAL and _goes_on(reading, end, is_part):
                end += 1
            continue
        past = _past_particles(reading, end) if parts else end
        if past == end:
            break
        end = past + 1
        parts += 1
    return end


def _past_particles(reading: Reading, at: int) -> int:
    """Return the capitalised token that "de", "van der" and the like lead to; else `at`."""
    end = at
    while end - at < 3 and key_of(reading.token(end)) in _PARTICLES and reading.same_line(end):
        end += 1
    found = end > at and reading.sign(end).shape & CAPITAL and reading.joined(end)
    return end if found else at


def _goes_on(reading: Reading, at: int, is_part: _Test) -> bool:
    return reading.token(at) == "." and reading.gap(at) == "" and is_part(reading, at + 1)


def _after_title(reading: Reading, at: int) -> Finding | None:
    word = key_of(reading.tokens[at])
    start = at + 1
    if reading.token(start) == "." and reading.gap(start) == "":
        start += 1
    if not reading.joined(start):
        return None
    weak = word in _WEAK_TITLES
    first = reading.sign(start)
    if first.kinds & Bit.TITLE and first.shape & CAPITAL and not first.last:
        return None
    if weak and not (reading.signs[at].shape & (CAPITAL | INITIAL)):
        return None
    if not (first.shape & (CAPITAL | INITIAL)) and key_of(reading.token(start)) not in _PARTICLES:
        return None
    if weak and not (first.first or first.last or first.shape & INITIAL):
        return None
    if first.shape & CAPITAL and not (_is_part if weak else _is_any)(reading, start):
        return None
    end = _run(reading, start, is_part=_is_part if weak else _is_any)
    if end == start or reading.sign(end).kinds & Bit.EPONYM_HEAD:
        return None
    reasons = [("title", 0.6 if weak else 0.9), *_listed(reading, start, end)]
    score = 0.8 if weak else 0.97
    return Finding(start, end, "NAME", score, "name.title", tuple(reasons))


def _listed(reading: Reading, start: int, end: int) -> list[tuple[str, float]]:
    """Return which lists the parts of a name stand in."""
    first = max((reading.signs[at].first for at in range(start, end)), default=0.0)
    last = max((reading.signs[at].last for at in range(start, end)), default=0.0)
    reasons = [("list:first-names", round(first, 2))] if first else []
    return reasons + ([("list:surnames", round(last, 2))] if last else [])


def _after_initials(reading: Reading, at: int) -> Finding | None:
    """Find "J. Smith" and "J.K. Rowling"."""
    behind = reading.sign(at - 1)
    if behind.shape & CAPITAL and max(behind.first, behind.last) > 0.3 and reading.same_line(at):
        return None
    start, dots = at, 0
    while reading.sign(at).shape & INITIAL and at - start < _INITIALS:
        dotted = reading.tokens[at].endswith(".")
        at += 1
        if not dotted and reading.token(at) == "." and reading.gap(at) == "":
            dotted = True
            at += 1
        dots += dotted
        if not reading.joined(at):
            return None
    sign = reading.sign(at)
    if not dots or not sign.shape & CAPITAL or not reading.same_line(at):
        return None
    if (
        not _is_part(reading, at)
        or max(sign.last, sign.first) < 0.3
        or _vetoed(reading, at, at + 1)
    ):
        return None
    end = _run(reading, at, 2)
    score = min(0.95, 0.45 + 0.5 * max(sign.last, sign.first))
    if _vetoed(reading, at, end):
        return None
    return Finding(start, end, "NAME", score, "name.initials", tuple(_listed(reading, at, end)))


def _vetoed(reading: Reading, start: int, end: int) -> bool:
    """Tell whether what follows makes the words something else than a person."""
    following = reading.sign(end)
    if not reading.joined(end):
        return False
    token = reading.token(end)
    if following.kinds & Bit.EPONYM_HEAD and token[:1].islower():
        return bool(reading.signs[end - 1].kinds & Bit.EPONYM) or end - start == 1
    if not following.shape & CAPITAL:
        return False
    if following.kinds & (Bit.ORGANIZATION | Bit.HOSPITAL | Bit.LEGAL_FORM | Bit.STREET):
        return "\n" not in reading.gap(end) and following.last < 0.4
    return bool(following.kinds & Bit.EPONYM_HEAD)


def _surname_first(reading: Reading, at: int) -> Finding | None:
    """Find "Smith, John" and "SMITH, JOHN A."."""
    sign = reading.signs[at]
    if reading.token(at + 1) != "," or sign.last < 0.3:
        return None
    given = reading.sign(at + 2)
    if not given.shape & CAPITAL or given.first < 0.6 or not reading.same_line(at + 2):
        return None
    if sign.kinds & (Bit.COUNTRY | Bit.STATE) or given.kinds & (Bit.COUNTRY | Bit.STATE):
        return None
    if (sign.first > sign.last or sign.kinds & Bit.CITY) and not reading.opens(at):
        return None
    if reading.sign(at - 1).shape & CAPITAL and reading.same_line(at):
        return None
    end = at + 3
    if reading.sign(end).shape & (CAPITAL | INITIAL) and reading.same_line(end):
        if not reading.sign(end).shape & INITIAL and reading.opens(at) is False:
            return None
        end += 1 if reading.sign(end).shape & INITIAL or reading.sign(end).first else 0
    score = 1 - (1 - sign.last) * (1 - given.first)
    reasons = tuple(_listed(reading, at, end))
    return Finding(at, end, "NAME", 0.9 * score, "name.surname-first", reasons)


def _first_and_last(reading: Reading, at: int) -> Finding | None:
    """Find "John Smith", "John Q. Smith", "Maria de la Cruz"."""
    given = reading.signs[at]
    if given.first < 0.2:
        return None
    end = _run(reading, at)
    while end - at > 1 and reading.tokens[end - 1] == ".":
        end -= 1
    if end - at < 2 or (reading.signs[end - 1].shape & INITIAL and end - at == 2):
        return None
    family = reading.signs[end - 1]
    parts = [reading.signs[i] for i in range(at + 1, end)]
    last = max(max(part.last, 0.8 * part.first) for part in parts)
    if not parts[0].shape & (CAPITAL | INITIAL) and family.shape & CAPITAL:
        last = max(last, _PARTICLE)
    if not last or _vetoed(reading, at, end):
        return None
    score = 1 - (1 - given.first) * (1 - last)
    if given.kinds & family.kinds & Bit.WORD or (given.kinds & Bit.WORD and last <= 0.5):
        score *= 0.5 if given.kinds & Bit.MONTH else 0.8
    if given.kinds & _PLACES and family.kinds & _PLACES and given.first < 0.7:
        score *= 0.7
    return Finding(
        at, end, "NAME", min(score, 0.98), "name.first-surname", tuple(_listed(reading, at, end))
    )


def _alone(reading: Reading, at: int) -> Finding | None:
    """Find a first name by itself, or a frequent surname inside a sentence."""
    sign = reading.signs[at]
    if max(sign.first, sign.last) < 0.3 or _vetoed(reading, at, at + 1):
        return None
    if sign.kinds & Bit.EPONYM and reading.tokens[at].endswith("'s") and sign.first < 0.6:
        return None
    before, after = key_of(reading.token(at - 1)), reading.token(at + 1).lower()
    cued = before in _BEFORE_NAME and reading.joined(at)
    everyday = bool(sign.kinds & Bit.WORD)
    place = bool(sign.kinds & _PLACES)
    sure = sign.first >= _SURE and not sign.kinds & (Bit.COUNTRY | Bit.STATE)
    if (place and before in _MOVES) or (
        sign.kinds & (Bit.MONTH | Bit.DEMONYM | Bit.ORGANIZATION) and not cued
    ):
        return None
    inside = not reading.opens(at) and not reading.sign(at - 1).shape & CAPITAL
    reasons = _listed(reading, at, at + 1)
    score = sign.first if sign.first >= sign.last else 0.75 * sign.last
    if everyday or (place and not sure):
        acts = after in _PERSON_VERBS and sign.first >= 0.4
        if not (cued or inside or acts):
            return None
        score += 0.05 if inside and everyday else 0.0
    if cued:
        score, reasons = max(score, 0.6) + 0.15, [*reasons, ("cue-before", 0.15)]
    elif inside and after in _AFTER_NAME:
        score, reasons = score + 0.1, [*reasons, ("cue-after", 0.1)]
    elif before in {"the", "a", "an", "this", "each", "every", "any", "no"}:
        score -= 0.4
    if sign.shape & ALL_CAPITALS:
        score -= 0.2
    return Finding(at, at + 1, "NAME", max(0.0, min(score, 0.9)), "name.alone", tuple(reasons))
