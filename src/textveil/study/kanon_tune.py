"""The best settings of k-anonymity on labelled documents: k, minimum length and token ratio.

Paper 1, section 6.1, chose the minimum length and the ratio on a development set; here k is chosen
with them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from textveil.decide.threshold import operating_point
from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.text.suppression import check_ratio
from textveil.formats.display.plain_table import counted
from textveil.study.grid import rising_of, settle
from textveil.study.kanon_curve import Bench, SuppressionSettings, usable
from textveil.study.page import Study
from textveil.study.table import Row, ShownTable
from textveil.values.choice import Option
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["TuneSettings", "best_trials", "tune"]

_MEASURES: Final = ("precision", "recall", "f1")
_AXES: Final = {"k": "k", "l": "min_length", "R": "ratio"}
"""What is varied: the letter of the paper, and the name in a row."""
_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class TuneSettings(SuppressionSettings):
    """What is to be tried.

    Parameters
    ----------
    ks, min_lengths, ratios
        Every combination is tried. A text such as `2..18` or `0,10,..,50` will do.
    method
        As in `Suppress`.
    recall
        The least recall at which precision is to be best; None for the best F1.
    """

    ks: tuple[int, ...] = tuple(range(2, 19))
    min_lengths: tuple[int, ...] = tuple(range(1, 9))
    ratios: tuple[int, ...] = (0, 10, 20, 30, 40, 50)
    method: str = ""
    recall: float | None = None
    show: str = field(default="paper", kw_only=True)

    def __post_init__(self) -> None:
        # Among equals the first wins: of two k the safer one, of two lengths the one that keeps
        # more text.
        settle(self, ks=rising_of(self.ks, "--k", least=2)[::-1])
        settle(self, min_lengths=rising_of(self.min_lengths, "--min-length", least=1))
        settle(self, ratios=rising_of(self.ratios, "--ratio", most=100))
        self.suppress(self.ks[-1], self.method, self.min_lengths[0])
        for ratio in self.ratios:
            check_ratio(ratio)
        if self.recall is not None and not 0 <= self.recall <= 1:
            raise InvalidValueError(
                "a recall must lie between 0 and 1", where=f"{self.recall:g}", hint="0.9 means 90 %"
            )


def tune(documents: Sequence[Document], settings: TuneSettings, track: Track = untracked) -> Study:
    """Try every combination on annotated documents and choose the best.

    The corpus is prepared once; a ratio only reads again what a suppression left. Among the numbers
    are `trials`, in the order in which ties are broken: larger k, smaller minimum length, smaller
    ratio first; and the `chosen` one with the `reason`.

    Raises
    ------
    InputError
        If no document is annotated, no word is marked, or there are fewer subjects than every k.
    InvalidValueError
        If no settings reach the recall asked for.
    """
    bench = Bench(documents, settings)
    tokens, subjects = bench.tokens, bench.rarity.subjects
    if not tokens.gold:
        raise InputError(
            "no word is marked as identifying in these documents",
            hint="give a development set with annotations",
        )
    ks, notes = usable(settings.ks, settings.guarantee, subjects)
    lengths = settings.min_lengths
    if settings.method == "words" and len(lengths) > 1:
        lengths = lengths[:1]
        notes += (f"words have no minimum length: only l = {lengths[0]} is tried",)
    cells = [(settings.method, k, length) for k in ks for length in lengths]
    trials = bench.trials(track(cells, "tune", len(cells)), settings.ratios)
    tried = {_name(row): row for row in trials}
    options = [Option(name, row["scores"]) for name, row in tried.items()]
    choice = operating_point("k, l and R", options, settings.recall)
    chosen = _plain(tried[choice.chosen])
    notes += tuple(_edges(chosen, {"k": ks, "l": lengths, "R": settings.ratios}))
    some = settings.suppress(ks[0], settings.method, lengths[0]).to_json()
    numbers = {
        **{name: some[name] for name in ("guarantee", "method", "unit", "show", "mark")},
        "least_recall": settings.recall,
        "documents": len(documents),
        "subjects": subjects,
        "annotated": tokens.documents,
        "trials": [_plain(row) for row in tried.values()],
        "notes": notes,
        "gold_tokens": tokens.gold,
        "chosen": chosen,
        "reason": choice.reason,
    }
    remarks = (
        f"{len(tried):,} settings tried · {counted(tokens.documents, 'annotated document')} · "
        f"{counted(tokens.gold, 'word')} to protect",
        *(f"note: {note}" for note in notes),
        f"chosen: {choice.chosen}",
        f"because: {choice.reason}",
    )
    best = best_trials(numbers["trials"], settings.recall)
    return Study(numbers, [_table(best)], remarks=remarks)


def best_trials(trials: Sequence[Row], least: float | None) -> list[Row]:
    """Return the best trials by F1, or by precision at a least recall; the chosen one is first."""
    fitting = [row for row in trials if least is None or row["recall"] >= least]
    aim = "f1" if least is None else "precision"
    return sorted(fitting, key=lambda row: (-row[aim], -row["recall"]))[:_SHOWN]


def _table(trials: Sequence[Row]) -> ShownTable:
    return ShownTable(
        (*_AXES, "precision", "recall", "F1", "kept ratio"),
        [
            [
                *(f"{row[name]}" for name in _AXES.values()),
                *(f"{row[name]:.3f}" for name in (*_MEASURES, "kept_ratio")),
            ]
            for row in trials
        ],
    )


def _edges(chosen: Row, tried: dict[str, Sequence[int]]) -> Iterator[str]:
    """Say if the best value is the largest that was tried; a larger one may be better."""
    for name, values in tried.items() if chosen["f1"] < 1 else ():
        value = chosen[_AXES[name]]
        if len(values) > 1 and value == max(values):
            yield f"{name} = {value} is the largest that was tried; a larger one may be better"


def _name(row: Row) -> str:
    """Return a combination in the letters of the paper."""
    return " ".join(f"{letter}={row[name]}" for letter, name in _AXES.items())


def _plain(row: Row) -> Row:
    scores = zip(_MEASURES, (score.value for score in row["scores"]), strict=True)
    named = ("k", "min_length", "ratio", "kept_ratio")
    return {**{name: row[name] for name in named}, **dict(scores)}
