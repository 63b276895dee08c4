"""Parts: one copy of a release, put together in its folders."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np

from textveil.certify.document.certificate import Certificate
from textveil.certify.document.layout import CHANGES, REPORT, ReleaseFolder
from textveil.certify.document.record import row_of
from textveil.certify.kinds.texts import Cases, ReadBack
from textveil.formats.columns import Columns
from textveil.formats.sources import Source
from textveil.pipeline.release.beforehand.request import Run
from textveil.pipeline.release.engine import Delivered, Made, Outcome, Pass, Plan
from textveil.pipeline.release.run_room import Finished, finish, keep_file, private_file
from textveil.pipeline.release.sight.attacks import attack_cases
from textveil.pipeline.release.sight.changes import Change, Changes, csv_lines
from textveil.pipeline.release.sight.owner_report import (
    OwnerShown,
    caution_shown,
    files_shown,
    render_report,
)
from textveil.pipeline.release.sight.tally import Excerpt, Tally
from textveil.values.document import Document
from textveil.values.figures.attack import AttackResult
from textveil.values.figures.meaning import MeaningResult
from textveil.values.figures.score import Score
from textveil.values.verdict import Verdict

__all__ = ["Parts"]

_SHOWN: Final = 200
"""Changes that the owner's report shows; the file has all of them."""


class Parts:
    """One copy of a release, put together: what is published, and what the owner keeps."""

    def __init__(self, run: Run, place: ReleaseFolder, plan: Plan, columns: Columns) -> None:
        self._run, self._plan, self._columns = run, plan, columns
        self.place = place
        self._tally = Tally()
        self._changes = Changes()
        self.doubtful: list[Change] = []
        self.outcome: Outcome
        self.scores: tuple[Score, ...] = ()
        self.meaning: MeaningResult
        self.excerpts: list[Excerpt] = []
        self.attacks: tuple[AttackResult, ...] = ()
        self.counts: dict[str, Any] = {}
        self.fields: set[str] = set()
        self._back: ReadBack | None = None

    def deliver(self, releases: Iterator[Made]) -> Delivered:
        """Write the releases, in place of those of an earlier round, and read them back."""
        run, texts = self._run, self.place.texts
        if texts.exists():
            shutil.rmtree(texts)
        self._tally, self._changes = Tally(run.excerpts, run.seed), Changes()
        target = texts / run.source.released_name
        # A format that knows files and folders tells them apart by what exists.
        (target if run.source.path.is_dir() else target.parent).mkdir(parents=True)
        with private_file(self.place.record) as record:

            def written() -> Iterator[Document]:
                for made in releases:
                    row = row_of(made.release, made.whole)
                    record.write(json.dumps(row, ensure_ascii=False) + "\n")
                    self._count(made)
                    after = self._columns.released(made.whole, made.release)
                    yield self._plan.annotations.beside(after, made)

            self._columns.writer(run.source).write(written(), target)
        source = Source.released(target, run.source.format_name, run.source.released_options)
        if run.single:
            source = source.alone()
        annotated = run.policy.keep_annotations
        before = self._plan.documents
        cases = Cases(source, self.place.record, before, self._columns, annotated=annotated)
        self._back = back = ReadBack(cases, budget=run.memory)
        return Delivered(back.cases, (back.record, back.metadata), back.hindrance)

    def settle(self, outcome: Outcome, reference: "Parts | None" = None) -> None:
        """Take what is known at the end.

        Texts, and what was counted document by document, are not held while other copies are made.

        Parameters
        ----------
        outcome
            How the last round ended.
        reference
            Of a marked copy: the text of nobody, which was attacked in its place.
        """
        self.outcome, back = outcome, self._back
        if back is None:
            return
        self.counts, self.fields = back.counts, back.fields
        tally, self._tally = self._tally, Tally()
        self.scores = tally.scores(np.random.default_rng(0))
        self.meaning, self.excerpts = tally.meaning.result(), tally.excerpts
        rows, self._changes = self._changes.rows(), Changes()
        keep_file(self.place, CHANGES, csv_lines(rows))
        self.doubtful = rows[:_SHOWN]
        if reference is not None:
            self.attacks = reference.attacks
        elif not back.hindrance and (
            self._run.keep_refuted or all(one.holds for one in outcome.verdicts)
        ):
            cases = self._run.track(back.cases, Pass.ATTACK, back.counts["documents"])
            self.attacks = attack_cases(cases)
        self._back = None

    def figured(self, common: Certificate, reference: "Parts | None" = None) -> Certificate:
        """Return a certificate with the figures of this copy, or with those of the reference.

        Figures of a copy depend on its marks, and would tell others of them. What a verdict says is
        always said of this copy.
        """
        shown = self if reference is None else reference
        drawn = common.randomness
        if shown.scores:
            drawn = {**drawn, "scores": "seed 0"}
        pairs = zip(self.outcome.verdicts, shown.outcome.verdicts, strict=True)
        return replace(
            common,
            randomness=dict(sorted(drawn.items())),
            counts=shown.counts,
            repairs=shown.outcome.repairs,
            unprotected=tuple(sorted(self.fields)),
            verdicts=tuple(_stated(own, other) for own, other in pairs),
            scores=shown.scores,
            meaning=shown.meaning,
            attacks=shown.attacks,
            report=self._reported(),
        )

    def remove(self) -> None:
        """Remove all files of a copy that nobody gets."""
        shutil.rmtree(self.place.publish.parent)

    def finish(
        self, common: Certificate, given: Finished, reference: "Parts | None" = None
    ) -> Certificate:
        """Write reports, figures and certificate.

        Parameters
        ----------
        common
            What the certificates of all copies say.
        given
            What the certificate is made with; its figures are those that all copies share.
        reference
            Of a marked copy: has the figures that are published. Its own figures are kept.
        """
        place, own = self.place, self.figured(common)
        certificate = self.figured(common, reference)
        pages = {}
        if self.excerpts:
            shown = OwnerShown(self.excerpts, self._run.seed, tuple(self.doubtful))
            pages[place.kept(REPORT)] = render_report(own, shown)
        figures = {**own.figures(), **given.figures}
        return finish(place, certificate, replace(given, figures=figures, pages=pages))

    def _reported(self) -> dict[str, Any]:
        """Return what reports show beside the figures."""
        caution = caution_shown(self._run.policy, self._plan.documents.languages.main)
        carried = dict(self._plan.known.carried)
        return {**files_shown(self._run.source), "carried": carried, **caution}

    def _count(self, made: Made) -> None:
        bare = self._columns.bare(made.whole)
        # Passages that the policy keeps do not count as missed.
        # Annotations that are kept say what the texts are about, and not who is in them.
        told = None if self._run.policy.keep_annotations else bare.spans
        gold = None if told is None else self._plan.rewriting.protected(told)
        spans = self._columns.in_text(made.whole, made.spans)
        gaps = self._columns.gaps(made.whole)
        document = bare if gold is bare.spans else replace(bare, spans=gold)
        self._tally.add(document, spans, made.whole, made.release, gaps)
        self._changes.add(made)


def _stated(own: Verdict, reference: Verdict) -> Verdict:
    """Return the verdict that the certificate of a copy states: it counts what others count."""
    if not own.holds:
        return own
    return replace(own, checked=reference.checked, exempt=reference.exempt)
