"""Profiles: what a person says about herself, as phrases by attribute (paper 5, section 3.1.1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from textveil.errors import InvalidValueError, suggest

__all__ = ["ATTRIBUTES", "NO_PROFILE", "PersonProfile"]

ATTRIBUTES: Final = (
    *("name", "hometown", "education", "work"),
    *("religion", "politics", "sports", "interests"),
)
"""The keys of a profile."""
_NOTHING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, repr=False)
class PersonProfile:
    """The phrases of a profile by attribute; its `repr` shows how many there are.

    Examples
    --------
    >>> profile = PersonProfile.of({"hometown": "Shinjuku", "work": ["student", "cook"]})
    >>> profile, [attribute for attribute, _ in profile.phrases()]
    (PersonProfile(phrases=3), ['hometown', 'work', 'work'])
    """

    by_attribute: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NOTHING)

    @classmethod
    def of(cls, given: Mapping[str, str | Sequence[str]]) -> "PersonProfile":
        """Return the profile of a mapping from attributes to a phrase or a list of phrases.

        Raises
        ------
        InvalidValueError
            If there is another key, a value that is not a phrase or list of phrases, or nothing.
        """
        kept: dict[str, tuple[str, ...]] = {}
        for key, value in given.items():
            if key not in ATTRIBUTES:
                hint = suggest(key, ATTRIBUTES) or f"known: {', '.join(ATTRIBUTES)}"
                raise InvalidValueError("a profile has no such key", where="profile", hint=hint)
            phrases = (value,) if isinstance(value, str) else tuple(value or ())
            if not all(isinstance(one, str) for one in phrases):
                raise InvalidValueError(
                    "a value of a profile is a phrase or a list of phrases", where=f"profile, {key}"
                )
            kept[key] = tuple(one.strip() for one in phrases if one.strip())
        if not any(kept.values()):
            raise InvalidValueError(
                "the profile says nothing",
                where="profile",
                hint=f"give at least one of {', '.join(ATTRIBUTES)}",
            )
        return cls(MappingProxyType(kept))

    def phrases(self) -> Iterator[tuple[str, str]]:
        """Yield each phrase with its attribute."""
        for attribute in ATTRIBUTES:
            for phrase in self.by_attribute.get(attribute, ()):
                yield attribute, phrase

    def __bool__(self) -> bool:
        return any(self.by_attribute.values())

    def __repr__(self) -> str:
        return f"PersonProfile(phrases={sum(map(len, self.by_attribute.values()))})"


NO_PROFILE: Final = PersonProfile()
"""Nobody's profile."""
