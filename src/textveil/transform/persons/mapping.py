"""Mapped: finds the original of a surrogate, and the surrogate of an original, with the key."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, field
from typing import Final

from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.transform.persons.project import SECONDS, SURROGATES, Given
from textveil.transform.surrogates.table import maker_of
from textveil.values.keys.vault import Vault
from textveil.values.person import Person

__all__ = ["Mapped", "MarkedEntity", "find_mapped", "found_by", "mapped", "marked_entities"]

_NAME: Final = "NAME"


@dataclass(frozen=True, slots=True, repr=False)
class Mapped:
    """An entity of a project with its surrogate; it shows both.

    Attributes
    ----------
    family
        The kind of value.
    scope, where
        Within what the surrogate stands for it, `subject` and a subject for example.
    value, fake
        A writing of the original, and its surrogate.
    names, fake_names
        Of a person, the parts of the name that are known from any writing, and their fake ones.
    """

    family: str
    scope: str
    where: str
    value: str
    fake: str
    names: frozenset[str] = field(default=frozenset(), compare=False)
    fake_names: frozenset[str] = field(default=frozenset(), compare=False)

    def __repr__(self) -> str:
        return f"Mapped({self.family}, {self.scope})"

    def to_json(self) -> dict[str, str]:
        """Return the pair as a JSON object."""
        names = ("label", "scope", "where", "original", "surrogate")
        return dict(zip(names, astuple(self)[: len(names)], strict=True))

    def shown(self) -> tuple[str, str, str, str]:
        """Return kind, original, surrogate, and where it holds."""
        return self.family, self.value, self.fake, self.where or self.scope

    def has(self, text: str, *, language: str = ENGLISH) -> bool:
        """Tell whether the text is the original, the surrogate, or words of one of them."""
        return self.has_original(text, language=language) or self.has_surrogate(
            text, language=language
        )

    def has_original(self, text: str, *, language: str = ENGLISH) -> bool:
        """Tell whether the text is the original, or words of it."""
        return _says(text, (self.value, self.names), self.family, language)

    def has_surrogate(self, text: str, *, language: str = ENGLISH) -> bool:
        """Tell whether the text is the surrogate, or words of it."""
        return _says(text, (self.fake, self.fake_names), self.family, language)


@dataclass(frozen=True, slots=True, repr=False)
class MarkedEntity:
    """An entity with two surrogates, of which each copy of a release has one.

    Attributes
    ----------
    place
        The place that it marks; relatives, and what follows a person, share one.
    family
        The kind of value.
    where
        The subject in whose documents it stands; empty for all.
    first, second
        How the two are made and written; of names, `made` is the key of a `Person`.
    """

    place: str
    family: str
    where: str
    first: Given
    second: Given


def mapped(vault: Vault) -> Iterator[Mapped]:
    """Yield every entity of a project with each surrogate of its own."""
    for space, identity, given in vault.mappings():
        kind, _, rest = space.partition(" ")
        if kind in (SURROGATES, SECONDS):
            scope, where, who = json.loads(identity)
            one = Given(*json.loads(given))
            names = _names(who, one.made)
            yield Mapped(rest.partition(" ")[0], scope, where, one.value, one.fake, *names)


def marked_entities(vault: Vault) -> Iterator[MarkedEntity]:
    """Yield every entity of a project that has two surrogates."""
    found: dict[tuple[str, str], dict[str, Given]] = {}
    for space, identity, given in vault.mappings():
        kind, _, rest = space.partition(" ")
        if kind in (SURROGATES, SECONDS):
            found.setdefault((rest, identity), {})[kind] = Given(*json.loads(given))
    for (rest, identity), both in sorted(found.items()):
        if SECONDS in both and SURROGATES in both:
            family, where = rest.partition(" ")[0], json.loads(identity)[1]
            first, second = both[SURROGATES], both[SECONDS]
            yield MarkedEntity(second.place, family, where, first, second)


def find_mapped(vault: Vault, text: str, *, language: str = ENGLISH) -> list[Mapped]:
    """Return the pairs whose original or surrogate is the text.

    If there is none, names of one subject are returned that have the words of the text together: of
    a family, rows may show a given name here and the family name there.
    """
    # The same entity under other options is not worth a second line.
    rows = dict.fromkeys(mapped(vault))
    found = [one for one in rows if one.has(text, language=language)]
    found = found or list(_together(rows, text, language))
    return sorted(found, key=lambda one: (one.family, one.value, one.scope, one.where))


def found_by(found: Iterable[Mapped], text: str) -> tuple[bool, bool]:
    """Tell whether the text led to pairs by their originals, and by their surrogates."""
    found = list(found)
    asked = [text] if any(one.has(text) for one in found) else _words(text)
    return (
        any(one.has_original(word) for one in found for word in asked),
        any(one.has_surrogate(word) for one in found for word in asked),
    )


def _together(rows: Iterable[Mapped], text: str, language: str) -> Iterator[Mapped]:
    """Yield the names of each subject that have all words of a text, but none has them alone."""
    by_subject: dict[tuple[str, str], list[Mapped]] = {}
    for one in rows:
        if one.family == _NAME and one.where:
            by_subject.setdefault((one.scope, one.where), []).append(one)
    words = _words(text)
    for some in by_subject.values() if len(words) > 1 else ():
        for has in (Mapped.has_original, Mapped.has_surrogate):
            held = [[one for one in some if has(one, word, language=language)] for word in words]
            if all(held):
                yield from dict.fromkeys(one for row in held for one in row)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _names(who: str, made: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the known parts of a person's name, and what stands for these."""
    person, fake = Person.of_key(who), Person.of_key(made)
    if person is None or fake is None:
        return frozenset(), frozenset()
    pairs = [pair for pair in zip(person.parts, fake.parts, strict=True) if pair[0]]
    return frozenset(one for one, _ in pairs), frozenset(other for _, other in pairs)


def _says(text: str, said: tuple[str, frozenset[str]], family: str, language: str) -> bool:
    """Tell whether a text is what is said in a writing, or words of it and of the parts known."""
    shown, parts = said
    wanted = squeeze_text(text)
    if not wanted:
        return False
    if family == _NAME:
        return parts.issuperset(
            set(map(squeeze_text, _words(text))) - set(map(squeeze_text, _words(shown)))
        )
    maker = maker_of(family, language=language)
    return wanted == squeeze_text(shown) or (
        maker.canonical(text, family) == maker.canonical(shown, family)
    )
