"""Persons: who a name means, by the known parts of the name."""

from dataclasses import dataclass, replace

__all__ = ["Person"]


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Person:
    """Whom a name means.

    Attributes
    ----------
    given, middle, family
        Squeezed parts of the name; empty if they are not known. Middle names may have a space
        between them.
    mark
        Tells namesakes apart: `jr`, `sr` and the like, or `kin` for a relative of the subject.
    """

    given: str = ""
    middle: str = ""
    family: str = ""
    mark: str = ""

    def __repr__(self) -> str:
        return "Person()"

    @property
    def parts(self) -> tuple[str, str, str]:
        """Given, middle and family name."""
        return self.given, self.middle, self.family

    @property
    def entity(self) -> "Person":
        """The person as all mentions carry it: middle names in one word."""
        return replace(self, middle=self.middle.replace(" ", "")) if " " in self.middle else self

    @property
    def is_full(self) -> bool:
        """Whether given and family name are both known and more than initials."""
        return min(len(self.given), len(self.family)) > 1

    @property
    def key(self) -> str:
        """One text for each person; random choices and the rows of a vault use it.

        Examples
        --------
        >>> Person("john", "q", "smith", "jr").key
        'john|q;jr|smith'
        """
        mark = f";{self.mark}" if self.mark else ""
        return f"{self.given}|{self.entity.middle}{mark}|{self.family}"

    @classmethod
    def of_key(cls, key: str) -> "Person | None":
        """Return the person of a key in a vault; None if the key is not a person's.

        Examples
        --------
        >>> Person.of_key("john|q;jr|smith") == Person("john", "q", "smith", "jr")
        True
        """
        parts = key.split("|")
        if len(parts) != 3:
            return None
        middle, _, mark = parts[1].partition(";")
        return cls(parts[0], middle, parts[2], mark)
