"""The contract of makers: how one kind of value gets a fake of the same kind and shape."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.keys.draw import Draw
from textveil.values.person import Person

__all__ = ["Maker", "Persona", "Setting"]


@dataclass(frozen=True, slots=True)
class Persona:
    """The fake person who stands for a real one.

    Attributes
    ----------
    given, middle, family
        Parts of the fake name; empty if the real name has no such part.
    gender
        `female`, `male`, or empty if it is not known.
    """

    given: str = ""
    middle: str = ""
    family: str = ""
    gender: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a maker may draw on for one passage.

    Attributes
    ----------
    draw
        Keyed randomness.
    scope
        Who shares surrogates: a subject's id, a document's id, or nothing for the whole corpus.
    subject
        Whose document this is.
    identity
        The person or thing behind the passage as one text, the same for all its writings within the
        scope. Draws depend on it; nobody reads it.
    person
        The real person behind a name, or behind what is made of one; None if it is not known.
    attempt
        How many earlier results were refused because they collide with another value.
    persona
        The fake person behind the passage, where one is known: a name's own, or the owner of an
        e-mail address or user name.
    before, after
        Up to 40 characters around the passage.
    options
        Options of the policy for this kind of value.
    language
        Language of the text, which decides what words mean and which ones are drawn.
    second
        Whether it is the second surrogate, where copies of a release are marked.
    second_family
        Whether a family has its second name in this copy; organizations have the same one.
    passed
        How many draws of a person's family name, first or second, are passed over: others there
        have them.
    """

    draw: Draw
    scope: str = ""
    subject: str = ""
    identity: str = ""
    attempt: int = 0
    persona: Persona | None = None
    before: str = ""
    after: str = ""
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    person: Person | None = None
    language: str = "en"
    second: bool = False
    second_family: Callable[[str], bool] = lambda _: False
    passed: Callable[[Person, bool], int] = lambda _, __: 0

    def of(self, who: "Person | str") -> "Setting":
        """Return the setting of another person or thing, about which nothing was decided yet."""
        person = who if isinstance(who, Person) else None
        identity = who.key if isinstance(who, Person) else who
        return replace(self, identity=identity, person=person, persona=None, attempt=0)

    @property
    def mover(self) -> str:
        """Whose offset moves times and ages here."""
        return self.subject or self.scope

    @property
    def tries(self) -> tuple[str, ...]:
        """Tell draws for an entity apart: by attempt, and the second surrogate from the first."""
        return (str(self.attempt), "second") if self.second else (str(self.attempt),)

    @property
    def real(self) -> Person:
        """The real person, of whom only the name may be known."""
        return self.person or Person(family=self.identity)


class Maker:
    """Makes surrogates for some labels; the words that it reads are those of a language.

    `unique` says that a result must be no real value of the corpus and belong to one identity
    alone, as ids, telephone numbers and addresses do; dates, ages and places may coincide.
    """

    labels: frozenset[str] = frozenset()
    unique: bool = False

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - some tell labels apart
        """Return the same text for all writings of one value: its letters and digits, squeezed."""
        return squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return a fake value, written as the real one is; depends on the arguments alone."""
        raise NotImplementedError
