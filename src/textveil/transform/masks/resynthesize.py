"""Resynthesize: replaces the fillers of another tool by realistic values.

A filler says what stood there (`lexicon.tables.fillers`). A plausible value of that kind is drawn
first, then a surrogate is made from it as for a real one, so that resynthesized text and text with
surrogates look alike. Fillers with the same number or letters get the same value.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache
from typing import Any, Final

from textveil.errors import InvalidValueError, require_known
from textveil.lexicon.dates.written_dates import parse
from textveil.lexicon.geography.localities import Locality
from textveil.lexicon.geography.place_lists import us_states
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.fillers import Filler, parse_filler
from textveil.lexicon.tables.folding import fold_ascii
from textveil.transform.persons.plausible import (
    plausible,
    plausible_age,
    plausible_birth,
    plausible_day,
)
from textveil.transform.surrogates.maker import Maker, Persona, Setting
from textveil.transform.surrogates.options import SurrogateOptions
from textveil.transform.surrogates.persons.names import make_persona
from textveil.transform.surrogates.table import maker_of
from textveil.transform.surrogates.whereabouts.addresses import fake_place
from textveil.values.contracts import About
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret
from textveil.values.label import family_of
from textveil.values.person import Person
from textveil.values.span import Spans
from textveil.values.terms.option import read_options, typed

__all__ = ["SCOPES", "Resynthesize"]

SCOPES: Final = ("subject", "corpus", "document")

_AREA_CODE: Final = re.compile(r"[0-9]{3}\)?[-. ]\s?$")
_AROUND: Final = 40
_OPENING: Final = re.compile(r"(?:^|[.!?:\n]\s{0,20})$")
"""Where a sentence begins."""
_WEEKS: Final = 260
"""How far dates that a filler tells may move: five years."""
_LETTERS: Final = re.compile(
    r"(?=.{0,200}[A-Z])[^\W\d_][^\W\d_ .,'-]{0,60}[ .,'-]{0,20}[^\W\d_][^\W\d_ .,'-]{0,60}"
    r"(?:[ .,'-](?:[ .,'-]|[^\W\d_])*)?"
)
"""Letters that stand for the words of a name: XXX, WWW; more than one, and no digits."""
_NAME_CODE: Final = re.compile(r"[A-Za-z]+")


@cache
def _title(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b{facts(language).pattern('title')}\.? {{0,20}}$")


@cache
def _born(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b{facts(language).pattern('born')}\b[^.\n>}}\]]{{0,12}}$")


@dataclass(slots=True)
class Resynthesize:
    """Replace fillers by realistic values.

    Parameters
    ----------
    scope
        Within what equal fillers stand for one person or thing: `subject`, `document` or `corpus`.
    shift_dates
        Whether a date that a filler still tells moves by the subject's secret offset, or stays.
    options
        As for surrogates.
    language
        Language of the texts.
    key
        Decides every choice.

    Notes
    -----
    A passage that is no filler becomes its label in brackets, because a value that nobody took
    out must not be carried over, and so does a filler that names no kind. Defined in
    `docs/methods/surrogates.md`.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Seen by Dr. **NAME[WWW], called **NAME[XXX WWW].")
    >>> made = Resynthesize(key=Secret(b"0123456789abcdef")).transform(
    ...     note, Spans([Span(12, 23, "NAME"), Span(32, 47, "NAME")]))
    >>> first, second = (edit.replacement for edit in made.edits)
    >>> second.endswith(first)
    True
    """

    scope: str = "subject"
    shift_dates: bool = True
    options: Mapping[str, Any] = typed(SurrogateOptions)
    language: str = "en"
    key: Secret | None = None
    _draw: Draw = field(init=False, repr=False)

    def __post_init__(self) -> None:
        require_known("scope", self.scope, SCOPES)
        self.options = read_options(SurrogateOptions, self.options, "options")
        key = Secret.needed(self.key, "resynthesis needs a key")
        self._draw = Draw(key.derive("surrogate"))

    def about(self) -> About:
        """Tell that every choice follows from the key."""
        return About(randomness="key")

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every filler; fillers with one code share an entity number."""
        where = {
            "subject": document.counted_subject,
            "document": f"document:{document.id}",
            "corpus": "",
        }[self.scope]
        language = document.read_in(self.language)
        fillers = [_parsed(document.covered_by(span), language) for span in spans]
        setting = Setting(self._draw, where, where, options=self.options, language=language)
        writing = _Writing(document, setting, self.shift_dates)
        writing.read(filler for filler in fillers if filler is not None)
        numbers: dict[tuple[str, str], int] = {}
        edits = []
        for at, (span, filler) in enumerate(zip(spans, fillers, strict=True)):
            value = f"[{span.label}]"
            who = (family_of(span.label), f"#{at}")
            if filler is not None:
                before = document.text[max(0, span.start - _AROUND) : span.start]
                after = document.text[span.end : span.end + _AROUND]
                label = _told(before, after, language) if span.label == "OTHER" else span.label
                value = writing.value(label, filler, before)
                if "\n" in document.covered_by(span):
                    value = value.replace(" ", "\n", 1) if " " in value else f"\n{value}"
                who = (_kind(span.label, filler), filler.code) if filler.code else who
            number = numbers.setdefault(who, len(numbers) + 1)
            edits.append(Edit(span.start, span.end, value, span.label, number))
        return Release.of(document, edits)


