"""Heads: what stands for the word or words of an organization's name that say which one it is."""

import re
from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.localities import country_code, draw_country, read_locality
from textveil.lexicon.places import countries, demonyms
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.addresses import fake_place
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.names import Names, make_persona, real_person
from textveil.transform.surrogates.organization_words import CAMEL, DENOMINATIONS, fancies
from textveil.transform.surrogates.shapes import alike, cased, draw_alike
from textveil.values.person import Person

__all__ = [
    "drawn_other",
    "fake_fancy",
    "fake_land",
    "fake_people",
    "fake_person",
    "fake_word",
    "is_person",
    "is_plain",
    "with_breaks",
]

_FEW: Final = 30
"""Words of fancy that are near enough to a real one to stand for it."""
_ORDINAL: Final = re.compile(r"[0-9]+[A-Za-z]*")
_INNER: Final = re.compile(r"(?!(?:Mc|Mac|De|Di|Da|La|Le|Du|Van|Von|O|Fitz)[A-Z])[A-Z][a-z]+[A-Z]")
_CAMEL_PART: Final = re.compile(r"[A-Z][^A-Z]*")
_INITIAL: Final = re.compile(r"[A-Z]\.?")
_BREAK: Final = re.compile(r"[ \t]*\r?\n[ \t]*")
_PLACES: Final = int(Kind.CITY | Kind.TOWN)
_COMPARED: Final = int(Kind.CITY | Kind.TOWN | Kind.WORD | Kind.PROPER)
_WITH_ARTICLE: Final = ("AE", "BS", "CF", "CG", "DO", "GB", "GM", "NL", "PH", "US")
"""Countries that are written with "the"."""


def drawn_other(names: tuple[str, ...], real: str, rng: Random) -> str:
    """Draw a name that is not the real one."""
    while True:
        name = rng.choice(names)
        if squeeze_text(name) != squeeze_text(real):
            return name


def with_breaks(fake: str, real: str) -> str:
    """Break a name over lines where the real one was broken."""
    found = _BREAK.search(real)
    if found is None:
        return fake
    return fake.replace(" ", found.group(), 1) if " " in fake else found.group() + fake


def is_plain(word: str) -> bool:
    """Tell whether a word is an everyday word rather than a name.

    Examples
    --------
    >>> is_plain("Widgets"), is_plain("Kowalski"), is_plain("Chicago")
    (True, False, False)
    """
    facts = look_up(word)
    names = max(facts.female, facts.male, facts.surname)
    return bool(facts.kinds & Kind.WORD) and names < 5 and not facts.kinds & Kind.PROPER


def is_person(run: str) -> bool:
    """Tell whether words are a given name or initials, maybe an initial, and a surname."""
    words = run.split()
    if not 2 <= len(words) <= 3 or not all(word[:1].isupper() for word in words):
        return False
    first, last = look_up(words[0]), look_up(words[-1])
    if all(_INITIAL.fullmatch(word) and word.endswith(".") for word in words[:-1]):
        return last.surname > 1
    given = max(first.female, first.male)
    middle = len(words) == 2 or _INITIAL.fullmatch(words[1]) is not None
    certain = given > 3 and given >= first.surname and not is_plain(words[0])
    return middle and certain and last.surname > 1 and not is_plain(words[-1])


def fake_person(run: str, setting: Setting, *, family: bool) -> str:
    """Return another person's name, or for a family name of several words another one."""
    if family:
        return with_breaks(cased(_family(run.split()[-1], setting), run.split()[-1]), run)
    return Names().make(run, "NAME", setting.of(real_person(run)))


def _family(name: str, setting: Setting) -> str:
    """Return the surname that stands for another in names of people too."""
    return make_persona(setting.of(Person(family=squeeze_text(name)))).family


def fake_people(name: str, setting: Setting) -> str:
    """Return another people's adjective or noun."""
    rng = setting.draw.rng("organization", setting.scope, squeeze_text(name))
    return drawn_other(alike(name, tuple(demonyms())), name, rng)


@cache
def _adjectives() -> dict[str, str]:
    """Return the adjective of each country that has one."""
    found: dict[str, str] = {}
    for form, code in demonyms().items():
        found.setdefault(code, form)
    return found


