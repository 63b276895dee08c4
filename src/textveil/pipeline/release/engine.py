"""The engine: the one way from documents to verified releases.

Commands and functions differ in where documents come from and where releases go. What happens in
between is here: `scan` takes its first part, `deidentify`, `protect` and `release` all of it.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

from textveil.certify.kinds.texts import judged
from textveil.detect.people.links import Linking
from textveil.formats.columns import NO_COLUMNS, Columns
from textveil.formats.held import Held, weight_of_document
from textveil.lexicon.tables.languages import ENGLISH
from textveil.pipeline.memory import within_memory
from textveil.pipeline.release.clear_cases import clear_of
from textveil.pipeline.release.folder.spool import Spool
from textveil.pipeline.release.kept_annotations import KeptAnnotations
from textveil.pipeline.release.passes import PASSES, Pass
from textveil.pipeline.release.reading import Planned, Spooled
from textveil.pipeline.release.repair import Repairs
from textveil.pipeline.release.rewriting import Rewriting
from textveil.pipeline.release.search.allowed import Allowance
from textveil.pipeline.release.search.column_values import cell_values, find_in_row
from textveil.pipeline.release.search.decisions import Decisions
from textveil.pipeline.release.search.detection import Detection, refuse_misread
from textveil.pipeline.release.search.doubt import Doubt
from textveil.pipeline.release.search.known_values import Known
from textveil.pipeline.release.search.languages import Languages, Spoken
from textveil.pipeline.release.search.row_values import SOURCE as COLUMNS
from textveil.pipeline.release.search.screens import Screening
from textveil.policy.policy import TAG, Policy, Step
from textveil.policy.registry import ComponentKind
from textveil.values.contracts import Case, Verifier, with_parts
from textveil.values.document import AUTO, Document
from textveil.values.edit import Release
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.marking import CopyMarks
from textveil.values.runs.clear_document import Clear
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Spans
from textveil.values.terms.word_lists import WordLists
from textveil.values.verdict import Verdict

__all__ = ["PASSES", "Delivered", "Engine", "Made", "Outcome", "Pass", "Plan"]


class Made(NamedTuple):
    """A document on its way out.

    Attributes
    ----------
    whole
        The document with the cells of its protected columns.
    spans
        What was rewritten, each with the person or thing behind it.
    release
        What became of it.
    unsure
        Those of the spans that a model is unsure of, and that nothing confirms.
    unsaid
        What its annotations must not say, because a verifier has found it there.
    """

    whole: Document
    spans: Spans
    release: Release
    unsure: Spans = Spans()
    unsaid: frozenset[str] = frozenset()


class Delivered(NamedTuple):
    """What a run has written: the cases to verify, and what is known about them already."""

    cases: Iterable[Case]
    verdicts: tuple[Verdict, ...] = ()
    hindrance: str = ""
    """Why the cases cannot be verified, where that is so."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: its verdicts, and what was repaired before they were reached."""

    verdicts: tuple[Verdict, ...]
    repairs: Mapping[str, Mapping[str, int]]
    rounds: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What must be removed from each document: the result of the passes before rewriting.

    Attributes
    ----------
    documents
        The input, each document with its language.
    known
        The values that must stand nowhere else.
    declared
        Those among them that a column holds: no allowed word wins over them.
    spans
        What is to be rewritten, document by document, without overlaps.
    seen
        Names of the columns that documents carry.
    doubt
        Tells which of the spans are unsure.
    annotations
        Moves annotations with the text, if the policy keeps them.
    """

    documents: Spoken
    rewriting: Rewriting
    linking: Linking
    known: Known
    declared: Known
    spans: Planned = field(default_factory=Planned)
    seen: set[str] = field(default_factory=set)
    doubt: Doubt = field(default_factory=Doubt)
    annotations: KeptAnnotations = field(default_factory=KeptAnnotations)


@dataclass(frozen=True)
class Engine:
    """From documents to verified releases, by one policy; each run has an engine of its own.

    Components are built when they are first asked for, and once.

    Attributes
    ----------
    policy
        What happens to the documents.
    key, vault
        For the components that need them.
    columns
        The structured columns that are protected together with the texts.
    track
        Watches the passes.
    find
        Finds passages in place of the policy's detectors, where these are known otherwise.
    marks
        How the copies for recipients are marked; None if there is one release for all.
    decisions
        What somebody has said of single places.
    """

    policy: Policy
    key: Secret | None = None
    vault: Vault | None = None
    columns: Columns = NO_COLUMNS
    track: Track = untracked
    find: Callable[[Document], Spans] | None = None
    marks: CopyMarks | None = None
    decisions: Decisions = field(default_factory=Decisions)

    def components(self, languages: Iterable[str] = ()) -> Iterator[tuple[str, Any]]:
        """Yield every component of the policy with its name, those inside others too.

        Detectors are built for each of the languages, or for that of the policy.
        """
        detections = [self.detection_in(code) for code in languages] or [self.detection]
        built = [
            *(detector for one in detections for detector in one.detectors),
            *self.screening.screens,
            *self.rewriting.components,
            *self.verifiers,
        ]
        for name, component in built:
            yield from with_parts(name, component)

    @cached_property
    def screening(self) -> Screening:
        """The policy's screens."""
        return Screening.of(self.policy, self.key)

    @cached_property
    def rewriting(self) -> Rewriting:
        """The policy's transformers, with all that they learn in the run."""
        return Rewriting.of(self.policy, self.key, self.vault)

    @cached_property
    def annotations(self) -> KeptAnnotations:
        """What moves annotations with the text."""
        keeps = self.policy.keep_annotations
        return KeptAnnotations(self._telling, self.rewriting if keeps else None)

    def _telling(self, document: Document, prose: Spans) -> Spans:
        """Return what must be removed from texts that are single words as often as not.

        What reads sentences cannot be trusted for a single word.
        """
        found, reads = self.find_in(document), self.detection_in(document.language).in_context
        told = found.where(lambda s: s.source not in reads or any(map(s.overlaps, prose)))
        return self.allowance.cut(document, self.rewriting.protected(told))

    @cached_property
    def verifiers(self) -> tuple[tuple[str, Verifier], ...]:
        """The policy's verifiers, each with its name."""
        # Without a vault nothing was given away before: every fake name could have been another.
        fresh, given = self.vault is None, (self.key, self.vault, self.policy.lists)
        kind, rules, steps = ComponentKind.VERIFIER, self.policy.rules, self.policy.verifiers
        return tuple((s.use, s.built(kind, *given, fresh=fresh, rules=rules)) for s in steps)

    @property
    def detection(self) -> Detection:
        """The policy's detectors for its language; English ones if it names none."""
        return self.detection_in(ENGLISH if self.policy.language == AUTO else self.policy.language)

    def detection_in(self, language: str) -> Detection:
        """Return the detectors for a language; they are built once for a policy and a key."""
        steps = [(s.use, dict(s.options), s.where, language, s.lines) for s in self.policy.detect]
        return _detection(json.dumps(steps), self.key, self.policy.lists)

    def languages(self) -> Languages:
        """Return what recognises the languages of documents, before it has seen any."""
        return Languages(self.policy)

    @property
    def allowance(self) -> Allowance:
        """Sets allowed words free."""
        return Allowance(self.policy.lists)

    def scan(self, document: Document, *, propagate: bool = True) -> Spans:
        """Return the findings in one document: detection, then propagation, less allowed words."""
        clear = self.clear(document)
        read = clear.document
        found = self.find_in(read)
        if self.policy.propagate and propagate:
            found = Known().complete(read, self.allowance.learnable(read, found))
        return clear.back(self.allowance.cut(read, found))

    def clear(self, document: Document) -> Clear:
        """Return a document with its cells, as the engine reads it: with nothing hidden.

        A screen counts the very characters of the texts, so that nothing is changed before it.
        """
        refuse_misread(document)
        whole = self.columns.whole(document)
        return clear_of(whole, 0 if self.policy.screen else len(document.text))

    def find_in(self, document: Document) -> Spans:
        """Return what the detectors of its language find in a document."""
        if self.find is not None:
            return self.find(document)
        detection = self.detection_in(document.language)
        return (detection.find_by_rules if document.foreign else detection.find)(document)

    def release(self, documents: Iterable[Document]) -> tuple[list[Made], Outcome]:
        """Carry out a run over documents; return the releases and their verdicts.

        A stream is written to a private temporary file first, so that it can be read again.
        """
        given = Spooled(documents) if isinstance(documents, Iterator) else documents
        made: list[Made] = []

        def hold(releases: Iterator[Made]) -> Delivered:
            made[:] = releases
            return Delivered([self._case(one) for one in made])

        return made, self.finish(self.plan(Held(given, weight_of_document)), hold)

    def plan(
        self,
        documents: Held[Document],
        found: Spool | None = None,
        size: int | None = None,
        *,
        skip: bool = False,
    ) -> Plan:
        """Decide what must be removed from each document, and whom it means.

        Parameters
        ----------
        documents
            The input.
        found
            Keeps what the first pass finds; one that knows some of it already spares the search.
        size
            Characters of the input, where they are known, to show progress.
        skip
            Whether documents that nobody here can read may be left out, if the policy says so.
        """
        rewriting = self.rewriting
        if self.marks is not None:
            for marker in rewriting.markers:
                marker.mark(self.marks)
        spoken = self._spoken(documents, size)
        # Patterns find numbers in any language. What reads sentences needs to know theirs.
        if self.find is None and self.detection.in_context:
            spoken.settle(skip=skip)
        linking = Linking(rewriting.scope, spoken.languages.main)
        doubt = Doubt(rewriting.scope)
        plan = Plan(
            *(spoken, rewriting, linking, Known(), Known()),
            doubt=doubt,
            annotations=self.annotations,
        )
        self.annotations.known = plan.known
        store = found or Planned()
        self._find(plan, store, size)
        plan.known.agree(self._weighed(plan))
        seen, overruled = set[str](), list[str]()
        for clear, spans in self._completed(plan, store):
            whole = clear.document
            inside = self.columns.within(whole, clear.whole(spans))
            wanted = rewriting.protected(inside)
            plan.doubt.learn(whole, wanted)
            settled = Detection.settle(whole, wanted)
            overruled += self.decisions.overruled(clear, settled)
            seen |= self.decisions.places.keys() & {clear.given.id}
            plan.spans.add(whole, settled)
            plan.linking.learn(whole, settled)
        if self.decisions.places:
            self.decisions.require(seen, overruled)
        if rewriting.surveyors:
            for clear, spans in self._linked(plan, Pass.SURVEY):
                rewriting.survey(clear.document, spans)
        return plan

    def finish(self, plan: Plan, deliver: "Deliver") -> Outcome:
        """Rewrite and verify; repair refuted places until no repair is left."""
        return self.finish_copies(plan, {"": deliver})[""]

    def finish_copies(
        self,
        plan: Plan,
        copies: Mapping[str, "Deliver"],
        settled: Callable[[str, Outcome], None] = lambda _, __: None,
    ) -> dict[str, Outcome]:
        """Rewrite and verify a copy for each recipient, as if nobody else had one.

        Parameters
        ----------
        plan
            What must be removed.
        copies
            By recipient, what puts the copy where it belongs.
        settled
            Is told that a copy was verified, and how that ended.
        """
        outcomes: dict[str, Outcome] = {}
        for name, deliver in copies.items():
            plan.rewriting.serve(name)
            repairs = Repairs(plan.rewriting, plan.known, marked=self.marks is not None)
            while True:
                delivered = deliver(self._rewritten(plan, repairs))
                verdicts = (*delivered.verdicts, *self._verdicts(delivered, plan.documents.count))
                linked = partial(self._linked, plan, Pass.REWRITE, repairs)
                if not repairs.mend(verdicts, delivered.cases, linked):
                    break
            outcomes[name] = Outcome(verdicts, repairs.to_json(), repairs.rounds)
            settled(name, outcomes[name])
        return outcomes

    def released(self, made: Made) -> Document:
        """Return the document that leaves: text, cells, and the fields that are kept."""
        after = self.columns.released(made.whole, made.release)
        return self.annotations.beside(after, made)

    def _case(self, made: Made) -> Case:
        after = self.released(made)
        beside, kept = self.columns.beside(after), self.columns.kept_by_rule(after)
        told = (beside, made.whole.language, kept, after.annotations)
        return Case(made.whole, made.release, *told)

    def _spoken(self, documents: Held[Document], size: int | None) -> Spoken:
        """Recognise the language of each document."""
        spoken = Spoken(documents, self.languages())
        read: Iterable[Document] = documents
        if self.policy.screen:
            # Screens hold the corpus: whether it fits is told before the long search.
            read = within_memory(documents, "", lambda one: len(self.columns.whole(one)))
        watched = self.track(read, Pass.RECOGNISE, size, len)
        if self.policy.language == AUTO:
            spoken.survey(watched)
        elif self.policy.screen:
            deque(watched, maxlen=0)
        return spoken

    def _find(self, plan: Plan, found: Spool | Planned, size: int | None) -> None:
        """Search every document once; continue where an unfinished run stopped."""
        for document in self.track(plan.documents, Pass.FIND, size, len):
            plan.seen.update(self.columns.names_in(document))
            clear = self.clear(document)
            whole = clear.document
            spans = found.recall(whole)
            if spans is None:
                spans = find_in_row(self.columns, self.find_in, whole)
                spans = self.decisions.applied(clear, spans, len(document.text))
            found.add(whole, spans)
            if self.policy.propagate:
                self._learn(plan, whole, plan.rewriting.protected(spans))
        found.end_recall()

    def _learn(self, plan: Plan, whole: Document, spans: Spans) -> None:
        """Take in the values of a document that must stand nowhere else."""
        values = cell_values(self.columns, whole)
        plan.known.learn(whole, self.allowance.learnable(whole, spans))
        plan.known.corpus |= values
        if self.policy.lists.allow and self.columns.protected:
            plan.declared.learn(whole, spans.where(lambda span: span.source == COLUMNS))
            plan.declared.corpus |= values

    def _weighed(self, plan: Plan) -> Iterator[Document]:
        for document in self.track(plan.documents, Pass.WEIGH, plan.documents.count):
            yield self.clear(document).document

    def _completed(self, plan: Plan, found: Spool | Planned) -> Iterator[tuple[Clear, Spans]]:
        """Yield each whole document with all that must be removed: found, propagated, screened."""
        documents = self.track(plan.documents, Pass.LINK, plan.documents.count)

        def completed() -> Iterator[tuple[Clear, Spans]]:
            for document, spans in zip(documents, found, strict=True):
                clear = self.clear(document)
                whole = clear.document
                # What the policy leaves is looked at again: it may be a value that must go.
                wanted = plan.rewriting.protected(spans)
                if self.policy.propagate:
                    learnt = self.allowance.learnable(whole, wanted)
                    wanted = plan.known.complete(whole, learnt)
                more = plan.rewriting.beside(clear, spans, wanted)
                wanted = wanted.subtract(more) | more
                declared = plan.declared.complete(whole, Spans())
                yield clear, self.allowance.cut(whole, wanted, declared)

        if not self.screening.screens:
            return completed()
        pairs = list(completed())
        wholes, spans = [clear.given for clear, _ in pairs], [spans for _, spans in pairs]
        screened = self.screening.screened(wholes, spans)
        return zip((clear for clear, _ in pairs), screened, strict=True)

    def _linked(
        self, plan: Plan, stage: Pass, repairs: Repairs | None = None
    ) -> Iterator[tuple[Clear, Spans]]:
        pairs = zip(plan.documents, plan.spans, strict=True)
        for document, spans in self.track(pairs, stage, plan.documents.count):
            clear = self.clear(document)
            whole = clear.document
            more = clear.seen(repairs.passages(whole)) if repairs else Spans()
            if told := self.decisions.overruled(clear, more):
                self.decisions.require(self.decisions.places, told)
            settled = Detection.settle(whole, spans | more) if more else spans
            yield clear, clear.disjoint(plan.linking.linked(whole, settled))

    def _rewritten(self, plan: Plan, repairs: Repairs) -> Iterator[Made]:
        for clear, spans in self._linked(plan, Pass.REWRITE, repairs):
            unsure = plan.doubt.unsure(clear.document, spans)
            tagged = unsure if self.policy.unsure == TAG else Spans()
            release = clear.written(plan.rewriting.rewrite(clear, spans, tagged))
            made = repairs.applied(clear.given, release)
            unsaid = repairs.unsaid(clear.given)
            yield Made(clear.given, clear.back(spans), made, clear.back(unsure), unsaid)

    def _verdicts(self, delivered: Delivered, total: int | None) -> Iterator[Verdict]:
        for _, verifier in self.verifiers:
            watched, rules = (self.track, total), self.policy.rules
            yield judged(verifier, delivered.cases, delivered.hindrance, watched, rules)


Deliver = Callable[[Iterator[Made]], Delivered]
"""Puts releases where they belong, and gives them back as cases, read from there."""


@lru_cache(maxsize=8)
def _detection(steps: str, key: Secret | None, lists: WordLists) -> Detection:
    return Detection.of((Step(*step) for step in json.loads(steps)), key, lists)
