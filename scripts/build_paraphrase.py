"""Build the shipped model of paraphrases from a base encoder, PAWS, and rewritten texts.

    python scripts/build_paraphrase.py --base FOLDER --data FOLDER [--output FOLDER]

`--base` holds `model.safetensors` and `vocab.txt` of all-MiniLM-L6-v2 (Apache-2.0); `--data` the
sets that may ship: `paws/dev.tsv`, `wnut17/train.conll`, `btc/train.conll`. Needs the extras
`messages` and `neural`. About half an hour on one core.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))

from neural.base_weights import _safetensors, base_weights

from textveil.formats.tables.sentence_pairs import SentencePair, read_pairs
from textveil.learn.paraphrase.folds import area, crossed, fold_numbers, logistic_judge, score_of
from textveil.learn.paraphrase.graph import encoder_graph
from textveil.learn.paraphrase.training import FOLDS, PENALTY, feature_rows, fitted
from textveil.models.paraphrase.bundle import ParaphraseBundle
from textveil.models.paraphrase.logistic import Logistic
from textveil.models.paraphrase.model import COMBINED, ParaphraseModel
from textveil.models.paraphrase.pieces import BEGIN, END, LONGEST
from textveil.synth.corpus import generate
from textveil.synth.rewriting import rewriting_pairs

MODELS = Path(__file__).parents[1] / "src" / "textveil" / "models" / "data"
PAWS, MADE, TWINS = 4_000, 5_000, 2_000
"""Pairs of PAWS, rewritten pairs and twins that are learnt from."""
THRESHOLD = 0.5
HALF = 0.0
"""Log odds of a probability of one half."""
SEED = 11


def vocabulary() -> list[str]:
    """Return the pieces of the shipped tagger, and at last the marks."""
    text = (MODELS / "neural-en" / "vocabulary.txt").read_text("utf-8")
    pieces = [piece for piece in text.rstrip("\n").split("\n") if piece not in {BEGIN, END}]
    return [*pieces, BEGIN, END]


def graph(base: Path, pieces: Sequence[str]) -> bytes:
    """Return the base encoder for these pieces, in eight bits."""
    weights = base_weights(base, pieces)
    kinds = dict(_safetensors(base / "model.safetensors"))[
        "embeddings.token_type_embeddings.weight"
    ]
    width = kinds.shape[1]
    # The places of the base hold its first kind of segment already.
    weights["segments.weight"] = np.stack([np.zeros(width, np.float32), kinds[1] - kinds[0]])
    weights["places.weight"] = weights["places.weight"][: 2 * LONGEST + 4]
    weights["out.weight"] = np.zeros((1, width), np.float32)
    weights["out.bias"] = np.zeros(1, np.float32)
    # Half precision is what the weights were kept in.
    return encoder_graph(
        {name: w.astype(np.float16).astype(np.float32) for name, w in weights.items()}
    )


def posts(path: Path) -> Iterator[str]:
    """Yield the posts of a CoNLL file that have six words or more."""
    words: list[str] = []
    for line in (*path.read_text("utf-8").split("\n"), ""):
        if line.strip():
            words.append(line.split("\t")[0].split(" ")[0])
        else:
            if len(words) >= 6:
                yield " ".join(words)
            words = []


def made_pairs(data: Path, sentences: Sequence[str]) -> list[tuple[str, str, bool]]:
    """Return rewritten pairs of posts, generated sentences, chat and encyclopedia."""
    rng = Random(SEED)  # noqa: S311 - reproducible, not secret
    public = [text for name in ("wnut17", "btc") for text in posts(data / name / "train.conll")]
    rng.shuffle(public)
    everyday = [one.text.strip() for one in generate("everyday", 3000, rng=Random(21))]  # noqa: S311
    chat = [
        line.split(": ", 1)[-1]
        for one in generate("chat", 600, rng=Random(22))  # noqa: S311
        for line in one.text.split("\n")
        if len(line.split()) > 6
    ]
    pairs = []
    for texts, count in ((public, 8000), (everyday, 8000), (chat, 3000), (sentences, 6000)):
        cut = int(len(texts) * 0.85)
        pairs += rewriting_pairs(texts[:cut], count, rng)
        pairs += rewriting_pairs(texts[cut:], count // 6, rng)
    order = list(range(len(pairs)))
    Random(3).shuffle(order)  # noqa: S311
    return [pairs[at] for at in order[:MADE]]


def twins() -> list[tuple[str, str, bool]]:
    """Return sentences of one wording about other people and numbers: none say the same."""
    made = generate("everyday", 3000, rng=Random(23))  # noqa: S311 - reproducible, not secret
    texts = [one.text.strip() for one in made]
    words = [frozenset(text.lower().split()) for text in texts]
    pairs = []
    for at, text in enumerate(texts):
        near = max(
            (other for other in range(len(texts)) if words[other] != words[at]),
            key=lambda other, own=words[at]: len(own & words[other]) / len(own | words[other]),
        )
        if words[at] & words[near] and all(map(_particular, (text, texts[near]))):
            pairs.append((text, texts[near], False))
    return pairs[:TWINS]


def _particular(text: str) -> bool:
    """Tell whether a text has a name or a number after its first word."""
    return any(word[0].isupper() or word[0].isdigit() for word in text.split()[1:])


def build(base: Path, data: Path, features: NDArray[np.float64] | None = None) -> ParaphraseBundle:
    """Return the bundle; `features` spares the half hour if they were calculated before."""
    pieces = vocabulary()
    one = np.ones(len(COMBINED))
    model = ParaphraseModel(
        COMBINED,
        Logistic(one, one, one, 0.0),
        THRESHOLD,
        graph=graph(base, pieces),
        vocabulary=tuple(pieces),
    )
    paws = read_pairs(data / "paws" / "dev.tsv", judged=True)
    made = made_pairs(data, [pair.left for pair in paws])
    made += twins()
    pairs = [*paws[:PAWS], *(SentencePair(a, b, same, 0) for a, b, same in made)]
    rows = feature_rows(model, pairs) if features is None else features
    return fit(model, rows, np.array([bool(pair.same) for pair in pairs]))


def fit(
    model: ParaphraseModel, rows: NDArray[np.float64], truth: NDArray[np.bool_]
) -> ParaphraseBundle:
    """Return the bundle that these features make, with its scores by folds."""
    whole = fitted(rows, truth)
    judge = logistic_judge(PENALTY, squared=True)
    paws = crossed(rows[:PAWS], truth[:PAWS], fold_numbers(truth[:PAWS], FOLDS, 1), judge)
    parts = {"PAWS": slice(0, PAWS), "rewritten": slice(PAWS, PAWS + MADE)}
    scores = {
        name: score_of(whole.slope * whole.said[part] + whole.shift, truth[part], HALF)._asdict()
        for name, part in parts.items()
    }
    facts = {
        "pairs": {"PAWS": PAWS, "rewritten": MADE, "twins": len(truth) - PAWS - MADE},
        "twins told": float((whole.slope * whole.said + whole.shift < HALF)[PAWS + MADE :].mean()),
        "scores": whole.score._asdict(),
        "by source": scores,
        "PAWS alone, area": area(paws, truth[:PAWS]),
        "seed": SEED,
    }
    ready = ParaphraseModel(
        model.names,
        whole.logistic,
        THRESHOLD,
        whole.slope,
        whole.shift,
        model.graph,
        model.vocabulary,
    )
    return ParaphraseBundle(ready, facts, card(facts), whole=True)


def card(facts: dict) -> str:
    """Return the card of the shipped model."""
    rows = "\n".join(
        f"| {name} | {score['accuracy']:.3f} | {score['f1']:.3f} | {score['area']:.3f} |"
        for name, score in facts["by source"].items()
    )
    return f"""# paraphrase-en: whether two English sentences say the same

