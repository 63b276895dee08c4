"""The report of a run of `kanon`."""

from dataclasses import dataclass
from typing import Any

from textveil.evaluate.attacks.completions import CompletionCounts
from textveil.transform.rarity.suppress import Suppress
from textveil.values.figures.json_fields import json_fields
from textveil.values.verdict import Status, Verdict

__all__ = ["KanonReport"]


@dataclass(frozen=True, slots=True)
class KanonReport:
    """What was done, how much is left, what was verified, and what it took.

    Attributes
    ----------
    completions
        How far a list completes words of which letters are left; None where whole words go.
    verdicts
        The guarantee first, then the list if there is one, new ids of subjects, and fields.
    release
        The release id of the certificate; empty if none was written.
    """

    settings: Suppress
    documents: int
    subjects: int
    symbols: int
    kept: int
    runs: int
    seconds: dict[str, float]
    peak_bytes: int
    verdicts: tuple[Verdict, ...]
    unprotected: tuple[str, ...] = ()
    completions: CompletionCounts | None = None
    release: str = ""

    @property
    def refuted(self) -> bool:
        """Whether a claim does not hold."""
        return any(verdict.status is Status.REFUTED for verdict in self.verdicts)

    @property
    def kept_ratio(self) -> float:
        """The share of characters that are kept."""
        return self.kept / self.symbols if self.symbols else 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            **self.settings.to_json(),
            **json_fields(self, {"settings", "peak_bytes"}),
            "suppressed": self.symbols - self.kept,
            "kept_ratio": self.kept_ratio,
            "peak_memory_bytes": self.peak_bytes,
        }
