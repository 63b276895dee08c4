"""Prepare what a shipped model needs to learn further texts: its weights, and all texts packed.

The weights are read back from the shipped graph, eight bits each. Texts stand in the order of
`PARTS`, so that a part is a stretch of words. Words that are alike in all that a network sees of
them are kept once.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from neural.corpora import GENRES, genre_rows, training_rows
from neural.packing import pack
from neural.rows import Row
from textveil.formats.annotated.genre_corpus import read_genre_corpus
from textveil.models.bundle import load_bundle
from textveil.models.kinds import GRAPH, VOCABULARY
from textveil.models.networks.neural import NeuralSettings

PARTS = ("old", "new", "shut-other", "shut", "old-apart", "dev")
"""Old texts; genre texts and the same with other people; genre texts of some voices with other
people, and as they are; old texts from which nothing is learnt; genre texts for development."""
SHUT = (
    "Lagos ride-hailing dispatcher",
    "Wisconsin dairy inspector",
    "Brighton drama therapist",
    "Kolkata university clerk",
    "Reykjavik museum curator",
    "Houston refinery safety officer",
    "Auckland Samoan church youth leader",
    "Tyneside community midwife",
    "Nairobi microcredit officer",
    "Vancouver film-set medic",
)
"""Voices from which a network that is to be measured learns nothing."""
APART = {"court": 92, "court-other": 92, "sentences": 1000, "notes": 1300, "notes-put": 1300}
"""Sources of which one text in `EVERY` is put apart, each with the texts of one round."""
EVERY, FIRST = 30, 7
OLD_WORDS, SEED, HEADS = 2_500_000, 7, 12
"""Words of old texts at most."""


def prepare(samples: Path, folder: Path, base: str = "neural-en") -> None:
    """Write weights, words and settings for `continuing`."""
    bundle = load_bundle(base)
    vocabulary = tuple(bundle.parts[VOCABULARY].decode().split("\n"))
    settings = NeuralSettings.from_json(bundle.labels, vocabulary, bundle.settings)
    parts = [(part, _known(row, bundle.labels)) for part, row in ordered(training_rows(samples))]
    packed = pack([row for _, row in parts], settings)
    sources = [row.source for _, row in parts]
    write(folder, packed, [part for part, _ in parts], sources, base)


def write(
    folder: Path,
    packed: dict[str, NDArray],
    parts: Sequence[str],
    sources: Sequence[str],
    base: str,
) -> None:
    """Write what was packed, with the weights and the settings of the model to be continued."""
    bundle = load_bundle(base)
    folder.mkdir(parents=True, exist_ok=True)
    numbers = np.array([PARTS.index(part) for part in parts], np.uint8)
    np.savez_compressed(folder / "further.npz", part=numbers, **compact(packed))
    np.savez_compressed(folder / "former.npz", **weights_of(bundle.parts[GRAPH]))
    learnt = Counter(s for s, part in zip(sources, parts, strict=True) if PARTS.index(part) < 4)
    before = bundle.facts["texts"]
    stated = {
        "labels": bundle.labels,
        "vocabulary": bundle.parts[VOCABULARY].decode().split("\n"),
        "sources": sources,
        "traits": int(packed["traits"].max()),
        "texts": {name: max(learnt[name], before.get(name, 0)) for name in {**before, **learnt}},
        "seeds": f"{bundle.facts['seeds']}, continued {SEED}",
        "command": "python scripts/build_neural.py further|continue|bundle …",
        **bundle.settings,
    }
    (folder / "settings.json").write_text(json.dumps(stated), "utf-8")


def ordered(rows: Sequence[Row]) -> list[tuple[str, Row]]:
    """Return texts with their parts, in the order of these; of old ones as many as are read."""
    voices = [
        one.writer
        for one in read_genre_corpus(GENRES)
        if one.split == "train" and one.document.metadata["language"] == "en"
    ]
    found = [("dev", replace(row, source="genre-dev")) for row in genre_rows("dev")]
    rounds: dict[int, list[tuple[str, Row]]] = {at: [] for at in range(len(voices))}
    seen: Counter[str] = Counter()
    old = []
    for row in rows:
        number = seen[row.source]
        seen[row.source] += 1
        if row.source.startswith("genre"):
            of = number % len(voices)
            shut = "shut" if row.source == "genre" else "shut-other"
            rounds[of].append((shut if voices[of] in SHUT else "new", row))
        elif row.source in APART and number % APART[row.source] % EVERY == FIRST:
            found.append(("old-apart", row))
        else:
            old.append(row)
    # A text stands beside its versions: so the packed words become smaller.
    found += [one for versions in rounds.values() for one in versions]
    found += [("old", row) for row in _some(old)]
    return sorted(found, key=lambda one: PARTS.index(one[0]))


def _some(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield texts in any order until there are enough words."""
    words = 0
    for row in Random(SEED).sample(rows, len(rows)):  # noqa: S311 - reproducible, not secret
        words += len(row.text.split())
        if words > OLD_WORDS:
            break
        yield row