A logistic regression over {len(COMBINED)} features and their squares (SimMat, eight metrics of
machine translation, words, an encoder of sentences).

Licence: Apache-2.0. Base weights: all-MiniLM-L6-v2, Apache-2.0, in eight bits, with the pieces of
`neural-en`; they were not trained further.

## Data

- PAWS-Wiki, development set, the first {PAWS:,} pairs: free for any purpose
- {facts["pairs"]["rewritten"]:,} rewritten pairs of our own making (`textveil.synth.rewriting`), of
  posts of WNUT 2017 and the Broad Twitter Corpus (training parts, CC BY 4.0), generated sentences
  and chats, and sentences of PAWS
- {facts["pairs"]["twins"]:,} pairs of generated sentences of one wording about other people

No pair, weight or threshold comes from the Microsoft Research Paraphrase Corpus.

## Scores

Ten folds; accuracy and F1 at a probability of one half.

| pairs | accuracy | F1 | area under the curve |
| --- | --- | --- | --- |
{rows}

Of the twins {facts["twins told"]:.1%} are told to say something else; threshold {THRESHOLD:g}.

## Limits

- A pair that differs in one name or number can look like a paraphrase.
- The encoder reads {LONGEST} pieces of words a sentence; other features see all of them.
- English only.

## Made with

```
python scripts/build_paraphrase.py --base FOLDER --data FOLDER
```
"""


def main() -> None:
    """Write the folder of the shipped model."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--base", type=Path, required=True)
    given.add_argument("--data", type=Path, required=True)
    given.add_argument("--features", type=Path, help="Features that were calculated before (.npy).")
    given.add_argument("--output", type=Path, default=MODELS / "paraphrase-en")
    asked = given.parse_args()
    features = None if asked.features is None else np.load(asked.features)
    made = build(asked.base, asked.data, features)
    asked.output.mkdir(parents=True, exist_ok=True)
    for name, data in made.files().items():
        (asked.output / name).write_bytes(data)
    print(made.facts)


if __name__ == "__main__":
    main()
