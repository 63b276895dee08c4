"""Hidden words: names in another dress, most of them told by the lists of names.

Letters with blanks or marks between them (`J o h n`), letters of two alphabets in one word, digits
and signs for letters (`J0hn`), and words that were cut at a line end. What may be ordinary text as
well (`H1N1`, `U S A`) is left alone unless a list has the name.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice, pairwise, product
from typing import Final

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.folding import fold_character
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.lookalikes import LOOKALIKES
from textveil.lexicon.tables.words import look_up

__all__ = [
    "ALPHABETS",
    "Change",
    "cut_word",
    "disguised_words",
    "mixed_words",
    "parted_names",
    "spaced_words",
]

Place = tuple[int, int]
Change = tuple[int, int, str]
"""Start, end, and what stands there for a reader."""

ALPHABETS: Final = "\u0370-\u058f\u13a0-\u13ff"
"""Greek, Cyrillic, Armenian, Cherokee: alphabets with letters that look Latin."""

_LETTER: Final = r"[^\W\d_]"
_WORD: Final = re.compile(rf"{_LETTER}+")
_OTHER: Final = re.compile(rf"[{ALPHABETS}]")
_SPACED: Final = re.compile(
    rf"(?<![^\W_]){_LETTER}([^\w'\u2019]{{1,3}}|_){_LETTER}(?![^\W_])(?:\1{_LETTER}(?![^\W_]))*"
)
"""Letters that stand alone, with the same blanks or marks after each."""
_CAPITALISED: Final = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]*|[^\W\d_A-Z]+")
_GAP: Final = re.compile(r"\s{1,7}|-")
_SHORTEST: Final = 3
_WORDLIKE: Final = 5
"""Letters of one case in a row are read as a word of any kind from this length on."""
_BORNE: Final = 2
"""Step of bearers (see `ListedWord`) from which a word counts as a name of people."""
_COMMON: Final = 4
"""Step that a name of three letters, which coincide with much else, must reach."""

_MOST: Final = 128
"""Readings of one word that are tried at most."""
_LONGEST: Final = 40
"""Letters of the longest name; so the work on a text grows with its length and no faster."""
_DISGUISED: Final = re.compile(
    rf"(?<![^\W_]|[@./\\:#$!|€])[$@]?[^\W_]{{1,{_LONGEST}}}"
    rf"(?:[$@!|€]{{1,3}}[^\W_]{{1,{_LONGEST}}}){{0,9}}[$@]?(?![^\W_]|@|\.\w)"
)
_INSIDE: Final = re.compile(rf"{_LETTER}[0-9@$!|€]{{1,60}}{_LETTER}")
_NUMBERED: Final = re.compile(rf"[0-9]{{2,}}{_LETTER}+")
_NAME_BEFORE: Final = re.compile(r"(?<![^\s_-])([^\W_]+)[ _-]\Z")
_NAME_AFTER: Final = re.compile(r"[ _-]([^\W_]+)")
_AROUND: Final = 24
_MOST_SIGNS: Final = 3
_MOST_PARTS: Final = 6
"""Signs in a row, and parts of one name, that are read over at most."""
_STOPS: Final = frozenset(".,:;!?")
"""Signs that end a part of a sentence."""
_END: Final = 1 << 62


def _bearers(word: str) -> int:
    return max(look_up(word)[:3])


def cut_word(before: str, after: str, *, language: str = ENGLISH) -> str | None:
    """Return what joins the halves of a word that a line end cut; None if it cut none.

    Nothing joins them where the whole is listed or a half is no word; a hyphen joins two names.

    Examples
    --------
    >>> cut_word("Spill", "man"), cut_word("Smith", "Jones"), cut_word("Plan", "continue")
    ('', '-', None)
    """
    if after[0].isupper() and not before.isupper():
        return "-" if min(_bearers(before), _bearers(after)) >= _BORNE else None
    if any(look_up(before + after, language)[:4]):
        return ""
    halves = look_up(before, language), look_up(after, language)
    return None if all(any(half[:5]) for half in halves) else ""


def parted_names(text: str, start: int = 0, end: int = _END) -> Iterator[Change]:
    """Yield the signs inside a name, to be left out.

    Ordinary writing puts quotation marks, brackets and dashes between letters: those stay.

    Examples
    --------
    >>> list(parted_names("Thistle*wood, Son(s, Ann's, Pa**tri**cia"))
    [(7, 8, ''), (30, 32, ''), (35, 37, '')]
    """
    chain: list[re.Match[str]] = []
    for match in _WORD.finditer(text, start, end):
        if chain and not _is_parted(text[chain[-1].end() : match.start()]):
            yield from _whole_names(chain)
            chain = []
        chain.append(match)
    yield from _whole_names(chain)


def _is_parted(gap: str) -> bool:
    """Tell whether only signs that no writing puts between letters part two words."""
    return 0 < len(gap) <= _MOST_SIGNS and all(map(_is_odd, gap))


@lru_cache(maxsize=1 << 12)
def _is_odd(sign: str) -> bool:
    brackets = unicodedata.category(sign) in {"Ps", "Pe", "Pi", "Pf"}
    written = brackets or fold_character(sign) in {"", "'", '"', "-", "`"}
    return not (written or sign.isalnum() or sign.isspace() or sign in "<>")


def _whole_names(chain: list[re.Match[str]]) -> Iterator[Change]:
    """Yield what parts the names in words that signs part; of names that meet, the longest."""
    first = 0
    while first < len(chain) - 1:
        lasts = range(min(len(chain), first + _MOST_PARTS) - 1, first, -1)
        last = next((at for at in lasts if _is_whole_name(chain[first : at + 1])), first)
        if last > first:
            yield from sorted(_signs_of(chain[first : last + 1]))
        first = last + 1


def _signs_of(parts: list[re.Match[str]]) -> Iterator[Change]:
    """Yield the signs that part a name, and the same around it: emphasis has two ends."""
    text, start, end = parts[0].string, parts[0].start(), parts[-1].end()
    gaps = [(one.end(), other.start()) for one, other in pairwise(parts)]
    signs = {text[low:high] for low, high in gaps}.difference(_STOPS)
    for sign in signs:
        low, high = start - len(sign), end + len(sign)
        if text.endswith(sign, 0, start) and not text[max(0, low - 1) : low].strip():
            yield low, start, ""
        if text.startswith(sign, end) and not text[high : high + 1].strip():
            yield end, high, ""
    yield from ((low, high, "") for low, high in gaps)


def _is_whole_name(parts: list[re.Match[str]]) -> bool:
    """Tell whether words without what parts them are a listed name, written like one word.

    What stands behind an apostrophe (O'B*ien) is no whole word.
    """
    words, start = [part.group() for part in parts], parts[0].start()
    if start and fold_character(parts[0].string[start - 1]) == "'":
        return False
    name = "".join(words)
    if not _SHORTEST < len(name) <= _LONGEST or not _bearers(name):
        return False
    if name[0].isupper() and name[1:].islower():
        return True
    # Two names in capitals (MARY|ANN) are two.
    return name.isupper() and not all(any(look_up(word)[:5]) for word in words)


def mixed_words(text: str, start: int = 0, end: int = _END) -> Iterator[Change]:
    """Yield words of two alphabets in Latin letters; words of one alphabet are left alone.

    Examples
    --------
    >>> list(mixed_words("J\u043ehn \u0438\u0434\u0435\u0442"))
    [(0, 4, 'John')]
    """
    for match in _WORD.finditer(text, start, end):
        word = match.group()
        if not _OTHER.search(word):
            continue
        new = "".join(LOOKALIKES.get(one, one) for one in word)
        # Cyrillic words with a Latin letter or two have others that look like none.
        if any(map(str.isascii, word)) and new.isascii() and len(new) == len(word) >= _SHORTEST:
            yield *match.span(), new


def spaced_words(
    text: str, start: int = 0, end: int = _END, *, language: str = ENGLISH
) -> Iterator[Change]:
    """Yield what stands between the letters of a word, to be left out.

    Examples
    --------
    >>> list(spaced_words("J o h n  L e e, plan A B C"))
    [(1, 2, ''), (3, 4, ''), (5, 6, ''), (8, 9, ''), (10, 11, ''), (12, 13, '')]
    """
    for chain in _chains(text, start, end):
        last = -1
        for match, words in zip(chain, _spelled(chain, language), strict=True):
            first, step = match.start(), 1 + len(match[1])
            if words and 0 <= last < first - 1:
                # The gap between two words becomes one character.
                yield last + 1, first, ""
            last = match.end() if words else -1
            for low, high in words:
                for at in range(first + step * low + 1, first + step * (high - 1), step):
                    yield at, at + step - 1, ""


def _chains(text: str, start: int, end: int) -> Iterator[list[re.Match[str]]]:
    """Yield words of letters that stand apart; together where only a gap is between them."""
    chain: list[re.Match[str]] = []
    for match in _SPACED.finditer(text, start, end):
        if chain and not (
            chain[-1][1] == match[1] and _GAP.fullmatch(text, chain[-1].end(), match.start())
        ):
            yield chain
            chain = []
        chain.append(match)
    if chain:
        yield chain


def _spelled(chain: list[re.Match[str]], language: str) -> list[list[Place]]:
    """Return where words stand in letters that were written apart, for each part of a chain.

    Letters with a capital first and small ones after it are words as they are. Of letters of one
    case a list must have the first name or word, and with marks between them (S.H.I.E.L.D.) there
    must be two parts or more. If one part of a chain is a word, all are.
    """
    parts = [match.group()[:: 1 + len(match[1])] for match in chain]
    if not all(one.isupper() or one.islower() for part in parts for one in part):
        return [[] for _ in parts]
    if all(part.isupper() or part.islower() for part in parts):
        found = [_listed(part, language) for part in parts]
        if not any(found) or not (len(parts) > 1 or chain[0][1].isspace()):
            return [[] for _ in parts]
        return [one or [(0, len(part))] for one, part in zip(found, parts, strict=True)]
    words = [[match.span() for match in _CAPITALISED.finditer(part)] for part in parts]
    longest = max(high - low for part in words for low, high in part)
    # Two letters are a word beside another one, but not where columns make such pairs.
    least = _SHORTEST - (len(parts) > 1 and "\n" not in chain[0][1])
    return words if longest >= least else [[] for _ in parts]


def _listed(letters: str, language: str) -> list[Place]:
    """Return the word that letters of one case are, or the given and the family name."""
    size = len(letters)
    if size < _SHORTEST:
        return []
    if size <= _LONGEST:
        borne = _bearers(letters) >= (_COMMON if size == _SHORTEST else 1)
        if borne or (size >= _WORDLIKE and look_up(letters, language).common):
            return [(0, size)]
    cuts = range(_SHORTEST, min(size - _SHORTEST, _LONGEST) + 1)
    pairs = [at for at in cuts if size - at <= _LONGEST]
    both = [(min(_bearers(letters[:at]), _bearers(letters[at:])), at) for at in pairs]
    best, cut = max(both, default=(0, 0))
    if best < _BORNE:
        # A family name that is not listed, behind a given name that is.
        given = (at for at in reversed(cuts) if at > _SHORTEST < size - at)
        cut = next((at for at in given if max(look_up(letters[:at])[:2]) >= _BORNE), 0)
    return [(0, cut), (cut, size)] if cut else []


def disguised_words(text: str, start: int = 0, end: int = _END) -> Iterator[Change]:
    """Yield the digits and signs that stand for letters of a name.

    A word counts where a digit stands between letters, or where another name stands beside it; so
    `5am` is no Sam.

    Examples
    --------
    >>> list(disguised_words("J0hn 5m1th, H1N1, at 5am"))
    [(1, 2, 'o'), (5, 6, 'S'), (7, 8, 'i')]
    """
    last = -1
    for match in _DISGUISED.finditer(text, start, end):
        word, at = match.group(), match.start()
        read = _read(word) if _may_be_disguised(word) else ()
        if not read or not (
            (_is_telling(word, "".join(read)) and not _is_joined(match))
            or _stands_beside_name(match)
        ):
            continue
        # Two names with a mark between them are read with a blank.
        if last < at and text.endswith("_", 0, at):
            yield at - 1, at, " "
        for piece, new in zip(_disguises()[0].findall(word), read, strict=True):
            if new != piece:
                yield at, at + len(piece), new
            at += len(piece)
        if text.startswith("_", at):
            yield at, at + 1, " "
            last = at + 1


@cache
def _disguises() -> tuple[re.Pattern[str], Mapping[str, list[str]]]:
    """Return an expression for one letter or what stands for it, and what each may stand for."""
    table = {row[0]: row[1].split() for row in rows("disguises.tsv") if len(row) > 1}
    longer = (re.escape(written) for written in table if len(written) > 1)
    return re.compile("|".join([*longer, "."])), table


@lru_cache(maxsize=1 << 12)
def _read(word: str) -> tuple[str, ...]:
    """Return the name that most people bear among those that a word may be, piece by piece."""
    expression, table = _disguises()
    ways = [table.get(one, [one]) for one in expression.findall(word)]
    tried = (tuple(way) for way in islice(product(*ways), _MOST))
    best = max(tried, key=lambda way: _bearers("".join(way)), default=())
    if len(best) < _SHORTEST or not _bearers("".join(best)):
        return ()
    letters = [one for one in word if one.isalpha()]
    if len(letters) > 1 and all(map(str.isupper, letters)):
        return tuple(map(str.upper, best))
    first = best[0] if word[0].isalpha() else best[0].upper()
    return first, *best[1:]


def _is_telling(word: str, name: str) -> bool:
    """Tell whether a word is a name in disguise whatever stands beside it."""
    letters = sum(map(str.isalpha, word))
    plain = word[1:].islower() or (word.isupper() and len(name) > _SHORTEST)
    least = {_SHORTEST: _COMMON, _SHORTEST + 1: _BORNE}.get(len(name), 1)
    inside = _INSIDE.search(word) is not None
    return inside and plain and 2 * letters >= len(word) and _bearers(name) >= least


def _is_joined(match: re.Match[str]) -> bool:
    """Tell whether a word is a part of a longer one (`sha1_hash`), which programs are full of."""
    text, (start, end) = match.string, match.span()
    return text.startswith("_", end) or text.endswith("_", 0, start)


def _stands_beside_name(match: re.Match[str]) -> bool:
    """Tell whether a name stands beside a word, in clear or in disguise.

    Three letters coincide with much else, and so does a number with an ending (49ers): beside them
    the name must be in disguise, too.
    """
    text, (start, end) = match.string, match.span()
    before = _NAME_BEFORE.search(text, max(0, start - _AROUND), start)
    after = _NAME_AFTER.match(text, end, end + _AROUND)
    beside = [found[1] for found in (before, after) if found is not None]
    if end - start == _SHORTEST or _NUMBERED.fullmatch(match.group()):
        return any(len(word) > _SHORTEST and _is_disguised(word) for word in beside)
    return any(_is_disguised(word) or _is_name(word) for word in beside)


def _is_name(word: str) -> bool:
    return word.isalpha() and word[0].isupper() and _bearers(word) >= _BORNE


def _is_disguised(word: str) -> bool:
    return _may_be_disguised(word) and bool(_read(word))


def _may_be_disguised(word: str) -> bool:
    return len(word) <= _LONGEST and not word.isalpha() and any(map(str.isalpha, word))
