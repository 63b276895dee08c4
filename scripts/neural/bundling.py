"""Write the folder of the neural model: graph, calibration, prices of caution, card.

Everything is measured on documents that the model has not seen: generated ones with seeds of their
own, the tenth of the clinical notes that is kept out of training, with identifiers put into it, and
the part of the genre corpus that is kept for development.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import build_model as fast
import numpy as np
from benchmarks.held_out import is_held_out

from neural.corpora import genre_rows, pool_of, put_in, titled
from neural.graph import write_graph
from neural.packing import HINTS
from neural.rows import Row
from neural.slimming import slimmed
from textveil.detect.tagging.tagger import probe_of
from textveil.evaluate.detection.span_counts import Level
from textveil.learn.training.judgement import Judged, judge, words_of
from textveil.learn.training.label_scores import standings
from textveil.models.bundle import Bundle
from textveil.models.calibration import fit_calibration, operating_points
from textveil.models.caution import CautionPrice
from textveil.models.kinds import GRAPH, NEURAL, VOCABULARY
from textveil.models.networks.neural import NeuralSettings
from textveil.models.roles import books_of_today
from textveil.synth.corpus import generate
from textveil.values.contracts import Tagger
from textveil.values.document import Document
from textveil.values.span import Spans
from textveil.version import VERSION

OUTPUT = Path(__file__).parents[2] / "src" / "textveil" / "models" / "data" / "neural-en"
BEFORE = 8
"""Words that a window repeats."""
INNER = 512
"""Inner units of a layer that stay."""
LEVELS = {"low": 0.6, "normal": 0.3, "high": 0.1}
"""Thresholds, set before anything was measured."""
HELD_OUT = (
    ("hospital", 60, 91),
    ("letters", 60, 92),
    ("email", 60, 93),
    ("court", 40, 94),
    ("chat", 120, 95),
    ("forms", 60, 96),
    ("everyday", 400, 97),
)
SEEDS = "generated text 11-21 and 31-41, other people 0-7, teachers 0-1, middle 3, student 4"
BASES = "all-MiniLM-L6-v2 (its layers) and all-mpnet-base-v2 (the teacher), Apache-2.0"


def bundle(pack: Path, out: Path, samples: Path, output: Path | None) -> None:
    """Write the model's folder."""
    made = weighed(pack, out)
    tagger = made.tagger()
    domains = {
        **{f"generated: {kind}": list(_fresh(kind, count, seed)) for kind, count, seed in HELD_OUT},
        "clinical notes with identifiers put in": list(_notes(samples, filled=True)),
        "genre corpus, part dev": list(_genres()),
    }
    judged = {name: _judged(rows, tagger) for name, rows in domains.items()}
    every = [one for group in judged.values() for one in group]
    scores, truth = words_of(every)
    points = operating_points(scores, truth)
    plain = _judged(list(_notes(samples, filled=False)), tagger)
    prices = tuple(_price(level, value, judged, plain) for level, value in LEVELS.items())
    facts = _facts(pack, every, judged)
    whole = Bundle(
        made.parts,
        made.labels,
        made.books,
        NEURAL,
        "en",
        made.settings,
        HINTS,
        made.probe,
        LEVELS["normal"],
        fit_calibration(scores, truth),
        points,
        facts,
        card(facts, prices),
        prices,
    )
    folder = output or OUTPUT
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in whole.files().items():
        (folder / name).write_bytes(data)
    print(f"{sum(map(len, whole.files().values())):,} bytes", *prices, sep="\n")


def weighed(pack: Path, out: Path) -> Bundle:
    """Return the network as a bundle that nothing was measured of."""
    stated = json.loads((pack / "settings.json").read_text("utf-8"))
    labels, vocabulary = tuple(stated["labels"]), tuple(stated["vocabulary"])
    settings = replace(NeuralSettings.from_json(labels, vocabulary, stated), before=BEFORE)
    weights = {**np.load(out / "pieces.npz"), **np.load(out / "rest.npz")}
    weights = {name: value.astype(np.float32) for name, value in weights.items()}
    weights["words.weight"][0] = 0
    if len(weights["layers.0.up.weight"]) > INNER:
        weights = slimmed(weights, pack, INNER)
    # The last row of the traits stands for none.
    weights["traits.weight"] = weights["traits.weight"][:-1]
    parts = {GRAPH: write_graph(weights), VOCABULARY: "\n".join(vocabulary).encode()}
    probe = probe_of(HINTS, "en")
    return Bundle(parts, labels, books_of_today(), NEURAL, "en", settings.to_json(), HINTS, probe)


def _fresh(kind: str, count: int, seed: int) -> Iterator[Document]:
    """Yield generated documents that no model has seen."""
    for document in generate(kind, count, rng=Random(seed)):  # noqa: S311
        yield fast.coarse(f"{kind}-{seed}", document, titled(kind, document))


