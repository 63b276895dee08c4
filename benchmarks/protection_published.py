"""Whether certificate and report help a reader model to tell real values from surrogates.

Hospitals are released as users do it. Some people and things are left out of what detectors find,
another share of them in each hospital, so that their values stay real. The reader of
`protection_reader` judges every value that stands in the released texts. Then it may also use what
else lies in `publish/`: all figures of certificate and report, and for each label how its count
compares with the values that stand in the texts, which no reader could count better. All of that is
the same for a whole release, so the reader learns from some releases and judges others.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log2
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from benchmarks.copies_reader import difference
from benchmarks.measure import Row
from benchmarks.protection_reader import (
    BAR,
    BUCKETS,
    KINDS,
    NOTES,
    SAME,
    SUBJECTS,
    Reader,
    Value,
    area_under,
    by_frequency,
    described,
    ordinary_domains,
    restricted,
)
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.document.record import read_record
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy
from textveil.synth.corpus import generate
from textveil.synth.people.share import Share
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

HOSPITALS = 30
"""To learn from, and as many to judge."""
MISSED = (0.02, 0.2)
"""The least and the largest share of people and things that stay real in a hospital."""
_CELL = re.compile(r"<[^>]*>")
_FIGURE = re.compile(r"[\d,]+(?:\.\d+)?%?")


def rows(seed: int = 101) -> Iterator[Row]:
    """Train and test a reader of texts alone, and one that has all of `publish/`."""
    learnt, judged = (
        _both(real, fake, at) for real, fake, at in (("1/4", "2/4", seed), ("3/4", "4/4", seed + 1))
    )
    everything = frozenset().union(*KINDS.values())
    for kind in ("names, dates, addresses and numbers", "names"):
        families = KINDS.get(kind, everything)
        yield _row(
            kind,
            [[one for one in some if family_of(one.label) in families] for some in learnt],
            [[one for one in some if family_of(one.label) in families] for some in judged],
        )


def _row(kind: str, learnt: Sequence[list[Value]], judged: Sequence[list[Value]]) -> Row:
    scores = [Reader.trained(a).scores(b) for a, b in zip(learnt, judged, strict=True)]
    fake = np.array([one.fake for one in judged[0]])
    texts, published = (area_under(score, fake) for score in scores)
    within = [_within(judged[0], score) for score in scores]
    low, high = difference(judged, scores)
    return Row(
        "protection",
        f"a reader model tells real values from surrogates by texts alone, and with certificate "
        f"and report: {kind}",
        f"AUC {texts:.3f} and {published:.3f} over all releases, {within[0]:.3f} and "
        f"{within[1]:.3f} within one; {HOSPITALS} releases of {NOTES} notes to learn "
        f"from, as many judged, {len(fake):,} values, {100 * (1 - fake.mean()):.0f} % of them real",
        f"{published - texts:+.3f} [{low:+.3f}, {high:+.3f}]",
        f"no higher (the interval of the difference does not lie above 0), AUC < {BAR:.2f}",
        low <= 0 and published < BAR,
        1,
    )


def _within(judged: Sequence[Value], scores: NDArray[np.float64]) -> float:
    """Return the mean area of single releases; those with real values and fakes count."""
    groups: dict[str, list[int]] = {}
    for at, one in enumerate(judged):
        groups.setdefault(one.group, []).append(at)
    fake = np.array([one.fake for one in judged])
    chosen = [some for some in groups.values() if len(set(fake[some].tolist())) == 2]
    return float(np.mean([area_under(scores[some], fake[some]) for some in chosen]))


def _both(real: str, fake: str, seed: int) -> tuple[list[Value], list[Value]]:
    """Return the values of releases by their texts, and the same with what is published beside."""
    alone: list[Value] = []
    beside: list[Value] = []
    for hospital in range(HOSPITALS):
        rng = Random(f"{seed} {hospital}")  # noqa: S311 - reproducible, not secret
        with by_frequency(), ordinary_domains(Share.parse(real)):
            notes = [
                replace(note, id=f"{hospital}-{note.id}", subject=f"{hospital}-{note.subject}")
                for note in generate("hospital", NOTES, rng=rng, subjects=SUBJECTS, names=real)
            ]
        key = Secret(b"a key that is public: %d %d" % (seed, hospital))
        with restricted(Share.parse(fake), Share.parse(real)), TemporaryDirectory() as folder:
            found = _released(notes, key, rng, Path(folder))
        alone += found[0]
        beside += found[1]
    return alone, beside


def _released(
    notes: Sequence[Document], key: Secret, rng: Random, folder: Path
) -> tuple[list[Value], list[Value]]:
    """Release notes without some people and things; return their values twice."""
    share = rng.uniform(*MISSED)
    known = {note.id: _passages(note) for note in notes}
    everybody = sorted({str(span.entity) for spans in known.values() for span in spans})
    missed = {name for name in everybody if rng.random() < share}
    found = {
        name: Spans(replace(s, entity=None) for s in spans if str(s.entity) not in missed)
        for name, spans in known.items()
    }
    JsonLines().write((replace(note, spans=None) for note in notes), folder / "notes.jsonl")
    source, out = Source.open(folder / "notes.jsonl", "jsonl"), folder / "out"
    with patch.object(Engine, "find_in", lambda _, document: found[document.id]):
        # A short note of names may read as another language; all of these are English.
        release(Run(source, out, load_policy("hide-in-plain-sight"), key), language="en")
    place = ReleaseFolder.at(out)
    texts = {one.id: one for one in JsonLines().read(place.texts / "notes.jsonl")}
    values: list[Value] = []
    for row in read_record(place.record):
        spans = _placed(known[row.id], row.edits)
        for is_fake, some in spans.items():
            # What is published beside the texts is the same for a hospital: it is resampled whole.
            group = row.id.partition("-")[0]
            values += described(texts[row.id].text, some, group, fake=is_fake)
    told = _told(place.publish, Counter(one.label for one in values))
    return values, [
        replace(one, features=np.union1d(one.features, told[one.label])) for one in values
    ]


def _passages(note: Document) -> Spans:
    # Sites under "example" stand in the generator's wording: a reader would know them by heart.
    return (note.spans or Spans()).where(
        lambda span: span.label not in SAME and "example." not in note.covered_by(span).lower()
    )


def _placed(
    spans: Spans, edits: Sequence[tuple[int, int, int, int, str, int]]
) -> dict[bool, Spans]:
    """Return where values stand in the released text: fakes, and those that no edit touches."""
    whole = {(start, end): (low, high) for start, end, low, high, *_ in edits}
    fakes, reals = [], []
    for span in spans:
        place = whole.get((span.start, span.end))
        if place is not None:
            fakes.append(Span(*place, span.label))
        elif all(span.end <= start or end <= span.start for start, end, *_ in edits):
            moved = sum(
                high - low - end + start for start, end, low, high, *_ in edits if end <= span.start
            )
            reals.append(Span(span.start + moved, span.end + moved, span.label))
    return {True: Spans(fakes), False: Spans(reals)}


def _told(publish: Path, seen: Mapping[str, int]) -> dict[str, Any]:
    """Return, for each label, what certificate and report say, as hashed features."""
    certificate = json.loads((publish / "certificate.json").read_text("utf-8"))
    replaced = certificate["counts"]["labels"]
    figures = [f"certificate {name}" for name in _figures(certificate)]
    cells = [cell.strip() for cell in _CELL.split((publish / "report.html").read_text("utf-8"))]
    cells = [cell for cell in cells if cell]
    figures += [
        f"report {before} {cell}" for before, cell in pairwise(cells) if _FIGURE.fullmatch(cell)
    ]
    whole = sum(replaced.get(label, 0) for label in seen) / sum(seen.values())
    told = {}
    for label, count in seen.items():
        share = replaced.get(label, 0) / count
        own = [
            f"share {share:.1f}",
            f"share {share:.2f}",
            f"whole {whole:.1f}",
            f"whole {whole:.2f}",
        ]
        hashed = {
            crc32(f"published {prefix}{one}".encode()) % BUCKETS
            for one in (*own, *figures)
            for prefix in ("", f"{label} ")
        }
        told[label] = np.array(sorted(hashed), np.int64)
    return told


def _figures(value: Any, name: str = "") -> Iterator[str]:
    """Yield every figure of a certificate with its name, as it is and by its size."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _figures(one, f"{name}.{key}")
    elif isinstance(value, list):
        for one in value:
            label = (
                " ".join(str(v) for v in one.values() if isinstance(v, str))
                if isinstance(one, dict)
                else ""
            )
            yield from _figures(one, f"{name}.{label}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield f"{name} {value}"
        yield f"{name} about 2**{log2(1 + abs(value)):.0f}"
