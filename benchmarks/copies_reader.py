"""Whether a reader model tells real values from surrogates better on a marked copy.

It asks what `protection_reader` asks, of whole releases: linked, surveyed, verified and repaired,
once without marks and once as the copy of one recipient. Both are made of the same notes with the
same passages, and a reader of its own learns from each of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Row
from benchmarks.protection_reader import (
    KINDS,
    NOTES,
    RESAMPLES,
    SUBJECTS,
    Reader,
    Value,
    area_under,
    by_frequency,
    described,
    ordinary_domains,
    restricted,
)
from textveil.formats.held import Held, weight_of_document
from textveil.pipeline.release.engine import Delivered, Engine, Made
from textveil.policy.policy import Policy, load_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.synth.corpus import generate
from textveil.synth.people.share import Share
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.label import family_of
from textveil.values.marking import CopyMarks
from textveil.values.span import Span, Spans

HOSPITALS = 10
"""Fewer than `protection_reader` has: each is released twice, with all verifiers."""
MARKED = ("names", "addresses", "ids", "telephone numbers", "organizations")
"""Kinds of values that copies are marked in; dates are the same in all of them."""
RECIPIENT = "clinic"


def rows(seed: int = 101) -> Iterator[Row]:
    """Train and test a reader on unmarked releases, and another one on copies."""
    learnt, judged = (
        _both(real, fake, at) for real, fake, at in (("1/4", "2/4", seed), ("3/4", "4/4", seed + 1))
    )
    everything = frozenset().union(*(KINDS[kind] for kind in MARKED))
    for kind in ("all of these", *MARKED):
        families = KINDS.get(kind, everything)
        yield _row(
            kind,
            [[one for one in some if family_of(one.label) in families] for some in learnt],
            [[one for one in some if family_of(one.label) in families] for some in judged],
        )


def _row(kind: str, learnt: Sequence[list[Value]], judged: Sequence[list[Value]]) -> Row:
    scores = [Reader.trained(a).scores(b) for a, b in zip(learnt, judged, strict=True)]
    areas = [
        area_under(score, np.array([one.fake for one in some]))
        for score, some in zip(scores, judged, strict=True)
    ]
    low, high = difference(judged, scores)
    return Row(
        "copies",
        f"a reader model tells real values from surrogates in an unmarked release and in a copy "
        f"of it: {kind}",
        f"AUC {areas[0]:.3f} and {areas[1]:.3f}; {HOSPITALS} hospitals of {NOTES} notes to learn "
        f"from, as many judged, {len(judged[1]):,} values",
        f"{areas[1] - areas[0]:+.3f} [{low:+.3f}, {high:+.3f}]",
        "no higher in the copy (the interval of the difference does not lie above 0)",
        low <= 0,
        1,
    )


def difference(
    judged: Sequence[list[Value]], scores: Sequence[NDArray[np.float64]]
) -> tuple[float, float]:
    """Return a 95 % interval of how much higher the second area is; groups are resampled."""
    names = sorted({one.group for one in judged[0]} & {one.group for one in judged[1]})
    members = [_members(some, names) for some in judged]
    fakes = [np.array([one.fake for one in some]) for some in judged]
    rng = np.random.default_rng(0)
    found = []
    for _ in range(RESAMPLES):
        drawn = rng.integers(0, len(names), len(names))
        plain, copy = (
            area_under(score[chosen], fake[chosen])
            for score, fake, own in zip(scores, fakes, members, strict=True)
            for chosen in [np.concatenate([own[at] for at in drawn])]
        )
        found.append(copy - plain)
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def _members(some: Sequence[Value], names: Sequence[str]) -> list[NDArray[np.int64]]:
    groups: dict[str, list[int]] = {name: [] for name in names}
    for at, one in enumerate(some):
        if one.group in groups:
            groups[one.group].append(at)
    return [np.array(group, np.int64) for group in groups.values()]


def _both(real: str, fake: str, seed: int) -> tuple[list[Value], list[Value]]:
    """Return the values of notes and of their unmarked release, then those with a copy."""
    plain: list[Value] = []
    copy: list[Value] = []
    policy = load_policy("hide-in-plain-sight")
    for hospital in range(HOSPITALS):
        rng = Random(f"{seed} {hospital}")  # noqa: S311 - reproducible, not secret
        with by_frequency(), ordinary_domains(Share.parse(real)):
            notes = [
                replace(note, id=f"{hospital}-{note.id}", subject=f"{hospital}-{note.subject}")
                for note in generate("hospital", NOTES, rng=rng, subjects=SUBJECTS, names=real)
            ]
        key = Secret(b"a key that is public: %d %d" % (seed, hospital))
        with restricted(Share.parse(fake), Share.parse(real)):
            plain += _described(_unmarked(policy, notes, key))
            copy += _described(_copy(policy, notes, key))
    return plain, copy


def _unmarked(policy: Policy, notes: Sequence[Document], key: Secret) -> list[Made]:
    return _engine(policy, notes, key).release(_bare(notes))[0]


def _copy(policy: Policy, notes: Sequence[Document], key: Secret) -> list[Made]:
    made: list[Made] = []
    with (
        TemporaryDirectory() as folder,
        SqliteVault(Path(folder) / "vault", key, create=True) as vault,
    ):
        engine = replace(_engine(policy, notes, key), vault=vault, marks=CopyMarks())

        def hold(releases: Iterator[Made]) -> Delivered:
            made[:] = releases
            return Delivered([engine._case(one) for one in made])

        plan = engine.plan(Held(_bare(notes), weight_of_document))
        engine.finish_copies(plan, {RECIPIENT: hold})
    return made


def _engine(policy: Policy, notes: Sequence[Document], key: Secret) -> Engine:
    """Return an engine that knows the passages: what detectors miss is not the question here."""
    # Sites under "example" stand in the generator's wording: a reader would know them by heart.
    passages = {
        note.id: Spans(
            replace(span, entity=None)
            for span in note.spans or ()
            if "example." not in note.covered_by(span).lower()
        )
        for note in notes
    }
    return Engine(policy, key, find=lambda document: passages[document.id])


def _bare(notes: Sequence[Document]) -> list[Document]:
    return [replace(note, spans=None) for note in notes]


def _described(every: Sequence[Made]) -> Iterator[Value]:
    for made in every:
        group = made.whole.counted_subject
        yield from described(made.whole.text, made.spans, group, fake=False)
        placed = Spans(Span(start, end, edit.label) for edit, start, end in made.release.placed())
        yield from described(made.release.text, placed, group, fake=True)
