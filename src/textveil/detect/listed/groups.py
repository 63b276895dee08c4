"""Organizations and hospitals, professions, nationalities and religions."""

from typing import Final

from textveil.detect.listed.bits import Bit
from textveil.detect.listed.reading import ALL_CAPITALS, CAPITAL, INITIAL, Finding, Reading
from textveil.lexicon.words import key_of

__all__ = ["group_at", "profession_at", "trait_at"]

_LINKS: Final = frozenset({"of", "for", "and", "the", "&", "de", "du", "des"})
_LONGEST: Final = 10
_HEADING: Final = 5
_OPENING_WORDS = """
    a after also although an and as at before but by during for from he her his if in it its
    my no of on or our she since so such that the their then they this to under until we
    when where while with
"""
_OPENING: Final = frozenset(_OPENING_WORDS.split())
_WORKS_WORDS = """
    as works worked occupation profession job employed retired former career became
    qualified trained practising licensed professional
"""
_WORKS: Final = frozenset(_WORKS_WORDS.split())
_ARTICLES_WORDS = """
    a an his her my their our is was am former retired
"""
_ARTICLES: Final = frozenset(_ARTICLES_WORDS.split())
_PERSONS_WORDS = """
    man men woman women male female boy girl person people lady gentleman national nationals
    citizen citizens patient community family refugee refugees immigrant descent origin
    national-origin
"""
_PERSONS: Final = frozenset(_PERSONS_WORDS.split())


def group_at(reading: Reading, at: int) -> Finding | None:
    """Return the organization or hospital that starts at a token."""
    sign = reading.signs[at]
    if not sign.shape & (CAPITAL | INITIAL):
        return None
    if sign.kinds & Bit.PHRASE_START:
        entry = reading.phrase(at)
        if entry is not None and entry[1] & (Bit.HOSPITAL | Bit.ORGANIZATION) and entry[0] > 1:
            end = at + entry[0]
            if reading.tokens[end - 1][0].isupper() and reading.tokens[at][0].isupper():
                hospital = bool(entry[1] & Bit.HOSPITAL)
                return _listed(reading, at, end, hospital=hospital)
    return _by_word(reading, at)


def _listed(reading: Reading, at: int, end: int, *, hospital: bool) -> Finding | None:
    name = "hospitals" if hospital else "universities"
    bare = all(part.kinds & Bit.WORD for part in reading.signs[at:end])
    score = 0.6 if bare else 0.9
    label = "HOSPITAL" if hospital else "ORGANIZATION"
    return Finding(at, end, label, score, f"group.{name}", ((f"list:{name}", score),))


def _by_word(reading: Reading, at: int) -> Finding | None:
    """Find a run of capitalised words with a word for an organization in it."""
    if at and reading.sign(at - 1).shape & CAPITAL and reading.same_line(at):
        # The run was looked at from its first word on.
        return None
    end, marked, content = _run(reading, at)
    if not marked or end - at < 2:
        return None
    last = reading.signs[marked[-1]]
    legal = bool(last.kinds & Bit.LEGAL_FORM) and marked[-1] == end - 1
    hospital = any(reading.signs[mark].kinds & Bit.HOSPITAL for mark in marked)
    if not content and not legal:
        return None
    at = _begin(reading, at, end)
    if end - at < 2 or (_shouted(reading, at, end) and not legal):
        return None
    score = 0.9 if legal else 0.75 if hospital else 0.7
    if marked[0] > at + 1 and reading.tokens[marked[0] - 1] in {"of", "the"}:
        # "Rules of Court": the word says what the rules are about.
        score -= 0.25
    if marked[0] == at and not hospital and end - at > 1 and reading.tokens[at + 1] not in _LINKS:
        score -= 0.25
    label = "HOSPITAL" if hospital else "ORGANIZATION"
    word = "legal-form" if legal else "hospital-word" if hospital else "organization-word"
    return Finding(at, end, label, score, f"group.{word}", ((f"list:{word}s", score),))


