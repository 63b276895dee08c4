"""Handles: the name inside a mail address or user name, rewritten for the fake person.

A handle is split into words at marks, digits and capitals; a run of letters without marks is split
where the lists of names allow it (`jsmith`, `smithj`, `johnsmith`). Each word plays a role: given
name, family name, initial, or a word of its own.
"""

import re
from functools import lru_cache
from random import Random
from typing import Final

from textveil.lexicon.folding import fold, squeeze_text
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.maker import Persona

__all__ = ["ROLE_WORDS", "WORDS", "rewrite_handle"]

_TOKEN: Final = re.compile(r"[0-9]+|[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]")

_YEAR: Final = re.compile(r"19[3-9][0-9]|20[0-2][0-9]")

_ROLE_WORDS_WORDS: Final = (
    "admin billing careers contact customerservice enquiries help hello hr info intake it jobs"
    " legal mail marketing media news newsletter noreply office orders postmaster press reception"
    " records referrals sales scheduling secretary service support team webmaster"
)
# Words beside a name that may stay; any other everyday word may be a surname.
_FILLING_WORDS: Final = (
    "a and at by dr for from hey hi i iam im in is its itz just me miss mr mrs ms my not of"
    " official only original real simply that the thats this with xo yo your"
)
_FILLING: Final = frozenset(_FILLING_WORDS.split())

ROLE_WORDS: Final = frozenset(_ROLE_WORDS_WORDS.split())
"""What stands for a desk and not for a person."""

WORDS: Final = (
    *("amber", "anchor", "apple", "aspen", "autumn", "badger", "bamboo", "beach", "berry", "birch"),
    *("bison", "breeze", "brook", "canyon", "cedar", "cherry", "clover", "comet", "coral", "crane"),
    *("daisy", "desert", "eagle", "ember", "falcon", "fern", "finch", "flame", "forest", "garnet"),
    *("ginger", "glacier", "harbor", "hawk", "hazel", "heron", "indigo", "island", "ivory", "jade"),
    *("jungle", "kayak", "lagoon", "lemon", "lilac", "lotus", "lunar", "mango", "maple", "marble"),
    *("meadow", "mellow", "mocha", "mountain", "nectar", "ocean", "olive", "onyx", "orchid"),
    *("otter", "panda", "pebble", "pepper", "pine", "planet", "polar", "prairie", "puffin"),
    *("quartz", "rain", "raven", "reef", "ridge", "river", "robin", "rocket", "rust", "saffron"),
    *("sage", "sail", "shadow", "silver", "sky", "snow", "solar", "sparrow", "spruce", "storm"),
    *("summer", "sunset", "swift", "thunder", "topaz", "trail", "tulip", "tundra", "velvet"),
    *("violet", "walnut", "willow", "winter", "wren", "yarrow", "zebra", "zephyr"),
)
"""Everyday words that handles are made of."""


def rewrite_handle(
    handle: str, persona: Persona, real: tuple[str, str], rng: Random, attempt: int
) -> str:
    """Return a handle of the same pattern for another person.

    Parameters
    ----------
    handle
        What is written.
    persona
        The fake person.
    real
        Squeezed given and family name of the real person, empty where they are not known.
    rng
        Draws digits and words that are no names.
    attempt
        From 1 on a number is added, because the handle is somebody else's.

    Examples
    --------
    >>> fake = Persona("Mary", "", "Jones")
    >>> rng = Random(1)
    >>> [rewrite_handle(one, fake, ("john", "smith"), rng, 0)
    ...     for one in ("jsmith", "john.smith", "SmithJ", "john_s")]
    ['mjones', 'mary.jones', 'JonesM', 'mary_j']
    """
    pieces, at = [], 0
    tokens = list(_TOKEN.finditer(handle))
    roles = _roles([token.group() for token in tokens], real)
    named = any(role[0] in "gfGF" for role in roles)
    for token, role in zip(tokens, roles, strict=True):
        kept = role == "w" and named and token.group().lower() in _FILLING
        written = _written(token.group(), "k" if kept else role, persona, rng)
        pieces += [handle[at : token.start()], written]
        at = token.end()
    fake = "".join((*pieces, handle[at:]))
    if attempt or not tokens:
        fake += str(rng.randrange(1, 10 ** min(9, 1 + attempt // 4 + 1)))
    return fake


def _roles(tokens: list[str], real: tuple[str, str]) -> list[str]:
    """Return for each word what it is made of: g(iven), f(amily), their initials G and F, or w."""
    roles = [_role(token.lower(), real) for token in tokens]
    letters = [at for at, token in enumerate(tokens) if token.isalpha()]
    if len(letters) == 2 and [roles[at] for at in letters] in (["g", "g"], ["f", "f"]):
        # John.Thomas: the first is the given name unless a list says otherwise.
        roles[letters[0]], roles[letters[1]] = "g", "f"
    if len(letters) == 2:
        _pair(roles, letters, tokens)
    for at in letters:
        if len(tokens[at]) == 1:
            others = {roles[other] for other in letters if other != at}
            roles[at] = "F" if "g" in others and "f" not in others else "G"
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
def _role(word: str, real: tuple[str, str]) -> str:
    key = squeeze_text(word)
    given, family = real
    if word.isdigit():
        return "d"
    if key in ROLE_WORDS:
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
    return "w"


def _split(key: str) -> str:
    """Tell how a run of letters is put together from names; nothing where it is not."""
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


def _written(token: str, role: str, persona: Persona, rng: Random) -> str:
    if role == "d" and _YEAR.fullmatch(token):
        return str(rng.randrange(1950, 2006))
    if role == "d":
        first = rng.choice("123456789") if token[0] != "0" else "0"
        return first + "".join(rng.choice("0123456789") for _ in token[1:])
    if role == "k":
        return token
    given, family = _letters(persona.given), _letters(persona.family)
    parts = {"g": given, "f": family, "G": given[:1], "F": family[:1]}
    if role == "w":
        fake = rng.choice([word for word in WORDS if word != token.lower()])
    else:
        fake = "".join(parts[one] for one in role)
    if token.isupper() and (len(token) > 1 or len(fake) == 1):
        return fake.upper()
    return fake.capitalize() if token[:1].isupper() else fake


def _letters(name: str) -> str:
    plain = "".join(filter(str.isalpha, fold(name).text)).lower()
    return plain or "x"
