"""Screening: the screens of a policy, which look at all documents together."""

from collections.abc import Sequence
from dataclasses import dataclass

from textveil.pipeline.release.plugin_failure import failing_closed
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import Policy
from textveil.policy.registry import ComponentKind
from textveil.values.contracts import Screen
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Spans

__all__ = ["Screening"]


@dataclass(frozen=True, slots=True)
class Screening:
    """All screens of a run, with the names they are known by."""

    screens: Sequence[tuple[str, Screen]]

    @classmethod
    def of(cls, policy: Policy, key: Secret | None = None) -> "Screening":
        """Build the screens that a policy names."""
        screens = [(step.use, step.built(ComponentKind.SCREEN, key)) for step in policy.screen]
        return cls(screens)

    def screened(self, documents: Sequence[Document], found: Sequence[Spans]) -> Sequence[Spans]:
        """Return what must be removed from each document; each screen sees earlier findings.

        Screens are shown the spans that will be rewritten, for what those leave in the text is text
        that must be shared.
        """
        found = [
            Detection.settle(document, spans)
            for document, spans in zip(documents, found, strict=True)
        ]
        for name, screen in self.screens:
            with failing_closed(name):
                more = [
                    spans.within(len(document.text))
                    for document, spans in zip(
                        documents, screen.screen(documents, found), strict=True
                    )
                ]
            found = [before | after for before, after in zip(found, more, strict=True)]
        return found
