"""The report of sanitized sequences: what was done, verified and measured, and what it took."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from textveil.certify.sequences.settings import SequenceSettings
from textveil.evaluate.attacks.changed_places import NEAR_MISSES
from textveil.formats.display.plain_table import counted
from textveil.pipeline.sanitize.records import DRAWN
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.figures.json_fields import json_fields
from textveil.values.figures.score import Score
from textveil.values.verdict import Status, Verdict

__all__ = ["SanitizeReport"]

_PROPOSED: Final = 5
"""The number of decoys that messages propose."""

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
    longest: int
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
        return self._by("recovered by quality")

    def _by(self, name: str) -> float:
        """Return how many patterns a reader has, by the name of the score; 0 without it."""
        found = (score for score in self.attacks if score.name == name)
        return sum(score.value * score.count for score in found)

    def recovery(self) -> Iterator[str]:
        """Yield what a reader gets back, in words, the worst first.

        Nothing is advised that was done.
        """
        if not self.by_quality:
            yield self._by_repeats()
            return
        wanted = self.attacks[0].count
        advice = "; --quality drawn does not show which letters came in"
        yield (
            "warning: a reader who leaves out letters of the lowest quality gets "
            f"{self.by_quality:.3g} of {wanted:,} sensitive "
            f"{'pattern' if wanted == 1 else 'patterns'}, and sees the text around"
            f"{'' if self.promised.quality == DRAWN else advice}"
        )
        yield f"without qualities: {self._by_repeats().removeprefix('warning: ')}"

    def _by_repeats(self) -> str:
        """Say what a reader gets who undoes repeats, or looks for near misses if that is more."""
        wanted = self.attacks[0].count
        got, how = max(
            (self.recovered, "undoes repeats"), (self._by(NEAR_MISSES), "looks for near misses")
        )
        told = (
            f"a reader who {how} gets {got:.3g} of {wanted:,} sensitive "
            f"{'pattern' if wanted == 1 else 'patterns'} among their best {wanted:,} "
            f"{'guess' if wanted == 1 else 'guesses'}, chance {self.chance:.2g}"
        )
        if self.decoys > 1:
            alike = "are all gone" if self.changed is not None else "look hidden equally often"
            return (
                f"{told}; each is one of {self.decoys} that {alike}, so "
                f"{wanted / self.decoys:.3g} on average"
            )
        if got > self.chance:
            return f"warning: {told}; --decoys {_PROPOSED} hides them among others"
        if self.chance > wanted / _PROPOSED:
            return (
                f"note: {told}: nearly all other patterns of {counted(self.k, self.letter)} occur, "
                f"so these can be guessed; --decoys {_PROPOSED} hides them among others"
            )
        return told

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
