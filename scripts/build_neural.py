"""Build the neural model `neural-en`: prepare the texts, train, and write the folder.

    python scripts/build_neural.py prepare SAMPLES MINILM MPNET PACK
    python scripts/build_neural.py train PACK OUT [--device cuda]
    python scripts/build_neural.py bundle PACK OUT SAMPLES [--output FOLDER]
    python scripts/build_neural.py folds prepare|train|score PACK [MINILM|OUT]
    python scripts/build_neural.py further SAMPLES PACK
    python scripts/build_neural.py continue PACK OUT [--seconds 45] [--shut]

SAMPLES holds the corpora of `build_model` and `paws/dev.tsv`; MINILM and MPNET hold
`model.safetensors` and `vocab.txt` of all-MiniLM-L6-v2 and all-mpnet-base-v2 (Apache-2.0). Training
needs PyTorch and the packed texts alone: some minutes on a GPU, a night on two cores. The other two
steps need textveil, and the last one `onnx`. Teacher and middle never learn from the wordings with
odd numbers. With `--without-odd` the student does not either, which is how the model is measured on
them.

`further` and `continue` let the shipped model learn further texts in a minute on a GPU; then comes
`bundle` with their folders. With `--shut` nothing is learnt from some voices of the genre corpus,
for measuring.
"""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

TEACHER = (4, 6e-5, 64, 0)
"""Epochs, rate, windows a step, seed."""
MIDDLE = (5, 2e-4, 128, 3)
STUDENT = (14, 4e-4, 128, 4)
LAYERS, INNER, VOCABULARY = (0, 1, 2, 3, 5), 768, 16000
PIECES, WORDS = 254, 128
TEACHERS = 2
"""Teachers with seeds of their own; what they say is averaged."""
OFTEN = {"court": (5, 8), "genre": (4, 5)}
"""How often a teacher reads a true court case or genre text in an epoch, and how often the others;
there are few."""


def main() -> None:
    """Do one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    steps = parser.add_subparsers(dest="step", required=True)
    one = steps.add_parser("prepare")
    for name in ("samples", "minilm", "mpnet", "pack"):
        one.add_argument(name, type=Path)
    two = steps.add_parser("train")
    for name in ("pack", "out"):
        two.add_argument(name, type=Path)
    two.add_argument("--device", default="cuda")
    two.add_argument("--without-odd", action="store_true")
    three = steps.add_parser("bundle")
    for name in ("pack", "out", "samples"):
        three.add_argument(name, type=Path)
    three.add_argument("--output", type=Path, default=None)
    four = steps.add_parser("folds")
    four.add_argument("part", choices=("prepare", "train", "score"))
    four.add_argument("pack", type=Path)
    four.add_argument("other", type=Path)
    four.add_argument("--device", default="cuda")
    add_continuing(steps)
    arguments = parser.parse_args()
    if arguments.step == "prepare":
        prepare(arguments)
    elif arguments.step == "further":
        from neural.further import prepare as further

        further(arguments.samples, arguments.pack)
    elif arguments.step == "continue":
        continued(arguments)
    elif arguments.step == "train":
        train(arguments.pack, arguments.out, arguments.device, without_odd=arguments.without_odd)
    elif arguments.step == "folds":
        cross_validate(arguments)
    else:
        from neural.bundling import bundle

        bundle(arguments.pack, arguments.out, arguments.samples, arguments.output)


def prepare(arguments: argparse.Namespace) -> None:
    """Write the packed texts and the base weights for their vocabulary."""
    from neural.base_weights import base_weights, read_vocabulary, small
    from neural.corpora import training_rows
    from neural.packing import cut_vocabulary, save, settings_for

    rows = training_rows(arguments.samples)
    whole = read_vocabulary(arguments.minilm)
    vocabulary = cut_vocabulary((row.text for row in rows), whole, arguments.samples, VOCABULARY)
    save(arguments.pack, rows, settings_for(rows, vocabulary))
    for name in ("minilm", "mpnet"):
        weights = small(base_weights(getattr(arguments, name), vocabulary))
        np.savez(arguments.pack / f"{name}.npz", **weights)
    print(f"{len(rows)} texts, {sum(len(row.text) for row in rows):,} characters")


def train(pack: Path, out: Path, device: str, *, without_odd: bool) -> None:
    """Train a teacher, a network in the middle, and the student; write the student's weights."""
    from neural.base_weights import large
    from neural.fitting import corpus_of, fit, logits
    from neural.network import Reader, Size, load, shortened

    settings = json.loads((pack / "settings.json").read_text("utf-8"))
    words = dict(np.load(pack / "words.npz"))
    tags = 1 + 2 * len(settings["labels"])
    traits = settings["traits"]
    number = len(settings["vocabulary"])
    marked = np.array([source != "unmarked" for source in settings["sources"]])
    odd = np.array([bool(group) and int(group) % 2 == 1 for group in settings["groups"]])
    often = [
        np.array([OFTEN.get(source, (1, 1))[at] for source in settings["sources"]]) for at in (0, 1)
    ]
    pieces = corpus_of(words, often[0] * marked * ~odd, pieces=True, longest=PIECES, device=device)
    base = large(dict(np.load(pack / "mpnet.npz")))
    epochs, rate, size, seed = TEACHER
    soft = 0.0
    for at in range(TEACHERS):
        teacher = Reader(Size(12, 768, 3072, 256, relative=True), number, traits, tags)
        load(teacher, base).to(device)
        fit(teacher, pieces, epochs=epochs, rate=rate, size=size, seed=seed + at)
        soft = soft + logits(teacher, pieces) / TEACHERS
        del teacher
    even = corpus_of(words, often[1] * ~odd, pieces=False, longest=WORDS, device=device)
    middle = Reader(Size(6, 384, 1536, WORDS, smooth=False), number, traits, tags)
    load(middle, large(dict(np.load(pack / "minilm.npz")))).to(device)
    epochs, rate, size, seed = MIDDLE
    fit(middle, even, epochs=epochs, rate=rate, size=size, seed=seed, soft=soft, gold=0.3)
    student = shortened(middle, LAYERS, INNER, WORDS).to(device)
    every = replace(even, repeats=often[1] * ~(odd & without_odd))
    epochs, rate, size, seed = STUDENT
    fit(student, every, epochs=epochs, rate=rate, size=size, seed=seed, soft=soft, gold=0.2)
    out.mkdir(parents=True, exist_ok=True)
    save_weights(student, out)