def _parsed(text: str, language: str) -> Filler | None:
    """Read a filler, also one in wide letters or with odd brackets."""
    ways = (text, fold_ascii(text).text)
    return parse_filler(ways[0], language=language) or parse_filler(ways[1], language=language)


def _kind(label: str, filler: Filler) -> str:
    """Return the space in which a filler's number counts: that of its own word.

    `[PATIENT_1]` and `[DOCTOR_1]` are two people, `[NAME_1]` and `Dr. [NAME_1]` one.
    """
    return filler.label if family_of(label) == "NAME" else family_of(label)


@cache
def _context(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return patterns for what tells a mark's kind: before it, after it, and for a patient."""
    known = facts(language)
    return (
        re.compile(rf"(?i)(?<!\w)({known.pattern('before-mark')})[.:#,]{{0,2}} ?$"),
        re.compile(rf"(?i)(?:'s)?[ ,-]{{0,20}}({known.pattern('after-mark')})(?!\w)"),
        re.compile(rf"'s\b| {known.pattern('patient-verb')}\b"),
    )


def _told(before: str, after: str, language: str) -> str:
    """Return the kind of a mark by the words around it."""
    known = facts(language)
    ahead, behind, acts = _context(language)
    found = behind.match(after)
    if found:
        return known.value("after-mark", found.group(1)) or "OTHER"
    if re.match(rf",? {known.pattern('credential')}(?!\w)", after):
        return "PROVIDER"
    found = ahead.search(before)
    if found:
        return known.value("before-mark", found.group(1)) or "OTHER"
    return "PATIENT" if _OPENING.search(before) and acts.match(after) else "OTHER"


class _Writing:
    """One document being filled in, from its beginning to its end."""

    def __init__(self, document: Document, setting: Setting, shift: bool) -> None:
        self.document = document
        self.setting = setting
        self.shift = shift
        self.place = ""
        self.count = 0
        self.givens = _given_codes(document.text)
        self.people: set[tuple[str, str]] = set()
        self.days: dict[str, date] = {}
        self.visit = plausible_day(self._rng("day", document.id))
        self.age: int | None = None

    def read(self, fillers: Iterable[Filler]) -> None:
        """Learn from the fillers of a document what its made-up values must agree with."""
        told = None
        for filler in fillers:
            if family_of(filler.label) == "NAME":
                self.people.add((filler.label, filler.code))
            if filler.label == "DATE" and filler.content and told is None:
                made = parse(self._date(filler, ""), language=self.setting.language)
                told = next((one for one in made.moments if one.year), None) if made else None
            if filler.label == "AGE" and filler.content and not filler.code and self.age is None:
                self.age = int(plausible_age(filler.content, self._rng("age", "")))
        if told is not None and told.year is not None:
            self.visit = date(told.year, told.month or 6, min(28, told.day or 15))

    def value(self, label: str, filler: Filler, before: str) -> str:
        """Return the value for one filler; `before` is what stands before it."""
        self.count += 1
        family = family_of(label)
        if family == "NAME":
            return self._name(label, filler, before)
        if label == "DATE":
            return self._date(filler, before)
        if label in ("CITY", "STATE", "ZIP"):
            return self._locality(label, filler, before)
        if label == "AGE":
            return self._age(filler)
        if label in ("EMAIL", "USERNAME"):
            return self._handle(label, filler)
        rng = self._rng(label, filler.code or str(self.count))
        real = plausible(label, rng, language=self.setting.language)
        if real is None:
            return f"[{label}]"
        if family == "PHONE" and _AREA_CODE.search(before):
            real = real[-8:]
        return self._maker(label).make(
            real, label, self.setting.of(f"{label}:{filler.code or self.count}")
        )

    def _birth(self) -> date:
        """Return the patient's birth: one per subject, or one that fits a given age."""
        if self.age is None:
            return plausible_birth(self._rng("birth", ""))
        days = 365 * self.age + self._rng("birthday", "").randrange(20, 340) + self.age // 4
        return self.visit - timedelta(days=days)

    def _age(self, filler: Filler) -> str:
        if filler.code:
            return plausible_age(filler.content, self._rng("age", filler.code))
        if filler.content and self.age is None:
            return plausible_age(filler.content, self._rng("age", ""))
        if self.age is not None:
            told = plausible_age(filler.content, self._rng("age", ""))
            return told if filler.content else str(self.age)
        birth = self._birth()
        had = (self.visit.month, self.visit.day) >= (birth.month, birth.day)
        years = self.visit.year - birth.year - (not had)
        # Dates of a record may be moved by centuries; ages are not.
        return str(years) if 0 < years < 110 else plausible_age("", self._rng("age", ""))

    def _maker(self, label: str) -> Maker:
        return maker_of(label, language=self.setting.language)

    def _rng(self, space: str, code: str) -> Any:
        return self.setting.draw.rng(f"filler-{space}", self.setting.scope, code)

    def _person(self, key: str) -> Persona:
        return make_persona(self.setting.of(Person(middle=key.replace("|", " "))))

    def _name(self, label: str, filler: Filler, before: str) -> str:
        if _LETTERS.fullmatch(filler.code) and not filler.part:
            return _NAME_CODE.sub(self._coded(filler.code, before), filler.code)
        key = f"{_kind(label, filler)}:{filler.code}"
        if not filler.code:
            # Of a patient, and of the doctor of a note, there is one; others are told apart.
            key = f"{label}:{self.document.id if label != 'PATIENT' else ''}"
            key += f":{self.count}" if label == "NAME" and not filler.part else ""
        person = self._person(key)
        if label == "INITIALS" or filler.part == "initial":
            return person.given[:1] if filler.part else person.given[:1] + person.family[:1]
        if filler.part == "family" or (not filler.part and self._titled(before)):
            return person.family
        return person.given if filler.part == "given" else f"{person.given} {person.family}"

    def _titled(self, before: str) -> bool:
        return _title(self.setting.language).search(before) is not None

    def _coded(self, code: str, before: str) -> Any:
        """Return what replaces each word of a code: `XXX WWW`, or `WWW, XXX M` family first."""
        words = _NAME_CODE.findall(code)
        family = words[0] if "," in code else words[-1]
        alone = len(words) == 1 and family in self.givens and not self._titled(before)

        def part(found: re.Match[str]) -> str:
            word = found.group()
            if len(word) == 1 and len(words) > 1:
                # A middle initial is written as one: "Martin, Jessie C."
                letter = self._person(f"middle:{code}").given[:1]
                return letter if found.string[found.end() :].startswith(".") else f"{letter}."
            if word == family and not alone:
                return self._person(f"family:{word}").family
            return self._person(f"given:{word}").given

        return part

    def _date(self, filler: Filler, before: str) -> str:
        if filler.content and not self.shift:
            return filler.content
        if filler.content:
            made = self._moved(filler.content)
            if made is not None:
                return made
        if _born(self.setting.language).search(before):
            return self._birth().strftime("%m/%d/%Y")
        day = self.days.get(filler.code)
        if day is None:
            # Later in the text is later in time, as in most notes.
            more = self._rng("visit", f"{self.document.id}:{self.count}").randrange(3)
            day = self.visit + timedelta(days=3 * self.count + more)
            if filler.code:
                self.days[filler.code] = day
        return _in_words(day, filler.content)

    def _moved(self, content: str) -> str | None:
        """Return a date that a filler tells, moved by the subject's weeks; None if it tells none.

        It is no real date, so nobody learns anything from the weeks.
        """
        day = parse(content, language=self.setting.language)
        weeks = self.setting.draw.rng("filler-weeks", self.setting.mover).randint(-_WEEKS, _WEEKS)
        try:
            return None if day is None else day.shifted(7 * weeks)
        except InvalidValueError:
            return None

    def _locality(self, label: str, filler: Filler, before: str) -> str:
        """Return a part of one place: a state or postal code belongs to the last city."""
        if label == "CITY" or not self.place:
            self.place = f"filler {filler.code}"
        place = fake_place(Locality(self.place, "", "US"), self.setting)
        if label == "CITY":
            return place.city
        if label == "ZIP":
            return place.zip
        return place.state if before.rstrip().endswith(",") else us_states()[place.state]

    def _handle(self, label: str, filler: Filler) -> str:
        known = (
            kind for kind in ("NAME", "PATIENT", "PROVIDER") if (kind, filler.code) in self.people
        )
        person = self._person(f"{next(known, 'NAME')}:{filler.code}" if filler.code else "PATIENT:")
        real = "jsmith@acme.com" if label == "EMAIL" else "jsmith"
        made_of = replace(self.setting.of(Person("john", family="smith")), persona=person)
        return self._maker(label).make(real, label, made_of)


def _in_words(day: date, content: str) -> str:
    """Write a day in as much detail as the words of a filler ask for."""
    low = content.lower()
    if "range" in low:
        return f"{day:%m/%d/%Y} - {day + timedelta(days=3):%m/%d/%Y}"
    if "month" in low and "day" in low:
        return f"{day:%m/%d/%Y}" if "year" in low else f"{day:%m/%d}"
    if "month" in low:
        return f"{day:%B %Y}" if "year" in low else f"{day:%B}"
    if "year" in low:
        return f"{day:%Y}"
    return f"{day:%A}" if "weekday" in low else f"{day:%m/%d/%Y}"


def _given_codes(text: str) -> frozenset[str]:
    """Return the codes that stand as given names somewhere, and nowhere as family names."""
    given: set[str] = set()
    family: set[str] = set()
    for found in re.finditer(r"\*\*[A-Z-]{2,24}\[([^\[\]]{1,80})\]", text):
        words = _NAME_CODE.findall(found.group(1))
        if len(words) > 1:
            comma = "," in found.group(1)
            family.add(words[0] if comma else words[-1])
            given.update(words[1:] if comma else words[:-1])
    return frozenset(given - family)
