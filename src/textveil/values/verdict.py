"""Verdicts: the result of an independent check of a claim, with witnesses if it fails."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from textveil.errors import InvalidValueError

__all__ = ["MOST_WITNESSES", "Status", "Verdict", "Witness"]

MOST_WITNESSES: Final = 1000
"""How many failures a verifier points at, so that they can be repaired; it counts all of them."""

_NOTHING: Final[Mapping[str, int]] = MappingProxyType({})
_SHOWN: Final = 10
"""How many of these a reader is shown."""


class Status(StrEnum):
    """The three answers a verifier can give, and what a claim is that nobody asked one about.

    *Stated* is a claim that somebody else says was checked, and that could not be checked again.

    Examples
    --------
    >>> Status("not checkable") is Status.NOT_CHECKABLE
    True
    """

    HOLDS = "holds"
    REFUTED = "refuted"
    NOT_CHECKABLE = "not checkable"
    STATED = "stated"


@total_ordering
@dataclass(frozen=True, slots=True)
class Witness:
    """One place where a claim fails: ids, offsets, labels and counts, never text.

    Attributes
    ----------
    document
        Id of the document.
    start, end
        Half-open offsets in the released text, unless `reason` says otherwise.
    reason
        What is wrong there, in words that quote nothing.
    count
        The number that breaks the claim, where there is one: how often a run occurs, for example.
    label
        What kind of passage stands there, where the verifier can tell and no edit does.
    beside
        Where the failure is not in the text: `id`, or the name of a metadata field.
    redraw
        Whether another replacement of the same kind would do, so that a tag is not needed.

    Examples
    --------
    >>> Witness("note-1", 4, 9, "a removed value survives in the text").place
    'note-1 [4, 9)'
    """

    document: str
    start: int
    end: int
    reason: str
    count: int | None = None
    label: str = ""
    beside: str = ""
    redraw: bool = False

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Witness) else NotImplemented

    def _key(self) -> tuple[Any, ...]:
        # None does not compare with a number: no count sorts before any.
        number = () if self.count is None else (self.count,)
        told = self.label, self.beside, self.redraw
        return (self.document, self.start, self.end, self.reason, number, told)

    @property
    def place(self) -> str:
        """The document and, if the witness points at a passage, its offsets."""
        return f"{self.document} [{self.start}, {self.end})" if self.end else self.document

    def to_json(self) -> dict[str, Any]:
        """Return the witness as a JSON object."""
        found = {"document": self.document, "start": self.start, "end": self.end}
        counted = {} if self.count is None else {"count": self.count}
        told = {"label": self.label, "beside": self.beside}
        more = {name: value for name, value in told.items() if value}
        return {**found, "reason": self.reason, **counted, **more}


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Verdict:
    """The outcome of one verification.

    Attributes
    ----------
    claim
        Name of the claim, which is that of its verifier.
    status
        Holds, refuted (then there is at least one witness), not checkable or stated (then there is
        a reason).
    checked
        How many things were looked at; a claim that holds over nothing says so.
    witnesses
        The first failures, at most `MOST_WITNESSES`.
    failures
        How many failures there are in all.
    reason
        Why the claim could not be checked, or what limits the check.
    exempt
        What the verifier left out, in words that quote nothing, and how often. It is published, so
        a verifier names all that it may leave out, also where it is none.
    untold
        What it left out likewise, where the number itself would tell a reader something. It is only
        for the owner of a release.

    Raises
    ------
    InvalidValueError
        If status, witnesses and reason do not fit each other, or a count is below zero.

    Examples
    --------
    >>> Verdict.of("residue", checked=12, witnesses=[])
    Verdict(claim='residue', status=holds, checked=12, failures=0)
    """

    claim: str
    status: Status
    checked: int = 0
    witnesses: tuple[Witness, ...] = ()
    failures: int = 0
    reason: str = ""
    exempt: tuple[tuple[str, int], ...] = ()
    untold: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        refuted = self.status is Status.REFUTED
        if refuted != bool(self.witnesses) or refuted != bool(self.failures):
            raise InvalidValueError("a verdict is refuted by its witnesses, and only so")
        if self.failures < len(self.witnesses):
            raise InvalidValueError("a verdict counts at least the failures it shows")
        if self.status in (Status.NOT_CHECKABLE, Status.STATED) and not self.reason:
            raise InvalidValueError("a verdict that was not checked says why")
        if any(count < 0 for _, count in (*self.exempt, *self.untold)):
            raise InvalidValueError("a verdict leaves out nothing, or a number of things")

    def __repr__(self) -> str:
        return (
            f"Verdict(claim={self.claim!r}, status={self.status.value}, "
            f"checked={self.checked}, failures={self.failures})"
        )

    @classmethod
    def of(
        cls,
        claim: str,
        checked: int,
        witnesses: Iterable[Witness],
        failures: int | None = None,
        reason: str = "",
        *,
        exempt: Mapping[str, int] = _NOTHING,
        untold: Mapping[str, int] = _NOTHING,
    ) -> "Verdict":
        """Conclude: refuted if there is a witness, else holds.

        All witnesses are counted, unless `failures` says how many there are; the first ones stay.
        """
        left = iter(witnesses)
        first = tuple(islice(left, MOST_WITNESSES))
        count = len(first) + sum(1 for _ in left) if failures is None else failures
        status = Status.REFUTED if first else Status.HOLDS
        left_out = (tuple(sorted(counts.items())) for counts in (exempt, untold))
        return cls(claim, status, checked, first, count, reason, *left_out)

    @classmethod
    def not_checkable(cls, claim: str, reason: str) -> "Verdict":
        """Say that the claim cannot be checked, and why."""
        return cls(claim, Status.NOT_CHECKABLE, reason=reason)

    @property
    def holds(self) -> bool:
        """True only if the claim was checked and no witness was found."""
        return self.status is Status.HOLDS

    @property
    def shown(self) -> tuple[Witness, ...]:
        """The first few witnesses, for people to read."""
        return self.witnesses[:_SHOWN]

    @property
    def remark(self) -> str:
        """The reason, and what was left out."""
        left = (f"left out: {count:,} {what}" for what, count in self.exempt if count)
        return "; ".join(filter(None, (self.reason, *left)))

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as a JSON object, with the first few witnesses."""
        return {
            "claim": self.claim,
            "status": self.status.value,
            "checked": self.checked,
            "failures": self.failures,
            "witnesses": [witness.to_json() for witness in self.shown],
            "reason": self.reason,
            "exempt": dict(self.exempt),
            **({"untold": dict(self.untold)} if self.untold else {}),
        }
