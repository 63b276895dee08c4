"""Cross-validate the network on generated clinical documents, by wording and by names.

The documents and folds are those of the benchmark `learning`. In each fold the network is trained
anew from the base weights: first one of six layers, then one of the shipped size that learns from
it. Nothing of the shipped model is used.
"""

import json
from pathlib import Path
from random import Random

import numpy as np

EPOCHS = ((6, 2e-4, 64), (8, 4e-4, 64))
"""Epochs, rate and windows a step, of the large network and of the small one."""


def prepare(minilm: Path, pack: Path) -> None:
    """Write the packed documents, their folds, and the base weights."""
    from benchmarks.learning import EACH, FOLDS, corpus, joined

    from neural.base_weights import base_weights, read_vocabulary, small
    from neural.packing import save, settings_for
    from neural.rows import Row
    from textveil.learn.training.folds import deal_folds
    from textveil.values.span import Spans

    made = [pair for part in range(1, FOLDS + 1) for pair in corpus(EACH, part)]
    documents = [joined(document) for document, _ in made]
    dealt = deal_folds(documents, FOLDS, ("templates", "names"), Random(0))  # noqa: S311
    rows = [Row("hospital", d.text, tuple((d.spans or Spans()).partition())) for d in documents]
    vocabulary = ["[PAD]", *(p for p in read_vocabulary(minilm) if not p.startswith("["))]
    vocabulary.insert(1, "[UNK]")
    save(pack, rows, settings_for(rows, vocabulary[:30000]))
    folds = [
        {"train": list(map(int, f.train)), "test": [int(at) for at in f.test if made[at][1]]}
        for f in dealt
    ]
    (pack / "folds.json").write_text(json.dumps(folds), "utf-8")
    np.savez(pack / "minilm.npz", **small(base_weights(minilm, vocabulary[:30000])))


def train(pack: Path, out: Path, device: str, layers: tuple[int, ...], inner: int) -> None:
    """Train in each fold, and write what both networks say of the test documents."""
    from neural.base_weights import large
    from neural.fitting import corpus_of, fit, logits
    from neural.network import Reader, Size, load, shortened

    settings = json.loads((pack / "settings.json").read_text("utf-8"))
    words = dict(np.load(pack / "words.npz"))
    tags = 1 + 2 * len(settings["labels"])
    traits = settings["traits"]
    base = large(dict(np.load(pack / "minilm.npz")))
    out.mkdir(parents=True, exist_ok=True)
    edges = np.concatenate([[0], np.cumsum(words["counts"])])
    said: dict[str, list[np.ndarray]] = {"large": [], "small": []}
    for fold in json.loads((pack / "folds.json").read_text("utf-8")):
        often = np.zeros(len(words["counts"]), np.int64)
        often[fold["train"]] = 1
        corpus = corpus_of(words, often, pieces=False, longest=128, device=device)
        size = Size(6, 384, 1536, 128, smooth=False)
        whole = load(Reader(size, len(settings["vocabulary"]), traits, tags), base).to(device)
        epochs, rate, batch = EPOCHS[0]
        fit(whole, corpus, epochs=epochs, rate=rate, size=batch, seed=1)
        soft = logits(whole, corpus)
        student = shortened(whole, layers, inner, 128).to(device)
        epochs, rate, batch = EPOCHS[1]
        fit(student, corpus, epochs=epochs, rate=rate, size=batch, seed=2, soft=soft, gold=0.3)
        tested = np.concatenate([np.arange(edges[at], edges[at + 1]) for at in fold["test"]])
        for name, judged in (("large", soft), ("small", logits(student, corpus))):
            said[name].append(judged[tested].cpu().numpy())
        print("fold", len(said["small"]), flush=True)
    for name, parts in said.items():
        np.savez_compressed(out / f"{name}.npz", **{str(at): part for at, part in enumerate(parts)})


def score(pack: Path, out: Path) -> None:
    """Print precision, recall and F of passages and of words, as the benchmark does."""
    from benchmarks.learning import EACH, FOLDS, THRESHOLD, corpus, joined

    from textveil.learn.training.judgement import Judged
    from textveil.learn.training.label_scores import standings
    from textveil.lexicon.tables.folding import fold as folded
    from textveil.models.fields.windows import WORD
    from textveil.values.tagging import TaggedWords

    settings = json.loads((pack / "settings.json").read_text("utf-8"))
    made = [pair for part in range(1, FOLDS + 1) for pair in corpus(EACH, part)]
    documents = [joined(document) for document, _ in made]
    folds = json.loads((pack / "folds.json").read_text("utf-8"))
    for name in ("large", "small"):
        said = np.load(out / f"{name}.npz")
        judged = []
        for number, fold in enumerate(folds):
            rest = said[str(number)].astype(np.float32)
            for at in fold["test"]:
                view = folded(documents[at].text)
                found = [match.span() for match in WORD.finditer(view.text)]
                own, rest = rest[: len(found)], rest[len(found) :]
                chances = np.exp(own[:, :-1] - own[:, :-1].max(1, keepdims=True))
                chances /= chances.sum(1, keepdims=True)
                both = chances[:, 1::2] + chances[:, 2::2]
                best = both.argmax(1)
                rows = np.arange(len(best))
                begins = chances[:, 1::2][rows, best] / np.maximum(both[rows, best], 1e-9)
                together = np.concatenate([chances[:, :1], both], 1)
                tagged = TaggedWords(
                    [a for a, _ in found],
                    [b for _, b in found],
                    tuple(settings["labels"]),
                    together,
                    begins,
                )
                truth = np.zeros(len(found), bool)
                scores = tagged.scores.astype(float)
                judged.append(Judged(documents[at], scores, truth, view, tagged))
        for row in standings(judged, THRESHOLD, 0)[:2]:
            print(name, *row.row())
