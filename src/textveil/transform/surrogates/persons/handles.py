"""Handles: the name inside a mail address or user name, rewritten for the fake person.

A handle is split into words at marks, digits and capitals; a run of letters without marks is split
where the lists of names allow it (`jsmith`, `smithj`, `johnsmith`). Each word plays a role: given
name, family name, initial, or a word of its own.
"""

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold, squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, look_up
from textveil.transform.surrogates.maker import Persona
from textveil.transform.surrogates.shapes import cased, draw_alike, shares_run
from textveil.transform.surrogates.writing import draw_other

__all__ = ["draw_word", "handle_cuts", "rewrite_handle", "words"]

_TOKEN: Final = re.compile(r"[0-9]{1,40}|[A-Z]{1,60}(?![a-z])|[A-Z]?[^\W\d_A-Z]{1,60}|[A-Z]")

_SHORTEST: Final = 6
"""Letters from which on a run may hold two words."""
_FEW: Final = 16
"""Words that are near enough to a real one to stand for it."""

_YEAR: Final = re.compile(r"19[3-9][0-9]|20[0-2][0-9]")

_NOBODY: Final = Persona()
"""Who stands behind words that are no names."""


def rewrite_handle(
    handle: str,
    persona: Persona,
    real: tuple[str, str],
    rng: Random,
    attempt: int,
    *,
    language: str = ENGLISH,
) -> str:
    """Return a handle of the same pattern for another person.

    Parameters
    ----------
    handle
        What is written.
    persona
        The fake person.
    real
        Squeezed given and family name of the real person, empty if they are not known.
    rng
        Draws digits and words that are no names.
    attempt
        From 1 on a number is added, because the handle is somebody else's.
    language
        Whose words are kept and drawn.

    Examples
    --------
    >>> fake = Persona("Mary", "", "Jones")
    >>> rng = Random(1)
    >>> [rewrite_handle(one, fake, ("john", "smith"), rng, 0)
    ...     for one in ("jsmith", "john.smith", "SmithJ", "john_s")]
    ['mjones', 'mary.jones', 'JonesM', 'mary_j']
    """
    base, plus, tag = handle.partition("+")
    if plus and base:
        # What stands behind a plus sorts mail and is nobody's name.
        made = rewrite_handle(base, persona, real, rng, attempt, language=language)
        rest = rewrite_handle(tag, _NOBODY, ("", ""), rng, 0, language=language) if tag else ""
        return made + plus + rest
    pieces, at = [], 0
    spans = [part for token in _TOKEN.finditer(handle) for part in _parts(token, real, language)]
    tokens = [handle[start:end] for start, end in spans]
    roles = _roles(tokens, real, language)
    named = any(role[0] in "gfGF" for role in roles)
    for (start, end), token, role in zip(spans, tokens, roles, strict=True):
        kept = role == "w" and named and facts(language).is_a(token, "handle-filler")
        written = _written(token, "k" if kept else role, persona, rng, language)
        pieces += [handle[at:start], written]
        at = end
    fake = "".join((*pieces, handle[at:]))
    if attempt or (not tokens and persona is not _NOBODY):
        fake += str(rng.randrange(1, 10 ** min(9, 1 + attempt // 4 + 1)))
    return fake


def handle_cuts(handle: str, *, language: str = ENGLISH) -> tuple[int, ...]:
    """Return where the words of a handle begin, the first left out.

    Examples
    --------
    >>> handle_cuts("northwind-foods"), handle_cuts("lovelandhealth"), handle_cuts("acme")
    ((5, 10), (8,), ())
    """
    nobody = ("", "")
    found = _TOKEN.finditer(handle)
    spans = [part for token in found for part in _parts(token, nobody, language)]
    return tuple(start for start, _ in spans[1:])


def _parts(token: re.Match[str], real: tuple[str, str], language: str) -> list[tuple[int, int]]:
    """Return where the words begin and end that a run of letters without marks is made of."""
    start, end = token.span()
    low = token.group().lower()
    if len(low) < _SHORTEST or not low.isalpha() or _role(low, real, language) != "u":
        return [(start, end)]
    found = [start + at for at in _cuts(low)]
    return list(pairwise((start, *found, end)))


@lru_cache(maxsize=4096)
def _cuts(key: str) -> tuple[int, ...]:
    """Return where a run of letters falls into words and names: `soccerdad`, `xpixelfanx`."""
    if key[0] == key[-1] == "x" and len(key) > _SHORTEST + 1:
        inner = _cuts(key[1:-1])
        return (1, *(1 + at for at in inner), len(key) - 1) if inner else ()
    halves = ((_weight(key[:at]), _weight(key[at:]), at) for at in range(3, len(key) - 2))
    found = [(one + two, at) for one, two, at in halves if one and two]
    return (max(found)[1],) if found else ()


def _weight(word: str) -> int:
    """Return how much a word is one by itself; nothing if it hardly is."""
    facts = look_up(word)
    common = facts.common if facts.kinds & Kind.WORD and facts.common > 1 else 0
    return max(common, facts.female, facts.male, facts.surname if facts.surname > 2 else 0)


def _roles(tokens: list[str], real: tuple[str, str], language: str) -> list[str]:
    """Return for each word what it is made of: g(iven), f(amily), their initials G and F, or w."""
    roles = [_role(token.lower(), real, language) for token in tokens]
    letters = [at for at, token in enumerate(tokens) if token.isalpha()]
    if len(letters) == 2 and [roles[at] for at in letters] in (["g", "g"], ["f", "f"]):
        # John.Thomas: the first is the given name unless a list says otherwise.
        roles[letters[0]], roles[letters[1]] = "g", "f"
    if len(letters) == 2:
        _pair(roles, letters, tokens)
    others = Counter(roles[at] for at in letters)
    for at in letters:
        if len(tokens[at]) == 1:
            others[roles[at]] -= 1
            roles[at] = "F" if others["g"] and not others["f"] else "G"
            others[roles[at]] += 1
    if len(letters) > 2 and tokens[0] in ("x", "X") and tokens[-1] == tokens[0]:
        roles[0] = roles[-1] = "k"
    return roles


def _pair(roles: list[str], letters: list[int], tokens: list[str]) -> None:
    """Take an everyday word beside a given or family name for the other one: john.brown."""
    for at, other in (letters, letters[::-1]):
        facts = look_up(tokens[at])
        beside = roles[other] == "g" or len(tokens[other]) == 1
        if roles[at] == "w" and beside and facts.surname > 1:
            roles[at] = "f"
        elif roles[at] == "w" and roles[other] == "f" and max(facts.female, facts.male) > 2:
            roles[at] = "g"


@lru_cache(maxsize=4096)
def _role(word: str, real: tuple[str, str], language: str) -> str:
    key = squeeze_text(word)
    given, family = real
    if word.isdecimal():
        return "d"
    if facts(language).is_a(key, "desk-word"):
        return "k"
    for role, part in (("g", given), ("f", family)):
        if len(part) > 1 and key == part:
            return role
    if len(given) > 0 and len(family) > 1:
        known = {given[0] + family: "Gf", family + given[0]: "fG", given + family: "gf"}
        known |= {family + given: "fg", given + family[0]: "gF", given[0] + family[0]: "GF"}
        if key in known:
            return known[key]
    return _listed(key)


def _listed(key: str) -> str:
    """Tell the role of a word by the lists of names alone."""
    facts = look_up(key)
    given = max(facts.female, facts.male)
    common = bool(facts.kinds & Kind.WORD)
    if len(key) == 2 and facts.common < 5:
        return "GF"
    if common:
        return "w"
    if given > 1 and given >= facts.surname:
        return "g"
    if facts.surname > 1:
        return "f"
    split = _split(key)
    if split:
        return split
    if given or facts.surname:
        return "g" if given >= facts.surname else "f"
    return "u"


def _split(key: str) -> str:
    """Tell how a run of letters is put together from names; nothing if it is not."""
    if len(key) < 5:
        return ""
    if look_up(key[1:]).surname > 2:
        return "Gf"
    if look_up(key[:-1]).surname > 2:
        return "fG"
    for at in range(3, len(key) - 2):
        one, two = look_up(key[:at]), look_up(key[at:])
        if max(one.female, one.male) > 2 and two.surname > 2:
            return "gf"
    return ""


def _written(token: str, role: str, persona: Persona, rng: Random, language: str) -> str:
    if role == "d":
        return _number(token, rng)
    if role == "k":
        return token
    if persona is _NOBODY:
        return cased(draw_word(token.lower(), rng, language=language), token)
    given, family = _letters(persona.given), _letters(persona.family)
    parts = {"g": given, "f": family, "G": given[:1], "F": family[:1]}
    if role in ("w", "u"):
        fake = draw_word(token.lower(), rng, joined=role == "u", language=language)
    else:
        fake = "".join(parts[one] for one in role)
    if token.isupper() and (len(token) > 1 or len(fake) == 1):
        return fake.upper()
    return fake.capitalize() if token[:1].isupper() else fake


def _number(real: str, rng: Random) -> str:
    """Return another number of as many digits; a year in place of a year."""
    while True:
        fake = str(rng.randrange(1950, 2006)) if _YEAR.fullmatch(real) else draw_alike(real, rng)
        if not shares_run(fake, real):
            return fake


def draw_word(real: str, rng: Random, *, joined: bool = False, language: str = ENGLISH) -> str:
    """Draw an everyday word about as long and as frequent as another, never the same.

    Letters that are not a word become two words in one, because one word would stand out.

    Examples
    --------
    >>> len(draw_word("cat", Random(1))), len(draw_word("qwertzuiop", Random(1), joined=True))
    (3, 10)
    """
    if joined and len(real) > _SHORTEST:
        cut = len(real) // 2
        halves = real[:cut], real[cut:]
        return "".join(draw_word(half, rng, language=language) for half in halves)
    return draw_other(_apart(real, joined, language), real, rng)


@lru_cache(maxsize=4096)
def _apart(real: str, joined: bool, language: str) -> tuple[str, ...]:
    """Return the words near a real one that have no letters in a row in common with it."""
    near = _near(min(9, len(real)), look_up(real).common if not joined else 3, language)
    return tuple(one for one in near if not shares_run(one, real)) or near


@lru_cache(maxsize=256)
def _near(length: int, common: int, language: str) -> tuple[str, ...]:
    """Return the words that are most like one of such a length and frequency."""

    def unlike(word: str) -> tuple[int, str]:
        return 2 * abs(len(word) - length) + abs(look_up(word).common - common), word

    rated = sorted(map(unlike, words(language)))
    nearest = rated[:_FEW]
    return tuple(word for far, word in rated if far <= nearest[-1][0])


def words(language: str = ENGLISH) -> tuple[str, ...]:
    """Return the everyday words that handles are made of."""
    return facts(language).words("nickname-word")


def _letters(name: str) -> str:
    plain = "".join(filter(str.isalpha, fold(name).text)).lower()
    return plain or "x"
