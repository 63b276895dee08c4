"""Names of people: first names by gender, surnames by origin, short forms, with counts.

For English, counts are bearers in the United States, and names are those of the 2020 census. A
language may bring names of its own, with the roles `given-female`, `given-male` and `surname`. See
`NOTICE` for the sources.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH

__all__ = [
    "ORIGINS",
    "Listed",
    "first_names",
    "nicknames",
    "origin_of",
    "surnames",
    "tenth_of",
]

ORIGINS: Final = ("", "anglo", "hispanic", "asian", "african-american", "native-american")
"""Broad origins of a surname: what most of its bearers call themselves; empty if none leads."""


class Listed(NamedTuple):
    """One name and how many people have it."""

    value: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody wants here


@cache
def first_names(gender: Literal["female", "male"], language: str = ENGLISH) -> tuple[Listed, ...]:
    """Return first names of a gender, the most frequent first.

    A name that both genders bear stands in both lists, each with its own count, unless hardly
    anybody of that gender bears it.

    Examples
    --------
    >>> first_names("male")[0].value, first_names("female")[0].value
    ('Michael', 'Mary')
    """
    own = facts(language).values(f"given-{gender}").items()
    listed = own or rows(f"first_{gender}.tsv")
    return tuple(Listed(value, int(count)) for value, count in listed)


@cache
def surnames(origin: str = "", language: str = ENGLISH) -> tuple[Listed, ...]:
    """Return surnames, the most frequent first, as they are usually capitalised.

    Parameters
    ----------
    origin
        Only those of one of `ORIGINS`; empty for all. A language's own names have no origin.
    language
        Whose names, if it brings some; else those of the census.

    Examples
    --------
    >>> [listed.value for listed in surnames()[:3]], surnames("asian")[0].value
    (['Smith', 'Johnson', 'Williams'], 'Nguyen')
    """
    own = facts(language).values("surname").items()
    if own:
        return tuple(Listed(value, int(count)) for value, count in own)
    codes = {str(at) for at, one in enumerate(ORIGINS) if origin in ("", one)}
    listed = rows("surnames.tsv")
    return tuple(Listed(value, int(count)) for value, count, code in listed if code in codes)


@cache
def _origins() -> dict[str, str]:
    return {squeeze_text(value): ORIGINS[int(code)] for value, _, code in rows("surnames.tsv")}


def origin_of(surname: str) -> str:
    """Return the broad origin of a surname, one of `ORIGINS`; empty if it is not known.

    The origin is the group that at least half of the bearers belong to, by their own account in
    the census: `anglo` is white and not Hispanic, wherever in Europe or beyond the name is from.

    Examples
    --------
    >>> origin_of("García"), origin_of("O'BRIEN"), origin_of("Nguyen"), origin_of("Xyzzy")
    ('hispanic', 'anglo', 'asian', '')
    """
    return _origins().get(squeeze_text(surname), "")


@cache
def _tenths() -> dict[str, int]:
    listed = surnames()
    tenths: dict[str, int] = {}
    for place, (value, _) in enumerate(listed):
        tenths.setdefault(squeeze_text(value), 1 + 10 * place // len(listed))
    return tenths


def tenth_of(surname: str) -> int | None:
    """Return the tenth of the listed surnames that one stands in; None if it is not listed.

    Surnames are listed by frequency: 1 is the tenth with the commonest ones, 10 the rarest.

    Examples
    --------
    >>> tenth_of("SMITH"), tenth_of("Voshell"), tenth_of("Xyzzy")
    (1, 10, None)
    """
    return _tenths().get(squeeze_text(surname))


@cache
def nicknames(language: str = ENGLISH) -> Mapping[str, tuple[str, ...]]:
    """Return the short and familiar forms of formal first names.

    Examples
    --------
    >>> nicknames()["Margaret"][:3]
    ('Maggie', 'Meg', 'Peggy')
    """
    pairs = facts(language).values("formal-name").items()
    return MappingProxyType({name: tuple(short.split(", ")) for name, short in pairs})
