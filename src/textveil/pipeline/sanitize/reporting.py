"""The report of sanitized sequences: what was done, verified and measured, and what it took."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from textveil.certify.sequences.settings import SequenceSettings
from textveil.transform.sanitize import Sanitize
from textveil.values.json_fields import json_fields
from textveil.values.score import Score
from textveil.values.verdict import Status, Verdict

__all__ = ["SanitizeReport"]

_RENAMED: Final = {
    "released": "released_letters",
    "kept": "kept_letters",
    "candidates": "replacement_letters",
    "reference": "reference_letters",
    "left": "separators_left",
    "proved": "fewest_ghosts_proved",
    "peak_bytes": "peak_memory_bytes",
}
"""Numbers of a report that JSON calls by a longer name."""


@dataclass(frozen=True, slots=True)
class SanitizeReport:
    """What was done, what was verified, what was measured, and what it took.

    `promised` is what a certificate says of it. `private` are the files that the owner keeps, by
    their names: patterns, decoys, the coordinate map and, without a key, the nonce. They are enough
    to check every claim again, and JSON has none of them. `release` is the release id, if a
    certificate was written.
    """

    settings: Sanitize
    unit: str
    sequences: int
    letters: int
    released: int
    kept: int
    letter: str
    alphabet: int
    candidates: int
    reference: int | None
    k: int
    named: int
    patterns: int
    strands: str
    places: int
    decoys: int
    groups: int
    made_places: int
    draws: int
    changed: int | None
    separators: int
    left: int
    lengths: Mapping[str, int]
    proved: bool
    verdicts: tuple[Verdict, ...]
    scores: tuple[Score, ...]
    attacks: tuple[Score, ...]
    seconds: dict[str, float]
    peak_bytes: int
    promised: SequenceSettings
    private: Mapping[str, bytes] = field(repr=False)
    release: str = ""

    @property
    def recovered(self) -> float:
        """How many sensitive patterns a reader who undoes repeats has among the best guesses."""
        return self.attacks[0].value * self.attacks[0].count

    @property
    def chance(self) -> float:
        """How many a reader would have who draws among what does not occur."""
        return self.attacks[1].value * self.attacks[1].count

    @property
    def by_quality(self) -> float:
        """How many a reader of reads has who leaves out letters of the lowest quality."""
        found = (score for score in self.attacks if score.name == "recovered by quality")
        return sum(score.value * score.count for score in found)

    @property
    def refuted(self) -> Verdict | None:
        """The first verdict that does not hold."""
        return next((v for v in self.verdicts if v.status is Status.REFUTED), None)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object; it holds no letter of the input."""
        chosen = self.settings
        asked = {name: getattr(chosen, name) for name in ("method", "tau", "theta", "rho")}
        return {
            **asked,
            "separator": chosen.separator,
            "implausible_patterns": len(chosen.implausible),
            **json_fields(self, {"settings", "letter", "promised", "private", *_RENAMED}),
            **{shown: getattr(self, name) for name, shown in _RENAMED.items()},
        }
