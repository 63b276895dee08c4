"""Mapped: finds the original of a surrogate, and the surrogate of an original, with the key."""

import json
from collections.abc import Iterator
from dataclasses import astuple, dataclass

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.languages import ENGLISH
from textveil.transform.project import SECONDS, SURROGATES, Given
from textveil.transform.surrogates.table import maker_of
from textveil.values.vault import Vault

__all__ = ["Mapped", "MarkedEntity", "find_mapped", "mapped", "marked_entities"]


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
    """

    family: str
    scope: str
    where: str
    value: str
    fake: str

    def __repr__(self) -> str:
        return f"Mapped({self.family}, {self.scope})"

    def to_json(self) -> dict[str, str]:
        """Return the pair as a JSON object."""
        names = ("label", "scope", "where", "original", "surrogate")
        return dict(zip(names, astuple(self), strict=True))

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
        return _says(text, self.value, self.family, language)

    def has_surrogate(self, text: str, *, language: str = ENGLISH) -> bool:
        """Tell whether the text is the surrogate, or words of it."""
        return _says(text, self.fake, self.family, language)


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
            scope, where, _ = json.loads(identity)
            one = Given(*json.loads(given))
            yield Mapped(rest.partition(" ")[0], scope, where, one.value, one.fake)


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
    """Return the pairs whose original or surrogate is the text."""
    # The same entity under other options is not worth a second line.
    found = dict.fromkeys(one for one in mapped(vault) if one.has(text, language=language))
    return sorted(found, key=lambda one: (one.family, one.value, one.scope, one.where))


def _says(text: str, shown: str, family: str, language: str) -> bool:
    wanted = squeeze_text(text)
    if not wanted:
        return False
    if family == "NAME":
        words = [squeeze_text(word) for word in text.replace(",", " ").split()]
        return set(words) <= {squeeze_text(word) for word in shown.replace(",", " ").split()}
    maker = maker_of(family, language=language)
    return wanted == squeeze_text(shown) or (
        maker.canonical(text, family) == maker.canonical(shown, family)
    )