def _notes(samples: Path, *, filled: bool) -> Iterator[Document]:
    """Yield the notes that are kept out of training, as they are or with identifiers put in."""
    rng = Random(98)  # noqa: S311 - reproducible, not secret
    made = [_row(one) for kind, count, seed in HELD_OUT for one in _fresh(kind, count, seed)]
    pool = pool_of(made)
    for number, note in enumerate(fast.notes(samples)):
        if is_held_out(note.id.removeprefix("note-")):
            row = put_in(note, pool, rng) if filled else _row(note)
            yield Document(f"note-{number}", row.text, spans=Spans(row.spans or ()).partition())


def _genres() -> Iterator[Document]:
    """Yield the texts of genres and voices from which nothing is learnt."""
    for number, row in enumerate(genre_rows("dev")):
        yield Document(f"genre-{number}", row.text, spans=Spans(row.spans or ()).partition())


def _row(document: Document) -> Row:
    kind = document.id.split("-")[0]
    return Row(f"generated-{kind}", document.text, tuple(document.spans or ()))


def _judged(documents: Sequence[Document], tagger: Tagger) -> list[Judged]:
    settled = [d if d.spans is None else _disjoint(d) for d in documents]
    return [judge(document, tagger, HINTS, language="en") for document in settled]


def _disjoint(document: Document) -> Document:
    return Document(document.id, document.text, spans=(document.spans or Spans()).partition())


def _price(
    level: str, threshold: float, judged: dict[str, list[Judged]], plain: Sequence[Judged]
) -> CautionPrice:
    """Return what a level gives on all domains alike, and what it costs on plain notes."""
    shares = []
    for group in judged.values():
        scores, truth = words_of(group)
        taken = scores >= threshold
        right = (taken & truth).sum()
        shares.append((right / max(1, truth.sum()), right / max(1, taken.sum())))
    recall, precision = (float(np.mean([pair[at] for pair in shares])) for at in (0, 1))
    scores, truth = words_of(plain)
    harmless = 1000 * float(((scores >= threshold) & ~truth).mean())
    return CautionPrice(level, threshold, round(recall, 4), round(precision, 4), round(harmless, 1))


def _facts(pack: Path, every: Sequence[Judged], judged: dict[str, list[Judged]]) -> dict[str, Any]:
    stated = json.loads((pack / "settings.json").read_text("utf-8"))
    counts = Counter(stated["sources"])
    by_domain = {}
    for name, group in judged.items():
        whatever = standings(group, LEVELS["normal"], 0)[1]
        by_domain[name] = [round(score.value, 3) for score in whatever.token]
    return {
        "name": "neural-en: identifying passages in English clinical, legal and everyday text",
        "licence": "Apache-2.0; trained on MIT and CC BY 4.0 data and on text of our own",
        "textveil": VERSION,
        "bases": BASES,
        "texts": dict(sorted(stated.get("texts", counts).items())),
        "seeds": stated.get("seeds", SEEDS),
        "held_out_documents": len(every),
        "domains": by_domain,
        "scores": [row.to_json() for row in standings(every, LEVELS["normal"], 0)],
        "command": stated.get("command", "python scripts/build_neural.py prepare|train|bundle …"),
        "level": Level.TOKEN.name.lower(),
    }


def card(facts: dict[str, Any], prices: Sequence[CautionPrice]) -> str:
    """Return the card of the model as Markdown."""
    rows = "\n".join(f"| {name} | {count:,} |" for name, count in facts["texts"].items())
    known = "\n".join(f"- {title}: {licence}" for title, licence in fast.SOURCES.values())
    domains = "\n".join(
        f"| {name} | {p:.3f} | {r:.3f} | {f:.3f} |" for name, (p, r, f) in facts["domains"].items()
    )
    levels = "\n".join(f"| {price.level} | {price.threshold:g} | {price} |" for price in prices)
    return f"""# {facts["name"]}

A transformer of five layers over words, 8 bits a weight, for textveil {facts["textveil"]}. Base
weights: {facts["bases"]}.

Licence: {facts["licence"]}.

## Data

{known}
- The genre corpus of this project, English texts of its part train: Apache-2.0
- PAWS-Wiki sentences, unmarked, for what the teacher says of them: free for any purpose
- Words of SCOWL for lines of drugs, doses and findings: permissive

| texts | number |
| --- | --- |
{rows}

Seeds: {facts["seeds"]}.

## Scores

On {facts["held_out_documents"]:,} documents that it has not seen (generated with other seeds, and
the clinical notes that are kept out of training), words whatever their label, at the threshold of
normal caution. Scores on public sets are in `benchmarks/RESULTS.md`.

| domain | precision | recall | F1 |
| --- | --- | --- | --- |
{domains}

## Caution

| level | threshold | price |
| --- | --- | --- |
{levels}

## Limits

- The scores hold for documents like those above. Measure on documents of your own with
  `textveil evaluate` before you rely on the model.
- What the annotators left out, the model learns to leave out.
- Whether a passage must be hidden (`mask_only`) was learnt from court cases alone.

## Made with

```
{facts["command"]}
```
"""
