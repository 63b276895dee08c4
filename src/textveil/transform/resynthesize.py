"""Resynthesize: text whose identifying values were taken out already becomes realistic again.

A filler says what stood there (`lexicon.fillers`). A plausible value of that kind is drawn first,
then a surrogate is made from it as for a real one, so that resynthesized text and text with
surrogates look alike. Fillers with the same number or letters get the same value.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from textveil.errors import ComponentError, InvalidValueError
from textveil.lexicon.fillers import Filler, parse_filler
from textveil.lexicon.localities import Locality
from textveil.lexicon.places import us_states
from textveil.transform.plausible import (
    plausible,
    plausible_age,
    plausible_birth,
    plausible_day,
)
from textveil.transform.surrogates.addresses import fake_place
from textveil.transform.surrogates.maker import Persona, Setting
from textveil.transform.surrogates.names import make_persona
from textveil.transform.surrogates.table import maker_of
from textveil.values.document import Document
from textveil.values.draw import Draw
from textveil.values.edit import Edit, Release
from textveil.values.label import family_of
from textveil.values.secret import Secret
from textveil.values.span import Spans

__all__ = ["SCOPES", "Resynthesize"]

SCOPES: Final = ("subject", "corpus", "document")

_TITLE: Final = re.compile(r"(?i)\b(?:dr|mr|mrs|ms|miss|prof|doctor|nurse)\.? *$")
_BIRTH: Final = re.compile(r"(?i)\b(?:dob|birth|born)\b[^.\n]{0,12}$")
_AREA_CODE: Final = re.compile(r"[0-9]{3}\)?[-. ]\s?$")
_NAME_CODE: Final = re.compile(r"[A-Za-z]+")


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
    options: Mapping[str, Any] = field(default_factory=dict)
    key: Secret | None = None
    _draw: Draw = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.scope not in SCOPES:
            raise InvalidValueError(
                f"there is no scope of the name {self.scope}", hint=f"use {', '.join(SCOPES)}"
            )
        if self.key is None:
            raise ComponentError(
                "resynthesis needs a key", hint="give --key FILE, or set TEXTVEIL_KEY"
            )
        self._draw = Draw(self.key.derive("surrogate"))

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every filler; fillers with one code share an entity number."""
        where = {
            "subject": document.counted_subject,
            "document": f"document:{document.id}",
            "corpus": "",
        }[self.scope]
        writing = _Writing(document, where, self._draw, self.shift_dates, self.options)
        numbers: dict[tuple[str, str], int] = {}
        edits = []
        for at, span in enumerate(spans):
            text = document.covered_by(span)
            filler = parse_filler(text)
            value = f"[{span.label}]"
            code = f"#{at}"
            if filler is not None:
                before = document.text[max(0, span.start - 40) : span.start]
                value = writing.value(span.label, filler, before)
                if "\n" in text:
                    value = value.replace(" ", "\n", 1)
                code = filler.code or code
            number = numbers.setdefault((family_of(span.label), code), len(numbers) + 1)
            edits.append(Edit(span.start, span.end, value, span.label, number))
        return Release.of(document, edits)


class _Writing:
    """One document being filled in, from its beginning to its end."""

    def __init__(
        self, document: Document, scope: str, draw: Draw, shift: bool, options: Mapping[str, Any]
    ) -> None:
        self.document = document
        self.setting = Setting(draw, scope=scope, subject=scope, options=options)
        self.shift = shift
        self.place = ""
        self.count = 0
        self.givens = _given_codes(document.text)

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
            return plausible_age(filler.content, self._rng("age", filler.code))
        if label in ("EMAIL", "USERNAME"):
            return self._handle(label, filler)
        real = plausible(label, self._rng(label, filler.code or str(self.count)))
        if real is None:
            return f"[{label}]"
        if family == "PHONE" and _AREA_CODE.search(before):
            real = real[-8:]
        return maker_of(label).make(real, label, self._for(f"{label}:{filler.code or self.count}"))

    def _rng(self, space: str, code: str) -> Any:
        return self.setting.draw.rng(f"filler-{space}", self.setting.scope, code)

    def _for(self, identity: str, persona: Persona | None = None) -> Setting:
        base = self.setting
        return Setting(
            base.draw,
            scope=base.scope,
            subject=base.subject,
            identity=identity,
            persona=persona,
            options=base.options,
        )

    def _person(self, key: str) -> Persona:
        # Neither bar nor comma may come from the filler: the identity is split at bars.
        return make_persona(self._for(f"|{key.replace('|', ' ')}|"))

    def _name(self, label: str, filler: Filler, before: str) -> str:
        if filler.code and not filler.code.isdigit() and not filler.part:
            return _NAME_CODE.sub(self._coded(filler.code, before), filler.code)
        key = f"{family_of(label)}:{filler.code}"
        if not filler.code:
            # Of a patient, and of the doctor of a note, there is one; others are told apart.
            key = f"{label}:{self.document.id if label != 'PATIENT' else ''}"
            key += f":{self.count}" if label == "NAME" and not filler.part else ""
        person = self._person(key)
        if label == "INITIALS" or filler.part == "initial":
            return person.given[:1] if filler.part else person.given[:1] + person.family[:1]
        if filler.part == "family" or (not filler.part and _TITLE.search(before)):
            return person.family
        return person.given if filler.part == "given" else f"{person.given} {person.family}"

    def _coded(self, code: str, before: str) -> Any:
        """Return what replaces each word of a code: `XXX WWW`, or `WWW, XXX M` family first."""
        words = _NAME_CODE.findall(code)
        family = words[0] if "," in code else words[-1]
        alone = len(words) == 1 and family in self.givens and not _TITLE.search(before)

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
            made = maker_of("DATE").make(filler.content, "DATE", self.setting)
            if made != "[DATE]":
                return made
        if _BIRTH.search(before):
            return plausible_birth(self._rng("birth", "")).strftime("%m/%d/%Y")
        # Later in the text is later in time, as in most notes.
        more = self._rng("visit", f"{self.document.id}:{self.count}").randrange(3)
        first = plausible_day(self._rng("day", self.document.id))
        return (first + timedelta(days=3 * self.count + more)).strftime("%m/%d/%Y")

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
        person = self._person(f"NAME:{filler.code}" if filler.code else "PATIENT:")
        real = "jsmith@acme.com" if label == "EMAIL" else "jsmith"
        return maker_of(label).make(real, label, self._for("john||smith", person))


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
