"""Surrogates: every passage becomes a fake value of its kind, one for each person or thing.

Who stands behind a passage is told by the span's `entity` where mentions were linked, else by the
value itself. A first pass (`survey`) learns which values are real, so that no telephone number,
full name or id of the release is one of them; what it keeps grows with the number of distinct
values alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from textveil.errors import ComponentError, InvalidValueError
from textveil.lexicon.date_conventions import conventions, dated_days
from textveil.lexicon.folding import squeeze_text
from textveil.transform.surrogates.maker import Maker, Persona, Setting
from textveil.transform.surrogates.names import full_name, make_persona
from textveil.transform.surrogates.table import maker_of
from textveil.values.document import Document
from textveil.values.draw import Draw
from textveil.values.edit import Edit, Release
from textveil.values.label import family_of
from textveil.values.secret import Secret
from textveil.values.span import Span, Spans

__all__ = ["SCOPES", "Surrogate"]

SCOPES: Final = ("subject", "corpus", "document")
"""Within what a person or thing keeps one surrogate."""

_MOST_ATTEMPTS: Final = 400
_AROUND: Final = 40
_OWNED: Final = frozenset({"EMAIL", "USERNAME"})
_NONE_LEFT: Final = -1
_MOST_TRIES: Final = 20
_MAY_STAY: Final = frozenset({"AGE", "DATE", "TIME"})
"""Kinds whose makers change what must change: a year may stay the same."""
_LONG_ENOUGH: Final = 4
_LOCAL: Final = 7
"""Digits of a telephone number without its area."""

Identity = tuple[str, str, str]
"""Scope, family of the label, and the person or thing."""


@dataclass(slots=True)
class Surrogate:
    """Replace passages by fake values of the same kind, shape and writing.

    Parameters
    ----------
    scope
        `subject`: one surrogate in all documents of a subject; `corpus`: in all documents;
        `document`: in one document.
    options
        For single kinds of values: `max_days`, `keep_weekday`, `keep_gender`, `keep_origin`, …;
        see the makers.
    key
        Decides every choice. The same key and corpus give the same surrogates; nobody without it
        can tell a surrogate's original, even knowing the method.

    Notes
    -----
    Guarantee: within a scope, all mentions of one entity get one surrogate and two entities get two
    (verifier `consistency`); a full name, id, telephone number, e-mail or postal address of the
    release is no real one of the corpus (verifier `collisions`). Proof and limits in
    `docs/methods/surrogates.md`.
    """

    scope: str = "subject"
    options: Mapping[str, Any] = field(default_factory=dict)
    key: Secret | None = None
    _draw: Draw = field(init=False, repr=False)
    _real: set[tuple[str, str]] = field(default_factory=set, init=False, repr=False)
    _waiting: dict[Identity, tuple[str, str]] = field(default_factory=dict, init=False, repr=False)
    _attempts: dict[Identity, int] = field(default_factory=dict, init=False, repr=False)
    _given: set[tuple[str, str]] = field(default_factory=set, init=False, repr=False)
    _owners: dict[Identity, str] = field(default_factory=dict, init=False, repr=False)
    _personas: dict[Identity, Persona] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.scope not in SCOPES:
            raise InvalidValueError(
                f"there is no scope of the name {self.scope}", hint=f"use {', '.join(SCOPES)}"
            )
        if self.key is None:
            raise ComponentError(
                "surrogates need a key", hint="give --key FILE, or set TEXTVEIL_KEY"
            )
        self._draw = Draw(self.key.derive("surrogate"))

    def survey(self, document: Document, spans: Spans) -> None:
        """Learn which values are real, before anything is rewritten."""
        self._learn(document, spans)

    def _learn(self, document: Document, spans: Spans) -> list[Identity]:
        """Learn from a document; return who or what stands behind each span."""
        identities = []
        people = {s.entity for s in spans if s.entity and family_of(s.label) == "NAME"}
        for span in spans:
            maker = maker_of(span.label)
            identity = self._identity(document, span, maker)
            identities.append(identity)
            if not maker.unique:
                continue
            value = document.covered_by(span)
            self._real.add((identity[1], maker.canonical(value, span.label)))
            if identity not in self._attempts:
                # Of several writings the smallest, so that the order of documents does not matter.
                sample = (value, span.label)
                self._waiting[identity] = min(sample, self._waiting.get(identity, sample))
                owner = _owner(value, people) if span.label in _OWNED else ""
                if owner:
                    self._owners[identity] = min(owner, self._owners.get(identity, owner))
        return identities

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span; mentions of one entity share an entity number."""
        identities = self._learn(document, spans)
        self._settle()
        options = self._conventions(document, spans)
        numbers: dict[Identity, int] = {}
        edits = []
        for span, identity in zip(spans, identities, strict=True):
            maker = maker_of(span.label)
            value = document.covered_by(span)
            setting = self._setting(document, span, identity, options)
            fake = self._made(maker, value, span, setting)
            number = numbers.setdefault(identity, len(numbers) + 1)
            edits.append(Edit(span.start, span.end, fake, span.label, number))
        return Release.of(document, edits)

    def _conventions(self, document: Document, spans: Spans) -> Mapping[str, Any]:
        """Return the options, with how this document writes its dates where none says so."""
        dates = [document.covered_by(span) for span in spans if span.label == "DATE"]
        if not dates:
            return self.options
        shown = conventions(dates)
        days = dated_days(dates, shown)
        return {"day_first": shown.day_first, "year": shown.year, "days": days, **self.options}

    @staticmethod
    def _made(maker: Maker, value: str, span: Span, setting: Setting) -> str:
        """Return a fake that does not show the value; a tag where there is none."""
        if setting.attempt != _NONE_LEFT:
            for more in range(_MOST_TRIES):
                again = replace(setting, attempt=setting.attempt + more) if more else setting
                fake = maker.make(value, span.label, again)
                if span.label in _MAY_STAY or not _shows(fake, value, span.label):
                    return fake
        return f"[{span.label}]"

    def _scope_of(self, document: Document) -> str:
        if self.scope == "corpus":
            return ""
        return document.id if self.scope == "document" else document.counted_subject

    def _identity(self, document: Document, span: Span, maker: Maker) -> Identity:
        who = span.entity or maker.canonical(document.covered_by(span), span.label)
        return self._scope_of(document), family_of(span.label), who

    def _settle(self) -> None:
        """Give every surveyed entity a surrogate of its own, in an order that the key decides."""

        # Names first: e-mail addresses and user names follow them.
        def order(identity: Identity) -> tuple[bool, bytes]:
            return identity[1] != "NAME", self._draw.digest("order", *identity)

        for identity in sorted(self._waiting, key=order):
            value, label = self._waiting[identity]
            self._attempts[identity] = self._free_attempt(identity, value, label)
        self._waiting.clear()

    def _free_attempt(self, identity: Identity, value: str, label: str) -> int:
        """Return the first attempt whose result is neither real nor given away."""
        maker, family = maker_of(label), identity[1]
        for attempt in range(_MOST_ATTEMPTS):
            setting = self._bare(identity, attempt)
            if family == "NAME":
                made = full_name(make_persona(setting))
            else:
                fake = maker.make(value, label, setting)
                if value.casefold() in fake.casefold():
                    continue
                made = maker.canonical(fake, label)
            if not self._taken(family, made):
                self._given.add((family, made))
                return attempt
        return _NONE_LEFT

    def _taken(self, family: str, made: str) -> bool:
        """Tell whether a result is real, or another entity's; local numbers count as their ends."""
        country, _, digits = made.rpartition("|")
        ends = (made, f"{country}|{digits[-_LOCAL:]}") if family == "PHONE" else (made,)
        return (family, made) in self._given or any((family, end) in self._real for end in ends)

    def _bare(self, identity: Identity, attempt: int) -> Setting:
        """Return the setting of an entity without a passage around it."""
        scope, family, who = identity
        persona = None
        owner = self._owners.get(identity)
        if owner is not None and family != "NAME":
            theirs = (scope, "NAME", owner)
            persona = make_persona(self._bare(theirs, max(0, self._attempts.get(theirs, 0))))
        return Setting(self._draw, scope, scope, who, attempt, persona, options=self.options)

    def _setting(
        self, document: Document, span: Span, identity: Identity, options: Mapping[str, Any]
    ) -> Setting:
        setting = self._bare(identity, self._attempts.get(identity, 0))
        named = identity[1] == "NAME"
        return Setting(
            self._draw,
            scope=setting.scope,
            subject=document.counted_subject,
            identity=setting.identity,
            attempt=setting.attempt,
            persona=self._persona(identity, setting) if named else setting.persona,
            before=document.text[max(0, span.start - _AROUND) : span.start],
            after=document.text[span.end : span.end + _AROUND],
            options=options,
        )

    def _persona(self, identity: Identity, setting: Setting) -> Persona:
        """Return the fake person of a real one, thought out once."""
        found = self._personas.get(identity)
        if found is None:
            found = self._personas[identity] = make_persona(setting)
        return found


def _shows(fake: str, value: str, label: str) -> bool:
    """Tell whether a fake holds the value it stands for, as `Union Mills` holds `Union`."""
    real, made = squeeze_text(value), squeeze_text(fake)
    if family_of(label) == "NAME" or len(real) < _LONG_ENOUGH:
        # A part of a title or an initial may be the same; the whole may not.
        return fake.casefold() == value.casefold()
    return real in made


def _owner(value: str, people: Iterable[str]) -> str:
    """Return the person whose names stand in an e-mail address or user name, or nothing."""
    letters = squeeze_text(value.partition("@")[0])
    best, owner = 2, ""
    for entity in sorted(people):
        length = sum(len(p) for p in entity.split("|") if len(p) > 2 and p in letters)
        if length > best:
            best, owner = length, entity
    return owner
