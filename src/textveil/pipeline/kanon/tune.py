"""Tuning k-anonymity on labelled documents: k, minimum length and token ratio by measurement.

Paper 1, section 6.1, chose the minimum length and the ratio on a development set; here k is chosen
with them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from textveil.decide.threshold import operating_point
from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.suppression import GoldTokens, check_ratio
from textveil.pipeline.kanon.curve import usable
from textveil.transform.rarity import Rarity
from textveil.transform.suppress import Suppress, suppress
from textveil.values.choice import Choice, Option
from textveil.values.document import Document
from textveil.values.json_fields import json_fields
from textveil.values.score import Score
from textveil.values.watching import Track, untracked

__all__ = ["Trial", "TuneSettings", "Tuning", "tune"]


@dataclass(frozen=True, slots=True)
class TuneSettings:
    """What is to be tried.

    Parameters
    ----------
    ks, min_lengths, ratios
        Every combination is tried.
    method, guarantee, unit, show, mark
        As in `Suppress`.
    recall
        The least recall at which precision is to be best; None for the best F1.
    """

    ks: tuple[int, ...] = tuple(range(2, 19))
    min_lengths: tuple[int, ...] = tuple(range(1, 9))
    ratios: tuple[int, ...] = (0, 10, 20, 30, 40, 50)
    method: str = ""
    guarantee: str = "subjects"
    unit: str = "token"
    show: str = "paper"
    mark: str = "*"
    recall: float | None = None

    def __post_init__(self) -> None:
        for name, values in (("k", self.ks), ("l", self.min_lengths), ("R", self.ratios)):
            if not values:
                raise InvalidValueError(f"there must be at least one {name}")
        # Among equals the first wins: of two k the safer one, of two lengths the one that keeps
        # more text.
        object.__setattr__(self, "ks", tuple(sorted(set(self.ks), reverse=True)))
        object.__setattr__(self, "min_lengths", tuple(sorted(set(self.min_lengths))))
        object.__setattr__(self, "ratios", tuple(sorted(set(self.ratios))))
        self.suppress(self.ks[-1], self.min_lengths[0])
        for ratio in self.ratios:
            check_ratio(ratio)
        if self.recall is not None and not 0 <= self.recall <= 1:
            raise InvalidValueError(
                "a recall must lie between 0 and 1", where=f"{self.recall:g}", hint="0.9 means 90 %"
            )

    def suppress(self, k: int, min_length: int) -> Suppress:
        """Return the settings of one suppression."""
        return Suppress(k, self.guarantee, self.method, self.unit, min_length, self.show, self.mark)


@dataclass(frozen=True, slots=True)
class Trial:
    """One combination with what it keeps and how well it protects."""

    k: int
    min_length: int
    ratio: int
    kept_ratio: float
    precision: Score
    recall: Score
    f1: Score

    @property
    def name(self) -> str:
        """The combination in the letters of the paper."""
        return f"k={self.k} l={self.min_length} R={self.ratio}"

    def to_json(self) -> dict[str, Any]:
        """Return the trial as a JSON object."""
        scores = {name: getattr(self, name).value for name in ("precision", "recall", "f1")}
        return json_fields(self) | scores


@dataclass(frozen=True, slots=True)
class Tuning:
    """What was tried and what was chosen.

    Attributes
    ----------
    settings
        What was asked for.
    documents, subjects, annotated, gold
        Sizes of the development set; `gold` tokens were to be protected.
    trials
        In the order in which ties are broken: larger k, smaller minimum length, smaller ratio
        first.
    choice
        The settings to use, with the reason.
    notes
        What was left out, and why.
    """

    settings: TuneSettings
    documents: int
    subjects: int
    annotated: int
    gold: int
    trials: tuple[Trial, ...]
    choice: Choice
    notes: tuple[str, ...]

    @property
    def chosen(self) -> Trial:
        """The trial that was chosen."""
        return next(trial for trial in self.trials if trial.name == self.choice.chosen)

    def best(self, count: int = 10) -> tuple[Trial, ...]:
        """Return the best trials by the score asked for, the chosen one first."""
        least = self.settings.recall
        fitting = [t for t in self.trials if least is None or t.recall.value >= least]

        def merit(trial: Trial) -> tuple[float, float]:
            aim = trial.f1 if least is None else trial.precision
            return -aim.value, -trial.recall.value

        return tuple(sorted(fitting, key=merit)[:count])

    def to_json(self) -> dict[str, Any]:
        """Return the tuning as a JSON object."""
        asked = self.settings
        some = asked.suppress(asked.ks[0], asked.min_lengths[0]).to_json()
        return {
            **{name: some[name] for name in ("guarantee", "method", "unit", "show", "mark")},
            "least_recall": asked.recall,
            **json_fields(self, {"settings", "gold", "choice"}),
            "gold_tokens": self.gold,
            "chosen": self.chosen.to_json(),
            "reason": self.choice.reason,
        }


def tune(documents: Sequence[Document], settings: TuneSettings, track: Track = untracked) -> Tuning:
    """Try every combination on annotated documents and choose the best.

    The corpus is prepared once; a ratio only reads again what a suppression left.

    Raises
    ------
    InputError
        If no document is annotated, no word is marked, or there are fewer subjects than every k.
    InvalidValueError
        If no settings reach the recall asked for.
    """
    tokens = GoldTokens(documents)
    if not tokens.gold:
        raise InputError(
            "no word is marked as identifying in these documents",
            hint="give a development set with annotations",
        )
    rarity = Rarity(documents, settings.mark)
    ks, notes = usable(settings.ks, settings.guarantee, rarity.subjects)
    lengths = settings.min_lengths
    if settings.method == "words" and len(lengths) > 1:
        lengths = lengths[:1]
        notes += (f"words have no minimum length: only l = {lengths[0]} is tried",)
    pairs = [(k, length) for k in ks for length in lengths]
    trials = tuple(_trials(rarity, tokens, pairs, settings, track))
    options = [Option(t.name, (t.precision, t.recall, t.f1)) for t in trials]
    choice = operating_point("k, l and R", options, settings.recall)
    chosen = next(trial for trial in trials if trial.name == choice.chosen)
    return Tuning(
        settings,
        len(documents),
        rarity.subjects,
        tokens.documents,
        tokens.gold,
        trials,
        choice,
        (*notes, *_edges(chosen, ks, lengths, settings.ratios)),
    )


def _edges(
    chosen: Trial, ks: Sequence[int], lengths: Sequence[int], ratios: Sequence[int]
) -> Iterator[str]:
    """Say if the best value is the largest that was tried; a larger one may be better."""
    if chosen.f1.value == 1:
        return
    tried = (("k", chosen.k, ks), ("l", chosen.min_length, lengths), ("R", chosen.ratio, ratios))
    for name, value, values in tried:
        if len(values) > 1 and value == max(values):
            yield f"{name} = {value} is the largest that was tried; a larger one may be better"


def _trials(
    rarity: Rarity,
    tokens: GoldTokens,
    pairs: Sequence[tuple[int, int]],
    settings: TuneSettings,
    track: Track,
) -> Iterator[Trial]:
    for k, length in track(pairs, "tune", len(pairs)):
        result = suppress(rarity, settings.suppress(k, length))
        suppressed = tokens.suppressed(result.texts, settings.mark)
        for ratio in settings.ratios:
            scores = tokens.scores(suppressed, ratio)
            yield Trial(k, length, ratio, result.kept_ratio, *scores)
