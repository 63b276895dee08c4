"""Let the shipped network learn further texts, without a teacher and without a GPU.

The weights are read back from the shipped graph. The network learns what is marked in new texts
and keeps what it says of old ones: a sample of these is read with its own former judgement as the
teacher. New texts come as they are, and with other people put in.
"""

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import build_model as fast
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor
from torch.nn import functional

from neural.corpora import training_rows, with_others
from neural.fitting import HIDDEN_TRAITS, HIDDEN_WORDS, UNKNOWN, Corpus, batches, corpus_of, logits
from neural.network import Reader, Size
from neural.packing import pack
from neural.rows import Row
from textveil.formats.genre_corpus import read_genre_corpus
from textveil.models.bundle import load_bundle
from textveil.models.kinds import GRAPH, VOCABULARY
from textveil.models.neural import NeuralSettings
from textveil.values.span import Spans

WORDS, HEADS = 128, 12
OLD = 5_000
"""So many of the old texts are read again."""
VERSIONS, TRUE = 4, 2
"""How often a new text comes with other people, and how often an epoch reads it as it is."""
EPOCHS, RATE, SIZE, SEED = 3, 1.5e-4, 32, 7
KEPT = 1.0
"""Weight of the former judgement on old texts."""


@dataclass(frozen=True)
class Texts:
    """Packed texts, old and new, and which are new."""

    packed: dict[str, NDArray]
    new: NDArray[np.bool_]
    repeats: NDArray[np.int64]


def weights_of(graph: bytes) -> dict[str, NDArray[np.float32]]:
    """Return the weights of a graph by the names of `network.Reader`; what was scaled is undone."""
    numbers = {
        one.name: numpy_helper.to_array(one)
        for one in onnx.load_from_string(graph).graph.initializer
    }
    found = {
        "words.weight": numbers["words"] * numbers["words.s"],
        "places.weight": numbers["places"],
        "shapes.weight": numbers["shapes"],
        "traits.weight": np.vstack([numbers["traits"], np.zeros_like(numbers["traits"][:1])]),
        "first.weight": numbers["e.s"],
        "first.bias": numbers["e.b"],
        "out.weight": numbers["out.w"].T,
        "out.bias": numbers["out.b"],
    }
    at = 0
    while f"l{at}.a.w" in numbers:
        for short, name in (("a", "qkv"), ("m", "mix"), ("u", "up"), ("d", "down")):
            weight = numbers[f"l{at}.{short}.w"] * numbers[f"l{at}.{short}.s"]
            bias = numbers[f"l{at}.{short}.b"].copy()
            if name == "qkv":
                width = weight.shape[0]
                weight[:, :width] *= (width // HEADS) ** 0.5
                bias[:width] *= (width // HEADS) ** 0.5
            found[f"layers.{at}.{name}.weight"], found[f"layers.{at}.{name}.bias"] = weight.T, bias
        for norm in ("1", "2"):
            found[f"layers.{at}.norm{norm}.weight"] = numbers[f"l{at}.n{norm}.s"]
            found[f"layers.{at}.norm{norm}.bias"] = numbers[f"l{at}.n{norm}.b"]
        at += 1
    return {name: np.ascontiguousarray(value, np.float32) for name, value in found.items()}


def reader_of(weights: Mapping[str, NDArray[np.float32]]) -> Reader:
    """Return the network with these weights."""
    layers = sum(name.endswith("qkv.weight") for name in weights)
    inner, width = weights["layers.0.up.weight"].shape
    size = Size(layers, width, inner, weights["places.weight"].shape[0], smooth=False)
    pieces, traits = weights["words.weight"].shape[0], weights["traits.weight"].shape[0] - 1
    made = Reader(size, pieces, traits, weights["out.weight"].shape[0] - 1)
    made.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in weights.items()})
    return made


def new_rows(corpus: Path, splits: Sequence[str] = ("train",)) -> list[Row]:
    """Return the English texts of the genre corpus with labels that the model knows."""
    found = []
    for one in read_genre_corpus(corpus):
        if one.split in splits and one.document.metadata["language"] == "en":
            spans = [fast.titled(one.document.text, span) for span in one.document.spans or ()]
            made = fast.coarse("genre", one.document, spans)
            found.append(Row("genre", made.text, tuple((made.spans or Spans()).partition())))
    return found


