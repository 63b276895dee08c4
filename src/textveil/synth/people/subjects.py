"""Subjects and the hospital they go to: one identity a person, the same in every document."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import Final

from textveil.synth.identifiers import IDENTIFIERS, phone, ssn
from textveil.synth.own_lists import listed, table
from textveil.synth.people.addresses import Address, draw_abroad, draw_home
from textveil.synth.people.invented_people import InventedPerson
from textveil.synth.people.name_lists import COUNTRY_OF, draw_person
from textveil.synth.people.online import mail_address, user_name
from textveil.synth.people.organizations import draw_hospital, draw_organization
from textveil.synth.people.share import Share
from textveil.synth.people.traits import draw_profession, draw_traits

__all__ = ["FIRST_DAY", "Kin", "Provider", "Subject", "World"]

FIRST_DAY: Final = date(2012, 1, 3)
"""No document is older than this."""

_SAME_NAME: Final = 0.7


@dataclass(frozen=True, slots=True, repr=False)
class Kin:
    """A relative and what the subject calls them."""

    word: str
    person: InventedPerson
    phone: str


@dataclass(frozen=True, slots=True, repr=False)
class Provider:
    """Somebody who treats people."""

    person: InventedPerson
    phone: str
    npi: str


@dataclass(frozen=True, slots=True, repr=False)
class Subject:
    """A person with everything that documents may say about them."""

    index: int
    person: InventedPerson
    born: date
    home: Address
    phone: str
    cell: str
    email: str
    username: str
    employer: str
    profession: str
    insurer: str
    traits: dict[str, str]
    numbers: dict[str, str]
    kin: tuple[Kin, ...]
    case: int
    pcp: int
    land: str

    @property
    def id(self) -> str:
        """The subject's id in a corpus."""
        return f"subject-{self.index:04}"


class World:
    """A hospital, the people who work there, and the people it treats.

    Subjects are made when they are asked for, always the same ones for a seed, so that a world of a
    million subjects takes no more memory than one of a thousand.

    Parameters
    ----------
    seed
        Decides everything.
    names
        Share of the lists of names, places and organizations that is used.
    label
        Label of the subjects' names.
    abroad
        How often a subject is not from the United States.
    lands
        ISO codes of the countries where such subjects are from; any where none are given.
    """

    def __init__(
        self, seed: int, names: Share, *, label: str, abroad: float, lands: tuple[str, ...] = ()
    ) -> None:
        rng = Random(seed)  # noqa: S311 - made-up people, no secret
        self.names = names
        self._seed, self._label, self._abroad, self._lands = seed, label, abroad, lands
        self._state = rng.choice(listed("people", "state"))
        self.town = draw_home(rng, names, self._state)
        self.hospitals = tuple(
            draw_hospital(rng, names, self.town.city, large=not at) for at in range(4)
        )
        self.phones = tuple(phone(rng, abroad=0.0) for _ in self.hospitals)
        self.providers = tuple(self._provider(at, rng) for at in range(36))
        self._first_record, self._record_step = rng.randrange(10**7), rng.choice((1234577, 7654321))
        self._record_shape = rng.choice(("{}{}{}", "{}{}{}", "{}-{}-{}", "M{}{}{}", "00{}{}{}"))
        self.subject = lru_cache(maxsize=2048)(self._subject)

    def _provider(self, at: int, rng: Random) -> Provider:
        person = draw_person(
            rng, self.names, entity=f"provider-{at}", label="PROVIDER", abroad=0.35
        )
        return Provider(person, phone(rng, abroad=0.0), IDENTIFIERS["npi"](rng))

    def _record_number(self, index: int) -> str:
        # The step and ten million have no common factor, so no two subjects share a number.
        digits = f"{(self._first_record + index * self._record_step) % 10**7:07}"
        return self._record_shape.format(digits[:3], digits[3:5], digits[5:])

    def _subject(self, index: int) -> Subject:
        rng = Random(f"{self._seed}/{index}")  # noqa: S311 - as above
        foreign = rng.random() < self._abroad
        land = rng.choice(self._lands or tuple(COUNTRY_OF.values())) if foreign else ""
        country = next((name for name, code in COUNTRY_OF.items() if code == land), "")
        person = draw_person(
            rng,
            self.names,
            entity=f"person-{index}",
            label=self._label,
            abroad=0.1,
            country=country,
        )
        born = _birthday(rng, grown=self._label == "NAME")
        if foreign and rng.random() < (1.0 if self._lands else 0.5):
            home = draw_abroad(rng, self.names, land)
        else:
            home = draw_home(rng, self.names, self._state if rng.random() < 0.8 else "")
        away = 0.8 if not home.state else 0.03
        return Subject(
            index=index,
            person=person,
            born=born,
            home=home,
            phone=phone(rng, abroad=away),
            cell=phone(rng, abroad=away),
            email=mail_address(person, rng),
            username=user_name(person, rng),
            employer=draw_organization("company", rng, self.names, home.city),
            profession=draw_profession(rng, self.names),
            insurer=draw_organization("insurer", rng, self.names, home.city),
            traits=draw_traits(rng, self.names),
            numbers=self._numbers(rng, index),
            kin=self._kin(rng, person, born, country, away),
            case=rng.randrange(10**6),
            pcp=rng.randrange(len(self.providers)),
            land=land,
        )

    def _numbers(self, rng: Random, index: int) -> dict[str, str]:
        kinds = (
            *("account", "plan", "license", "plate", "passport", "student", "biometric", "device"),
        )
        numbers = {kind: IDENTIFIERS[kind](rng) for kind in kinds}
        return numbers | {"mrn": self._record_number(index), "ssn": ssn(rng)}

    def _kin(
        self, rng: Random, person: InventedPerson, born: date, country: str, away: float
    ) -> tuple[Kin, ...]:
        young = born > FIRST_DAY - timedelta(days=20 * 365)
        spouse = "husband" if person.gender == "F" else "wife"
        words = [
            (word, gender)
            for word, gender in table("people", "young-kin" if young else "old-kin").items()
            if word not in ("wife", "husband") or word == spouse
        ]
        found = []
        for at, (word, gender) in enumerate(rng.sample(words, 3), 1):
            related = word not in listed("people", "unrelated")
            relative = draw_person(
                rng,
                self.names,
                entity=f"{person.entity}-kin-{at}",
                label=person.label,
                gender=gender,
                country=country if related else "",
                last=person.last if rng.random() < _SAME_NAME and related else "",
            )
            found.append(Kin(word, relative, phone(rng, abroad=away)))
        return tuple(found)


def _birthday(rng: Random, *, grown: bool) -> date:
    years = rng.choice(
        (
            rng.uniform(22, 50) if grown else rng.uniform(0.2, 18),
            *(rng.uniform(18, 45), rng.uniform(40, 80), rng.uniform(60, 89)),
            *(rng.uniform(60, 89), rng.uniform(30, 70)),
        )
    )
    if rng.random() < 0.07:
        years = rng.uniform(89.5, 101)
    return FIRST_DAY - timedelta(days=int(years * 365.25))
