"""Rewriting: runs the transformers of a policy, each on its own labels."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from textveil.detect.propagate import SOURCE as PROPAGATED
from textveil.errors import ComponentFailedError, TextveilError
from textveil.pipeline.policy import Policy, Step
from textveil.pipeline.registry import ComponentKind
from textveil.values.contracts import Exchanger, Marker, Surveyor, Transformer
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.secret import Secret
from textveil.values.span import Span, Spans
from textveil.values.vault import Vault

__all__ = ["REPAIRED", "Rewriting"]

REPAIRED: Final = "textveil.repair.v1"
"""Source of the passages that a verifier pointed at."""
_DATE: Final = "DATE"
_CARRIED: Final = frozenset({PROPAGATED, REPAIRED})
_NO_SPANS: Final = Spans()


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Transformers by label; a label mapped to None is left in the text."""

    default: Transformer
    by_label: Mapping[str, Transformer | None]
    surveyors: tuple[Surveyor, ...] = field(init=False)
    """The transformers that must see every document before they rewrite one."""

    def __post_init__(self) -> None:
        made = {id(t): t for t in (self.default, *self.by_label.values()) if t is not None}
        surveyors = tuple(each for each in made.values() if isinstance(each, Surveyor))
        object.__setattr__(self, "surveyors", surveyors)

    @classmethod
    def of(
        cls, policy: Policy, key: Secret | None = None, vault: Vault | None = None
    ) -> "Rewriting":
        """Build the transformers that a policy names; those that keep a mapping get the vault."""
        built: dict[str, Transformer] = {}

        def made(step: Step) -> Transformer:
            # Labels with the same rule have one transformer: a person has one number under both.
            rule = json.dumps([step.use, dict(step.options)], sort_keys=True, default=str)
            if rule not in built:
                built[rule] = step.built(ComponentKind.TRANSFORMER, key, vault)
            return built[rule]

        steps = policy.by_label.items()
        return cls(
            made(policy.default), {name: made(step) if step else None for name, step in steps}
        )

    @property
    def scope(self) -> str:
        """The scope in which one name means one person, by the first transformer with a scope.

        Those that must see every document come first; then those that number people.
        """
        every = (self.default, *self.by_label.values())
        numbered: Iterator[str] = filter(None, (getattr(t, "numbers_in", "") for t in every))
        return next((each.scope for each in self.surveyors), next(numbered, "subject"))

    @property
    def overtaken(self) -> int:
        """How many real values an earlier batch of the project gave away as surrogates."""
        return sum(getattr(each, "overtaken", 0) for each in self.surveyors)

    @property
    def unsure_dates(self) -> Mapping[str, bool]:
        """Columns whose dates fit both orders, each with whether the day is taken to come first."""
        found = (getattr(each, "unsure_dates", {}) for each in self.surveyors)
        return {name: first for some in found for name, first in some.items()}

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The transformers that can mark copies."""
        return tuple(each for each in self.surveyors if isinstance(each, Marker))

    def serve(self, recipient: str) -> None:
        """Write the copy of this recipient from now on."""
        for marker in self.markers:
            marker.serve(recipient)

    def places(self) -> frozenset[str]:
        """Return the places at which copies may differ."""
        return frozenset().union(*(marker.places() for marker in self.markers))

    def of_label(self, label: str) -> Transformer | None:
        """Return the transformer of a label; None if it is left in the text."""
        return self.by_label.get(label, self.default)

    def _fakes(self, label: str) -> bool:
        """Tell whether a label gets fakes: of these another one can be drawn."""
        return isinstance(self.of_label(label), Exchanger)

    def rewrites(self, label: str) -> bool:
        """Tell whether passages of a label are rewritten at all."""
        return self.of_label(label) is not None

    def survey(self, document: Document, spans: Spans) -> None:
        """Show a document to the transformers that want to see all of them first."""
        for surveyor in self.surveyors:
            theirs = [s for s in spans if self.of_label(s.label) is surveyor]
            surveyor.survey(document, _chosen(theirs, spans))

    def protected(self, spans: Spans) -> Spans:
        """Return the spans whose label is rewritten at all."""
        wanted = [s for s in spans if self.rewrites(s.label)]
        return _chosen(wanted, spans)

    def telling(self, document: Document, found: Spans, wanted: Spans) -> Spans:
        """Return words that would tell what transformers did to the passages beside them.

        Parameters
        ----------
        document
            Where they stand.
        found
            All passages that were found; nothing inside them is looked at. What holds one and is
            longer ("Tax Day", of which "Day" was taken for a name) takes its place.
        wanted
            Those that are rewritten.
        """
        more = Spans()
        for surveyor in self.surveyors:
            find = getattr(surveyor, "telling", None)
            if find is not None:
                theirs = [s for s in wanted if self.of_label(s.label) is surveyor]
                more |= find(document, _chosen(theirs, wanted))
        others, places = found | wanted, {(span.start, span.end) for span in more}
        inner = {o for o in others.overlap(more) if (o.start, o.end) not in places} & set(others)
        whole = set(more.subtract(others.where(lambda span: span not in inner)))
        return more.where(lambda span: span in whole)

    def rewrite(self, document: Document, spans: Spans, tagged: Spans = _NO_SPANS) -> Release:
        """Rewrite every span, each by its label's transformer; spans must not overlap.

        Parameters
        ----------
        document
            What to rewrite.
        spans
            The passages.
        tagged
            Those among them that get a tag where others get a fake. Transformers see them all the
            same: dates and names of the document are read together.
        """
        shares: dict[int, tuple[Transformer, list[Span]]] = {}
        for span in spans:
            transformer = self.of_label(span.label)
            if transformer is not None:
                shares.setdefault(id(transformer), (transformer, []))[1].append(span)
        try:
            more = self._add_mistakable(document, spans, shares)
            releases = [
                transformer.transform(document, Spans(share) if more else _chosen(share, spans))
                for transformer, share in shares.values()
            ]
            carried = {span.start for span in spans if span.source in _CARRIED}
            faked = {span.start for span in tagged if self._fakes(span.label)}
            return _joined(document, releases, carried, faked)
        except TextveilError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises, we fail closed
            raise ComponentFailedError(
                f"a transformer failed with {type(error).__name__}; nothing was released",
                where=f"document {document.id}",
            ) from None

    def _add_mistakable(
        self, document: Document, spans: Spans, shares: dict[int, tuple[Transformer, list[Span]]]
    ) -> bool:
        """Let transformers replace input that looks like their own results.

        Encrypted text, for example, must not hold anything else that reads like a token. Tells
        whether there was any such passage.
        """
        before = len(spans)
        for transformer in (self.default, *self.by_label.values()):
            find = getattr(transformer, "mistakable", None)
            if transformer is None or find is None:
                continue
            besides = find(document).subtract(spans)
            shares.setdefault(id(transformer), (transformer, []))[1].extend(besides)
            spans |= besides
        return len(spans) > before


def _chosen(some: Sequence[Span], spans: Spans) -> Spans:
    """Return some of the spans; most often they are all of them, in order already."""
    return spans if len(some) == len(spans) else Spans(some)


def _joined(
    document: Document, releases: Sequence[Release], carried: Set[int], tagged: Set[int]
) -> Release:
    """Join releases; mark the edits that start at carried passages, and tag those to be tagged.

    Entities, which each transformer numbers from 1, are numbered anew.
    """
    edits = [(e, at) for at, release in enumerate(releases) for e in release.edits]
    if len(releases) > 1:
        edits.sort()
    numbers: dict[tuple[int, int], int] = {}
    joined = []
    for edit, at in edits:
        number = numbers.setdefault((at, edit.entity), len(numbers) + 1)
        # What stays as it is cannot be false; whether a date does is a matter of chance.
        changed = edit.replacement != document.text[edit.start : edit.end] or edit.label == _DATE
        is_tag = edit.start in tagged and changed
        shown = f"[{edit.label}]" if is_tag else edit.replacement
        told = (shown, edit.label, number, edit.start in carried)
        same = told == (edit.replacement, edit.label, edit.entity, edit.carried)
        joined.append(edit if same else Edit(edit.start, edit.end, *told))
    # Made from the edits alone: no transformer changes a character outside of them.
    return Release.of(document, joined)
