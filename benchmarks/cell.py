"""Models of others: what changed ones do to the caller, and what the cell costs honest ones."""

import resource
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import TemporaryDirectory

from benchmarks.measure import Row, medians
from benchmarks.strange_models import strange_models
from textveil.errors import ModelError
from textveil.lexicon.tables.folding import fold
from textveil.models.bundle import Bundle, load_bundle
from textveil.models.cell.tagger import CellTagger, StrangeModel
from textveil.models.default import SHIPPED
from textveil.synth.corpus import generate
from textveil.values.contracts import Tagger
from textveil.values.span import Spans

FOLDERS = 200
TEXTS = ("Dr. Smith saw Ana Ruiz in Boston on 3 May 2016. She was well.\n" * 20, "", "Ana")
RUNS = 5


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - needs no corpus
    yield from _changed("checked, then in the cell", 1, checked=True)
    yield from _changed("in the cell without checks", 2, checked=False)
    for name in SHIPPED:
        yield from _cost(name)


def _changed(what: str, seed: int, *, checked: bool) -> Iterator[Row]:
    ends: Counter[str] = Counter()
    longest = 0.0
    with TemporaryDirectory() as place:
        for folder in strange_models(Path(place), seed, FOLDERS):
            begun = time.perf_counter()
            ends[end_of(folder, checked=checked)] += 1
            longest = max(longest, time.perf_counter() - begun)
            rmtree(folder)
    told = ", ".join(f"{end} {count}" for end, count in sorted(ends.items()))
    yield Row(
        "cell", f"{FOLDERS} changed models, {what}", told, "0 crashes of the caller", "0", True, 1
    )
    yield Row("cell", f"longest, {what}", "", f"{longest:.1f} s", "20 s", longest <= 20, 1)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e9
    yield Row("cell", f"most memory, {what}", "", f"{peak:.2f} GB", "1 GB", peak <= 1, 1)


def end_of(folder: Path, *, checked: bool) -> str:
    """Return how a model ends; only errors of ours may come out of it."""
    try:
        bundle = load_bundle(str(folder))
    except ModelError:
        return "refused when read"
    try:
        tagger = bundle.tagger() if checked else _unchecked(bundle)
    except ModelError as error:
        by_itself = "ended by itself" in error.what or "longer" in error.what
        return "crashed in its cell" if by_itself else "refused when loaded"
    try:
        list(tagger.tag(TEXTS, [Spans() for _ in TEXTS]))
    except ModelError:
        return "ended while it read"
    return "read all"


def _unchecked(bundle: Bundle) -> Tagger:
    made = (bundle.kind, bundle.parts, bundle.labels, bundle.books, bundle.language)
    return CellTagger(StrangeModel("", *made, bundle.settings))


def _cost(name: str) -> Iterator[Row]:
    own = load_bundle(name)
    other = replace(own, foreign="FOLDER")
    inside, outside = own.tagger(), other.tagger()
    rng = Random(1)  # noqa: S311 - reproducible, not secret
    made = generate("hospital", 100, rng=rng, language=own.language)
    notes = [fold(one.text).text for one in made]
    hints = [Spans() for _ in notes]

    def each(tagger: Tagger) -> None:
        for note in notes:
            list(tagger.tag([note], [Spans()]))

    took = medians(
        {
            "own start": own.tagger,
            "start": other.tagger,
            "own": lambda: each(inside),
            "one by one": lambda: each(outside),
            "together": lambda: list(outside.tag(notes, hints)),
        },
        RUNS,
    )
    more = 1000 * (took["start"] - took["own start"])
    yield Row(
        "cell", f"{name}: start", f"{took['start']:.2f} s", f"+ {more:.0f} ms", "", None, RUNS
    )
    for way in ("one by one", "together"):
        yield Row(
            "cell",
            f"{name}: {len(notes)} notes, {way}",
            f"{took[way]:.2f} s, {took['own']:.2f} s in the same process",
            f"{took[way] / took['own']:.2f} x",
            "",
            None,
            RUNS,
        )
