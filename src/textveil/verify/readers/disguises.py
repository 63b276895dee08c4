"""Disguises: words whose letters are parted, of another alphabet, or written as digits and signs.

The verifiers' own code for the part "Words" of `docs/methods/hidden-writing.md`, for
`verify.readers.clear_view`. A change is a place of the text, and what a person reads there.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, pairwise, product
from typing import Final

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.lookalikes import LOOKALIKES
from textveil.lexicon.tables.words import look_up
from textveil.verify.readers.tables import image_of

__all__ = ["Change", "borne", "disguised", "of_two_alphabets", "parted", "spaced"]

Change = tuple[int, int, str]
Place = tuple[int, int]

_LETTER: Final = r"[^\W\d_]"
_WORD: Final = re.compile(rf"{_LETTER}+")
_OTHER: Final = re.compile("[\u0370-\u058f\u13a0-\u13ff]")
_APART: Final = re.compile(
    rf"(?<![^\W_]){_LETTER}([^\w'\u2019]{{1,3}}|_){_LETTER}(?![^\W_])(?:\1{_LETTER}(?![^\W_]))*"
)
_LONGEST: Final = 40
_TRIED: Final = 128
_SIGNS: Final = re.compile(
    rf"(?<![^\W_]|[@./\\:#$!|€])[$@]?[^\W_]{{1,{_LONGEST}}}"
    rf"(?:[$@!|€]{{1,3}}[^\W_]{{1,{_LONGEST}}}){{0,9}}[$@]?(?![^\W_]|@|\.\w)"
)


def borne(word: str) -> int:
    """Return how many people bear a word as a name, in the steps of the table."""
    return max(look_up(word)[:3])


def of_two_alphabets(text: str, low: int, high: int) -> Iterator[Change]:
    r"""Yield words with letters of two alphabets that all look Latin.

    Examples
    --------
    >>> list(of_two_alphabets("J\u043ehn \u0438\u0434\u0435\u0442", 0, 9))
    [(0, 4, 'John')]
    """
    for match in _WORD.finditer(text, low, high):
        word = match.group()
        if _OTHER.search(word) and any(one.isascii() for one in word) and len(word) > 2:
            new = "".join(LOOKALIKES.get(one, one) for one in word)
            if new.isascii() and len(new) == len(word):
                yield *match.span(), new


def parted(text: str, low: int, high: int) -> list[Change]:
    """Return the signs inside names, to be left out.

    Examples
    --------
    >>> parted("Thistle#wood and MARY|ANN", 0, 25)
    [(7, 8, '')]
    """
    words = [match.span() for match in _WORD.finditer(text, low, high)]
    gaps = [text[one[1] : other[0]] for one, other in pairwise(words)]
    joined = [0 < len(gap) <= 3 and not any(map(_is_of_writing, gap)) for gap in gaps]
    found: list[Change] = []
    first = 0
    while first < len(words):
        last, longest = first, first
        while last < len(gaps) and joined[last] and last - first < 5:
            last += 1
            if _is_one_name([text[start:end] for start, end in words[first : last + 1]]):
                longest = last
        start, end = words[first][0], words[longest][1]
        if longest > first and image_of(text[start - 1] if start else " ") != "'":
            inner = [(words[at][1], words[at + 1][0]) for at in range(first, longest)]
            found += [(low, high, "") for low, high in [*inner, *_outer(text, start, end, inner)]]
            first = longest
        first += 1
    return sorted(found)


def _outer(text: str, start: int, end: int, inner: Sequence[Place]) -> Iterator[Place]:
    """Yield signs of its inside that stand between a name and a blank, if they end no sentence."""
    for sign in {text[low:high] for low, high in inner} - set(".,:;!?"):
        if re.search(rf"(?<!\S){re.escape(sign)}\Z", text[max(0, start - 4) : start]):
            yield start - len(sign), start
        if re.match(rf"{re.escape(sign)}(?!\S)", text[end : end + 4]):
            yield end, end + len(sign)


@cache
def _is_of_writing(sign: str) -> bool:
    """Tell whether a character stands between letters in ordinary text, or is no sign."""
    if sign.isalnum() or sign.isspace() or sign in "<>":
        return True
    return unicodedata.category(sign) in ("Ps", "Pe", "Pi", "Pf") or image_of(sign) in "'\"-`"


def _is_one_name(parts: Sequence[str]) -> bool:
    whole = "".join(parts)
    if not 3 < len(whole) <= _LONGEST or borne(whole) == 0:
        return False
    if whole.isupper():
        return any(not any(look_up(part)[:5]) for part in parts)
    return whole[0].isupper() and whole[1:].islower()


def spaced(text: str, low: int, high: int, language: str) -> Iterator[Change]:
    """Yield what stands between the letters of a word, to be left out.

    Examples
    --------
    >>> list(spaced("J o h n, plan A B C", 0, 19, "en"))
    [(1, 2, ''), (3, 4, ''), (5, 6, '')]
    """
    row: list[re.Match[str]] = []
    for match in _APART.finditer(text, low, high):
        gap = text[row[-1].end() : match.start()] if row else ""
        if row and not (row[-1][1] == match[1] and re.fullmatch(r"\s{1,7}|-", gap)):
            yield from _parted(row, language)
            row = []
        row.append(match)
    yield from _parted(row, language) if row else ()


def _parted(row: Sequence[re.Match[str]], language: str) -> Iterator[Change]:
    """Yield what parts the letters of words that stand side by side."""
    ended = -1
    for match, places in zip(row, _spelled(row, language), strict=True):
        start, step = match.start(), 1 + len(match[1])
        if places and 0 <= ended < start - 1:
            # Between two words one character is left.
            yield ended + 1, start, ""
        ended = match.end() if places else -1
        for first, last in places:
            for at in range(first, last - 1):
                yield start + step * at + 1, start + step * (at + 1), ""


def _spelled(row: Sequence[re.Match[str]], language: str) -> list[list[Place]]:
    """Return, for each part of a row, where its letters are words; nothing if none is one."""
    parts = [match.group()[:: 1 + len(match[1])] for match in row]
    nothing: list[list[Place]] = [[] for _ in row]
    if not all(one.isupper() or one.islower() for part in parts for one in part):
        return nothing
    if all(part.isupper() or part.islower() for part in parts):
        found = [_listed(part, language) for part in parts]
        if not any(found) or (len(parts) == 1 and not row[0][1].isspace()):
            return nothing
        return [one or [(0, len(part))] for one, part in zip(found, parts, strict=True)]
    capital = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]*|[^\W\d_A-Z]+")
    words = [[match.span() for match in capital.finditer(part)] for part in parts]
    longest = max(last - first for some in words for first, last in some)
    return words if longest > (1 if len(parts) > 1 and "\n" not in row[0][1] else 2) else nothing


def _listed(letters: str, language: str) -> list[Place]:
    """Return the listed word that letters of one case are, or a given and a family name."""
    size = len(letters)
    if size < 3:
        return []
    if size <= _LONGEST:
        least = 4 if size == 3 else 1
        if borne(letters) >= least or (size > 4 and look_up(letters, language).common):
            return [(0, size)]
    cuts = range(3, min(size - 3, _LONGEST) + 1)
    both = {
        at: min(borne(letters[:at]), borne(letters[at:])) for at in cuts if size - at <= _LONGEST
    }
    best = max(both, key=lambda at: (both[at], at), default=0)
    if not best or both[best] < 2:
        given = (at for at in reversed(cuts) if at > 3 < size - at)
        best = next((at for at in given if max(look_up(letters[:at])[:2]) > 1), 0)
    return [(0, best), (best, size)] if best else []


def disguised(text: str, low: int, high: int) -> Iterator[Change]:
    """Yield digits and signs that stand for letters of a name.

    Examples
    --------
    >>> list(disguised("J0hn 5m1th, H1N1, at 5am", 0, 24))
    [(1, 2, 'o'), (5, 6, 'S'), (7, 8, 'i')]
    """
    blanked = -1
    for match in _SIGNS.finditer(text, low, high):
        read = _read(match.group())
        if not read or not (_is_telling(match, "".join(read)) or _is_beside(match)):
            continue
        at = match.start()
        if blanked < at and text[max(0, at - 1) : at] == "_":
            yield at - 1, at, " "
        for piece, new in zip(_pieces(match.group()), read, strict=True):
            if new != piece:
                yield at, at + len(piece), new
            at += len(piece)
        if text[at : at + 1] == "_":
            yield at, at + 1, " "
            blanked = at + 1


@cache
def _table() -> dict[str, list[str]]:
    return {row[0]: row[1].split() for row in rows("disguises.tsv") if len(row) > 1}


def _pieces(word: str) -> list[str]:
    longer = "|".join(re.escape(one) for one in _table() if len(one) > 1)
    return re.findall(f"{longer}|." if longer else ".", word)


@lru_cache(maxsize=1 << 12)
def _read(word: str) -> tuple[str, ...]:
    """Return the name that most people bear among those that a word may be, piece by piece."""
    if len(word) > _LONGEST or word.isalpha() or not any(map(str.isalpha, word)):
        return ()
    ways = islice(product(*(_table().get(one, [one]) for one in _pieces(word))), _TRIED)
    best = max(ways, key=lambda way: borne("".join(way)))
    if len(best) < 3 or not borne("".join(best)):
        return ()
    letters = "".join(filter(str.isalpha, word))
    if len(letters) > 1 and all(map(str.isupper, letters)):
        return tuple(map(str.upper, best))
    return (best[0] if word[0].isalpha() else best[0].upper(), *best[1:])


def _is_telling(match: re.Match[str], name: str) -> bool:
    """Tell whether a digit between letters says that a word is a name in disguise."""
    word, text, (start, end) = match.group(), match.string, match.span()
    if "_" in (text[end : end + 1], text[max(0, start - 1) : start]):
        return False
    plain = word[1:].islower() or (word.isupper() and len(name) > 3)
    half = 2 * sum(map(str.isalpha, word)) >= len(word)
    inside = re.search(rf"{_LETTER}[0-9@$!|€]{{1,60}}{_LETTER}", word)
    return bool(inside) and plain and half and borne(name) >= {3: 4, 4: 2}.get(len(name), 1)


def _is_beside(match: re.Match[str]) -> bool:
    """Tell whether a name stands beside a word, in clear or in disguise."""
    text, (start, end) = match.string, match.span()
    before = re.search(r"(?<![^\s_-])([^\W_]+)[ _-]\Z", text[max(0, start - 24) : start])
    after = re.match(r"[ _-]([^\W_]+)", text[end : end + 24])
    names = [found[1] for found in (before, after) if found]
    if end - start == 3 or re.fullmatch(rf"[0-9]{{2,}}{_LETTER}+", match.group()):
        return any(len(name) > 3 and bool(_read(name)) for name in names)
    return any(
        bool(_read(name)) or (name.isalpha() and name[0].isupper() and borne(name) > 1)
        for name in names
    )