def _known(row: Row, labels: Iterable[str]) -> Row:
    """Return a text whose labels are those of the model."""
    if row.spans is None:
        return row
    spans = [s if s.label in labels else replace(s, label="OTHER-ID") for s in row.spans]
    return replace(row, spans=tuple(spans))


def compact(packed: dict[str, NDArray]) -> dict[str, NDArray]:
    """Return the words that differ, and for each word of the texts which of them it is."""
    seen = [packed["ids"].astype("<u2").view(np.uint8), packed["shape"][:, None], packed["traits"]]
    rows = np.ascontiguousarray(np.concatenate(seen, axis=1))
    _, first, which = np.unique(
        rows.view(f"V{rows.shape[1]}").ravel(), return_index=True, return_inverse=True
    )
    return {
        **{name: packed[name][first] for name in ("ids", "shape", "traits")},
        "low": (which & 0xFFFF).astype(np.uint16),
        "high": (which >> 16).astype(np.uint8),
        "tags": packed["tags"].astype(np.int8),
        "masks": packed["masks"],
        "counts": packed["counts"],
    }


def weights_of(graph: bytes) -> dict[str, NDArray]:
    """Return the weights of a graph that `write_graph` wrote, in the form that `large` reads."""
    numbers = {
        one.name: numpy_helper.to_array(one)
        for one in onnx.load_from_string(graph).graph.initializer
    }
    found = {
        "words.weight": numbers["words"],
        "words.weight#scale": numbers["words.s"],
        "places.weight": numbers["places"],
        "shapes.weight": numbers["shapes"],
        # The last row of the traits stands for none.
        "traits.weight": np.vstack([numbers["traits"], np.zeros_like(numbers["traits"][:1])]),
        "first.weight": numbers["e.s"],
        "first.bias": numbers["e.b"],
        "out.weight": numbers["out.w"].T,
        "out.bias": numbers["out.b"],
    }
    number = 0
    while f"l{number}.a.w" in numbers:
        found |= dict(_layer(numbers, number))
        number += 1
    return {name: np.ascontiguousarray(values) for name, values in found.items()}


def _layer(numbers: dict[str, NDArray], number: int) -> Iterator[tuple[str, NDArray]]:
    """Yield the weights of a layer; what the graph divides the queries by is undone."""
    new, old = f"layers.{number}", f"l{number}"
    for short, name in (("a", "qkv"), ("m", "mix"), ("u", "up"), ("d", "down")):
        scale, bias = numbers[f"{old}.{short}.s"].copy(), numbers[f"{old}.{short}.b"].copy()
        if name == "qkv":
            width = numbers[f"{old}.{short}.w"].shape[0]
            scale[:width] *= (width // HEADS) ** 0.5
            bias[:width] *= (width // HEADS) ** 0.5
        yield f"{new}.{name}.weight", numbers[f"{old}.{short}.w"].T
        yield f"{new}.{name}.weight#scale", scale[:, None]
        yield f"{new}.{name}.bias", bias
    for norm in ("1", "2"):
        yield f"{new}.norm{norm}.weight", numbers[f"{old}.n{norm}.s"]
        yield f"{new}.norm{norm}.bias", numbers[f"{old}.n{norm}.b"]
