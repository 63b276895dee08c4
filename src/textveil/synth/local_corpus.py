"""Corpora of a language other than English: clinical documents about people of its country."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache, partial
from importlib.resources import files
from random import Random
from typing import Final

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.written_ages import in_words
from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.tables.facts import facts
from textveil.synth.grammar import Grammar, Wording, parse_rules
from textveil.synth.own_lists import listed
from textveil.synth.page import Page
from textveil.synth.people.local_people import (
    LocalLists,
    LocalPerson,
    LocalPlace,
    affiliation_number,
    identity_number,
)
from textveil.synth.people.share import Share
from textveil.values.document import Document
from textveil.values.metadata import Metadata

__all__ = ["LOCAL", "generate_local", "local_rules"]

LOCAL: Final = {"es": ("hospital",)}
"""Languages beside English that documents are made in, with the kinds of documents."""

_FIRST_DAY: Final = date(2014, 1, 7)
_DAYS: Final = {
    "admit": (-12, -2),
    "discharge": (0, 0),
    "recent": (-9, -1),
    "past": (-900, -20),
    "next": (10, 200),
    "month": (-1500, -40),
    "year": (-9000, -400),
    "words": (-3, 0),
}


@cache
def local_rules(language: str) -> dict[str, tuple[Wording, ...]]:
    """Return the wordings of a language, by rule."""
    folder = files("textveil.synth").joinpath("wording", language)
    rules: dict[str, tuple[Wording, ...]] = {}
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        rules |= parse_rules(file.read_text("utf-8"))
    return rules


@cache
def _grammar(language: str, share: Share) -> Grammar:
    return Grammar(local_rules(language), share)


def generate_local(
    kind: str, n: int, language: str, *, rng: Random, people: int, names: str, templates: str
) -> Iterator[Document]:
    """Yield documents of a kind in a language; see `corpus.generate`."""
    if kind not in LOCAL[language]:
        raise InvalidValueError(
            "there are no documents of this kind in the language",
            where=f"{kind}, {language}",
            hint=f"take {', '.join(LOCAL[language])}",
        )
    grammar = _grammar(language, Share.parse(templates))
    types = [rule for rule in local_rules(language) if rule.startswith(f"doc.{kind}.")]
    types = [rule for rule in types if grammar.wordings(rule)]
    if not types:
        raise InvalidValueError(
            "this share has no documents of the kind", where=templates, hint="take a larger one"
        )
    lists, seed = LocalLists(language, Share.parse(names)), rng.getrandbits(63)
    for at in range(n):
        rule = rng.choice(types)
        scene = LocalScene(rng, lists, seed, at % people, at // people)
        grammar.tell(rule, scene)
        facts_ = {"kind": kind, "type": rule.rpartition(".")[2], "template": scene.template}
        yield Document(
            id=f"{kind}-{language}-{at:06}",
            text=scene.page.text,
            subject=f"subject-{at % people:04}",
            metadata=Metadata(
                {**facts_, "language": language, "names": names, "templates": templates}
            ),
            spans=scene.page.spans(),
        )


class LocalScene:
    """One document: whom it is about, who writes it, and how slots are filled.

    The subject is the same in every document of one number; the others are met once.
    """

    def __init__(self, rng: Random, lists: LocalLists, seed: int, subject: int, turn: int) -> None:
        self.rng, self.lists = rng, lists
        self.page, self.template = Page(frozenset()), ""
        self.told: set[str] = set()
        own = Random(f"{seed}/{subject}")  # noqa: S311 - made-up people, no secret
        first = _FIRST_DAY + timedelta(days=own.randrange(2500))
        self.today = first + timedelta(days=turn * own.randrange(20, 200))
        entity = f"person-{subject}"
        self.patient = lists.person(own, entity, "PATIENT", first)
        self.home = lists.place(own)
        self.kin = lists.person(own, f"{entity}-kin", "PATIENT", first)
        self.kin_word = lists.shape("female-kin" if self.kin.gender == "F" else "male-kin", own)
        self.numbers = {
            "nhc": lists.number("nhc", own),
            "cip": lists.number("cip", own),
            "dni": identity_number(own),
            "nass": affiliation_number(own),
        }
        self.profession = own.choice(lists.words("occupation"))
        self.country = lists.shape("country", own)
        self._met: dict[str, LocalPerson] = {}
        self._kept: dict[str, str] = {}
        self._date = lists.shape("date", rng)

    @property
    def guard(self) -> str:
        """Gender of the patient."""
        return self.patient.gender

    def fill(self, slot: str, arguments: tuple[str, ...]) -> None:
        """Write the value of a slot."""
        how = arguments[0] if arguments else ""
        try:
            write = _SLOTS[slot]
        except KeyError:
            raise InvalidValueError("there is no such slot", where=slot) from None
        write(self, how, arguments)

    def once(self, key: str, make: Callable[[], str]) -> str:
        """Return what was said of something before in this document, or make it now."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def doctor(self, role: str) -> LocalPerson:
        """Return somebody who treats the patient."""
        if role not in self._met:
            number = self.rng.randrange(10**6)
            made = self.lists.person(self.rng, f"{role}-{number}", "PROVIDER", self.today)
            self._met[role] = made
        return self._met[role]

    def day(self, name: str) -> date:
        """Return a day by its name."""
        if name == "birth":
            return self.patient.born
        low, high = _DAYS[name]
        day = self.today + timedelta(days=self.rng.randint(low, high))
        if name in ("admit", "discharge"):
            return date.fromordinal(int(self.once(name, lambda: str(day.toordinal()))))
        return max(day, self.patient.born)

    def written(self, day: date, form: str) -> str:
        """Write a day in a form of the language's list."""
        months = facts(self.lists.language).values("month").items()
        month = next(word for word, number in months if int(number) == day.month)
        return form.format(d=day.day, m=day.month, y=day.year, month=month)

    def name(self, person: LocalPerson, how: str) -> None:
        """Write a name; titles stand outside of the marked passage."""
        forms = {
            "": f"{person.given} {person.surnames}",
            "full": f"{person.given} {person.surnames}",
            "given": person.given,
            "family": person.family,
            "surnames": person.surnames,
            "turned": f"{person.surnames}, {person.given}",
            "formal": f"{person.given} {person.family}",
        }
        if how == "titled":
            title, how = self._title(person)
            title = title[0].upper() + title[1:] if self.page.begins_sentence else title
            self.page.write(f"{title} ")
        self.page.mark(forms[how], person.label, person.entity)

    def _title(self, person: LocalPerson) -> tuple[str, str]:
        woman = person.gender == "F"
        if person.label == "PROVIDER":
            how = self.rng.choice(("full", "full", "surnames", "family"))
            return ("Dra." if woman else "Dr."), how
        if self.rng.random() < 0.3:
            return ("Dña." if woman else "D."), "full"
        return ("la Sra." if woman else "el Sr."), self.rng.choice(("family", "surnames"))


