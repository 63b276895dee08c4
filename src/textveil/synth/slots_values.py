"""Slots for dates, places, organizations, numbers, and for values that do not identify."""

import re
from collections.abc import Callable
from datetime import time
from functools import cache, partial
from random import Random
from typing import Final

from textveil.lexicon.geography.place_lists import countries, us_states
from textveil.lexicon.tables.terms import diseases, drugs
from textveil.synth.identifiers import IDENTIFIERS, phone
from textveil.synth.own_lists import listed, own_list, table
from textveil.synth.people.addresses import (
    draw_abroad,
    draw_home,
    odd_address,
    place_entity,
    write_address,
)
from textveil.synth.people.online import mail_address, user_name, web_address
from textveil.synth.people.organizations import draw_hospital, draw_organization
from textveil.synth.people.traits import nationality_of
from textveil.synth.scene import Scene, Slot
from textveil.synth.slots_people import age_on
from textveil.synth.written_dates import write_time

__all__ = ["VALUES"]


def _date(scene: Scene, form: tuple[str, ...]) -> None:
    day = scene.day(form[0] if form else "note")
    if form[1:] == ("md",):
        # In haste nobody writes more than month and day, whatever they write elsewhere.
        scene.page.mark(f"{day.month}/{day.day}", "DATE", f"date-{day.isoformat()}")
    else:
        scene.write_day(day, form[1] if len(form) > 1 else "")


