"""Build the model of private messages: posts of `synth posts`, logistic regression, a folder.

    python scripts/build_private.py [-n 6000] [--to src/textveil/models/data/private-en]

The folds of the card share no wording: each judges posts whose wordings the others do not have.
The set of `benchmarks/message_sets/private.tsv` is not read here.
"""

import argparse
from pathlib import Path
from random import Random

from textveil.learn.training.privacy_model import fit_privacy, label_of, privacy_scores
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.synth.corpus import generate

FOLDS = 5
PENALTY = 2.0
NOON = "2020-06-01T12:00"
CARD = """# private-en

Says whether a message tells something of who writes it. Logistic regression over what
`textveil.detect.messages.telling` reads: words, who speaks, classes of verbs and nouns in WordNet,
and the passages that the detectors of messages found.

- **Data:** {n:,} posts of `textveil synth posts` (written for this project), {private:,} of them
  private. No post of anybody else.
- **Licence:** Apache-2.0.
- **Measured:** five folds that share no wording: precision {p:.3f}, recall {r:.3f}, F1 {f:.3f}. On
  messages by hand and of others see `benchmarks/RESULTS.md`.
- **Limits:** English only. It knows the topics of the wordings; what is told between the lines it
  does not see.
- **Build it again:** `python scripts/build_private.py -n {n}`
"""


def main() -> None:
    """Build the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=6000)
    parser.add_argument("--to", type=Path, default=Path("src/textveil/models/data/private-en"))
    asked = parser.parse_args()
    checker = Checker(CheckSettings(at=NOON))
    folds: list[tuple[list[frozenset[str]], list[bool]]] = []
    for fold in range(1, FOLDS + 1):
        made = generate(
            "posts",
            asked.n // FOLDS,
            rng=Random(fold),  # noqa: S311 - posts, no secret
            templates=f"{fold}/{FOLDS}",
            typos=0.01,
        )
        posts = list(made)
        folds.append(([checker.features(one) for one in posts], [label_of(one) for one in posts]))
    told, judged = [], []
    for at, (features, truth) in enumerate(folds):
        others = [fold for k, fold in enumerate(folds) if k != at]
        model = fit_privacy(
            [f for fold in others for f in fold[0]],
            [t for fold in others for t in fold[1]],
            penalty=PENALTY,
        )
        told += truth
        judged += [model.is_private(one) for one in features]
    scores = privacy_scores(told, judged)
    facts = {
        "messages": len(told),
        "private": sum(told),
        "folds": FOLDS,
        "penalty": PENALTY,
        "precision": round(scores.precision, 4),
        "recall": round(scores.recall, 4),
        "f1": round(scores.f1, 4),
    }
    card = CARD.format(
        n=len(told), private=sum(told), p=scores.precision, r=scores.recall, f=scores.f1
    )
    whole = fit_privacy(
        [f for fold in folds for f in fold[0]], told, penalty=PENALTY, facts=facts, card=card
    )
    asked.to.mkdir(parents=True, exist_ok=True)
    for name, data in whole.files().items():
        (asked.to / name).write_bytes(data)
    print(facts)


if __name__ == "__main__":
    main()
