"""People and places of a language: drawn from its facts, so that a language brings them as data.

Names, provinces, streets, saints and occupations have roles in the facts of the language; shapes
of numbers stand in `synth/lists/<language>.txt`. Cities are those of the region of the language.
"""

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import accumulate
from random import Random
from string import digits
from typing import Final

from textveil.lexicon.geography.place_lists import world_cities
from textveil.lexicon.numbers.checksums import DNI_LETTERS
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import language_named
from textveil.synth.own_lists import listed
from textveil.synth.people.invented_people import plain_letters
from textveil.synth.people.share import Share

__all__ = ["LocalLists", "LocalPerson", "LocalPlace"]

_CONSONANTS: Final = "BCDFGHJKLMNPQRSTVWXYZ"


@dataclass(frozen=True, slots=True, repr=False)
class LocalPerson:
    """Somebody with the names of a language; `second` is empty where there is one family name."""

    entity: str
    label: str
    gender: str
    given: str
    family: str
    second: str
    born: date

    @property
    def surnames(self) -> str:
        """All family names."""
        return f"{self.family} {self.second}".rstrip()


@dataclass(frozen=True, slots=True)
class LocalPlace:
    """An address."""

    street: str
    city: str
    province: str
    code: str


@dataclass(frozen=True, slots=True)
class LocalLists:
    """Draws people, places and numbers of a language from one share of its lists."""

    language: str
    share: Share

    def person(
        self, rng: Random, entity: str, label: str, today: date, *, gender: str = ""
    ) -> LocalPerson:
        """Draw somebody."""
        gender = gender or rng.choice("FM")
        given = _draw(_given(self.language, gender, self.share), rng)
        if rng.random() < 0.18:
            given = f"{given} {_draw(_given(self.language, gender, self.share), rng)}"
        two = language_named(self.language).surnames > 1 and rng.random() < 0.92
        names = _family(self.language, self.share)
        years = rng.choice((rng.uniform(1, 18), rng.uniform(18, 60), rng.uniform(45, 97)))
        born = today - timedelta(days=int(years * 365.25))
        family, second = _draw(names, rng), _draw(names, rng) if two else ""
        return LocalPerson(entity, label, gender, given, family, second, born)

    def place(self, rng: Random) -> LocalPlace:
        """Draw an address; its province and postal code fit each other."""
        province, code = rng.choice(tuple(facts(self.language).values("postal-province").items()))
        city = province if rng.random() < 0.3 else _draw(_cities(self.language, self.share), rng)
        kind, name = self.shape("street", rng), rng.choice(self.words("street-name"))
        if rng.random() < 0.3:
            name = f"{_draw(_given(self.language, 'F', self.share), rng)} {self.surname(rng)}"
        numbers = {"n": rng.randrange(1, 190), "f": rng.randrange(1, 9), "l": rng.choice("ABCD")}
        house = self.shape("house", rng).format(**numbers)
        gap = "" if house[0] in ", " else " "
        return LocalPlace(
            f"{kind} {name}{gap}{house}", city, province, f"{code}{rng.randrange(1000):03}"
        )

    def surname(self, rng: Random) -> str:
        """Draw a family name."""
        return _draw(_family(self.language, self.share), rng)

    def words(self, role: str) -> tuple[str, ...]:
        """Return the words of a role in this share."""
        found = facts(self.language).words(role)
        return tuple(self.share.of_short(found)) or found

    def shape(self, heading: str, rng: Random) -> str:
        """Draw a line of the language's own list."""
        return rng.choice(listed(self.language, heading))

    def number(self, heading: str, rng: Random) -> str:
        """Draw a number of some shape."""
        kinds = {"#": digits, "%": digits[1:], "@": _CONSONANTS}
        shape = self.shape(heading, rng)
        province = rng.choice(tuple(facts(self.language).values("postal-province").values()))
        shape = shape.replace("{p}", province)
        return "".join(rng.choice(kinds[one]) if one in kinds else one for one in shape)

    def organization(self, heading: str, rng: Random) -> str:
        """Draw the name of a hospital, a health centre or an institution."""
        saint = rng.choice(self.words("saint"))
        woman = facts(self.language).is_a(saint, "given-female")
        saint = f"{'Santa' if woman else 'San'} {saint}"
        return self.shape(heading, rng).format(
            saint=saint,
            dedication=rng.choice(self.words("dedication")),
            city=_draw(_cities(self.language, self.share), rng),
            given=_draw(_given(self.language, "M", self.share), rng),
            surname=self.surname(rng),
        )

    def mail(self, person: LocalPerson, rng: Random) -> str:
        """Draw a mail address of a person, at a reserved domain."""
        given, surname = plain_letters(person.given.split()[0]), plain_letters(person.family)
        parts = {"given": given, "g": given[0], "surname": surname, "n": rng.randrange(1, 99)}
        return self.shape("mail", rng).format(**parts)


def identity_number(rng: Random) -> str:
    """Return a Spanish identity number that was never given out, with its letter.

    Examples
    --------
    >>> identity_number(Random(1))[-1] in DNI_LETTERS
    True
    """
    number = rng.randrange(99_000_000, 99_999_999)
    letter = DNI_LETTERS[number % 23]
    if rng.random() < 0.2:
        foreign = number - 90_000_000
        letter = DNI_LETTERS[(20_000_000 + foreign) % 23]
        return rng.choice(("Z{}{}", "Z-{}-{}")).format(foreign, letter)
    dotted = f"{number:,}".replace(",", ".")
    return rng.choice((f"{number}{letter}", f"{number}-{letter}", f"{dotted}-{letter}"))


def affiliation_number(rng: Random) -> str:
    """Return a Spanish number of social security with its check digits."""
    province, number = f"{rng.randrange(1, 53):02}", f"99{rng.randrange(10**6):06}"
    check = f"{int(province + number) % 97:02}"
    return rng.choice((" ", "/", "-", "", " ")).join((province, number, check))


_Table = tuple[tuple[str, ...], tuple[float, ...]]


def _draw(table: _Table, rng: Random) -> str:
    values, sums = table
    if rng.random() < 0.3:
        # Rare names are met as often as they must be learnt.
        return rng.choice(values)
    return values[bisect_right(sums, rng.random() * sums[-1])]


@cache
def _given(language: str, gender: str, share: Share) -> _Table:
    names = first_names("female" if gender == "F" else "male", language)
    return _table([(one.value, one.count) for one in names], share)


@cache
def _family(language: str, share: Share) -> _Table:
    return _table([(one.value, one.count) for one in surnames(language=language)], share)


@cache
def _cities(language: str, share: Share) -> _Table:
    region = language_named(language).region
    here = [one for one in world_cities() if one.country == region and "(" not in one.city]
    return _table([(one.city, one.population) for one in here], share)


def _table(weighted: list[tuple[str, int]], share: Share) -> _Table:
    kept = [(value, weight) for value, weight in weighted if share.has(value)]
    return tuple(value for value, _ in kept), tuple(accumulate(weight for _, weight in kept))
