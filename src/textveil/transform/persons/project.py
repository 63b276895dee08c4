"""A project: a vault keeps the surrogates of earlier batches for later ones.

Five kinds of rows make a mapping. *Taken*: a value of a family, with the entity whose surrogate it
is, or with itself where it is a real one; nobody else gets it. *Surrogates*: an entity, with how
its surrogate is made again. *Seconds*: the same for its second surrogate, which some copies of a
release have. *Persons*: given and family name, with the person who bore them first.
*Shared*: what a choice is about and a number, with the subject who has a choice of its own; nobody
gets one after all numbers are given away.
Rows are written once and never changed, so writers at the same time agree: who comes second takes
over what stands.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

from textveil.transform.persons.shared_surrogates import EVERYBODY, Key
from textveil.transform.surrogates.digits.numbers import Numbers
from textveil.transform.surrogates.options import UNMAPPED, SurrogateOptions
from textveil.transform.surrogates.shapes import as_written
from textveil.values.keys.vault import Vault
from textveil.values.label import NUMBERS, family_of
from textveil.values.person import Person

__all__ = ["SECONDS", "SURROGATES", "Given", "Identity", "Project", "draw_key_of"]


class Identity(NamedTuple):
    """A person or thing with a surrogate: its scope, the family of its label, and who it is."""

    scope: str
    family: str
    who: Person | str

    @property
    def key(self) -> str:
        """Who it is, as one text."""
        return self.who.key if isinstance(self.who, Person) else self.who

    @property
    def person(self) -> Person | None:
        """The person whose name it is; None if it is not a name or not linked to a person."""
        return self.who if isinstance(self.who, Person) else None


SURROGATES: Final = "surrogates"
SECONDS: Final = "seconds"
"""What the spaces of first and second surrogates begin with, before family and options."""
_PROJECT: Final = "project"
_DRAW: Final = "draw"
_TAKEN: Final = "taken"
_PERSONS: Final = "persons"
_SHARED: Final = "shared"
_TOGETHER: Final = 4096
"""Real values that are written together: few enough that others do not wait for long."""
_IDS: Final = tuple(
    dict.fromkeys(family_of(label) for label in NUMBERS if label not in ("FAX", "PHONE"))
)
"""Families of numbers, in the order in which an entity is looked for; telephone numbers have keys
of another kind."""
_DEFAULTS: Final = asdict(SurrogateOptions())


@dataclass(frozen=True, slots=True, repr=False)
class Given:
    """How an entity got its surrogate: enough to make it again, and to show it.

    Attributes
    ----------
    made
        The surrogate in its canonical form.
    attempt
        Which of the draws it is.
    owner
        The person whose fake name it follows; empty if it follows none.
    label, value, fake
        A writing of the original with its label, and its surrogate.
    language
        Language of the text with this writing, in which the surrogate was drawn.
    place
        Of a second surrogate: the place that it marks in the copies of a release.
    """

    made: str
    attempt: int
    owner: str
    label: str
    value: str
    fake: str
    language: str = "en"
    place: str = ""

    def to_json(self) -> str:
        """Return the row of the vault."""
        return json.dumps(astuple(self))

    def for_writing(self, value: str) -> str | None:
        """Return the surrogate for a writing of the original; None if it must be made for it."""
        if value == self.value or not self.fake:
            return self.fake or None
        return as_written(self.fake, value) if self.label in Numbers.labels else None

    def __repr__(self) -> str:
        return f"Given({self.label}, attempt {self.attempt})"


@dataclass(frozen=True, slots=True)
class Project:
    """The mapping of a project, as one transformer with its scope and options sees it.

    Guarantee: a value is taken once, by a real value or by one entity, over all batches and
    writers. Proof in `docs/methods/vault.md`.
    """

    vault: Vault
    scope: str
    options: Mapping[str, Any]

    def draw_key(self, own: bytes) -> bytes:
        """Return the key for random choices: that of the first batch, even after a new key."""
        return bytes.fromhex(self.vault.remember(_PROJECT, _DRAW, own.hex()))

    def note_real(self, family: str, values: Collection[str]) -> int:
        """Keep real values, and return how many an earlier batch gave away as surrogates."""
        overtaken, ordered = 0, sorted(values)
        for start in range(0, len(ordered), _TOGETHER):
            some = {one: one for one in ordered[start : start + _TOGETHER]}
            standing = self.vault.remember_all(f"{_TAKEN} {family}", some)
            overtaken += sum(value != stands for value, stands in standing.items())
        return overtaken

    def recall(
        self, family: str, identities: Sequence[Identity], *, second: bool = False
    ) -> dict[Identity, Given]:
        """Return what stands for entities of a family; a number may stand under another label."""
        texts = {self._text(identity): identity for identity in identities}
        found: dict[str, str] = {}
        for one in (family, *(_IDS if family in _IDS else ())):
            missing = texts.keys() - found.keys()
            if missing:
                found |= self.vault.recall_all(self._space(one, second), missing)
        return {texts[text]: Given(*json.loads(given)) for text, given in found.items()}

    def claim(
        self, family: str, wanted: Mapping[str, Identity], *, second: bool = False
    ) -> set[str]:
        """Reserve values for entities; return those that belong to them now."""
        # With the kind, so that the two surrogates of an entity leave no equal rows.
        kind = f"{SECONDS} " if second else ""
        asked = {value: kind + self._text(identity) for value, identity in wanted.items()}
        standing = self.vault.remember_all(f"{_TAKEN} {family}", asked)
        return {value for value, text in asked.items() if standing[value] == text}

    def real(self, family: str, values: Iterable[str]) -> set[str]:
        """Return the values that are real in any batch."""
        found = self.vault.recall_all(f"{_TAKEN} {family}", values)
        return {value for value, stands in found.items() if value == stands}

    def keep(
        self, family: str, given: Mapping[Identity, Given], *, second: bool = False
    ) -> dict[Identity, Given]:
        """Store how surrogates are made, and return what the vault holds."""
        texts = {self._text(identity): identity for identity in given}
        asked = {text: given[one].to_json() for text, one in texts.items()}
        standing = self.vault.remember_all(self._space(family, second), asked)
        return {texts[text]: Given(*json.loads(one)) for text, one in standing.items()}

    def known_as(self, names: Mapping[Identity, Person]) -> dict[Identity, Person]:
        """Return the first entity with each given and family name."""
        texts = {self._text(one._replace(who=name)): one for one, name in names.items()}
        found = self.vault.recall_all(_PERSONS, texts)
        people = {text: Person.of_key(json.loads(row)[2]) for text, row in found.items()}
        return {texts[text]: person for text, person in people.items() if person is not None}

    def introduce(self, names: Mapping[Identity, Person]) -> None:
        """Store the entity of each given and family name, if it is the first."""
        # With the scope, so that namesakes in two scopes leave no equal rows.
        people = {
            self._text(one._replace(who=name)): self._text(one) for one, name in names.items()
        }
        self.vault.remember_all(_PERSONS, people)

    def sharers(
        self, counted: Iterable[tuple[Key, tuple[str, ...] | None]], most: int
    ) -> dict[Key, frozenset[str]]:
        """Return which subjects have a choice of their own in each thing.

        One choice is that of all others, so at most `most` choices are made over all batches.

        Parameters
        ----------
        counted
            Things with the subjects of this batch that have them; None if they are too many.
        most
            How many choices there may be.
        """
        own: dict[Key, frozenset[str]] = {}
        waiting = dict(counted)
        for number in range(most):
            # The last number is nobody's: from there on all have the same.
            closed = number == most - 1
            asked: dict[Key, str] = {}
            for key, scopes in waiting.items():
                left = sorted(set(scopes or ()) - own.setdefault(key, frozenset()))
                if left or scopes is None:
                    asked[key] = EVERYBODY if closed or scopes is None else left[0]
            standing = self._seated(asked, number)
            for key, scope in standing.items():
                own[key] |= {scope} - {EVERYBODY}
            waiting = {key: waiting[key] for key, scope in standing.items() if scope != EVERYBODY}
        return own

    def _seated(self, asked: Mapping[Key, str], number: int) -> dict[Key, str]:
        """Give a number to a subject in each thing; return who has it."""
        texts = {json.dumps([self.scope, *key, number]): key for key in asked}
        ordered, seated = sorted(texts), dict[str, str]()
        for start in range(0, len(ordered), _TOGETHER):
            # With what it is about, so that no two rows hold the same.
            some = {
                text: json.dumps([text, asked[texts[text]]])
                for text in ordered[start : start + _TOGETHER]
            }
            seated |= self.vault.remember_all(_SHARED, some)
        return {texts[text]: json.loads(row)[1] for text, row in seated.items()}

    def _text(self, identity: Identity) -> str:
        return json.dumps([self.scope, identity.scope, identity.key])

    def _space(self, family: str, second: bool) -> str:
        changed = {
            name: value
            for name, value in self.options.items()
            if name not in UNMAPPED and value != _DEFAULTS.get(name)
        }
        digest = sha256(json.dumps(changed, sort_keys=True, default=str).encode()).hexdigest()
        return f"{SECONDS if second else SURROGATES} {family} {digest[:16]}"


def draw_key_of(vault: Vault) -> bytes | None:
    """Return the key that draws the choices of a vault's project; None if it made none yet."""
    drawn = vault.recall(_PROJECT, _DRAW)
    return None if drawn is None else bytes.fromhex(drawn)
