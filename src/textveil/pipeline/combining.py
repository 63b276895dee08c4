"""Combining detectors: one component runs several detectors and joins their findings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from textveil.detect.combine import MODES, combine
from textveil.errors import ComponentError, InvalidValueError, require_known
from textveil.lexicon.tables.languages import ENGLISH
from textveil.policy.registry import ComponentKind, build
from textveil.values.contracts import About, Detector
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Spans

__all__ = ["Combine"]


@dataclass(slots=True)
class Combine:
    """Run several detectors and combine what they find.

    Parameters
    ----------
    detectors
        Each a name, or a mapping with the key `use` and the detector's options, in order of
        priority.
    mode
        `union`, `vote` or `priority`; see `textveil.detect.combine`.
    votes
        How many must agree, for `vote`.
    min_score
        Findings with a lower score are dropped before they are combined.
    language
        Handed on to detectors that do not say theirs.
    key
        Handed on to detectors that need one.
    """

    reach: ClassVar[int | None] = None

    detectors: Sequence[str | Mapping[str, Any]] = (
        "textveil.patterns.v1",
        "textveil.tagger.v1",
    )
    mode: str = "priority"
    votes: int = 2
    min_score: float = 0.0
    language: str = ENGLISH
    key: Secret | None = field(default=None, repr=False)
    _built: list[tuple[str, Detector]] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.detectors, str) or not self.detectors:
            raise InvalidValueError("combine needs a list of detectors", where="option detectors")
        require_known("mode", self.mode, MODES)
        if not 1 <= self.votes <= len(self.detectors):
            raise InvalidValueError(
                "votes must lie between 1 and the number of detectors", where="option votes"
            )
        for at, given in enumerate(self.detectors):
            options = {"use": given} if isinstance(given, str) else dict(given)
            name = str(options.pop("use", ""))
            self._built.append((name, self._part(at, name, options)))

    def _part(self, at: int, name: str, options: dict[str, Any]) -> Detector:
        """Build a detector; an error about one of its options has the path of that option."""
        path = f"detectors.{at}"
        if not name:
            raise ComponentError("a detector needs the key `use`", where=path)
        try:
            one: Detector = build(
                ComponentKind.DETECTOR, name, options, self.key, language=self.language
            )
        except ComponentError as error:
            where = f"{path}.{error.where}".rstrip(".")
            raise ComponentError(error.what, where=where, hint=error.hint) from None
        return one

    def about(self) -> About:
        """Tell which detectors are combined."""
        return About(parts=tuple(self._built))

    def detect(self, document: Document) -> Spans:
        """Return the combined findings of the detectors."""
        findings = [
            detector.detect(document).where(lambda span: span.score >= self.min_score)
            for _, detector in self._built
        ]
        return combine(document.text, findings, self.mode, self.votes, self.language)