def fake_land(
    name: str, setting: Setting, *, article: bool = False, adjective: bool = False
) -> str:
    """Return another country.

    Parameters
    ----------
    name
        The country as it is written.
    setting
        Decides which.
    article
        Whether "the" stands before it, so that the other one must be written so too.
    adjective
        Whether a word follows that it says more about: "U.S. Army" becomes "Greek Army".
    """
    code = country_code(name)
    rng = setting.draw.rng("country", setting.scope, code)
    if article:
        fake = rng.choice([one for one in _WITH_ARTICLE if one != code])
    else:
        fake = draw_country(rng, code)
        while fake in _WITH_ARTICLE and not adjective:
            fake = draw_country(rng, code)
    short = len(squeeze_text(name)) <= 4 and name.isupper()
    if adjective and (short or code in ("US", "GB", "AE")):
        return _adjectives().get(fake, countries()[fake])
    return countries()[fake] if short else cased(countries()[fake], name)


def fake_word(name: str, setting: Setting) -> str:
    """Return another name for one of a single word: of a place, a person or of fancy."""
    if _ORDINAL.fullmatch(name):
        rng = setting.draw.rng("ordinal", setting.scope, name)
        number = re.sub("[^0-9]", "", name)
        drawn = (draw_alike(number, rng) for _ in range(40))
        return name.replace(number, next((one for one in drawn if one != number), number))
    if _INNER.match(name):
        return _camel(name, setting)
    return cased(_named(name, setting), name)


def _named(name: str, setting: Setting) -> str:
    rng = setting.draw.rng("organization", setting.scope, squeeze_text(name))
    if name.capitalize() in DENOMINATIONS:
        return drawn_other(tuple(sorted(DENOMINATIONS)), name, rng)
    facts = look_up(name)
    if is_plain(name):
        return fake_fancy(name, setting)
    if facts.kinds & _PLACES and facts.surname < (5 if facts.kinds & Kind.CITY else 3):
        home = read_locality(name)
        # A name that only a city abroad has is more often that of a person.
        if home.country and (home.country == "US" or facts.surname < 2):
            return fake_place(home, setting).city
    if facts.surname < 2 and max(facts.female, facts.male) > 2:
        return make_persona(setting.of(Person(squeeze_text(name)))).given
    return fake_fancy(name, setting) if _is_joined(name) else _family(name, setting)


def _is_joined(name: str) -> bool:
    """Tell whether a word that is no surname is put together from two everyday words."""
    low = name.lower()
    if look_up(low).surname > 1:
        return False
    for at in range(3, len(low) - 2):
        one, two = look_up(low[:at]), look_up(low[at:])
        if one.common > 2 and two.common > 2 and one.kinds & two.kinds & Kind.WORD:
            return True
    return False


def _camel(name: str, setting: Setting) -> str:
    rng = setting.draw.rng("camel", setting.scope, squeeze_text(name))
    while True:
        fake = _CAMEL_PART.sub(lambda _: rng.choice(CAMEL), name)
        parts = _CAMEL_PART.findall(fake)
        if len(set(parts)) == len(parts) and not set(parts) & set(_CAMEL_PART.findall(name)):
            return fake


def fake_fancy(name: str, setting: Setting) -> str:
    """Return a word of fancy, about as frequent and as much of a name as another word."""
    rng = setting.draw.rng("fancy", setting.scope, squeeze_text(name))
    return drawn_other(_near(_traits(name)), name, rng)


class _Traits(NamedTuple):
    """What words are compared by."""

    common: int
    kinds: int
    named: int
    length: int

    def apart(self, other: "_Traits") -> int:
        """Return how much two words differ."""
        kinds = 3 * (self.kinds ^ other.kinds).bit_count()
        named = abs(self.named - other.named) + abs(self.length - other.length)
        return 3 * abs(self.common - other.common) + kinds + named


def _traits(word: str) -> _Traits:
    facts = look_up(word)
    length = min(14, len(squeeze_text(word))) // 3
    return _Traits(facts.common, facts.kinds & _COMPARED, max(facts[:3]), length)


@cache
def _alike() -> dict[_Traits, list[str]]:
    """Return the words of fancy, those of equal traits together."""
    found: dict[_Traits, list[str]] = {}
    for word in fancies():
        found.setdefault(_traits(word), []).append(word)
    return found


@lru_cache(maxsize=4096)
def _near(traits: _Traits) -> tuple[str, ...]:
    """Return the words of fancy that are most like one; of many, all that are as near."""
    groups = sorted((traits.apart(other), words) for other, words in _alike().items())
    near: list[str] = []
    last = 0
    for apart, words in groups:
        if len(near) >= _FEW and apart > last:
            break
        near += words
        last = apart
    return tuple(sorted(near))