def _patient(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    scene.name(scene.patient, how)


def _doctor(role: str, scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    scene.name(scene.doctor(role), how)


def _kin(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    if how == "word":
        scene.page.mark(scene.kin_word, "DEMOGRAPHIC", f"kin-{scene.patient.entity}")
    else:
        scene.name(scene.kin, how)


def _date(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    day = scene.day(how or "recent")
    if how in ("month", "year"):
        form = scene.lists.shape("month-year" if how == "month" else "year", scene.rng)
    else:
        form = listed(scene.lists.language, "date")[5] if how == "words" else scene._date
    scene.page.mark(scene.written(day, form), "DATE", f"date-{day.isoformat()}")


def _age(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    years = (scene.today - scene.patient.born).days // 365
    if how == "other":
        years = scene.rng.randrange(20, 95)
    unit = next(w for w, v in facts(scene.lists.language).values("age-unit").items() if v == "year")
    plural = f"{unit}s" if years != 1 else unit
    spelt = scene.rng.random() < 0.06 and how != "field"
    said = in_words(years, scene.lists.language) if spelt else str(years)
    entity = None if how == "other" else f"age-{scene.patient.entity}"
    scene.page.mark(f"{said} {plural}", "AGE", entity)


def _sex(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    woman = scene.patient.gender == "F"
    wanted = "female" if woman else "male"
    if how == "code":
        word = next(
            w for w, v in facts(scene.lists.language).values("sex-code").items() if v == wanted
        )
    else:
        word = next(w for w, v in facts(scene.lists.language).values("sex").items() if v == wanted)
    text = word.capitalize() if how == "capital" else word
    scene.page.mark(text, "DEMOGRAPHIC", f"sex-{scene.patient.entity}")


def _place(label: str, part: str, scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    place = scene.home
    if how:
        key = f"place {how}"
        text = scene.once(key, lambda: "\t".join(_parts(scene.lists.place(scene.rng))))
        place = LocalPlace(*text.split("\t"))
    value: str = getattr(place, part)
    scene.page.mark(value, label, f"{part}-{value.lower()}")


def _parts(place: LocalPlace) -> tuple[str, ...]:
    return place.street, place.city, place.province, place.code


def _organization(label: str, heading: str, scene: LocalScene, how: str, _: object) -> None:
    make = partial(scene.lists.organization, heading, scene.rng)
    name = scene.once(f"{heading} {how}", make)
    scene.page.mark(name, label, f"{heading}-{name.lower()}")


def _number(label: str, key: str, scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    text = scene.numbers.get(key) or scene.once(key, lambda: scene.lists.number(key, scene.rng))
    if how == "digits":
        text = "".join(filter(str.isdecimal, text))
    if how == "word":
        scene.page.write("DNI ")
    scene.page.mark(text, label, f"{key}-{scene.patient.entity}")


def _license(scene: LocalScene, _how: str, _: tuple[str, ...]) -> None:
    text = scene.once("license", lambda: scene.lists.number("colegiado", scene.rng))
    scene.page.mark(text, "LICENSE", f"license-{scene.doctor('doctor').entity}")


def _phone(label: str, scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    heading = "mobile" if how == "mobile" or scene.rng.random() < 0.3 else "phone"
    text = scene.once(f"{label} {how}", lambda: scene.lists.number(heading, scene.rng))
    scene.page.mark(text, label)


def _mail(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    person = scene.patient if how == "patient" else scene.doctor("doctor")
    text = scene.once(f"mail {how}", lambda: scene.lists.mail(person, scene.rng))
    scene.page.mark(text, "EMAIL", f"mail-{person.entity}")


def _country(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    text = listed(scene.lists.language, "country")[0] if how else scene.country
    scene.page.mark(text, "COUNTRY")


def _profession(scene: LocalScene, how: str, _: tuple[str, ...]) -> None:
    text = scene.rng.choice(scene.lists.words("occupation")) if how else scene.profession
    scene.page.mark(text, "PROFESSION")


def _nationality(scene: LocalScene, _how: str, _: tuple[str, ...]) -> None:
    known = demonyms(scene.lists.language)
    words = [one for one in known if one.endswith("a" if scene.guard == "F" else "o")]
    scene.page.mark(scene.rng.choice(words), "DEMOGRAPHIC")


def _figure(scene: LocalScene, _how: str, bounds: tuple[str, ...]) -> None:
    scene.page.write(str(scene.rng.randint(int(bounds[0]), int(bounds[1]))))


def _time(scene: LocalScene, _how: str, _: tuple[str, ...]) -> None:
    hour, minute = scene.rng.randrange(8, 21), scene.rng.choice((0, 10, 15, 30, 45))
    scene.page.mark(f"{hour}:{minute:02}{scene.rng.choice((' h', '', ' horas'))}", "TIME")


def _ending(woman: str, man: str, scene: LocalScene, _how: str, _: tuple[str, ...]) -> None:
    scene.page.write(woman if scene.guard == "F" else man)


def _inside(label: str, low: int, high: int, scene: LocalScene, _how: str, _: object) -> None:
    scene.page.mark(str(scene.rng.randrange(low, high)), label)


_SLOTS: Final[dict[str, Callable[[LocalScene, str, tuple[str, ...]], None]]] = {
    "patient": _patient,
    "doctor": partial(_doctor, "doctor"),
    "doctor2": partial(_doctor, "doctor2"),
    "kin": _kin,
    "date": _date,
    "age": _age,
    "sex": _sex,
    "street": partial(_place, "STREET", "street"),
    "city": partial(_place, "CITY", "city"),
    "province": partial(_place, "STATE", "province"),
    "zip": partial(_place, "ZIP", "code"),
    "hospital": partial(_organization, "HOSPITAL", "hospital"),
    "center": partial(_organization, "HOSPITAL", "center"),
    "institution": partial(_organization, "ORGANIZATION", "institution"),
    "nhc": partial(_number, "MRN", "nhc"),
    "nass": partial(_number, "PLAN", "nass"),
    "cip": partial(_number, "PLAN", "cip"),
    "dni": partial(_number, "OTHER-ID", "dni"),
    "episode": partial(_number, "OTHER-ID", "episode"),
    "license": _license,
    "phone": partial(_phone, "PHONE"),
    "fax": partial(_phone, "FAX"),
    "mail": _mail,
    "country": _country,
    "profession": _profession,
    "nationality": _nationality,
    "n": _figure,
    "time": _time,
    "o": partial(_ending, "a", "o"),
    "a": partial(_ending, "a", ""),
    "el": partial(_ending, "La", "El"),
    "room": partial(_inside, "ROOM", 100, 999),
    "extension": partial(_inside, "PHONE", 1000, 99999),
}
"""How each slot is filled."""
