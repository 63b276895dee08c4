"""Rewriting: runs the transformers of a policy, each on its own labels."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from textveil.detect.propagation.propagate import SOURCE as PROPAGATED
from textveil.pipeline.release.plugin_failure import failing_closed
from textveil.policy.policy import Policy, Step
from textveil.policy.registry import ComponentKind
from textveil.values.contracts import (
    Companion,
    Exchanger,
    Marker,
    Surveyor,
    Teller,
    Transformer,
    about,
)
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.runs.clear_document import Clear
from textveil.values.span import Span, Spans

__all__ = ["REPAIRED", "Rewriting"]

REPAIRED: Final = "textveil.repair.v1"
"""Source of the passages that a verifier pointed at."""
_DATE: Final = "DATE"
_CARRIED: Final = frozenset({PROPAGATED, REPAIRED})
_NO_SPANS: Final = Spans()


class Accompanied(NamedTuple):
    """A transformer by its name, with the companions that it needs by theirs."""

    name: str
    transformer: Transformer
    companions: tuple[tuple[str, Companion], ...] = ()

    @classmethod
    def of(cls, step: Step, key: Secret | None, vault: Vault | None) -> "Accompanied":
        """Build the transformer that a policy names, and its companions."""
        made: Transformer = step.built(ComponentKind.TRANSFORMER, key, vault)
        needed = [replace(step, use=n, options=told) for n, told in about(made).companions]
        built = ((one.use, one.built(ComponentKind.COMPANION, key, vault)) for one in needed)
        return cls(step.use, made, tuple(built))


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Transformers by label; a label mapped to None is left in the text.

    `accompanied` are all of them, each once.
    """

    accompanied: tuple[Accompanied, ...]
    default: Transformer
    by_label: Mapping[str, Transformer | None]
    surveyors: tuple[Surveyor, ...] = field(init=False)
    """The transformers that must see every document before they rewrite one."""
    _owners: Mapping[str, list[Transformer]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        owners: dict[str, list[Transformer]] = {}
        for one in self.accompanied:
            for name, _ in one.companions:
                owners.setdefault(name, []).append(one.transformer)
        object.__setattr__(self, "_owners", owners)
        made = (one.transformer for one in self.accompanied)
        surveyors = tuple(each for each in made if isinstance(each, Surveyor))
        object.__setattr__(self, "surveyors", surveyors)

    @classmethod
    def of(
        cls, policy: Policy, key: Secret | None = None, vault: Vault | None = None
    ) -> "Rewriting":
        """Build the transformers that a policy names; those that keep a mapping get the vault."""
        built: dict[str, Accompanied] = {}

        def made(step: Step) -> Transformer:
            # Labels with the same rule have one transformer: a person has one number under both.
            rule = json.dumps([step.use, dict(step.options)], sort_keys=True, default=str)
            if rule not in built:
                built[rule] = Accompanied.of(step, key, vault)
            return built[rule].transformer

        default = made(policy.default)
        labels = {name: made(step) if step else None for name, step in policy.by_label.items()}
        return cls(tuple(built.values()), default, labels)

    @property
    def components(self) -> Iterator[tuple[str, object]]:
        """Every transformer and companion with its name."""
        for one in self.accompanied:
            yield one.name, one.transformer
            yield from one.companions

    @property
    def scope(self) -> str:
        """The scope in which one name means one person, by the first transformer with a scope.

        Those that must see every document come first; then those that number people.
        """
        every = (*self.surveyors, self.default, *self.by_label.values())
        return next(filter(None, (about(each).scope for each in every)), "subject")

    def notices(self) -> tuple[str, ...]:
        """Return what transformers have to tell the user, each sentence once."""
        every = (one.transformer for one in self.accompanied)
        told = (notice for one in every if isinstance(one, Teller) for notice in one.notices())
        return tuple(dict.fromkeys(told))

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

    def of_span(self, span: Span) -> Transformer | None:
        """Return the transformer of a passage: what a companion found goes to who needs it."""
        usual = self.of_label(span.label)
        owners = self._owners.get(span.source, ())
        return owners[0] if owners and all(one is not usual for one in owners) else usual

    @property
    def makes_fakes(self) -> bool:
        """Whether values are replaced by others that look real."""
        return any(isinstance(one, Exchanger) for one in (self.default, *self.by_label.values()))

    def _fakes(self, label: str) -> bool:
        """Tell whether a label gets fakes: of these another one can be drawn."""
        return isinstance(self.of_label(label), Exchanger)

    def rewrites(self, label: str) -> bool:
        """Tell whether passages of a label are rewritten at all."""
        return self.of_label(label) is not None

    def survey(self, document: Document, spans: Spans) -> None:
        """Show a document to the transformers that want to see all of them first."""
        for surveyor in self.surveyors:
            theirs = [s for s in spans if self.of_span(s) is surveyor]
            surveyor.survey(document, _chosen(theirs, spans))

    def protected(self, spans: Spans) -> Spans:
        """Return the spans whose label is rewritten at all."""
        wanted = [s for s in spans if self.of_span(s) is not None]
        return _chosen(wanted, spans)

    def beside(self, clear: Clear, found: Spans, wanted: Spans) -> Spans:
        """Return what must go because of what transformers do to the passages beside it.

        Parameters
        ----------
        clear
            Where they stand, as it is read.
        found
            All passages that were found.
        wanted
            Those that are rewritten.
        """
        more, document = Spans(), clear.document
        for rewriter in self.accompanied:
            theirs = [s for s in wanted if self.of_label(s.label) is rewriter.transformer]
            mine, every = _chosen(theirs, wanted), found | wanted
            for name, companion in rewriter.companions:
                with failing_closed(name, document.id):
                    there = companion.beside(document, mine, every).within(len(document.text))
                    if clear.hides and about(rewriter.transformer).as_given:
                        given = companion.beside(clear.given, clear.back(mine), clear.back(every))
                        there |= clear.seen(given.within(len(clear.given.text)))
                # By its source the transformer finds it again, whatever its label is.
                more |= Spans(replace(span, source=name) for span in there)
        places = wanted.covered()
        return more.where(lambda s: not any(a <= s.start and s.end <= b for a, b in places))

    def rewrite(self, clear: Clear, spans: Spans, tagged: Spans = _NO_SPANS) -> Release:
        """Rewrite every span, each by its label's transformer; spans must not overlap.

        Parameters
        ----------
        clear
            What to rewrite, as it is read.
        spans
            The passages.
        tagged
            Those among them that get a tag where others get a fake. Transformers see them all the
            same: dates and names of the document are read together.
        """
        document = clear.document
        shares: dict[int, tuple[Transformer, list[Span]]] = {}
        for span in spans:
            transformer = self.of_span(span)
            if transformer is not None:
                shares.setdefault(id(transformer), (transformer, []))[1].append(span)
        with failing_closed("a transformer", document.id):
            releases = [
                _transformed(transformer, clear, _chosen(share, spans))
                for transformer, share in shares.values()
            ]
            carried = {span.start for span in spans if span.source in _CARRIED}
            faked = {span.start for span in tagged if self._fakes(span.label)}
            return _joined(document, releases, carried, faked)


def _transformed(transformer: Transformer, clear: Clear, spans: Spans) -> Release:
    """Return what a transformer makes of passages, those as they were given if it needs them so."""
    if not (clear.hides and about(transformer).as_given):
        return transformer.transform(clear.document, spans)
    made = transformer.transform(clear.given, clear.back(spans)).edits
    places = zip(made, spans, strict=True)
    edits = [replace(edit, start=span.start, end=span.end) for edit, span in places]
    return Release.of(clear.document, edits)


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
        value = document.text[edit.start : edit.end]
        chance = edit.label == _DATE and any(map(str.isdecimal, value))
        changed = edit.replacement != value or chance
        is_tag = edit.start in tagged and changed
        shown = f"[{edit.label}]" if is_tag else edit.replacement
        told = (shown, edit.label, number, edit.start in carried)
        same = told == (edit.replacement, edit.label, edit.entity, edit.carried)
        joined.append(edit if same else Edit(edit.start, edit.end, *told))
    # Made from the edits alone: no transformer changes a character outside of them.
    return Release.of(document, joined)
