"""One scheme of labels: translates its labels to ours, and ours to its labels."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Final

from textveil.errors import InvalidValueError
from textveil.values.label import FAMILY, LABELS, is_own_label

__all__ = ["WITHOUT_KIND", "Scheme", "plain"]

WITHOUT_KIND: Final = frozenset({"IDENTIFIER", "QUASI", "RARE"})
"""Labels that tell how a passage was found and not what it is: no other scheme has them."""

# What a scheme without the special label calls it: an account number is at least some number.
_WIDER: Final = dict.fromkeys(
    (
        *("ACCOUNT", "BIOMETRIC", "DEVICE", "LICENSE", "MRN", "PLAN", "SSN", "USERNAME"),
        "VEHICLE",
    ),
    "OTHER-ID",
)


@dataclass(frozen=True, eq=False, repr=False)
class Scheme:
    """A named set of labels, mapped to and from ours.

    Attributes
    ----------
    name
        What it is called here.
    about
        Where it comes from, in a line.
    meanings
        Each of its labels with the label of ours that says most nearly the same. Of several that
        mean the same, the first is the one that ours becomes.
    into
        Labels of ours that become another label than `meanings` would give.
    nothing
        Labels of ours for which the scheme has nothing.
    aliases
        Further labels that are understood, as they occur in data, with their meaning.

    Examples
    --------
    >>> tiny = Scheme("tiny", "an example", {"PER": "NAME"}, nothing=frozenset({"DATE"}))
    >>> tiny.to_ours("PER"), tiny.from_ours("PATIENT"), tiny.from_ours("TIME")
    ('NAME', 'PER', None)
    """

    name: str
    about: str
    meanings: Mapping[str, str]
    into: Mapping[str, str] = field(default_factory=dict)
    nothing: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Scheme({self.name!r}, labels={len(self.meanings)})"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the scheme, aliases left out."""
        return tuple(self.meanings)

    def knows(self, label: str) -> bool:
        """Tell whether `to_ours` understands a label."""
        return label in self._exact or plain(label) in self._spelt or is_own_label(label)

    def to_ours(self, label: str) -> str:
        """Return our label for one of this scheme.

        Case, spaces and signs do not count: `Patient Name`, `PATIENT_NAME` and `patient-name` are
        the same label. A label of one's own (`X-`) stays, unless the scheme has it. One that the
        scheme does not have is an error, which offers the nearest.
        """
        ours = self._exact.get(label) or self._spelt.get(plain(label))
        if ours is None and is_own_label(label):
            return label
        if ours is None:
            raise self._unknown(label, (*self.meanings, *self.aliases), f"the scheme {self.name}")
        return ours

    def from_ours(self, label: str) -> str | None:
        """Return this scheme's label for one of ours, or None if it has nothing.

        A label that the scheme does not have falls back to that of its family, and a kind of
        number to any number: PATIENT to NAME, CARD to ACCOUNT and then to OTHER-ID.
        """
        if is_own_label(label):
            return None
        if label not in LABELS:
            raise self._unknown(label, LABELS, "our labels")
        for wider in _widening(label):
            if wider in self.nothing:
                return None
            if wider in self._back:
                return self._back[wider]
        return None

    def states(self, label: str) -> bool:
        """Tell whether the tables have an entry for a label of ours, even an empty one."""
        return any(wider in self.nothing or wider in self._back for wider in _widening(label))

    def mapped(self, given: Mapping[str, str]) -> "Scheme":
        """Return the scheme with further labels, each with the one of ours that it means.

        Examples
        --------
        >>> tiny = Scheme("tiny", "an example", {"PER": "NAME"}).mapped({"CHI": "X-CHI"})
        >>> tiny.to_ours("PER"), tiny.to_ours("CHI")
        ('NAME', 'X-CHI')
        """
        # What is said last wins, however the others are spelt.
        said = {plain(label) for label in given}
        meanings = {one: ours for one, ours in self.meanings.items() if plain(one) not in said}
        aliases = {one: ours for one, ours in self.aliases.items() if plain(one) not in said}
        return replace(self, meanings={**meanings, **given}, aliases=aliases)

    @cached_property
    def _exact(self) -> dict[str, str]:
        return {**self.aliases, **self.meanings}

    @cached_property
    def _spelt(self) -> dict[str, str]:
        return {plain(label): ours for label, ours in self._exact.items()}

    @cached_property
    def _back(self) -> dict[str, str]:
        first = {ours: label for label, ours in reversed(list(self.meanings.items()))}
        return {**first, **self.into}

    @staticmethod
    def _unknown(label: str, known: Mapping[str, str] | tuple[str, ...], whose: str) -> Exception:
        by_spelling = {plain(one): one for one in known}
        near = get_close_matches(plain(label), by_spelling, n=1)
        return InvalidValueError(
            f"{label} is not among {whose}",
            where="label",
            hint=f"did you mean {by_spelling[near[0]]}?" if near else f"known: {', '.join(known)}",
        )


def _widening(label: str) -> Iterator[str]:
    """Yield the label, its family, and the general label for a scheme without both."""
    yield label
    family = FAMILY.get(label, label)
    if family != label:
        yield family
    if family in _WIDER:
        yield _WIDER[family]


def plain(label: str) -> str:
    """Return the letters and digits of a label: case, spaces and signs do not count."""
    return "".join(filter(str.isalnum, label)).casefold()