def texts_for(samples: Path, corpus: Path, settings: NeuralSettings) -> Texts:
    """Return everything to be read, packed."""
    rng = Random(SEED)  # noqa: S311 - reproducible, not secret
    own = new_rows(corpus)
    others = [row for number in range(VERSIONS) for row in with_others(own, number)]
    old = rng.sample(training_rows(samples), OLD)
    rows = [_known(row, settings.labels) for row in (*own, *others, *old)]
    new = np.arange(len(rows)) < len(own) + len(others)
    repeats = np.where(np.arange(len(rows)) < len(own), TRUE, 1)
    return Texts(pack(rows, settings), new, repeats)


def _known(row: Row, labels: Sequence[str]) -> Row:
    spans = (
        None
        if row.spans is None
        else tuple(
            span if span.label in labels else replace(span, label="OTHER-ID") for span in row.spans
        )
    )
    return replace(row, spans=spans)


def learn_on(samples: Path, corpus: Path, out: Path, base: str = "neural-en") -> None:
    """Train, and write the weights."""
    bundle = load_bundle(base)
    vocabulary = tuple(bundle.parts[VOCABULARY].decode().split("\n"))
    settings = NeuralSettings.from_json(bundle.labels, vocabulary, bundle.settings)
    texts = texts_for(samples, corpus, settings)
    reader = reader_of(weights_of(bundle.parts[GRAPH]))
    read = corpus_of(texts.packed, texts.repeats, pieces=False, longest=WORDS, device="cpu")
    said = logits(reader, read).float()
    is_new = torch.from_numpy(np.repeat(texts.new, texts.packed["counts"]))
    print(f"{len(texts.new):,} texts, {len(is_new):,} words, of which new {int(is_new.sum()):,}")
    _fit(reader, read, said, is_new)
    out.mkdir(parents=True, exist_ok=True)
    state = {name: value.numpy() for name, value in reader.state_dict().items()}
    np.savez(out / "weights.npz", **state)
    (out / "texts.json").write_text(json.dumps({"new": int(texts.new.sum()), "old": OLD}))


def _fit(reader: Reader, corpus: Corpus, said: Tensor, is_new: Tensor) -> None:
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    optimizer = torch.optim.AdamW(reader.parameters(), lr=RATE, weight_decay=0.01)
    steps = EPOCHS * math.ceil(len(corpus.windows(None)) / SIZE * 1.05)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: min(1, (s + 1) / (0.06 * steps)) * max(0.02, 1 - s / steps)
    )
    began = time.time()
    reader.train()
    for epoch in range(EPOCHS):
        for at, windows in enumerate(batches(corpus.windows(rng), SIZE, rng)):
            loss = _loss(reader, corpus, windows, said, is_new)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            if at % 100 == 0:
                done = f"{epoch + 1}.{at}"
                print(
                    f"{done} of {steps}: {float(loss):.4f}, {time.time() - began:.0f} s", flush=True
                )


def _loss(
    reader: Reader,
    corpus: Corpus,
    windows: list[tuple[int, int]],
    said: Tensor,
    is_new: Tensor,
) -> Tensor:
    """Return the loss: marks where texts are new; marks and the former judgement where not."""
    at, real = corpus.batch(windows)
    ids = corpus.ids[at]
    hidden = (torch.rand(real.shape) < HIDDEN_WORDS) & real
    ids = torch.where(hidden[..., None], 0, ids)
    ids[..., 0] = torch.where(hidden, UNKNOWN, ids[..., 0])
    kept = (torch.rand(real.shape) > HIDDEN_TRAITS).float()
    made = reader(ids, real, corpus.shape[at].long(), corpus.traits[at].long(), kept)
    word = torch.where(real, corpus.word[at], -1)
    made, word = made[word >= 0], word[word >= 0]
    tags, new = corpus.tags[word], is_new[word]
    known = tags >= 0
    loss = functional.cross_entropy(
        made[:, :-1], tags, ignore_index=-1, label_smoothing=0.02, reduction="sum"
    ) / known.sum().clamp(min=1)
    if bool((~new).any()):
        before, now = said[word][~new], made[~new]
        loss = loss + KEPT * functional.kl_div(
            functional.log_softmax(now[:, :-1], -1),
            functional.softmax(before[:, :-1], -1),
            reduction="batchmean",
        )
        loss = loss + 0.2 * functional.binary_cross_entropy_with_logits(
            now[:, -1], before[:, -1].sigmoid()
        )
    return loss