def _run(reading: Reading, at: int) -> tuple[int, list[int], int]:
    """Return the end of a run of capitals, the words in it that tell, and how many others."""
    marked: list[int] = []
    content = 0
    end = at
    while (
        end < len(reading.tokens) and end - at < _LONGEST and (end == at or reading.same_line(end))
    ):
        sign, token = reading.signs[end], reading.tokens[end]
        if sign.shape & (CAPITAL | INITIAL):
            if sign.kinds & (Bit.ORGANIZATION | Bit.HOSPITAL | Bit.LEGAL_FORM):
                marked.append(end)
            elif end > at and _ends_run(sign.kinds):
                break
            else:
                content += token not in {"The", "A", "An", "This"}
            end += 1
            if sign.kinds & Bit.LEGAL_FORM and end - at > 1:
                break
        elif token in _LINKS and end > at and _continues(reading, end):
            end += 1
        else:
            break
    # What follows the last telling word belongs to it only after "of" or "for".
    if marked:
        end = _trimmed(reading, at, end, marked)
    return end, marked, content


def _begin(reading: Reading, at: int, end: int) -> int:
    """Return where a run begins, without words that only begin a sentence."""
    while at < end and key_of(reading.tokens[at]) in _OPENING:
        at += 1
    return at


def _shouted(reading: Reading, at: int, end: int) -> bool:
    """Tell whether a run is in capitals and of everyday words: a heading."""
    parts = reading.signs[at:end]
    loud = all(part.shape & (ALL_CAPITALS | INITIAL) for part in parts)
    return loud and (end - at > _HEADING or all(part.kinds & Bit.WORD for part in parts))


def _ends_run(kinds: int) -> bool:
    return bool(kinds & (Bit.MONTH | Bit.WEEKDAY) or (kinds & Bit.TITLE and not kinds & Bit.WORD))


def _continues(reading: Reading, at: int) -> bool:
    ahead = at + 1
    while reading.token(ahead) in _LINKS and ahead - at < 3:
        ahead += 1
    linked = reading.tokens[at] != "and" or bool(reading.sign(ahead).kinds & Bit.WORD)
    return bool(reading.sign(ahead).shape & CAPITAL) and reading.same_line(ahead) and linked


def _trimmed(reading: Reading, at: int, end: int, marked: list[int]) -> int:
    last = marked[-1] + 1
    if last < end and reading.tokens[last] in _LINKS:
        return end
    if last < end and marked[-1] == at:
        return end
    return last


def profession_at(reading: Reading, at: int) -> Finding | None:
    """Return the occupation that starts at a token."""
    sign = reading.signs[at]
    end = at + 1
    kinds = sign.kinds
    if not kinds & (Bit.OCCUPATION | Bit.OCCUPATION_START):
        return None
    entry = reading.phrase(at)
    if entry is not None and entry[1] & Bit.OCCUPATION:
        end, kinds = at + entry[0], entry[1]
    if not kinds & Bit.OCCUPATION or (sign.shape & CAPITAL and sign.last > 0.45):
        return None
    before = [key_of(reading.token(i)) for i in range(max(0, at - 4), at)]
    score = 0.55 if end - at > 1 else 0.4
    reasons = [("list:occupations", score)]
    if any(word in _WORKS for word in before):
        score, reasons = score + 0.35, [*reasons, ("cue-before", 0.35)]
    elif before and before[-1] == "the":
        # "The public prosecutor" is an office; "a public prosecutor" is somebody.
        score -= 0.1
    elif before and before[-1] in _ARTICLES:
        score, reasons = score + 0.05, [*reasons, ("article", 0.05)]
    return Finding(at, end, "PROFESSION", min(score, 0.9), "profession", tuple(reasons))


def trait_at(reading: Reading, at: int) -> Finding | None:
    """Return the nationality, ethnic group or religion that starts at a token."""
    sign = reading.signs[at]
    if not sign.shape & CAPITAL:
        return None
    end, kinds = at + 1, sign.kinds
    if kinds & Bit.PHRASE_START:
        entry = reading.phrase(at)
        if entry is not None and entry[1] & (Bit.DEMONYM | Bit.RELIGION):
            end, kinds = at + entry[0], entry[1]
    if not kinds & (Bit.DEMONYM | Bit.RELIGION):
        return None
    score = 0.8 if kinds & Bit.DEMONYM else 0.7
    name = "list:demonyms" if kinds & Bit.DEMONYM else "list:religions"
    reasons = [(name, score)]
    if max(sign.first, sign.last) > 0.5 and end - at == 1:
        score -= 0.35
        if key_of(reading.token(end)) in _PERSONS:
            score, reasons = score + 0.35, [*reasons, ("person-follows", 0.35)]
    return Finding(at, end, "DEMOGRAPHIC", score, "trait", tuple(reasons))
