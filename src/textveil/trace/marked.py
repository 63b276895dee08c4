"""Traced entities: what may stand in a leak, and what was found there."""

from collections.abc import Iterable
from dataclasses import dataclass

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.person import Person

__all__ = ["FoundMark", "TracedEntity", "Variant", "observed"]

_NAME = "NAME"


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """One of the surrogates of an entity.

    Attributes
    ----------
    written
        As it stands in a copy.
    made
        In its canonical form; of a name, the key of a `Person`.
    """

    written: str
    made: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class TracedEntity:
    """An entity of a project with its surrogates.

    Attributes
    ----------
    place
        The place that it marks; several entities may share one. Of no meaning for an entity with
        one surrogate, which is the same in all copies and only tells what else a word can mean.
    label
        The kind of value.
    where
        The subject in whose documents it stands; empty for all.
    variants
        The surrogates that stand for 0 and 1; or the only one.
    """

    place: str
    label: str
    where: str
    variants: tuple[Variant, ...]

    def __repr__(self) -> str:
        return f"TracedEntity({self.label}, {len(self.variants)} surrogates)"

    @property
    def is_marked(self) -> bool:
        """Whether copies may differ in it."""
        return len(self.variants) == 2

    def person(self, variant: int) -> Person | None:
        """Return the fake person whose name a variant is; None if it is not a name."""
        one = self.variants[variant]
        if self.label != _NAME:
            return None
        return Person.of_key(one.made) or Person(family=squeeze_text(one.made or one.written))


@dataclass(frozen=True, slots=True, order=True)
class FoundMark:
    """A surrogate of a marked place that stands in a leak.

    Attributes
    ----------
    document, start, end
        Where it stands.
    entity
        Number of the entity among those that were looked for.
    place
        The place that it marks.
    variant
        Which of the two it is.
    is_whole
        Whether all of it stands there, not only a part that means nothing else.
    """

    document: str
    start: int
    end: int
    entity: int
    place: str
    variant: int
    is_whole: bool


def observed(found: Iterable[FoundMark]) -> dict[str, frozenset[int]]:
    """Return which variants stand at each place; parts count where nothing whole was found.

    Examples
    --------
    >>> whole = FoundMark("d", 0, 9, 0, "p", 1, is_whole=True)
    >>> part = FoundMark("d", 20, 24, 0, "p", 0, is_whole=False)
    >>> observed([part, whole]), observed([part])
    ({'p': frozenset({1})}, {'p': frozenset({0})})
    """
    seen: dict[str, dict[bool, set[int]]] = {}
    for one in found:
        seen.setdefault(one.place, {True: set(), False: set()})[one.is_whole].add(one.variant)
    return {place: frozenset(by[True] or by[False]) for place, by in sorted(seen.items())}
