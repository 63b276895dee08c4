"""Rewriting: the transformers of a policy, each on the labels it is in charge of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from textveil.errors import ComponentFailedError, TextveilError
from textveil.pipeline.policy import Policy, Step
from textveil.pipeline.registry import Kind
from textveil.values.contracts import Surveyor, Transformer
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.secret import Secret
from textveil.values.span import Span, Spans

__all__ = ["Rewriting"]


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Transformers by label; a label mapped to None is left in the text."""

    default: Transformer
    by_label: Mapping[str, Transformer | None]

    @classmethod
    def of(cls, policy: Policy, key: Secret | None = None) -> "Rewriting":
        """Build the transformers that a policy names."""

        def made(step: Step | None) -> Transformer | None:
            if step is None:
                return None
            transformer: Transformer = step.built(Kind.TRANSFORMER, key)
            return transformer

        default: Transformer = policy.default.built(Kind.TRANSFORMER, key)
        return cls(default, {label: made(step) for label, step in policy.by_label.items()})

    @property
    def surveyors(self) -> list[Surveyor]:
        """The transformers that must see every document before they rewrite one."""
        made = {id(t): t for t in (self.default, *self.by_label.values()) if t is not None}
        return [each for each in made.values() if isinstance(each, Surveyor)]

    @property
    def scope(self) -> str:
        """Within what one name means one person: as the first transformer says that cares."""
        return next((each.scope for each in self.surveyors), "subject")

    def survey(self, document: Document, spans: Spans) -> None:
        """Show a document to the transformers that want to see all of them first."""
        for surveyor in self.surveyors:
            theirs = [s for s in spans if self.by_label.get(s.label, self.default) is surveyor]
            surveyor.survey(document, Spans(theirs))

    def protected(self, spans: Spans) -> Spans:
        """Return the spans whose label is rewritten at all."""
        return spans.where(lambda span: self.by_label.get(span.label, self.default) is not None)

    def rewrite(self, document: Document, spans: Spans) -> Release:
        """Rewrite every span, each by its label's transformer; spans must not overlap."""
        shares: dict[int, tuple[Transformer, list[Span]]] = {}
        for span in spans:
            transformer = self.by_label.get(span.label, self.default)
            if transformer is not None:
                shares.setdefault(id(transformer), (transformer, []))[1].append(span)
        try:
            self._add_mistakable(document, spans, shares)
            releases = [
                transformer.transform(document, Spans(share))
                for transformer, share in shares.values()
            ]
            return _renumbered(document, releases)
        except TextveilError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises, we fail closed
            raise ComponentFailedError(
                f"a transformer failed with {type(error).__name__}; nothing was released",
                where=f"document {document.id}",
            ) from None

    def _add_mistakable(
        self, document: Document, spans: Spans, shares: dict[int, tuple[Transformer, list[Span]]]
    ) -> None:
        """Let a transformer whose results could be mistaken replace what they are mistaken for.

        Encrypted text, for example, must not hold anything else that reads like a token.
        """
        for transformer in (self.default, *self.by_label.values()):
            find = getattr(transformer, "mistakable", None)
            if transformer is None or find is None:
                continue
            besides = find(document).subtract(spans)
            shares.setdefault(id(transformer), (transformer, []))[1].extend(besides)
            spans |= besides


def _renumbered(document: Document, releases: Sequence[Release]) -> Release:
    """Join releases; entities, which each transformer numbers from 1, are numbered anew."""
    edits = sorted((e, at) for at, release in enumerate(releases) for e in release.edits)
    numbers: dict[tuple[int, int], int] = {}
    return Release.of(
        document,
        (
            replace(edit, entity=numbers.setdefault((at, edit.entity), len(numbers) + 1))
            for edit, at in edits
        ),
    )
