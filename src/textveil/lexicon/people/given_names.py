"""Given names: whose gender they say, and which of them can be the same person's."""

from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.people.name_lists import nicknames
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import are_everyday, look_up

__all__ = [
    "CALLED",
    "OFTEN_BORNE",
    "OFTEN_CALLED",
    "clear_gender_of",
    "formal_names",
    "gender_of",
    "given_bearers",
    "given_leaning",
    "given_names_agree",
    "is_cut",
    "is_plain_word",
    "short_forms",
]

CALLED: Final = 3
"""A title that at least so many people have as a name (see `Word`) may be a name."""
OFTEN_CALLED: Final = 5
"""A title that at least so many people have as a name is a name, as in Dean Martin."""
OFTEN_BORNE: Final = 4
"""A title that is the family name of so many is one before a comma, as in King, Anna Lee."""
_KEPT: Final = 1 << 13
_CLEAR: Final = 2
"""How much more often a name is one gender's (see `Word`) where it speaks against the other."""


def gender_of(title: str, given: str, *, language: str = ENGLISH) -> str:
    """Return `female`, `male` or nothing, first by title, then by the lists of names.

    Examples
    --------
    >>> gender_of("mrs", ""), gender_of("", "john"), gender_of("dr", "")
    ('female', 'male', '')
    """
    if title:
        known = facts(language)
        for gender in ("female", "male"):
            if known.is_a(title, f"{gender}-title"):
                return gender
    listed = look_up(given)
    if len(given) < 2 or listed.female == listed.male:
        return ""
    return "female" if listed.female > listed.male else "male"


@lru_cache(maxsize=_KEPT)
def clear_gender_of(given: str) -> str:
    """Return `female` or `male` where the lists of names are clear, else nothing.

    Examples
    --------
    >>> clear_gender_of("mary"), clear_gender_of("jordan")
    ('female', '')
    """
    listed = look_up(given)
    clear = len(given) > 1 and abs(listed.female - listed.male) >= _CLEAR
    return gender_of("", given) if clear else ""


def given_leaning(word: str) -> int:
    """Return how much more often a word is a given name than a family name; see `Word`.

    Examples
    --------
    >>> given_leaning("mary") > 0 > given_leaning("smith")
    True
    """
    return given_bearers(word) - look_up(word).surname


def given_bearers(word: str) -> int:
    """Return how many people have a word as their given name, in the steps of `Word`."""
    return max(look_up(word)[:2])


@cache
def _formal(language: str) -> dict[str, frozenset[str]]:
    """Return, for each short form, the formal names that it can stand for."""
    table: dict[str, set[str]] = {}
    for formal, shorts in _short(language).items():
        for short in shorts:
            table.setdefault(short, set()).add(formal)
    return {short: frozenset(formals) for short, formals in table.items()}


_LEAST_CUT: Final = 3
_LEAST_END: Final = 4
"""Letters at least of a nickname that begins or ends a given name."""
_SELDOM: Final = 3
"""Words are plain words from this frequency on (see `ListedWord`), unless as many bear them."""


@lru_cache(maxsize=_KEPT)
def is_plain_word(word: str, language: str = ENGLISH) -> bool:
    """Tell whether a word in small letters is hardly ever a name.

    Examples
    --------
    >>> [is_plain_word(word) for word in ("will", "sun", "soph", "tom", "kat")]
    [True, True, False, False, False]
    """
    if not are_everyday([word], language):
        return False
    listed = look_up(word, language)
    if language != ENGLISH or listed.common > _SELDOM:
        return True
    return listed.common == _SELDOM and given_bearers(word) < _SELDOM


@lru_cache(maxsize=_KEPT)
def short_forms(given: str, language: str = ENGLISH) -> frozenset[str]:
    """Return the listed names, squeezed, that somebody of a given name may be called.

    Examples
    --------
    >>> sorted(short_forms("thomas"))
    ['thom', 'thomas', 'tom', 'tommy']
    """
    known = _short(language)
    formal = formal_names(given, language)
    return formal.union({given}, *(known.get(name, ()) for name in formal))


@cache
def _short(language: str) -> dict[str, frozenset[str]]:
    """Return the short and familiar forms of first names, all squeezed."""
    more = facts(language).values("familiar-name").items()
    listed = [*nicknames(language).items(), *((name, forms.split(", ")) for name, forms in more)]
    table: dict[str, frozenset[str]] = {}
    for name, forms in listed:
        known = table.get(squeeze_text(name), frozenset())
        table[squeeze_text(name)] = known.union(map(squeeze_text, forms))
    return table


def is_cut(short: str, given: str, language: str = ENGLISH) -> bool:
    """Tell whether a word is the beginning or end of a given name, and no name of its own.

    Examples
    --------
    >>> is_cut("soph", "sophie"), is_cut("jords", "jordan"), is_cut("carol", "caroline")
    (True, True, False)
    """
    if short == given or len(short) < _LEAST_CUT or given_bearers(short) >= _SELDOM:
        return False
    if given.startswith(short) or (len(short) >= _LEAST_END and given.endswith(short)):
        return True
    return any(
        len(short) - len(ending) >= _LEAST_CUT and given.startswith(short.removesuffix(ending))
        for ending in facts(language).words("nickname-ending")
        if short.endswith(ending)
    )


@lru_cache(maxsize=_KEPT)
def formal_names(given: str, language: str = ENGLISH) -> frozenset[str]:
    """Return a squeezed given name and the formal names that it can stand for.

    Examples
    --------
    >>> sorted(formal_names("bob")), sorted(formal_names("robert"))
    (['bob', 'robert'], ['robert'])
    """
    return _formal(language).get(given, frozenset()) | {given}


def given_names_agree(one: str, other: str, language: str = ENGLISH) -> bool:
    """Tell whether two squeezed given names can be the same person's.

    Equal, an initial of the other, a short form of the other, or short forms of one name.

    Examples
    --------
    >>> given_names_agree("bob", "robert"), given_names_agree("r", "robert")
    (True, True)
    >>> given_names_agree("mary", "robert")
    False
    """
    if not one or not other or one == other:
        return True
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    return not formal_names(one, language).isdisjoint(formal_names(other, language))
