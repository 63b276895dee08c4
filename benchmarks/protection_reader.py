"""Whether a reader model can tell real values from surrogates, with the features of the CRF.

Real values and surrogates come from lists that have nothing in common: names, places and streets
are dealt out into four parts. A classifier is trained on notes whose real values are of the first
part and whose surrogates are made of the second, and tested on notes of other people with the
third and the fourth. So it cannot know a value by heart, and what remains is what tells values of
one origin from those of the other in general.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random
from unittest.mock import patch
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Row
from textveil.lexicon import localities
from textveil.lexicon.folding import fold
from textveil.lexicon.places import Place
from textveil.models.features import Context, Marks, window_features
from textveil.models.windows import windows
from textveil.pipeline.linking import Linking
from textveil.synth import addresses, name_lists
from textveil.synth.corpus import generate
from textveil.synth.share import Share
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates import names, streets
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.label import family_of
from textveil.values.secret import Secret
from textveil.values.span import Span, Spans

BAR = 0.60
NOTES, SUBJECTS = 500, 250
BUCKETS = 1 << 18
RESAMPLES = 300
NONE = Marks.of(Spans())

KINDS = {
    "names": frozenset({"NAME"}),
    "dates": frozenset({"DATE"}),
    "addresses": frozenset({"ADDRESS"}),
    "ids": frozenset(
        {"ACCOUNT", "BIOMETRIC", "DEVICE", "LICENSE", "MRN", "OTHER-ID", "PLAN", "SSN", "VEHICLE"}
    ),
    "telephone numbers": frozenset({"PHONE"}),
    "organizations": frozenset({"ORGANIZATION"}),
    "mail, web and network addresses, user names": frozenset({"EMAIL", "IP", "URL", "USERNAME"}),
}
"""Families of labels that are told apart together; the first four have a bar."""
BARRED = ("names", "dates", "addresses", "ids")
SAME = frozenset({"AGE", "TIME", "ROOM", "COUNTRY"})
"""Labels that stay, or that no list of its own was made for."""


@dataclass(frozen=True)
class Value:
    """A value in its note: what the features say, whose note it is, and whether it is fake."""

    label: str
    features: NDArray[np.int64]
    group: str
    fake: bool


def rows(seed: int = 1) -> Iterator[Row]:
    """Train and test a reader for each kind of value."""
    learnt = list(values("1/4", "2/4", seed))
    judged = list(values("3/4", "4/4", seed + 1))
    for kind, families in KINDS.items():
        train = [one for one in learnt if family_of(one.label) in families]
        test = [one for one in judged if family_of(one.label) in families]
        scores = Reader.trained(train).scores(test)
        area, low, high = interval(test, scores)
        barred = kind in BARRED
        yield Row(
            "protection",
            f"a reader model tells real values from surrogates: {kind}",
            f"AUC {area:.3f} [{low:.3f}, {high:.3f}]; {len(train):,} values to learn from, "
            f"{len(test):,} judged",
            f"AUC {area:.3f}",
            f"AUC < {BAR:.2f}" if barred else "",
            area < BAR if barred else None,
            1,
        )


def values(real: str, fake: str, seed: int) -> Iterator[Value]:
    """Yield the values of generated notes, and those of the same notes with surrogates."""
    with by_frequency():
        rng = Random(seed)  # noqa: S311 - reproducible, not secret
        notes = list(generate("hospital", NOTES, rng=rng, subjects=SUBJECTS, names=real))
    bare = [_unlinked(note) for note in notes]
    linking = Linking("subject")
    for note in bare:
        linking.learn(note, note.spans or Spans())
    with restricted(Share.parse(fake)):
        engine = Surrogate(key=Secret(b"a key that is public: %d" % seed), options=OPTIONS)
        linked = [linking.linked(note, note.spans or Spans()) for note in bare]
        for note, spans in zip(bare, linked, strict=True):
            engine.survey(note, spans)
        for note, spans in zip(bare, linked, strict=True):
            yield from described(note.text, spans, note.counted_subject, fake=False)
            made = engine.transform(note, spans)
            yield from described(made.text, _placed(made), note.counted_subject, fake=True)


OPTIONS = {"replace_free_mail": True}


def _unlinked(note: Document) -> Document:
    spans = (replace(s, entity=None) for s in note.spans or () if s.label not in SAME)
    return replace(note, spans=Spans(spans))


def _placed(made: Release) -> Spans:
    return Spans(Span(start, end, edit.label) for edit, start, end in made.placed())


@contextmanager
def by_frequency() -> Iterator[None]:
    """Let the generator draw names and places as often as people bear them and live there.

    By itself it draws rare ones more often, so that models learn them.
    """

    def home(share: Share, state: str) -> tuple[tuple[Place, ...], name_lists.Drawn]:
        found, _ = usual(share, state)
        weights = [(str(at), max(100, place.population)) for at, place in enumerate(found)]
        return found, name_lists.Drawn.of(weights)

    usual = addresses._home
    with ExitStack() as stack:
        stack.enter_context(patch.object(name_lists, "_COMMON", 1.0))
        stack.enter_context(patch.object(addresses, "_home", home))
        yield


@contextmanager
def restricted(share: Share) -> Iterator[None]:
    """Let the surrogate engine draw from one part of its lists alone."""

    def table(full: names.Table) -> names.Table:
        sums = (0, *full[1])
        pairs = [(v, sums[at + 1] - sums[at]) for at, v in enumerate(full[0]) if share.has(v)]
        return tuple(v for v, _ in pairs), tuple(accumulate(count for _, count in pairs))

    def places(country: str, state: str) -> localities._Table:
        found = [place for place in all_places(country, state).places if share.has(place.city)]
        return localities._Table.of(found) if len(found) > 1 else all_places(country, state)

    given, family = names._given_names, names._family_names
    all_places, street_names = localities._places, streets._names()
    made: dict[tuple[str, str], names.Table] = {}

    def kept(kind: str, key: str) -> names.Table:
        if (kind, key) not in made:
            made[kind, key] = table((given if kind == "given" else family)(key))
        return made[kind, key]

    kept_places: dict[tuple[str, str], localities._Table] = {}

    def places_once(country: str, state: str) -> localities._Table:
        if (country, state) not in kept_places:
            kept_places[country, state] = places(country, state)
        return kept_places[country, state]

    some = tuple(filter(share.has, street_names))
    with ExitStack() as stack:
        stack.enter_context(patch.object(names, "_given_names", lambda key: kept("given", key)))
        stack.enter_context(patch.object(names, "_family_names", lambda key: kept("family", key)))
        stack.enter_context(patch.object(localities, "_places", places_once))
        stack.enter_context(patch.object(streets, "_names", lambda: some))
        yield


def described(text: str, spans: Spans, group: str, *, fake: bool) -> Iterator[Value]:
    """Yield the values of a text with the features of their words, hashed."""
    folded = fold(text).text
    if len(folded) != len(text):
        return
    context = Context.of(folded)
    rest = sorted(spans)
    for window in windows(folded):
        first, last = window.core
        inside = [s for s in rest if window.starts[first] <= s.start < window.ends[last - 1]]
        if not inside:
            continue
        found = window_features(window, context, NONE)
        for span in inside:
            places = [
                at
                for at in range(len(window.words))
                if window.starts[at] < span.end and window.ends[at] > span.start
            ]
            hashed = {crc32(one.encode()) % BUCKETS for at in places for one in found[at]}
            yield Value(span.label, np.array(sorted(hashed), np.int64), group, fake)


@dataclass(frozen=True)
class Reader:
    """A logistic regression over hashed features."""

    weights: NDArray[np.float64]

    @classmethod
    def trained(
        cls, train: Sequence[Value], l2: float = 1e-2, passes: int = 12, size: int = 256
    ) -> "Reader":
        """Learn by gradient descent with a rate for each weight (AdaGrad)."""
        rng = np.random.default_rng(0)
        weights, squares = np.zeros(BUCKETS), np.full(BUCKETS, 1e-8)
        for _ in range(passes):
            order = rng.permutation(len(train))
            for start in range(0, len(order), size):
                batch = [train[at] for at in order[start : start + size]]
                flat, owner = _flat(batch)
                truth = np.array([one.fake for one in batch], np.float64)
                wrong = _chance(weights, flat, owner, len(batch)) - truth
                step = np.bincount(flat, wrong[owner], BUCKETS) / len(batch)
                used = np.unique(flat)
                slope = step[used] + l2 * weights[used]
                squares[used] += slope**2
                weights[used] -= 0.1 * slope / np.sqrt(squares[used])
        return cls(weights)

    def scores(self, judged: Sequence[Value]) -> NDArray[np.float64]:
        """Return how likely each value is fake."""
        flat, owner = _flat(judged)
        return _chance(self.weights, flat, owner, len(judged))


def _flat(batch: Sequence[Value]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    flat = np.concatenate([one.features for one in batch])
    return flat, np.repeat(np.arange(len(batch)), [len(one.features) for one in batch])


def _chance(
    weights: NDArray[np.float64], flat: NDArray[np.int64], owner: NDArray[np.int64], count: int
) -> NDArray[np.float64]:
    sums = np.bincount(owner, weights[flat], count)
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(sums, -30, 30))))


def interval(judged: Sequence[Value], scores: NDArray[np.float64]) -> tuple[float, float, float]:
    """Return the area under the curve, with a 95 % interval from resampled subjects."""
    fake = np.array([one.fake for one in judged])
    groups: dict[str, list[int]] = {}
    for at, one in enumerate(judged):
        groups.setdefault(one.group, []).append(at)
    members = [np.array(group) for group in groups.values()]
    rng = np.random.default_rng(0)
    areas = []
    for _ in range(RESAMPLES):
        chosen = np.concatenate([members[at] for at in rng.integers(0, len(members), len(members))])
        areas.append(area_under(scores[chosen], fake[chosen]))
    low, high = np.quantile(areas, (0.025, 0.975))
    return area_under(scores, fake), float(low), float(high)


def area_under(scores: NDArray[np.float64], fake: NDArray[np.bool_]) -> float:
    """Return how often a fake value scores above a real one; ties count half."""
    kinds, ranks, counts = np.unique(scores, return_inverse=True, return_counts=True)
    del kinds
    middle = (np.cumsum(counts) - (counts - 1) / 2)[ranks]
    positive = int(fake.sum())
    negative = len(fake) - positive
    return float((middle[fake].sum() - positive * (positive + 1) / 2) / (positive * negative))
