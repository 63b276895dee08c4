"""Attacks on a release: every one that fits is carried out, and its guesses are counted."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any, Final

from textveil.errors import ComponentFailedError
from textveil.evaluate.attacks.copies import CopyAgreement
from textveil.lexicon.public_lists import public_lists
from textveil.pipeline.attack.attacks import attacks
from textveil.pipeline.attack.observing import Observed
from textveil.values.figures.attack import KNOWLEDGE, Attack, AttackResult, Guess, Knowledge

__all__ = ["WITHOUT_INPUT", "Attacked", "MadeGuess", "attack_with", "attacked"]

WITHOUT_INPUT: Final = frozenset(KNOWLEDGE) - {"input-sample"}
"""What an attacker may know who has nothing of the input."""

_SAMPLE: Final = 10
"""One document in so many is known to an attacker with a sample of the input."""


@dataclass(frozen=True, slots=True, repr=False)
class MadeGuess:
    """A guess, and whether it is right; None where nobody knows."""

    attack: str
    guess: Guess
    right: bool | None

    def to_json(self) -> dict[str, Any]:
        """Return the guess as a JSON object."""
        told = self.guess
        return {
            "about": told.about,
            "label": told.label,
            "guess": told.value,
            "places": len(told.passages),
            "right": self.right,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Attacked:
    """What attacks got from a release.

    Attributes
    ----------
    results
        One for each attack and label.
    guesses
        Every guess, those of one attack together and its best first.
    passed_over
        Passages that were left out because there were too many.
    agreement
        What recipients see who compare 1, 2 and 3 copies; nothing if there are no copies.
    remarks
        What could not be done, and with what it could be; what the owner states.
    """

    results: tuple[AttackResult, ...]
    guesses: tuple[MadeGuess, ...] = ()
    passed_over: int = 0
    agreement: tuple[CopyAgreement, ...] = ()
    remarks: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return results and guesses as a JSON object."""
        by_attack = groupby(self.guesses, key=lambda made: made.attack)
        return {
            "attacks": [result.to_json() for result in self.results],
            "guesses": {name: [made.to_json() for made in some] for name, some in by_attack},
            "passed_over": self.passed_over,
            "remarks": list(self.remarks),
            **({"copies": [one.to_json() for one in self.agreement]} if self.agreement else {}),
        }


def attacked(observed: Observed, knows: Collection[str]) -> Attacked:
    """Carry out every attack on texts whose attacker knows no more than this one."""
    known = Knowledge(
        lists=public_lists() if "lists" in knows else {},
        subjects="subjects" in knows,
        sample=_sample(observed, observed.real or ()) if "input-sample" in knows else {},
    )
    return attack_with(attacks().values(), observed, knows, known)


def attack_with(
    tried: Iterable[Attack], observed: Observed, knows: Collection[str], known: Knowledge
) -> Attacked:
    """Carry out those of the attacks that need nothing else than the attacker knows."""
    made: list[MadeGuess] = []
    results: list[AttackResult] = []
    for attack in tried:
        if attack.needs <= set(knows):
            theirs = _carried_out(attack, observed, known)
            made += theirs
            scored = observed.real is not None
            results += _results(theirs, scored=scored) or [_nothing(attack, observed)]
    return Attacked(tuple(results), tuple(made), observed.passed_over)


def _nothing(attack: Attack, observed: Observed) -> AttackResult:
    right = None if observed.real is None else 0
    return AttackResult(attack.name, "", 0, right, 0.0, "found nothing to guess")


def _carried_out(attack: Attack, observed: Observed, known: Knowledge) -> list[MadeGuess]:
    """Return the guesses of an attack; one that breaks ends the run, and is not quoted."""
    made = []
    try:
        for guess in attack.guesses(observed.view, known):
            right = None
            if observed.real is not None:
                right = attack.is_right(guess, tuple(observed.real[at] for at in guess.passages))
            made.append(MadeGuess(attack.name, guess, right))
    except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
        raise ComponentFailedError(
            f"the attack {attack.name} failed with {type(error).__name__}; nothing was released",
            hint="`textveil components attack` tells which package it is from",
        ) from None
    return made


def _results(made: Sequence[MadeGuess], *, scored: bool) -> list[AttackResult]:
    kinds: dict[tuple[str, str], list[MadeGuess]] = {}
    for one in made:
        kinds.setdefault((one.attack, one.guess.label), []).append(one)
    results = []
    for (attack, label), some in kinds.items():
        known = [one for one in some if one.right is not None]
        chance = sum(one.guess.chance for one in known or some)
        right = sum(one.right is True for one in known) if known else None
        open_ones = len(some) - len(known)
        note = f"{open_ones:,} to look at yourself" if scored and open_ones else ""
        results.append(AttackResult(attack, label, len(some), right, round(chance, 3), note))
    return results


def _sample(observed: Observed, real: Sequence[str]) -> dict[int, str]:
    """Return what stood in one document of ten, of those that show anything; at least in one."""
    passages = observed.view.passages
    names = sorted({seen.document for seen in passages}, key=_drawn)
    chosen = set(names[: max(1, len(names) // _SAMPLE)])
    return {number: real[number] for number, seen in enumerate(passages) if seen.document in chosen}


def _drawn(name: str) -> bytes:
    return sha256(name.encode("utf-8", "surrogatepass")).digest()
