"""A scene: what one document is about, from which every slot of its wording is filled."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Final

from textveil.errors import InvalidValueError
from textveil.synth.own_lists import common, table
from textveil.synth.page import Page
from textveil.synth.people.invented_people import InventedPerson
from textveil.synth.people.name_lists import COUNTRY_OF, draw_person
from textveil.synth.people.share import Share
from textveil.synth.people.subjects import Provider, Subject, World
from textveil.synth.written_dates import DATE_STYLES, write_date

__all__ = ["Scene", "Slot", "Style", "draw_style"]

_DAY_FIRST: Final = {"numeric": "european", "no-year": "no-year-words"}

_LOOSE: Final = frozenset({"no-year", "no-day", "year", "weekday", "no-year-words"})
"""Families of dates of which one writer uses several forms in a document."""

_FIXED: Final = frozenset({"admit", "discharge", "surgery", "next", "lodged", "beginning"})
"""Days that a document has one of; of the others there are as many as it mentions."""


@dataclass(frozen=True, slots=True)
class Style:
    """Habits of the writer of a document.

    Attributes
    ----------
    dates
        Families of dates that the writer uses, the usual one first.
    form
        Which form of the usual family.
    headers
        How section headers are written.
    width
        Where lines are broken; 0 for nowhere.
    case
        `""`, `upper` or `lower`.
    """

    dates: str = "numeric"
    form: int = 0
    headers: str = "{}:"
    width: int = 0
    case: str = ""

    @property
    def id(self) -> str:
        """A name for the style."""
        return (
            f"{self.dates}-{self.form}/{self.headers.format('h').strip()}/{self.width}/{self.case}"
        )


_HEADERS: Final = (
    *("{}:", "{}:", "{}", "{} -", "**{}**", "[{}]", "=== {} ===", "# {}", "{}:\n", "_{}_"),
)


def draw_style(
    rng: Random, *, wrapped: float = 0.3, shouted: float = 0.0, european: float = 0.0
) -> Style:
    """Draw a style.

    `wrapped`, `shouted` and `european` tell how often lines are broken, all letters are capitals,
    and dates begin with the day.
    """
    dates = rng.choice(("numeric", "numeric", "numeric", "long", "long"))
    if rng.random() < european:
        dates = "european"
    return Style(
        dates=dates,
        form=common(range(len(DATE_STYLES[dates])), rng),
        headers=rng.choice(_HEADERS),
        width=rng.choice((60, 72, 76, 80, 100)) if rng.random() < wrapped else 0,
        case="upper" if rng.random() < shouted else "",
    )


Slot = Callable[["Scene", tuple[str, ...]], None]


@dataclass(slots=True, repr=False)
class Scene:
    """Facts of one document, and the page it is written on.

    Attributes
    ----------
    rng
        Source of randomness.
    world, subject
        The hospital or society, and the person the document is about.
    today
        Date of the document.
    style
        Of the writer.
    slots
        How each slot is filled.
    country
        ISO code of the country where the scene plays; empty for the United States.
    template
        Id of the wording that the document begins with; the grammar sets it.
    told
        Ids of the wordings that were used.
    page, memory
        What is written, and what was said before.
    """

    rng: Random
    world: World
    subject: Subject
    today: date
    style: Style
    slots: dict[str, Slot]
    country: str = ""
    template: str = ""
    told: set[str] = field(default_factory=set)
    page: Page = field(default_factory=Page)
    memory: dict[str, object] = field(default_factory=dict)

    @property
    def names(self) -> Share:
        """Share of the lists of names that is used."""
        return self.world.names

    @property
    def guard(self) -> str:
        """Gender of the subject, for wordings that are said of women or men only."""
        return self.subject.person.gender

    def fill(self, slot: str, arguments: tuple[str, ...]) -> None:
        """Write the value of a slot."""
        try:
            write = self.slots[slot]
        except KeyError:
            raise InvalidValueError("there is no such slot", where=slot) from None
        write(self, arguments)

    def day(self, name: str) -> date:
        """Return a day by its name; a number at the end of the name makes it the same day again."""
        if name == "dob":
            return self.subject.born
        known = self.memory.get(f"day {name}")
        if isinstance(known, date):
            return known
        if self.country and name in ("old", "past"):
            return self._next_event()
        low, high = map(int, table("people", "days")[name.rstrip("0123456789")].split())
        start = self.day("admit") if name == "surgery" else self.today
        day = start + timedelta(days=self.rng.randint(low, high))
        # Hardly anything that is told of grown-ups happened when they were children.
        youth = 17 * 365 if (self.today - self.subject.born).days > 18 * 365 else 30
        earliest = self.subject.born + timedelta(days=youth)
        day = day if day > earliest else min(earliest, self.today)
        if name in _FIXED or name[-1].isdecimal():
            self.memory[f"day {name}"] = day
        return day

    def _next_event(self) -> date:
        """Return the day of the next event of a case, later than all earlier events."""
        last = self.memory.get("event")
        if not isinstance(last, date):
            last = self.day("beginning")
        step = timedelta(days=self.rng.choice((2, 9, 30, 90, 200, 400)) + self.rng.randrange(20))
        self.memory["event"] = event = min(last + step, self.day("lodged"))
        return event

    def person(self, role: str) -> InventedPerson:
        """Return the person with a role that belongs to this document only."""
        known = self.memory.get(f"person {role}")
        if isinstance(known, InventedPerson):
            return known
        made = draw_person(
            self.rng,
            self.names,
            entity=f"{self.subject.person.entity}-{role}-{self.today.toordinal()}",
            abroad=0.35,
            country=self.name_country(),
        )
        self.memory[f"person {role}"] = made
        return made

    def name_country(self) -> str:
        """Return a country whose names fit the scene, or nothing."""
        land = self.country or self.subject.land
        if not land or self.rng.random() > (0.9 if self.country else 0.5):
            return ""
        return next((name for name, code in COUNTRY_OF.items() if code == land), "")

    def provider(self, role: str) -> Provider:
        """Return the person with a role at the hospital in this document."""
        known = self.memory.get(f"provider {role}")
        if isinstance(known, Provider):
            return known
        if role == "pcp":
            found = self.world.providers[self.subject.pcp]
        else:
            taken = {id(p) for p in self.memory.values() if isinstance(p, Provider)}
            free = [p for p in self.world.providers if id(p) not in taken]
            found = self.rng.choice(free)
        self.memory[f"provider {role}"] = found
        return found

    def write_day(self, day: date, family: str = "") -> None:
        """Write a date, in the writer's usual form if no family of forms is given."""
        usual = self.style.dates
        if usual == "european":
            # A writer who puts the day first does so in every date.
            family = _DAY_FIRST.get(family, family)
        if not family and self.rng.random() > 0.9 and "court" not in usual:
            family = "long"
        if (family or usual) == usual:
            text = DATE_STYLES[usual][self.style.form](day)
        elif family in _LOOSE:
            text = write_date(day, family, self.rng)
        else:
            forms = DATE_STYLES[family]
            form = self.memory.setdefault(f"form {family}", self.rng.randrange(len(forms)))
            text = forms[int(str(form))](day)
        self.page.mark(text, "DATE", f"date-{day.isoformat()}")
