"""Rounding: figures that may be published beside a release.

A reader who knows exactly how many names were replaced, and counts the names in the texts, knows
how many are real. Two digits tell how large a release is, and no more. Counts below 15 are all the
same, zero too: who knows that no name was replaced knows that each name is real. A row of a table
that counts less is left out, because rows add up. What a verdict says of single documents is not
published at all.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from textveil.certify.document.layout import FIGURES
from textveil.values.figures.attack import MORE, NO_MORE, AttackResult
from textveil.values.figures.meaning import MeaningResult
from textveil.values.figures.round_counts import BELOW, FEW, rounded, rounded_rows
from textveil.values.figures.score import Score
from textveil.values.verdict import Status, Verdict, Witness

__all__ = [
    "HELD_BY_OWNER",
    "OF_DOCUMENTS",
    "SEEN",
    "rounded_attack",
    "rounded_attacks",
    "rounded_counts",
    "rounded_meaning",
    "rounded_report",
    "rounded_score",
    "rounded_scores",
    "rounded_verdict",
]

SEEN: Final = ("documents", "languages")
"""What anybody can count in the released texts."""
OF_DOCUMENTS: Final = frozenset({"record", "metadata", "alignment"})
"""Claims that are checked once for each document, so that the texts show how often."""
HELD_BY_OWNER: Final = Witness(FIGURES, 0, 0, "the owner of the release has the places")
"""Stands for all places where a claim fails."""
_UNTOLD: Final = frozenset(
    {"map", "order", "rows", "times", "case", "qualities", "made-places", "decoys", "draws"}
)
"""Claims of sequences whose counts would tell how many letters of the release are the input's."""
_HUNDRED: Final = 100
_WITHHELD: Final = "withheld_characters"
_NUMBER: Final = re.compile(r"\d[\d,]*")


def rounded_counts(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return counts by name, rounded unless the texts show them anyway, and without small rows.

    Examples
    --------
    >>> rounded_counts({"documents": 3, "replaced": 42, "labels": {"PHONE": 31, "NAME": 11}})
    {'documents': 3, 'replaced': 40, 'labels': {'PHONE': 30}}
    """
    told = {
        name: value
        if name in SEEN
        else rounded_rows(value)
        if isinstance(value, Mapping)
        else rounded(value)
        for name, value in counts.items()
    }
    # How long a few passages are tells that there are some.
    return told | ({_WITHHELD: FEW} if _WITHHELD in told and told["replaced"] == FEW else {})


def rounded_verdict(verdict: Verdict) -> Verdict:
    """Return a verdict that names no document: its witnesses, and reasons that count, are kept.

    What was left out is named also where it is few or none, so that nobody can tell these apart.
    """
    unchecked = verdict.status in (Status.NOT_CHECKABLE, Status.STATED)
    is_seen = unchecked or verdict.claim in OF_DOCUMENTS
    counted = FEW if verdict.claim in _UNTOLD else rounded(verdict.checked)
    return replace(
        verdict,
        checked=verdict.checked if is_seen else counted,
        failures=verdict.failures and rounded(verdict.failures),
        witnesses=(HELD_BY_OWNER,) if verdict.witnesses else (),
        reason=verdict.reason if unchecked else "",
        exempt=tuple((what, rounded(count)) for what, count in verdict.exempt),
        untold=(),
    )


def rounded_score(score: Score) -> Score:
    """Return a score as a share in hundredths, or in tenths if it is of less than a hundred."""
    digits = 2 if score.count >= _HUNDRED else 1
    value, low, high = (round(one, digits) for one in (score.value, score.low, score.high))
    return replace(score, value=value, low=low, high=high, count=rounded(score.count))


def rounded_scores(scores: Iterable[Score]) -> tuple[Score, ...]:
    """Return scores as they are published; groups of few things are left out.

    That a label was scored tells that it stands in the input.
    """
    return tuple(rounded_score(one) for one in scores if not one.group or one.count >= BELOW)


def rounded_meaning(meaning: MeaningResult) -> MeaningResult:
    """Return what was changed, in rounded counts and shares of these, without texts.

    Kinds with few passages are left out.
    """
    whole = replace(
        meaning,
        words=rounded(meaning.words),
        passages=rounded(meaning.passages),
        changed_words=rounded(meaning.changed_words if meaning.passages >= BELOW else 0),
        commonest=(),
    )
    kinds = []
    for one in (kind for kind in meaning.kinds if kind.passages >= BELOW):
        words = rounded(one.words)
        share = whole.per_1000(words)
        kinds.append(replace(one, passages=rounded(one.passages), words=words, per_1000=share))
    return replace(whole, kinds=tuple(kinds))


def rounded_report(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return what only the report shows: what was carried to other subjects is rounded."""
    carried = {"carried": rounded_rows(report["carried"])} if "carried" in report else {}
    return {**report, **carried}


def rounded_attack(result: AttackResult) -> AttackResult:
    """Return what an attack got: about how many guesses, and whether more than chance are right.

    How many are right is not said. Of guesses at names that were left, it would tell how many
    names are real.
    """
    said = _NUMBER.sub(lambda found: f"{rounded(int(found[0].replace(',', ''))):,}", result.verdict)
    chance = float(rounded(round(result.chance)))
    return replace(result, guesses=rounded(result.guesses), right=None, chance=chance, note=said)


def rounded_attacks(results: Iterable[AttackResult]) -> tuple[AttackResult, ...]:
    """Return what attacks got, as it is published; labels with few guesses are one row.

    That there is something to guess of a label tells that passages of it were replaced.
    """
    by_attack: dict[str, list[AttackResult]] = {}
    for one in results:
        by_attack.setdefault(one.attack, []).append(one)
    told: list[AttackResult] = []
    for rows in by_attack.values():
        many = [one for one in rows if one.guesses >= BELOW]
        few = [one for one in rows if one.guesses < BELOW]
        told += map(rounded_attack, many)
        if few:
            works = any(one.beyond_chance or one.verdict == MORE for one in few)
            name, chance = few[0].attack, float(FEW)
            told.append(AttackResult(name, "", FEW, None, chance, MORE if works else NO_MORE))
    return tuple(told)
