"""Sharing: what many subjects have gets one surrogate in the corpus.

A surrogate is never its own original. If every subject drew one for itself, the value that many
share would be the one that never appears among many draws. So a first pass counts who has what.
Beyond `most` subjects the choice is made once, for all of them. The same holds for what values are
made of: three hundred towns in one state tell the state, unless it has one surrogate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, NamedTuple

from textveil.values.keys.draw import Draw

__all__ = ["EVERYBODY", "Key", "SharedDraw", "Sharers"]

EVERYBODY: Final = ""
"""The scope of a choice that is made once for the corpus."""

_OF_PEOPLE: Final = frozenset({"family", "persona"})
"""Choices for names of people, which names of organizations have in common with them."""
_PLACE: Final = "place"
_IN: Final = "|"
"""Stands in the identity of a place between its name, its state and its country."""
_AGAIN: Final = "\n"
"""Stands in a scope before the number of another try."""


class Key(NamedTuple):
    """What a choice is about: the kind of choice or the family of a value, and the value."""

    kind: str
    value: str


@dataclass(slots=True, repr=False)
class Sharers:
    """Counts the scopes (subjects, for most policies) that have something.

    Attributes
    ----------
    most
        So many may each have a choice of their own. If there are more, all have the same one.
    is_settled
        Whether a project was asked about everything that was noted.
    """

    most: int
    is_settled: bool = False
    _few: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    _many: set[Key] = field(default_factory=set)
    _own: dict[Key, frozenset[str]] = field(default_factory=dict)
    """Of what earlier batches of a project settled: those who have a choice of their own."""

    def note(self, key: Key, scope: str) -> None:
        """Learn that a scope has something; the order does not matter."""
        known = self._few.get(key, ())
        if scope == EVERYBODY or key in self._many or scope in known:
            return
        self.is_settled = False
        if len(known) < self.most:
            self._few[key] = (*known, scope)
        else:
            self._many.add(key)
            self._few.pop(key, None)

    def is_common(self, key: Key, scope: str) -> bool:
        """Tell whether a scope has no choice of its own here."""
        own = self._own.get(key)
        return key in self._many if own is None else scope not in own

    def counted(self) -> Iterator[tuple[Key, tuple[str, ...] | None]]:
        """Yield what was noted and who has it; None if too many have it."""
        yield from self._few.items()
        for key in self._many:
            yield key, None

    def settle(self, own: Mapping[Key, frozenset[str]]) -> None:
        """Take over what a project decided: who has a choice of their own in each thing."""
        self._own.update(own)
        self.is_settled = True

    def keep(self, key: Key, scope: str) -> None:
        """Let a scope have a choice of its own, because it had one before."""
        self._own[key] = self._own.get(key, frozenset()) | {scope}


@dataclass(frozen=True, slots=True, repr=False)
class SharedDraw(Draw):
    """Draws in which what many subjects share is drawn once for all of them.

    Attributes
    ----------
    sharing
        Who has what.
    noting
        Whether draws are only noted, in the first pass.
    always
        Whether all draws are those of the corpus, because the passage itself is shared.
    organization
        Whether a name of people is drawn for an organization: then it may be shared, too.
    """

    sharing: Sharers = field(default_factory=lambda: Sharers(0))
    noting: bool = False
    always: bool = False
    organization: bool = False

    def of_organization(self) -> "SharedDraw":
        """Return the draws for names of people in the name of an organization."""
        return replace(self, organization=True)

    def rng(self, space: str, *parts: str) -> Random:
        """Return the generator of these parts: a scope, and what the choice is about."""
        if len(parts) < 2 or not parts[0]:
            return Draw.rng(self, space, *parts)
        scope, mark, again = parts[0].partition(_AGAIN)
        key = Key(space, parts[1])
        if space in _OF_PEOPLE and not self.organization:
            # Names of people must not depend on who else is in a batch.
            return Draw.rng(self, space, *parts)
        keys = [key]
        if space == _PLACE:
            # Clifton is read as a place of one state or another, and is one value to a reader.
            keys.append(Key("place name", parts[1].partition(_IN)[0]))
        if self.noting:
            for one in keys:
                self.sharing.note(one, scope)
        elif self.always or any(self.sharing.is_common(one, scope) for one in keys):
            scope = EVERYBODY
        return Draw.rng(self, space, scope + mark + again, *parts[1:])
