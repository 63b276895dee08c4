"""Pieces of an organization's name: generic words, small words, and holes.

Generic words ("Hospital", "Ltd") say what it is. All other words say which one it is: a saint, a
place, a person, a word of fancy. Those that stand side by side are one *hole*.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.geography.localities import country_code, is_state, read_locality
from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import language_named
from textveil.lexicon.tables.words import Kind, look_up
from textveil.transform.surrogates.writing import cut_possessive

__all__ = [
    "COMMA",
    "SAINT",
    "WORD",
    "NamePiece",
    "is_acronym",
    "is_everyday",
    "is_generic",
    "key_of",
    "kind_of",
    "read_pieces",
]

WORD: Final = re.compile(r"[^\W_](?:[^\W_]|['\u2019.&-](?=[^\W_]))*\.?|&")
_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,6}")
_INITIAL: Final = re.compile(r"[A-Z]\.?")
_NUMBERED: Final = re.compile(r"[0-9]+[A-Za-z]*\.?")
_PLACES: Final = int(Kind.CITY | Kind.TOWN)
SAINT: Final = "saint"
"""Key of all words before the name of a saint."""
COMMA: Final = ","
"""Key of what stands between partners: "Smith, Jones and Brown"."""
_PARTNER: Final = re.compile(r",|[^\s,](?:[^,]{0,200}[^\s,])?")
_SHORTEST: Final = 4
"""Letters of the shortest part of a word that is put together from two."""
_LONGEST: Final = 4
"""Words of the longest dedication or kind of business that is looked for."""


class NamePiece(NamedTuple):
    """A word, or the words of a hole, by their place in a name.

    `role` is `generic`, `small` or `hole`; `key` is the squeezed word, or the kind of the hole:
    `saint`, `dedication`, `city`, `state`, `country`, `people`, `person`, `number`, `acronym`,
    `fancy` (an everyday word), `made` (put together from two), `name`, or a group of generic words
    behind an equals sign.
    """

    role: str
    key: str
    start: int
    end: int


@lru_cache(maxsize=1 << 14)
def key_of(word: str) -> str:
    """Return what a word is compared by: without a possessive, squeezed."""
    return squeeze_text(cut_possessive(word)[0])


def is_generic(word: str, *, language: str = "en") -> bool:
    """Tell whether a word says what an organization is, and not which one.

    Examples
    --------
    >>> is_generic("Hospital"), is_generic("Women's"), is_generic("of"), is_generic("Kowalski")
    (True, True, True, False)
    """
    key = key_of(word)
    return not key or key in facts(language).keys("generic", "small-word")


def is_everyday(word: str, *, language: str = "en") -> bool:
    """Tell whether a word is an everyday word rather than a name.

    Examples
    --------
    >>> is_everyday("Widgets"), is_everyday("Kowalski"), is_everyday("Chicago")
    (True, False, False)
    """
    known = look_up(word, language)
    return bool(known.kinds & Kind.WORD) and max(known[:3]) < 5 and not known.kinds & Kind.PROPER


def is_acronym(word: str, *, language: str = "en") -> bool:
    """Tell whether letters stand for words; a name or an everyday word in capitals does not.

    Examples
    --------
    >>> is_acronym("MGH"), is_acronym("N.A.T.O."), is_acronym("SMITH"), is_acronym("Ltd")
    (True, True, False, False)
    """
    letters = cut_possessive(word)[0]
    if not _ACRONYM.fullmatch(letters) or is_generic(letters, language=language):
        return False
    if "." in letters[:-1] or len(letters) == 2:
        return True
    known = look_up(letters, language)
    if len(letters) == 3:
        return max(known[:3]) < 3
    return max(known[:3]) < 2 and not known.kinds & (Kind.WORD | Kind.CITY)


def read_pieces(value: str, *, language: str = "en") -> list[NamePiece]:
    """Return the pieces of a name in their order; no two holes stand side by side.

    Examples
    --------
    >>> [(piece.role, piece.key) for piece in read_pieces("St. Luke's Hospital of Salt Lake City")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('generic', 'saint'), ('hole', 'saint'), ('generic', 'hospital'), ('small', 'of'),
     ('hole', 'city')]
    """
    words = list(WORD.finditer(value))
    roles = _roles([word.group() for word in words], language)
    pieces: list[NamePiece] = []
    at = 0
    while at < len(words):
        role, key = roles[at]
        last = at
        while role == "hole" and last + 1 < len(words) and roles[last + 1][0] == "hole":
            last += 1
        start = words[at].start()
        if role == "hole" and _goes_on(value, start, words[last + 1 : last + 2], language):
            last += 1
        end = words[last].end()
        if role == "hole":
            sainted = bool(pieces) and pieces[-1].key == SAINT
            pieces += _hole(value, start, end, sainted=sainted, language=language)
        else:
            pieces.append(NamePiece(role, key, start, end))
        at = last + 1
    holes = any(piece.role == "hole" for piece in pieces)
    return pieces if holes else _with_hole(value, pieces, language)


def _hole(value: str, start: int, end: int, *, sainted: bool, language: str) -> list[NamePiece]:
    """Return the words of a hole; partners with commas between them are a hole each."""
    kind = SAINT if sainted else kind_of(value[start:end], language=language)
    if kind not in ("name", "person") or COMMA not in value[start:end]:
        return [NamePiece("hole", kind, start, end)]
    pieces: list[NamePiece] = []
    for part in _PARTNER.finditer(value, start, end):
        if part.group() == COMMA:
            pieces.append(NamePiece("small", COMMA, *part.span()))
        else:
            pieces.append(NamePiece("hole", kind_of(part.group(), language=language), *part.span()))
    return pieces


def _goes_on(value: str, start: int, after: Sequence[re.Match[str]], language: str) -> bool:
    """Tell whether the generic word after a hole ends the name of a place: "Salt Lake City"."""
    if not after or not facts(language).is_a(after[0].group(), "place-word"):
        return False
    return bool(read_locality(value[start : after[0].end()], language=language).country)


def _with_hole(value: str, pieces: list[NamePiece], language: str) -> list[NamePiece]:
    """Return the pieces of a name of generic words alone, with a hole among them.

    "Ministry of Justice" gets another field, "the Court" a name before it, and "General Hospital"
    a name in place of its first word.
    """
    known = facts(language)
    for at, piece in enumerate(pieces):
        group = known.value("generic-group", value[piece.start : piece.end])
        if group and piece.role == "generic":
            return [*pieces[:at], piece._replace(role="hole", key=f"={group}"), *pieces[at + 1 :]]
    first = next((at for at, piece in enumerate(pieces) if piece.role == "generic"), None)
    if first is None:
        return pieces
    start, end = pieces[first].start, pieces[first].end
    if first and known.is_a(value[pieces[0].start : pieces[0].end], "article"):
        return [*pieces[:first], NamePiece("hole", "name", start, start), *pieces[first:]]
    return [*pieces[:first], NamePiece("hole", "name", start, end), *pieces[first + 1 :]]


def _roles(words: Sequence[str], language: str) -> list[tuple[str, str]]:
    """Return role and key of each word; what is part of a dedication or place is a hole."""
    known = facts(language)
    small, generic = known.keys("small-word"), known.keys("generic")
    keys = [key_of(word) for word in words]
    roles = [
        ("small" if not key or key in small else "generic" if key in generic else "hole", key)
        for key in keys
    ]
    for at in _dedicated(keys, language):
        roles[at] = "hole", keys[at]
    titles, sides = known.keys("saint-title"), known.keys("side")
    for at in range(len(words) - 1):
        # "St. Luke", and "South Bend", which is no other Bend.
        if roles[at + 1][0] == "hole" and keys[at] in titles:
            roles[at] = "generic", SAINT
        elif roles[at + 1][0] == "hole" and keys[at] in sides:
            roles[at] = "hole", keys[at]
    for at in _traded(keys, roles, language):
        if roles[at][0] != "small":
            roles[at] = "generic", keys[at]
    return roles


@cache
def _trades(language: str) -> frozenset[str]:
    phrases = facts(language).words("trade", "care-kind")
    return frozenset("".join(map(key_of, phrase.split())) for phrase in phrases)


def _traded(keys: Sequence[str], roles: Sequence[tuple[str, str]], language: str) -> Iterator[int]:
    """Yield the words that say the kind of a business: "Auto Parts" in "Smith Auto Parts".

    They stand behind its name; in "Steel Partners" and "Jones & Steel" the word is a name.
    """
    trades = _trades(language)
    first = next((at for at, (role, _) in enumerate(roles) if role == "hole"), len(keys))
    at = first + 1
    while at < len(keys):
        sizes = range(min(_LONGEST, len(keys) - at), 0, -1)
        size = next((n for n in sizes if "".join(keys[at : at + n]) in trades), 0)
        if size and "small" not in (roles[at - 1][0], roles[at][0]):
            yield from range(at, at + size)
        at += max(size, 1)


@cache
def _dedications(language: str) -> frozenset[str]:
    return facts(language).keys("dedication")


def _dedicated(keys: Sequence[str], language: str) -> Iterator[int]:
    """Yield the words that belong to a dedication: "Sacred Heart"."""
    known = _dedications(language)
    for at in range(len(keys)):
        for count in range(2, min(_LONGEST, len(keys) - at) + 1):
            if "".join(keys[at : at + count]) in known:
                yield from range(at, at + count)


def kind_of(run: str, *, language: str = "en") -> str:
    """Tell what the words of a hole are; see `NamePiece`.

    Examples
    --------
    >>> kind_of("Salt Lake City"), kind_of("Norway"), kind_of("Kowalczyk"), kind_of("42d")
    ('city', 'country', 'name', 'number')
    """
    name = cut_possessive(run)[0]
    if _NUMBERED.fullmatch(name):
        return "number"
    if squeeze_text(name) in _dedications(language):
        return "dedication"
    if is_acronym(name, language=language) and not country_code(name, language):
        return "acronym"
    if name in demonyms(language):
        return "people"
    if is_state(name, language) and (len(squeeze_text(name)) > 2 or "." in name[:-1]):
        return "state"
    if country_code(name, language):
        return "country"
    if " " in name or "\n" in name:
        return _kind_of_words(name, language)
    if _is_city(name, language):
        return "city"
    if is_everyday(name, language=language):
        return "fancy"
    return "made" if _is_made(name, language) else "name"


def _kind_of_words(name: str, language: str) -> str:
    if read_locality(name, language=language).country:
        return "city"
    return "person" if _is_person(name, language) else "name"


def _is_made(name: str, language: str) -> bool:
    """Tell whether a word is nobody's name and is put together from two: Silverline, Northwind."""
    key = squeeze_text(name)
    if max(look_up(key, language)[:3]) or not facts(language).words("fancy-head"):
        return False
    cuts = range(_SHORTEST, len(key) - _SHORTEST + 1)
    return any(
        is_everyday(key[:at], language=language) and is_everyday(key[at:], language=language)
        for at in cuts
    )


def _is_city(name: str, language: str) -> bool:
    """Tell whether a word is more often a place than a surname, or than an everyday word."""
    known = look_up(name, language)
    if not known.kinds & Kind.CITY and is_everyday(name, language=language):
        return False
    if not known.kinds & _PLACES or known.surname >= (5 if known.kinds & Kind.CITY else 3):
        return False
    home = read_locality(name, language=language)
    # A name that only a city abroad has is more often that of a person.
    return bool(home.country) and (
        home.country == language_named(language).region or known.surname < 2
    )


def _is_person(run: str, language: str) -> bool:
    """Tell whether words are a given name or initials, maybe an initial, and a surname."""
    words = run.split()
    if not 2 <= len(words) <= 3 or not all(word[:1].isupper() for word in words):
        return False
    first, last = look_up(words[0]), look_up(words[-1])
    if all(_INITIAL.fullmatch(word) and word.endswith(".") for word in words[:-1]):
        return last.surname > 1
    given = max(first.female, first.male)
    middle = len(words) == 2 or _INITIAL.fullmatch(words[1]) is not None
    certain = given > 3 and given >= first.surname and not is_everyday(words[0], language=language)
    named = last.surname > 1 and not is_everyday(words[-1], language=language)
    return middle and certain and named