def _time(scene: Scene, form: tuple[str, ...]) -> None:
    moment = time(scene.rng.randrange(24), scene.rng.randrange(60), scene.rng.randrange(60))
    if form in (("clock",), ("stamp",), ("mil",)):
        # A writer who looks at a clock writes things down as they happen.
        last = scene.memory.get("minute")
        step = scene.rng.randrange(12)
        minute = (last if isinstance(last, int) else scene.rng.randrange(1300)) + step
        scene.memory["minute"] = minute
        moment = moment.replace(hour=minute // 60 % 24, minute=minute % 60)
    if form == ("clock",):
        text = f"{moment.hour:02}:{moment.minute:02}"
    elif form == ("mil",):
        text = f"{moment.hour:02}{moment.minute:02}"
    elif form == ("stamp",):
        text = f"{moment.hour:02}:{moment.minute:02}:{moment.second:02}"
    else:
        text = write_time(moment, scene.rng)
    scene.page.mark(text, "TIME")


def _shift(scene: Scene, form: tuple[str, ...]) -> None:
    """Write the hours of a shift, two times, and let the clock go on from the first."""
    del form
    begin, between, end = re.split("(-| to )", scene.rng.choice(listed("numbers", "shift")))
    hour = int(begin[:2] if begin[:2].isdecimal() else begin[0]) + 12 * ("p" in begin)
    scene.memory.setdefault("minute", hour * 60)
    scene.page.mark(begin, "TIME")
    scene.page.write(between)
    scene.page.mark(end, "TIME")


def _contact(kind: str, scene: Scene, form: tuple[str, ...]) -> None:
    subject, rng = scene.subject, scene.rng
    own = form not in (("other",), ("ext",))
    label = {"phone": "PHONE", "cell": "PHONE", "email": "EMAIL", "user": "USERNAME"}[kind]
    if own:
        text = {"phone": subject.phone, "cell": subject.cell, "email": subject.email}.get(
            kind, subject.username
        )
        scene.page.mark(text, label, f"{kind}-{subject.person.entity}")
        return
    somebody = scene.person(f"contact {kind}")
    make: dict[str, Callable[[], str]] = {
        "phone": lambda: phone(rng, abroad=0.3),
        "cell": lambda: phone(rng, abroad=0.3),
        "email": lambda: mail_address(somebody, rng),
        "user": lambda: user_name(somebody, rng),
    }
    text = make[kind]()
    if form == ("ext",) and "x" not in text:
        text += rng.choice((" x", " x", " ext. ", ", ext. ", " ext ")) + _short(rng, 3, 5)
    scene.page.mark(text, label)


def _short(rng: Random, least: int, most: int) -> str:
    """Return a number as a switchboard gives them out."""
    digits = rng.randint(least, most)
    return str(rng.randrange(10 ** (digits - 1), 10**digits))


def _internal(least: int, most: int, scene: Scene, form: tuple[str, ...]) -> None:
    """Write the number of a pager or an extension: it reaches somebody inside the house."""
    del form
    scene.page.mark(_short(scene.rng, least, most), "PHONE")


def _fax(scene: Scene, form: tuple[str, ...]) -> None:
    del form
    scene.page.mark(phone(scene.rng, abroad=0.08), "FAX")


def _hospital_phone(scene: Scene, form: tuple[str, ...]) -> None:
    del form
    scene.page.mark(scene.world.phones[0], "PHONE", place_entity("phone", scene.world.hospitals[0]))


def _url(scene: Scene, form: tuple[str, ...]) -> None:
    del form
    scene.page.mark(web_address(scene.subject.person, scene.rng), "URL")


def _hospital(scene: Scene, form: tuple[str, ...]) -> None:
    if "other" in form:
        name = draw_hospital(scene.rng, scene.names, scene.subject.home.city)
    elif "clinic" in form:
        name = scene.world.hospitals[1 + scene.subject.index % 3]
    else:
        name = scene.world.hospitals[0]
    written = name.upper() if "caps" in form else name
    scene.page.mark(written, "HOSPITAL", place_entity("hospital", name))


def _organization(kind: str, scene: Scene, form: tuple[str, ...]) -> None:
    key = f"organization {kind} {form}"
    name = scene.memory.get(key)
    if not isinstance(name, str) or form == ("new",):
        name = draw_organization(
            kind, scene.rng, scene.names, _town(scene), country=scene.name_country()
        )
        scene.memory[key] = name
    scene.page.mark(name, "ORGANIZATION", place_entity("organization", name))


def _insurer(scene: Scene, form: tuple[str, ...]) -> None:
    del form
    name = scene.subject.insurer
    scene.page.mark(name, "ORGANIZATION", place_entity("organization", name))


def _town(scene: Scene) -> str:
    """Return some town where the scene plays."""
    if scene.country:
        return draw_abroad(scene.rng, scene.names, scene.country).city
    return draw_home(scene.rng, scene.names).city


def _city(scene: Scene, form: tuple[str, ...]) -> None:
    key = form[0] if form else "home"
    name = scene.memory.get(f"city {key}")
    if not isinstance(name, str):
        if key == "home":
            name = scene.subject.home.city
        elif key == "hospital":
            name = scene.world.town.city
        elif key == "abroad" or (key == "any" and scene.rng.random() < 0.4):
            name = draw_abroad(scene.rng, scene.names).city
        else:
            name = _town(scene)
        if key != "any":
            scene.memory[f"city {key}"] = name
    scene.page.mark(name, "CITY", place_entity("city", name))


def _court(scene: Scene, form: tuple[str, ...]) -> None:
    """Write a court of a town that is named by its first use."""
    key = f"court {form}"
    name = scene.memory.get(key)
    if not isinstance(name, str):
        name = f"{_town(scene)} {form[0] if form else 'District Court'}"
        scene.memory[key] = name
    scene.page.mark(name, "ORGANIZATION", place_entity("organization", name))


def _state(scene: Scene, form: tuple[str, ...]) -> None:
    code = scene.subject.home.state
    if not code or form == ("other",):
        code = scene.rng.choice(tuple(us_states()))
    name = us_states()[code]
    scene.page.mark(code if form == ("code",) else name, "STATE", place_entity("state", name))


def _country(scene: Scene, form: tuple[str, ...]) -> None:
    if form == ("home",):
        name = scene.subject.home.country
    else:
        name = countries()[scene.rng.choice(tuple(countries()))].strip()
    scene.page.mark(name, "COUNTRY", place_entity("country", name))


def _party(scene: Scene, form: tuple[str, ...]) -> None:
    """Write the country of the scene or its adjective, unmarked unless asked for."""
    code = scene.country or "GB"
    text = countries()[code] if form[0] == "country" else nationality_of(code)
    if "marked" in form:
        label, kind = ("COUNTRY", "country") if form[0] == "country" else ("DEMOGRAPHIC", "trait")
        scene.page.mark(text, label, place_entity(kind, text))
    else:
        scene.page.write(text)


def _address(scene: Scene, form: tuple[str, ...]) -> None:
    if "odd" in form:
        scene.page.mark(odd_address(scene.rng), "ADDRESS")
        return
    home, who = scene.subject.home, scene.subject.person.entity
    if "other" in form:
        abroad = scene.country or scene.rng.random() < 0.35
        draw = draw_abroad if abroad else draw_home
        home = draw(scene.rng, scene.names)
        who = place_entity("at", home.street)
    if "hospital" in form:
        home, who = scene.world.town, "hospital"
    if "street" in form:
        scene.page.mark(home.street, "STREET", f"home-{who}")
        return
    if "zip" in form:
        scene.page.mark(home.zip, "ZIP", place_entity("zip", home.zip[:5]))
        return
    write_address(scene.page, home, scene.rng, lines="lines" in form, who=who)


def _number(label: str, kind: str, scene: Scene, form: tuple[str, ...]) -> None:
    numbers = scene.subject.numbers
    if kind in numbers and form != ("other",):
        scene.page.mark(numbers[kind], label, f"{kind}-{scene.subject.person.entity}")
    else:
        scene.page.mark(_MAKERS[kind](scene.rng), label)


_MAKERS: Final[dict[str, Callable[[Random], str]]] = {
    **IDENTIFIERS,
    "expiry": lambda rng: f"{rng.randint(1, 12):02}/{rng.randint(20, 39)}",
    "last4": lambda rng: f"{rng.randrange(10000):04}",
}


def _application(scene: Scene, form: tuple[str, ...]) -> None:
    """Write the number of an application to a court: a running number and the year."""
    del form
    year = scene.day("lodged").year % 100
    scene.page.mark(f"{scene.rng.randrange(900, 90000)}/{year:02}", "OTHER-ID")


def _room(scene: Scene, form: tuple[str, ...]) -> None:
    del form
    rng = scene.rng
    text = rng.choice(
        (
            f"{rng.randrange(100, 999)}",
            f"{rng.randrange(1, 12)}{rng.choice('NSEW')}-{rng.randrange(1, 40):02}",
            f"{rng.randrange(2, 9)}{rng.randrange(10, 60)}-{rng.choice('AB')}",
            f"{rng.randrange(1, 9)} {rng.choice(('West', 'East', 'North', 'South', 'Tower'))}",
            f"{rng.choice('ABCDEFG')}{rng.randrange(10, 900)}",
            f"{rng.randrange(10, 99)}",
        )
    )
    scene.page.mark(text, "ROOM")


def _money(scene: Scene, form: tuple[str, ...]) -> None:
    rng = scene.rng
    amount = rng.choice(
        (rng.randrange(40, 999), rng.randrange(1, 900) * 100, rng.randrange(1000, 999999))
    )
    if form == ("court",):
        code = rng.choice(("EUR", table("people", "currency-of").get(scene.country, "EUR")))
        word = table("people", "currency")[code]
        text = rng.choice(
            (f"{code} {amount:,}", f"{amount:,} {word}", f"{amount:,} {word} ({code})")
        )
    else:
        amount = rng.randrange(3, 990) if "price" in form else amount
        cents = f".{rng.randrange(100):02}" if rng.random() < 0.4 else ""
        text = rng.choice(
            (
                f"${amount:,}{cents}",
                f"${amount:,}{cents}",
                f"£{amount:,}{cents}",
                f"€{amount}{cents}",
            )
        )
    if "price" in form:
        scene.page.write(text)
    else:
        scene.page.mark(text, "QUANTITY")


def _mark(scene: Scene, form: tuple[str, ...]) -> None:
    """Write literal words under a label."""
    scene.page.mark(",".join(form[1:]), form[0])


def _integer(scene: Scene, form: tuple[str, ...]) -> None:
    scene.page.write(str(scene.rng.randint(int(form[0]), int(form[1]))))


def _decimal(scene: Scene, form: tuple[str, ...]) -> None:
    places = int(form[2]) if len(form) > 2 else 1
    scene.page.write(f"{scene.rng.uniform(float(form[0]), float(form[1])):.{places}f}")


def _listed(values: Callable[[], tuple[str, ...]], scene: Scene, form: tuple[str, ...]) -> None:
    word = scene.rng.choice(values())
    scene.page.write(word.title() if "title" in form else word.upper() if "caps" in form else word)


@cache
def _cases() -> tuple[dict[str, tuple[str, ...]], ...]:
    split = ([line.split(" ", 1) for line in lines] for _, lines in own_list("cases"))
    return tuple({name: tuple(value.split("|")) for name, value in case} for case in split)


@cache
def _fitting(years: int, gender: str) -> tuple[int, ...]:
    """Return the cases that befall people of an age and a gender."""
    found = []
    for at, case in enumerate(_cases()):
        low, high = case.get("ages", ("16-120",))[0].split("-")
        if int(low) <= years <= int(high) and case.get("sex", (gender,))[0] == gender:
            found.append(at)
    return tuple(found)


def _case(scene: Scene, form: tuple[str, ...]) -> None:
    """Write something of the illness that the subject has."""
    subject = scene.subject
    fitting = _fitting(age_on(subject.born, scene.today), subject.person.gender)
    case = _cases()[fitting[subject.case % len(fitting)]]
    scene.page.write(scene.rng.choice(case[form[0]]))


def _header(scene: Scene, form: tuple[str, ...]) -> None:
    """Write a section header in the writer's way."""
    text = form[0] if form else ""
    way = scene.style.form % 4
    text = (text.upper(), text, text.title(), text.upper())[way]
    scene.page.write(scene.style.headers.format(text))


VALUES: Final[dict[str, Slot]] = {
    "date": _date,
    "time": _time,
    **{kind: partial(_contact, kind) for kind in ("phone", "cell", "email", "user")},
    "shift": _shift,
    "pager": partial(_internal, 4, 6),
    "ext": partial(_internal, 3, 5),
    "fax": _fax,
    "hphone": _hospital_phone,
    "url": _url,
    "hospital": _hospital,
    **{
        kind: partial(_organization, kind)
        for kind in ("company", "school", "bank", "agency", "pharmacy")
    },
    "insurer": _insurer,
    "city": _city,
    "court": _court,
    "state": _state,
    "country": _country,
    "party": _party,
    "address": _address,
    "room": _room,
    "money": _money,
    "mark": _mark,
    "n": _integer,
    "f": _decimal,
    "drug-any": partial(_listed, drugs),
    "disease-any": partial(_listed, diseases),
    "h": _header,
    "case": _case,
    "mrn": partial(_number, "MRN", "mrn"),
    "ssn": partial(_number, "SSN", "ssn"),
    "account": partial(_number, "ACCOUNT", "account"),
    "routing": partial(_number, "ACCOUNT", "routing"),
    "card": partial(_number, "CARD", "card"),
    "iban": partial(_number, "IBAN", "iban"),
    "plan": partial(_number, "PLAN", "plan"),
    "license": partial(_number, "LICENSE", "license"),
    "dea": partial(_number, "LICENSE", "dea"),
    "npi": partial(_number, "LICENSE", "npi"),
    "plate": partial(_number, "VEHICLE", "plate"),
    "vin": partial(_number, "VEHICLE", "vin"),
    "device": partial(_number, "DEVICE", "device"),
    "biometric": partial(_number, "BIOMETRIC", "biometric"),
    "accession": partial(_number, "OTHER-ID", "accession"),
    "caseno": partial(_number, "OTHER-ID", "case"),
    "appno": _application,
    "ticket": partial(_number, "OTHER-ID", "ticket"),
    "passport": partial(_number, "OTHER-ID", "passport"),
    "student": partial(_number, "OTHER-ID", "student"),
    "ip": partial(_number, "IP", "ip"),
}
"""How slots for values are filled."""
