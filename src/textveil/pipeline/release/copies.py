"""Copies: who gets a marked copy of a release, and what the vault keeps of that.

A copy differs from another one only in which of two surrogates stands at some secret places
(`values.marking`). Everything that says so lies in the vault: how copies are marked, and who has
one. Whose copy leaked is told by `pipeline.trace`.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from textveil.errors import InvalidValueError, UsageError, VaultError
from textveil.pipeline.release.traced import readable_places
from textveil.transform.persons.project import draw_key_of
from textveil.values.keys.vault import Vault
from textveil.values.marking import CopyMarks, MarkingCode, colluders_covered, places_needed
from textveil.values.terms.recipients import check_recipients, folded_recipient

__all__ = [
    "FALSE_ACCUSATION",
    "Copies",
    "Served",
    "code_of",
    "marks_of",
    "recipients_of",
    "unfinished_recipients",
]

FALSE_ACCUSATION: Final = 0.001
"""How often an innocent recipient may be accused, if nothing else is asked for."""

_MARKING: Final = "marking"
_RECIPIENTS: Final = "recipients"
_FINISHED: Final = "finished"
_CALL: Final = 'Copies(("north", "south"), colluders=2)'


@dataclass(frozen=True, slots=True)
class Copies:
    """Who gets a copy of a release.

    Attributes
    ----------
    recipients
        Their names, which are the names of the folders.
    colluders
        How many of them may put their copies together and one is still named; None for as many as
        the documents allow.
    false_accusation
        How often a leak may accuse somebody innocent.

    Raises
    ------
    InvalidValueError
        If a name stands there twice or can be no folder, or a number is out of bounds.
    UsageError
        If the names are no list of texts, or a number is none.

    Examples
    --------
    >>> Copies(("north", "south")).recipients
    ('north', 'south')
    """

    recipients: tuple[str, ...]
    colluders: int | None = None
    false_accusation: float = FALSE_ACCUSATION

    def __post_init__(self) -> None:
        names: object = self.recipients
        if not isinstance(names, tuple | list) or not all(isinstance(one, str) for one in names):
            raise UsageError(
                "recipients are several texts", where="recipients", hint=f"for example {_CALL}"
            )
        object.__setattr__(self, "recipients", tuple(names))
        for what, types, given in (
            ("colluders", int | None, self.colluders),
            ("false_accusation", int | float, self.false_accusation),
        ):
            if isinstance(given, bool) or not isinstance(given, types):
                raise UsageError(
                    f"a number cannot be of the type {type(given).__name__}",
                    where=what,
                    hint=f"for example {_CALL}",
                )
        check_recipients(self.recipients)
        if self.colluders is not None and self.colluders < 1:
            raise InvalidValueError("at least one colluder must be named", where="colluders")
        if not 0.0 < self.false_accusation < 1.0:
            raise InvalidValueError(
                "the rate of false accusations must lie between 0 and 1", where="false accusation"
            )

    @classmethod
    def of(cls, names: object) -> "Copies":
        """Return copies for people whose names stand in a list, and are not one text.

        Raises
        ------
        UsageError
            If they do not.
        """
        if isinstance(names, str | bytes) or not isinstance(names, Iterable):
            raise UsageError(
                f"names of recipients cannot be of the type {type(names).__name__}",
                hint='for example release_copies(run, ["north", "south"])',
            )
        return cls(tuple(names))

    def served(self, vault: Vault) -> "Served":
        """Return the copies as a project marks them: as its first ones were.

        Raises
        ------
        UsageError
            If others were marked against another number of colluders.
        """
        marks = marks_of(vault)
        if marks is None:
            marks = CopyMarks() if self.colluders is None else CopyMarks(self.colluders)
        elif self.colluders not in (None, marks.colluders):
            raise UsageError(
                f"the copies of this vault are marked against {marks.colluders} colluders",
                where=f"colluders: {self.colluders}",
                hint="leave --colluders out, or use another vault",
            )
        known = {*recipients_of(vault), *self.recipients}
        if len({folded_recipient(name) for name in known}) < len(known):
            raise UsageError(
                "a recipient has a copy already, under a name in another spelling",
                hint="`textveil vault recipients` shows all names",
            )
        return Served(self, marks, len(known), vault)


@dataclass(frozen=True, slots=True, repr=False)
class Served:
    """Copies of a project.

    Attributes
    ----------
    asked
        Who gets one now.
    marks
        How they are marked.
    known
        How many recipients the project has, with the new ones.
    vault
        Keeps all of that.
    """

    asked: Copies
    marks: CopyMarks
    known: int
    vault: Vault

    @property
    def recipients(self) -> tuple[str, ...]:
        """Who gets a copy now."""
        return self.asked.recipients

    def readable(self, places: Iterable[str]) -> int:
        """Return how many of the marked places of some documents can be read in a leak."""
        return len(readable_places(self.vault, places))

    def foretold(self, places: int) -> str:
        """Say how many marked places can be read, and how many colluders that is enough for.

        Raises
        ------
        UsageError
            If there is no place, or if there are too few for the colluders that were asked for.
        """
        asked, rate = self.asked.colluders, self.asked.false_accusation
        if not places:
            raise UsageError(
                "nothing in these documents can be marked",
                hint="copies are marked in names, numbers and addresses that get surrogates: "
                "--policy hide-in-plain-sight",
            )
        covered = colluders_covered(places, self.known, rate)
        if asked is not None and covered < asked:
            needed = places_needed(asked, self.known, rate)
            raise UsageError(
                f"to name one of {asked} colluders takes about {needed:,} marked places that can "
                f"be read in a leak, and these documents have {places:,}",
                hint=f"ask for {covered}, or release more documents"
                if covered
                else "release more documents, or leave --colluders out",
            )
        told = f"{places:,} marked places can be read in a leak: a whole copy that leaks"
        most = f"false accusations in at most 1 of {1 / rate:,.0f} leaks"
        if not covered:
            least = places_needed(1, self.known, rate)
            return f"{told} may name nobody, because naming one takes about {least:,} ({most})"
        who = "one recipient" if covered == 1 else f"one of up to {covered} who work together"
        return f"{told} is traced to {who} ({most})"

    def salt(self, recipient: str) -> bytes:
        """Return what keys the hashes of a recipient's texts, after the project has its key."""
        drawn = draw_key_of(self.vault)
        return b"" if drawn is None else self.marks.code(drawn).salt(recipient)

    def enroll(self) -> None:
        """Keep in the vault who gets a copy, before anybody has one.

        A run may be killed before the copies appear, so `finish` says that they did.
        """
        stated = json.dumps(asdict(self.marks))
        if self.vault.remember(_MARKING, "settings", stated) != stated:
            raise VaultError("another run marks copies of this project otherwise")
        # With the name, so that no two rows hold the same.
        rows = {name: json.dumps([name]) for name in self.recipients}
        self.vault.remember_all(_RECIPIENTS, rows)

    def finish(self, placed: Iterable[str] | None = None) -> None:
        """Keep in the vault that the copies stand at their place, or those of an earlier run."""
        names = self.recipients if placed is None else unfinished_recipients(self.vault, placed)
        rows = {name: json.dumps([name, _FINISHED]) for name in names}
        self.vault.remember_all(_FINISHED, rows)


def marks_of(vault: Vault) -> CopyMarks | None:
    """Return how the copies of a project are marked; None if it has none."""
    stated = vault.recall(_MARKING, "settings")
    return None if stated is None else CopyMarks(**json.loads(stated))


def code_of(vault: Vault) -> MarkingCode | None:
    """Return the code of a project's copies; None if it has none."""
    marks, drawn = marks_of(vault), draw_key_of(vault)
    return marks.code(drawn) if marks is not None and drawn is not None else None


def recipients_of(vault: Vault) -> list[str]:
    """Return everybody who may have a copy of a project's releases."""
    return sorted(name for space, name, _ in vault.mappings() if space == _RECIPIENTS)


def unfinished_recipients(vault: Vault, names: Iterable[str]) -> list[str]:
    """Return those recipients whose copies no run has finished: it was stopped."""
    begun = vault.recall_all(_RECIPIENTS, names)
    finished = vault.recall_all(_FINISHED, begun)
    return sorted(begun.keys() - finished.keys())
