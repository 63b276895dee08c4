"""Slots for people: names in many forms, pronouns, ages, what they do and are."""

from datetime import date
from functools import partial
from typing import Final

from textveil.synth.own_lists import table
from textveil.synth.people.addresses import place_entity
from textveil.synth.people.invented_people import InventedPerson, write_name
from textveil.synth.people.online import mail_address, user_name, web_address
from textveil.synth.people.traits import draw_profession, draw_traits
from textveil.synth.scene import Scene, Slot

__all__ = ["PEOPLE", "age_on"]

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS: Final = (
    *("_", "_", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)


def age_on(born: date, day: date) -> int:
    """Return the age in whole years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def _spelt(number: int) -> str:
    if number >= 100:
        return "one hundred" + (f" and {_spelt(number - 100)}" if number > 100 else "")
    if number < 20:
        return _ONES[number]
    return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")


def _name(scene: Scene, person: InventedPerson, form: tuple[str, ...]) -> None:
    write_name(scene.page, person, form[0] if form else "full", scene.rng)


def _patient(scene: Scene, form: tuple[str, ...]) -> None:
    _name(scene, scene.subject.person, form)


def _kin(at: int, scene: Scene, form: tuple[str, ...]) -> None:
    kin = scene.subject.kin[at]
    if form == ("word",):
        scene.page.write(kin.word)
    elif form == ("phone",):
        scene.page.mark(kin.phone, "PHONE", f"phone-{kin.person.entity}")
    elif form == ("his",):
        scene.page.write("her" if kin.person.gender == "F" else "his")
    else:
        _name(scene, kin.person, form)


_CREDENTIALS: Final = {
    "doctor": (", MD", ", M.D.", " MD", "", ", DO", ""),
    "nurse": (", RN", " RN", ", BSN, RN", ", LPN", ", NP"),
    "therapist": (", PT", ", OTR/L", ", RRT", ", CRT", ", PT, DPT"),
}


def _provider(role: str, kind: str, scene: Scene, form: tuple[str, ...]) -> None:
    provider = scene.provider(role)
    how = form[0] if form else "full"
    if how == "phone":
        scene.page.mark(provider.phone, "PHONE", f"phone-{provider.person.entity}")
    elif how == "npi":
        scene.page.mark(provider.npi, "LICENSE", f"npi-{provider.person.entity}")
    elif how == "dr":
        scene.page.write(scene.rng.choice(("Dr. ", "Dr. ", "Dr ")))
        _name(scene, provider.person, (scene.rng.choice(("last", "last", "full", "plain")),))
    elif how == "sign":
        _name(scene, provider.person, ("full",))
        scene.page.write(scene.rng.choice(_CREDENTIALS[kind]))
    elif how == "email":
        _account(scene, provider.person, how)
    elif how in ("author", "typist"):
        # At the foot of what was dictated: whose words they are in capitals, who typed them small.
        initials = provider.person.initials()
        text = initials if how == "author" else initials.lower()
        scene.page.mark(text, "INITIALS", provider.person.entity)
    else:
        _name(scene, provider.person, form)


def _other(role: str, scene: Scene, form: tuple[str, ...]) -> None:
    person = scene.person(role)
    how = form[0] if form else "full"
    if how in ("email", "user"):
        _account(scene, person, how)
    elif how == "url":
        scene.page.mark(web_address(person, scene.rng), "URL")
    elif how == "he":
        scene.page.write("she" if person.gender == "F" else "he")
    elif how == "his":
        scene.page.write("her" if person.gender == "F" else "his")
    else:
        _name(scene, person, form)


def _account(scene: Scene, person: InventedPerson, how: str) -> None:
    """Write the mail address or the user name of a person: one in a document."""
    key = f"{how} {person.entity}"
    if key not in scene.memory:
        scene.memory[key] = (mail_address if how == "email" else user_name)(person, scene.rng)
    label = "EMAIL" if how == "email" else "USERNAME"
    scene.page.mark(str(scene.memory[key]), label, f"{how}-{person.entity}")


def _stranger(scene: Scene, form: tuple[str, ...]) -> None:
    scene.memory["strangers"] = number = int(str(scene.memory.get("strangers", 0))) + 1
    _other(f"x{number}", scene, form)


def _age(scene: Scene, form: tuple[str, ...]) -> None:
    years = age_on(scene.subject.born, scene.today)
    how = form[0] if form else "digits"
    text = str(years)
    if how == "word":
        text = _spelt(years)
    elif how == "decade":
        text = f"{years // 10 * 10}s" if years >= 10 else str(years)
    elif how == "over":
        text = str(scene.rng.randint(90, 104))
    elif how == "any":
        text = str(scene.rng.randint(1, 99))
    elif how == "child":
        text = str(scene.rng.randint(2, 17))
    own = how in ("digits", "word", "decade")
    entity = f"age-{scene.subject.person.entity}" if own else None
    scene.page.mark(text, "AGE", entity)


def _pronoun(key: str, scene: Scene, form: tuple[str, ...]) -> None:
    del form
    woman, man = table("people", "pronoun")[key.lower()].split()
    word = woman if scene.subject.person.gender == "F" else man
    scene.page.write(word.capitalize() if key[0].isupper() else word)


def _profession(scene: Scene, form: tuple[str, ...]) -> None:
    subject = scene.subject
    own = not form
    work = subject.profession if own else draw_profession(scene.rng, scene.names)
    if "cap" in form:
        work = work[0].upper() + work[1:]
    if "title" in form:
        work = work.title()
    scene.page.mark(work, "PROFESSION", f"profession-{subject.person.entity}" if own else None)


def _trait(scene: Scene, form: tuple[str, ...]) -> None:
    kind = form[0]
    if len(form) > 1:
        traits, entity = draw_traits(scene.rng, scene.names), None
    else:
        traits, entity = scene.subject.traits, f"{kind}-{scene.subject.person.entity}"
    scene.page.mark(traits[kind], "DEMOGRAPHIC", entity)


def _employer(scene: Scene, form: tuple[str, ...]) -> None:
    del form
    name = scene.subject.employer
    scene.page.mark(name, "ORGANIZATION", place_entity("organization", name))


PEOPLE: Final[dict[str, Slot]] = {
    "patient": _patient,
    "me": _patient,
    "kin": partial(_kin, 0),
    "kin2": partial(_kin, 1),
    "kin3": partial(_kin, 2),
    "age": _age,
    "profession": _profession,
    "trait": _trait,
    "employer": _employer,
    "p": _stranger,
    **{
        role: partial(_provider, role, "doctor")
        for role in (
            *("doctor", "pcp", "surgeon", "consultant", "resident", "radiologist", "pathologist"),
            *("assistant", "anesthetist", "ordering"),
        )
    },
    **{role: partial(_provider, role, "nurse") for role in ("nurse", "nurse2", "scrub")},
    **{role: partial(_provider, role, "therapist") for role in ("therapist", "clerk", "tech")},
    **{
        role: partial(_other, role)
        for role in (
            "p1",
            "p2",
            "p3",
            "p4",
            "p5",
            "lawyer",
            "agent",
            "judge",
            "official",
            "witness",
        )
    },
    **{
        key: partial(_pronoun, key)
        for word in table("people", "pronoun")
        for key in (word, word.capitalize())
    },
}
"""How slots that speak of people are filled."""
