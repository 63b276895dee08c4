"""Build the Spanish model from MEDDOCAN's training cases and generated text.

    python scripts/build_model_es.py MEDDOCAN [--output FOLDER]

MEDDOCAN is the folder of the corpus with `train/` and `dev/` (CC BY 4.0). The same corpus and the
same version give the same model. With `--measure` the model is then tried on `dev/`, alone and as
part of the policy `tag-only`, with the scorer of the benchmark.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from build_model import about

from textveil.formats.annotated.brat import Brat
from textveil.learn.training.gold import LONGEST, Gold
from textveil.learn.training.trained_model import TrainingPlan, train
from textveil.lexicon.tables.schemes import scheme
from textveil.models.fields.crf import Settings
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.span import Spans

LANGUAGE = "es"
OUTPUT = Path(__file__).parents[1] / "src" / "textveil" / "models" / "data" / "fast-es"

# Recall first. Scores of dev at other thresholds were known when it was set; they hardly differ.
THRESHOLD = 0.2

# documents, seed, typing errors
GENERATED = ((300, 31, 0.0), (60, 32, 0.01))

# MEDDOCAN has one label for towns, provinces and postal codes; words and digits tell them apart.
_TERRITORY = frozenset({"CITY", "STATE", "ZIP"})

CARD = {
    "name": "fast-es: identifying passages in Spanish clinical text",
    "licence": "Apache-2.0; trained on CC BY 4.0 data and on generated text",
    "command": "python scripts/build_model_es.py MEDDOCAN",
}


def main() -> None:
    """Train on everything and write the model's folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("meddocan", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--measure", action="store_true")
    arguments = parser.parse_args()
    cases, made = [*meddocan(arguments.meddocan / "train")], [*generated()]
    facts = {
        **CARD,
        "data": [
            about("MEDDOCAN (Marimon et al. 2019), training cases", "CC BY 4.0", cases),
            about("textveil synth hospital --language es, seeds 31-32", "Apache-2.0", made),
        ],
    }
    plan = TrainingPlan(
        settings=Settings(), folds=1, held_out=0.15, threshold=THRESHOLD, language=LANGUAGE
    )
    bundle = train([*cases, *made], plan, Gold(overlaps=LONGEST), facts)
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, data in bundle.files().items():
        (arguments.output / name).write_bytes(data)
    size = sum(map(len, bundle.parts.values()))
    print(f"{len(cases) + len(made)} documents, {size:,} bytes of weights")
    if arguments.measure:
        measure(arguments.meddocan / "dev", str(arguments.output))


def meddocan(folder: Path) -> Iterator[Document]:
    """Yield the cases of a folder with our labels."""
    gold = Gold(scheme=scheme("meddocan"), overlaps=LONGEST)
    for document in Brat().read(folder):
        yield replace(gold.of(document), id=f"meddocan-{document.id}")


def generated() -> Iterator[Document]:
    """Yield generated documents with the labels that MEDDOCAN has."""
    for count, seed, typos in GENERATED:
        rng = Random(seed)  # noqa: S311 - reproducible, not secret
        for document in generate("hospital", count, rng=rng, typos=typos, language=LANGUAGE):
            spans = (
                replace(span, label="ADDRESS") if span.label in _TERRITORY else span
                for span in document.spans or ()
            )
            name = f"{document.id}-{seed}"
            yield replace(document, id=name, subject=name, spans=Spans(spans))


def measure(folder: Path, model: str) -> None:
    """Print token precision and recall on annotated cases, whatever the label."""
    from benchmarks.detect import Tally, count

    from textveil.detect.tagging.tagger import TaggerDetector
    from textveil.pipeline.release.engine import Engine
    from textveil.pipeline.release.search.detection import Detection
    from textveil.policy.policy import parse_policy

    policy = parse_policy(POLICY.format(model=model))
    engine, tagger = Engine(policy), TaggerDetector(model=model, language=LANGUAGE)
    ways = {
        "tagger": tagger.detect,
        "policy": lambda one: Detection.settle(one, engine.scan(one)),
    }
    cases = [replace(case, language=LANGUAGE) for case in Brat().read(folder)]
    for name, detect in ways.items():
        tally = Tally()
        for case in cases:
            count(case, detect(case), tally)
        print(f"{name}: token P {tally.precision:.4f} R {tally.recall:.4f}")


POLICY = """
name: measured
language: es
detect:
  - use: textveil.combine.v1
    mode: priority
    detectors:
      - {{use: textveil.patterns.v1, min_score: 0.5}}
      - {{use: textveil.tagger.v1, model: "{model}"}}
propagate: true
transform:
  default: textveil.mask.v1
"""


if __name__ == "__main__":
    main()