def cross_validate(arguments: argparse.Namespace) -> None:
    """Do one part of the cross-validation."""
    from neural import folds

    if arguments.part == "prepare":
        folds.prepare(arguments.other, arguments.pack)
    elif arguments.part == "train":
        folds.train(arguments.pack, arguments.other, arguments.device, LAYERS, INNER)
    else:
        folds.score(arguments.pack, arguments.other)


def add_continuing(steps: Any) -> None:
    """Add the two steps that continue a shipped model."""
    five = steps.add_parser("further")
    six = steps.add_parser("continue")
    for name in ("samples", "pack"):
        five.add_argument(name, type=Path)
    for name in ("pack", "out"):
        six.add_argument(name, type=Path)
    six.add_argument("--device", default="cuda")
    for name, kind, usual in (
        ("seconds", float, 45.0),
        ("rate", float, 3e-4),
        ("gold", float, 0.3),
        ("soft", float, 1.0),
        ("size", int, 128),
        ("share", int, 1),
    ):
        six.add_argument(f"--{name}", type=kind, default=usual)
    six.add_argument("--shut", action="store_true")


def continued(arguments: argparse.Namespace) -> None:
    """Continue the packed network for a time, and write its weights and what they are worth."""
    from neural.continuing import Pace, judgements, learn, measured, read_network, read_texts

    texts = read_texts(arguments.pack, arguments.device, arguments.share)
    reader = read_network(arguments.pack).to(arguments.device)
    said = judgements(reader, texts)
    for line in measured(texts, said, "former"):
        print(line)
    pace = Pace(
        arguments.seconds,
        arguments.rate,
        arguments.size,
        gold=arguments.gold,
        soft=arguments.soft,
    )
    read = texts.until("shut-other" if arguments.shut else "old-apart")
    learn(reader, read, said, texts.words(texts.part == 0), pace)
    arguments.out.mkdir(parents=True, exist_ok=True)
    save_weights(reader, arguments.out)
    for line in measured(texts, judgements(reader, texts), "now"):
        print(line)


def save_weights(reader: Any, out: Path) -> None:
    """Write the weights of a network as arrays of 16 bits, those of pieces apart."""
    state = {name: value.cpu().half().numpy() for name, value in reader.state_dict().items()}
    np.savez(out / "pieces.npz", **{"words.weight": state.pop("words.weight")})
    np.savez(out / "rest.npz", **state)


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    main()
