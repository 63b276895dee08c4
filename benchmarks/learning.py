"""What the tagger learns from generated clinical documents: cross-validation and a curve.

The folds are split by wording and by names: each is one tenth of both, so that a model is tested on
documents, headings, sentences, people, places and organizations that it has not seen. The curve is
Figure 5 of the dissertation on scalable de-identification: other subjects, one hospital.
"""

import json
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import Row
from textveil.learn.training.experiment import Experiment, FoldResult, levels_of
from textveil.learn.training.folds import Fold, deal_folds
from textveil.learn.training.gold import Gold
from textveil.learn.training.judgement import Judged
from textveil.learn.training.label_scores import standings
from textveil.learn.training.trained_model import TrainingPlan, judge_fold
from textveil.models.fields.crf import Settings
from textveil.study.learning.learning_curve import LearningSettings, measure
from textveil.study.page import Study, write_chart
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Spans

CHART = Path(__file__).parents[1] / "docs" / "methods" / "learning-curve.svg"
FIGURES = Path(__file__).with_name("learning.json")

TESTED = "hospital"
# Documents that are trained on and not tested, and how many for each document that is tested.
BESIDE = ((TESTED, 3.0), ("forms", 1.0), ("everyday", 2.0))
FOLDS, EACH, ROUNDS, THRESHOLD = 10, 75, 45, 0.5
FINE_EACH = 40
SIZES, REPEATS, CORPUS = (10, 20, 50, 100, 200), 3, 300
BAR = 0.95

# Numbers of all kinds look alike to the model; the pattern rules tell them apart.
_NUMBERS = frozenset({"ACCOUNT", "BIOMETRIC", "DEVICE", "LICENSE", "MRN", "PLAN", "SSN", "VEHICLE"})


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the corpus is generated
    """Cross-validate with coarse and with fine labels, and measure the curve."""
    figures: dict[str, Any] = {}
    for name, fine, each in (("families", False, EACH), ("all labels", True, FINE_EACH)):
        started = time.perf_counter()
        experiment = across_wordings(each, fine=fine)
        figures[f"cross-validation, {name}"] = experiment.to_json()
        yield from validated(name, experiment, time.perf_counter() - started)
    started = time.perf_counter()
    curve = learning_curve()
    figures["learning curve"] = curve.to_json()
    write_chart(CHART, curve)
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    yield from rising(curve, time.perf_counter() - started)


def across_wordings(each: int, *, fine: bool) -> Experiment:
    """Test on every tenth of wordings and names with a model of the other nine.

    More documents of the same nine, of other kinds too, help to train and are not tested.
    """
    label = Gold().of if fine else joined
    made = [pair for part in range(1, FOLDS + 1) for pair in corpus(each, part)]
    documents = [label(document) for document, _ in made]
    plan = TrainingPlan(Settings(rounds=ROUNDS), folds=FOLDS, by=("templates", "names"))
    dealt = deal_folds(documents, FOLDS, plan.by, Random(plan.seed))  # noqa: S311
    folds = [Fold(fold.train, [at for at in fold.test if made[at][1]]) for fold in dealt]
    judged: list[Judged] = []
    results = []
    # One fold a process: each takes minutes, and they have nothing to say to each other.
    with ProcessPoolExecutor() as pool:
        every = pool.map(_judged, repeat(documents), folds, repeat(plan))
        for fold, tested in zip(folds, every, strict=True):
            levels = levels_of(tested, THRESHOLD)
            results.append(FoldResult(len(fold.train), len(fold.test), *levels))
            judged += tested
    rows = standings(judged, THRESHOLD, plan.seed)
    unused = len(documents) - len(judged)
    return Experiment(plan, THRESHOLD, len(documents), unused, tuple(results), tuple(rows))


def _judged(documents: list[Document], fold: Fold, plan: TrainingPlan) -> list[Judged]:
    return list(judge_fold(documents, fold, plan))


def corpus(each: int, part: int) -> Iterator[tuple[Document, bool]]:
    """Yield the documents of one share of wordings and names, and whether each is for testing."""
    share = f"{part}/{FOLDS}"
    for at, (kind, times) in enumerate(((TESTED, 1.0), *BESIDE)):
        rng = Random(f"{kind} {part} {at}")  # noqa: S311 - reproducible, not secret
        for document in generate(kind, round(each * times), rng=rng, names=share, templates=share):
            # Ids of two corpora of one kind are the same.
            yield replace(document, id=f"{part}-{at}-{document.id}"), not at


def learning_curve() -> Study:
    """Train on 10 to 200 documents, test on those of other subjects."""
    rng = Random(1)  # noqa: S311 - reproducible, not secret
    documents = [joined(document) for document in generate(TESTED, CORPUS, rng=rng)]
    plan = TrainingPlan(Settings(rounds=ROUNDS))
    return measure(documents, plan, LearningSettings(SIZES, REPEATS))


def joined(document: Document) -> Document:
    """Return the document with families for labels, and numbers of all kinds as OTHER-ID."""
    families = ((span, family_of(span.label)) for span in document.spans or ())
    spans = [replace(s, label="OTHER-ID" if f in _NUMBERS else f) for s, f in families]
    return replace(document, spans=Spans(spans))


def validated(name: str, experiment: Experiment, seconds: float) -> Iterator[Row]:
    """Say what passages and words were found, with their labels and whatever their labels."""
    every, whatever = experiment.standings[:2]
    what = f"CRF, {len(experiment.folds)} folds by wording and names, {name}"
    precision, recall, f1 = every.instance
    worst = min(fold.instance[2] for fold in experiment.folds)
    barred = name == "families"
    tested = experiment.documents - experiment.unused
    yield Row(
        "learning",
        f"{what}: passages",
        f"F1 {f1.value:.3f} [{f1.low:.3f}, {f1.high:.3f}], P {precision.value:.3f}, "
        f"R {recall.value:.3f}, worst fold {worst:.3f}; {seconds:.0f} s",
        f"F1 {f1.value:.3f}",
        f"F1 >= {BAR}" if barred else "",
        f1.value >= BAR if barred else None,
        tested,
    )
    figures = (("whatever their label", whatever.instance), ("words", every.token))
    for kind, three in figures:
        shown = f"P {three[0].value:.3f}, R {three[1].value:.3f}"
        title = f"{what}: {kind}"
        ratio = f"F1 {three[2].value:.3f}"
        yield Row("learning", title, shown, ratio, "", None, tested)


def rising(curve: Study, seconds: float) -> Iterator[Row]:
    """Say where the curve begins and ends, and whether precision and recall rise on the way."""
    precision, recall, f1 = (
        [point["instance"][name][0] for point in curve["points"]]
        for name in ("precision", "recall", "F1")
    )
    met = precision[0] > recall[0] and _rises(precision) and _rises(recall)
    yield Row(
        "learning",
        f"CRF, learning curve, {SIZES[0]} to {SIZES[-1]} documents: passages",
        f"P {_path(precision)}; R {_path(recall)}; {seconds:.0f} s",
        f"F1 {f1[0]:.3f} to {f1[-1]:.3f}",
        "P above R at the start, both rising",
        met,
        curve["repeats"],
    )


def _rises(values: Sequence[float]) -> bool:
    return list(values) == sorted(values)


def _path(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.3f}" for value in values)
