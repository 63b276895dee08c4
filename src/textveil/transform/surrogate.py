"""Surrogates: every passage becomes a fake value of its kind, one for each person or thing.

Who stands behind a passage is told by the span's `entity` where mentions were linked, else by the
value itself. A first pass (`survey`) learns which values are real, so that no telephone number,
full name or id of the release is one of them; what it keeps grows with the number of distinct
values alone. With a vault, what earlier batches of a project saw and gave away counts too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Final

from textveil.errors import InvalidValueError, require_known
from textveil.lexicon.people.likeness import is_like
from textveil.lexicon.tables.folding import squeeze_text
from textveil.transform.persons.clock import Clocks
from textveil.transform.persons.identities import shared_key
from textveil.transform.persons.owners import Owners, owner_of
from textveil.transform.persons.project import Identity, Project
from textveil.transform.persons.settlement import NONE_LEFT, Settling
from textveil.transform.persons.shared_surrogates import Sharers
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.options import SurrogateOptions
from textveil.transform.surrogates.organizations.fake_organizations import acronyms_of
from textveil.transform.surrogates.persons.names import real_person
from textveil.transform.surrogates.table import maker_of
from textveil.values.contracts import About
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.label import family_of
from textveil.values.marking import CopyMarks
from textveil.values.person import Person
from textveil.values.runs.conversation import conversation_of
from textveil.values.span import Span, Spans
from textveil.values.terms.option import read_options, typed

__all__ = ["SCOPES", "Surrogate"]

SCOPES: Final = ("subject", "corpus", "document")
"""Within what a person or thing keeps one surrogate."""

_AROUND: Final = 40
_OWNED: Final = frozenset({"EMAIL", "USERNAME"})
_OF_PEOPLE: Final = _OWNED | {"NAME"}
_MOST_TRIES: Final = 20
_DATE: Final = "DATE"
_MAY_STAY: Final = frozenset({"AGE", _DATE, "TIME"})
"""Kinds that move by the offset of a subject, which may be 0."""
_COMPOSED: Final = frozenset({"ADDRESS"})
"""Families of unique values that are made of others, which many subjects may share."""
_LONG_ENOUGH: Final = 4
_CALENDAR: Final = "textveil.telling-words.v1"
_ORDERS: Final = {True: "day before the month", False: "month before the day"}
_IN_DOUBT: Final = (
    "nothing tells whether the dates of messages have the day or the month first: they are read "
    "with the {}. `day_first`, a setting of the surrogates and of the verifier `intervals`, decides"
)


@dataclass(slots=True)
class Surrogate:
    """Replace passages by fake values of the same kind, shape and writing.

    Parameters
    ----------
    scope
        `subject`: one surrogate in all documents of a subject; `corpus`: in all documents;
        `document`: in one document.
    shared
        What more subjects than this have gets one surrogate in the corpus.
    options
        For single kinds of values; `SurrogateOptions` says which there are. Those that are not
        given have their default.
    language
        Language of the texts.
    key
        Decides every choice. The same key and corpus give the same surrogates; nobody without it
        can tell a surrogate's original, even knowing the method.
    vault
        Keeps the surrogates of a project, so that later batches agree with earlier ones.

    Notes
    -----
    Guarantee: within a scope, all mentions of one entity get one surrogate and two entities get two
    (verifier `consistency`); a full name, id, telephone number, e-mail or postal address of the
    release is no real one of the corpus (verifier `collisions`); however many subjects have a
    value, at most `shared` surrogates are drawn for it (verifier `sharing`). Proof and limits in
    `docs/methods/surrogates.md`. With a vault an entity keeps its surrogate in every later batch,
    and a new surrogate is no real value of any batch so far (`docs/methods/vault.md`).
    """

    scope: str = "subject"
    shared: int = 5
    options: Mapping[str, Any] = typed(SurrogateOptions)
    language: str = "en"
    key: Secret | None = None
    vault: Vault | None = None
    _settling: Settling = field(init=False, repr=False)
    _clocks: Clocks = field(init=False, repr=False)
    _noted: set[tuple[str, ...]] = field(default_factory=set, init=False, repr=False)
    _acronyms: dict[str, dict[str, str]] = field(default_factory=dict, init=False, repr=False)
    _owners: Owners = field(default_factory=Owners, init=False, repr=False)

    def __post_init__(self) -> None:
        require_known("scope", self.scope, SCOPES)
        if self.shared < 1:
            raise InvalidValueError("`shared` is at least 1", where=f"shared: {self.shared}")
        self.options = read_options(SurrogateOptions, self.options, "options")
        key = Secret.needed(self.key, "surrogates need a key")
        project = None if self.vault is None else Project(self.vault, self.scope, self.options)
        draw = Draw(key.derive("surrogate"))
        self._settling = Settling(draw, self.options, Sharers(self.shared), project)
        self._clocks = Clocks(self.options, self.scope, self.vault)

    def about(self) -> About:
        """Tell that every choice follows from the key, and what would tell how far dates move."""
        dated = {"whole_weeks": self.options["keep_weekday"], "language": self.language}
        return About(randomness="key", scope=self.scope, companions=((_CALENDAR, dated),))

    def notices(self) -> tuple[str, ...]:
        """Tell which real values were given away before, and which dates were read in doubt."""
        orders = sorted(set(self._clocks.unsure.values()))
        count = self._settling.overtaken
        what = "value of this batch was" if count == 1 else "values of this batch were"
        given = f"{count:,} {what} given to other people as surrogates in an earlier batch"
        return (*(_IN_DOUBT.format(_ORDERS[one]) for one in orders), *([given] if count else []))

    def mark(self, marks: CopyMarks) -> None:
        """Give a secret share of the entities two surrogates; a vault must keep them."""
        if self.vault is None:
            raise InvalidValueError("copies can be marked only with a vault")
        self._settling.marks = marks

    def places(self) -> frozenset[str]:
        """Return the places at which copies may differ, after everything was surveyed."""
        self._settling.settle()
        return self._settling.places()

    def serve(self, recipient: str) -> None:
        """Write the copy of this recipient from now on."""
        self._settling.serving.serve(recipient)

    def exchange(self, document: Document, span: Span) -> bool:
        """Draw another surrogate for the entity of a span, in all documents of its scope."""
        identity = self._settling.placed(self._identity(document, span))
        return self._settling.exchange(identity)

    def _identity(self, document: Document, span: Span) -> Identity:
        language = document.read_in(self.language)
        who = span.entity or _whose(document.covered_by(span), span.label, language)
        return Identity(self._scope_of(document), family_of(span.label), who)

    def survey(self, document: Document, spans: Spans) -> None:
        """Learn which values are real, before anything is rewritten."""
        identities = self._learn(document, spans, surveyed=True)
        self._owners.meet(self._scope_of(document), _people(spans))
        self._note_sharing(document, spans, identities)
        self._clocks.learn(document, _dates(document, spans), document.read_in(self.language))

    def _note_sharing(
        self, document: Document, spans: Spans, identities: Iterable[Identity]
    ) -> None:
        """Note who has which values, and what these are made of."""
        sharing, language = self._settling.sharing, document.read_in(self.language)
        for span, identity in zip(spans, identities, strict=True):
            label, value = span.label, document.covered_by(span)
            noted = (identity.scope, identity.key, label, value)
            if noted in self._noted or label in _MAY_STAY:
                continue
            self._noted.add(noted)
            sharing.note(shared_key(identity), identity.scope)
            maker = maker_of(label, language=language)
            if not maker.unique or identity.family in _COMPOSED:
                setting = self._setting(document, span, identity, self.options)
                draws = replace(self._settling.draws, noting=True)
                maker.make(value, label, replace(setting, draw=draws))

    def _learn(self, document: Document, spans: Spans, *, surveyed: bool = False) -> list[Identity]:
        """Learn from a document; return who or what stands behind each span."""
        identities = []
        scope, settling = self._scope_of(document), self._settling
        language = document.read_in(self.language)
        people: list[Person] | None = None
        for span in spans:
            label, value = span.label, document.covered_by(span)
            identity = self._identity(document, span)
            identities.append(identity)
            if family_of(label) in _OF_PEOPLE:
                settling.company.meet(identity, value, conversation_of(document))
            if family_of(label) == "ORGANIZATION":
                self._note_acronyms(scope, value, language)
            if not maker_of(label, language=language).unique:
                continue
            real = _canonical(value, label, language)
            waits = settling.add(identity, (value, label, language), real)
            if waits and label in _OWNED:
                people = _people(spans) if people is None else people
                owner = owner_of(value, people, language)
                if owner:
                    settling.follow(identity, owner)
                if surveyed:
                    self._owners.ask(identity, value, language, known=owner is not None)
        return identities

    def _note_acronyms(self, scope: str, name: str, language: str) -> None:
        """Store which organization letters may mean, so that they follow its surrogate."""
        for letters in acronyms_of(name, language=language):
            # Of several names the smallest, so that the order of documents does not matter.
            known = self._acronyms.setdefault(scope, {})
            known[letters] = min(name, known.get(letters, name))

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span; mentions of one entity share an entity number."""
        identities = self._learn(document, spans)
        for identity, owner in self._owners.found():
            self._settling.follow(identity, owner)
        self._settling.settle()
        acronyms = self._acronyms.get(self._scope_of(document), {})
        options = {"organizations": acronyms, **self.options}
        dates, language = _dates(document, spans), document.read_in(self.language)
        moved = self._clocks.written(document, dates, language, self._settling.draw)
        numbers: dict[Identity, int] = {}
        edits = []
        for span, identity in zip(spans, identities, strict=True):
            is_date = span.label == _DATE
            fake = next(moved) if is_date else self._made(document, span, identity, options)
            number = numbers.setdefault(identity, len(numbers) + 1)
            edits.append(Edit(span.start, span.end, fake, span.label, number))
        return Release.of(document, edits)

    def _made(
        self, document: Document, span: Span, identity: Identity, options: Mapping[str, Any]
    ) -> str:
        """Return a fake that does not show the value; a tag if there is no such fake."""
        value, placed = document.covered_by(span), self._placed(span, identity)
        second = self._settling.has_second(placed)
        label, known = self._settling.shown_as(placed, value, span.label, second=second)
        if known is not None and not _shows(known, value, label):
            return known
        setting = self._setting(document, span, identity, options)
        if setting.attempt != NONE_LEFT:
            maker = maker_of(label, language=setting.language)
            for more in range(_MOST_TRIES):
                again = replace(setting, attempt=setting.attempt + more) if more else setting
                fake = maker.make(value, label, again)
                if label in _MAY_STAY or not (
                    _shows(fake, value, label)
                    or is_like(fake, value, label, language=setting.language)
                ):
                    return fake
        return f"[{label}]"

    def _placed(self, span: Span, identity: Identity) -> Identity:
        """Return the entity under which a surrogate of its own was settled."""
        unique = maker_of(span.label).unique
        return self._settling.placed(identity) if unique else identity

    def _scope_of(self, document: Document) -> str:
        if self.scope == "corpus":
            return ""
        return document.id if self.scope == "document" else document.counted_subject

    def _setting(
        self, document: Document, span: Span, identity: Identity, options: Mapping[str, Any]
    ) -> Setting:
        placed = self._placed(span, identity)
        second = self._settling.has_second(placed)
        attempt = self._settling.attempt_of(placed, second=second)
        common = self._settling.placed(identity) != identity
        return Setting(
            replace(self._settling.draws, always=common),
            placed.scope,
            document.counted_subject,
            placed.key,
            attempt,
            self._settling.persona_of(identity, max(0, attempt), second=second),
            document.text[max(0, span.start - _AROUND) : span.start],
            document.text[span.end : span.end + _AROUND],
            options,
            identity.person,
            document.read_in(self.language),
            second,
            partial(self._settling.has_second_family, placed.scope),
            partial(self._settling.company.passed, placed.scope),
        )


@lru_cache(maxsize=1 << 14)
def _canonical(value: str, label: str, language: str) -> str:
    """Return what all writings of a value have in common; each is asked for in every pass."""
    return maker_of(label, language=language).canonical(value, label)


def _whose(value: str, label: str, language: str) -> Person | str:
    """Return the entity of a value if only the value is known."""
    if family_of(label) == "NAME":
        return real_person(value, language=language)
    return _canonical(value, label, language)


def _shows(fake: str, value: str, label: str) -> bool:
    """Tell whether a fake contains the real value, as `Union Mills` contains `Union`."""
    if family_of(label) != "NAME":
        real = squeeze_text(value)
        if len(real) >= _LONG_ENOUGH:
            return real in squeeze_text(fake)
    # A part of a title or an initial may be the same; the whole may not.
    return fake.casefold() == value.casefold()


def _people(spans: Spans) -> list[Person]:
    found = {span.entity for span in spans if isinstance(span.entity, Person)}
    return sorted(found, key=lambda person: person.key)


def _dates(document: Document, spans: Spans) -> list[str]:
    return [document.covered_by(span) for span in spans if span.label == _DATE]
