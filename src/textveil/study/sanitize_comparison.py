"""Several methods of sanitization side by side: the figures of paper 3, section 8.

Each method runs on the same input with the same sensitive patterns, while one of four numbers
varies: how many patterns are sensitive, k, tau and rho. Nothing of the sequences is written.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.text.distortion import Laid
from textveil.formats.display.figures import NO_GUARANTEE, titled
from textveil.formats.display.plain_table import counted
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.pipeline.sanitize.judging import attack, check, measure
from textveil.strings.warm_sanitization import warm_sanitization
from textveil.study.chart import DOTTED, Drawing, Line, Panel, lines_of
from textveil.study.grid import names_of, numbers_of, settle, thresholds_of
from textveil.study.page import Study
from textveil.study.table import Row, ShownTable
from textveil.transform.sanitization.sanitize import Sanitize, Sanitized, choose_patterns, sanitize
from textveil.values.figures.json_fields import json_fields
from textveil.values.runs.watch import Track, untracked
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences
from textveil.values.verdict import Status

__all__ = ["AXES", "COMPARISON", "CompareSettings", "compare", "score_of"]

AXES: Final = {
    "patterns": "sensitive patterns",
    "k": "k (letters of a pattern)",
    "tau": "tau (support of a frequent pattern)",
    "rho": "rho (threshold of an implausible pattern)",
}
"""What can vary, and what charts call it."""
COMPARISON: Final = "comparison.json"
"""The numbers behind the charts; by this file a folder is known to be an earlier result."""

_COMPARED: Final = ("tfs", "pfs", "tpm", "ghosts", "substitute", "ba")
_LOOKS: Final = ("tfs", "ba", "tpm", "tmi", "pfs", "tm", "ghosts", "etfs", "ph", "substitute")
_UNPROMISED: Final = ("ba", "ph", "substitute")
"""Methods that promise nothing about other patterns."""
_MOST_LETTERS: Final = {"etfs": 20_000, "ph": 2_000}
"""Methods whose time grows too fast for longer input."""


class _Measure(NamedTuple):
    """What is shown of a point: its score, the column and its format, the file and the panel."""

    score: str
    column: str
    form: str
    file: str
    title: str
    axis: str


_MEASURES: Final = tuple(
    _Measure(*told)
    for told in (
        ("frequency distortion", "distortion", ",.0f", "distortion",
         "Change of frequencies", "frequency distortion"),
        ("tau-lost", "lost", ",.0f", "lost-and-ghosts",
         "Frequent patterns that were lost", "tau-lost patterns"),
        ("tau-ghost", "ghosts", ",.0f", "lost-and-ghosts",
         "Frequent patterns that are new", "tau-ghost patterns"),
        ("new letters", "new", ",.0f", "new-letters",
         "Letters that came in", "letters of the release that\nno kept letter stands for"),
        ("length", "letters", ",.0f", "length",
         "Length of the release", "letters of the release"),
        ("implausible share", "implausible", ".3f", "implausible",
         "New patterns that look made up", "implausible share of\nwhat was created"),
        ("edit distance relative error", "edit error", ".3f", "edit-distance",
         "Edits beyond the fewest", "edit distance relative error"),
        ("recovered patterns", "recovered", ".3f", "attack",
         "Patterns that a reader recovers", "sensitive patterns recovered\n(share)"),
        ("seconds", "seconds", ".3f", "time", "Time", "run time (seconds)"),
    )
)  # fmt: skip

Pattern = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """What is to be compared.

    Parameters
    ----------
    methods
        Names as in `Sanitize`; empty for those of the paper's main comparison and `ghosts`.
    patterns
        How many patterns are sensitive. Those that are given are taken in their order; without any
        they are drawn from the frequent ones.
    k, tau, rho
        As in `Sanitize`. Of each list the first number is used while another one varies. All four
        may be texts such as `3..6`.
    support
        Drawn patterns occur at least so often; None for the first tau.
    theta, separator
        As in `Sanitize`.
    letters
        What the alphabet adds to `Sanitize`, as `nucleic_settings` says.
    seed
        Of the drawing.
    """

    methods: tuple[str, ...] = ()
    patterns: tuple[int, ...] = (10,)
    k: tuple[int, ...] = (4,)
    tau: tuple[int, ...] = (10,)
    rho: tuple[float, ...] = (-1.0,)
    support: int | None = None
    theta: int | None = None
    separator: str = "#"
    letters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seed: int = 0

    def __post_init__(self) -> None:
        settle(self, methods=names_of(self.methods, _COMPARED))
        for axis in ("patterns", "k", "tau"):
            settle(self, **{axis: numbers_of(getattr(self, axis), f"--{axis}", least=1)})
        settle(self, rho=thresholds_of(self.rho, "--rho"))
        if min(self.patterns) < 1:
            raise InvalidValueError("there must be at least one sensitive pattern")
        if self.support is not None and self.support < 1:
            raise InvalidValueError("support must be 1 or more", where=f"{self.support}")
        for method in self.methods:
            for axis, value in self.steps():
                self.sanitize(method, self.at(axis, value))

    def at(self, axis: str, value: float) -> dict[str, Any]:
        """Return all four numbers where one has a value."""
        return {**{name: getattr(self, name)[0] for name in AXES}, axis: value}

    def steps(self) -> Iterator[tuple[str, float]]:
        """Yield what varies with its value; the number of patterns where nothing does."""
        varying = [axis for axis in AXES if len(getattr(self, axis)) > 1] or ["patterns"]
        for axis in varying:
            for value in getattr(self, axis):
                yield axis, value

    def sanitize(self, method: str, numbers: Mapping[str, Any]) -> Sanitize:
        """Return the settings of one run."""
        varied = {name: numbers[name] for name in ("k", "tau", "rho")}
        fixed = {"theta": self.theta, "separator": self.separator, **self.letters}
        return Sanitize(method, **varied, **fixed)


def compare(
    sequences: Sequence[Letters],
    settings: CompareSettings,
    given: Sequence[Pattern] = (),
    track: Track = untracked,
) -> Study:
    """Run every method at every value and measure what comes out.

    Parameters
    ----------
    sequences
        The input.
    settings
        Methods and numbers.
    given
        Sensitive patterns; without any they are drawn.
    track
        Watches the runs.

    Raises
    ------
    InputError
        If there are fewer patterns than were asked for, or not one method could run. A method that
        fails at some value is left out there, and a refuted promise is noted; `notes` say so.
    """
    bench = _Bench(Sequences.of(sequences), settings, given)
    steps = [(*step, bench.patterns(*step)) for step in settings.steps()]
    warm_sanitization()  # or the first times would hold that of compiling
    points: list[Row] = []
    for axis, value, patterns in track(steps, "compare", len(steps)):
        points += bench.step(axis, value, patterns)
    if not points:
        raise InputError("no method could run", hint="; ".join(bench.notes))
    notes = tuple(dict.fromkeys(bench.notes))
    numbers = {
        **json_fields(settings, {"separator"}),
        "sequences": len(bench.sequences),
        "letters": bench.letters,
        "alphabet": len(bench.sequences.alphabet),
        "points": points,
        "notes": notes,
    }
    remarks = tuple(f"note: {note}" for note in notes)
    charts = _charts(points, settings, bench.letters)
    return Study(numbers, [_table(points)], charts, remarks)


def score_of(row: Row, name: str) -> float | None:
    """Return what was measured at a point by its name; None if it was not."""
    if name in row:
        return float(row[name])
    known = (score for score in (*row["scores"], *row["attacks"]) if score.name == name)
    return next((float(score.value) for score in known), None)


@dataclass(slots=True)
class _Bench:
    """Runs methods and notes what is left out."""

    sequences: Sequences
    settings: CompareSettings
    given: Sequence[Pattern]
    notes: list[str] = field(default_factory=list)

    @property
    def letters(self) -> int:
        """How many letters there are."""
        return len(self.sequences.buffer) // 4

    def patterns(self, axis: str, value: float) -> list[Pattern]:
        """Return what is sensitive at a value; nothing, with a note, where nothing is frequent."""
        numbers = self.settings.at(axis, value)
        count, k = numbers["patterns"], numbers["k"]
        if self.given:
            if count > len(self.given):
                raise InputError(
                    f"{count} patterns are asked for, and {len(self.given)} are given",
                    where="--patterns",
                )
            return list(self.given[:count])
        support = self.settings.support or self.settings.tau[0]
        rng = np.random.default_rng(self.settings.seed)
        try:
            drawn = choose_patterns(self.sequences, k, count, support, rng)
        except InputError as error:
            self.notes.append(f"nothing at {axis} = {value:g}: {error.what}")
            return []
        if len(drawn) < count:
            raise InputError(
                f"{count} patterns are asked for, and {len(drawn)} of {k} letters occur at least "
                f"{support} times",
                where="--patterns",
                hint="ask for fewer, or set --support lower",
            )
        return drawn

    def step(self, axis: str, value: float, patterns: Sequence[Pattern]) -> Iterator[Row]:
        """Yield one point per method; ETFS first, as others are measured against its distance."""
        numbers = self.settings.at(axis, value)
        optimal: int | None = None
        methods = sorted(self.settings.methods, key=lambda name: name != "etfs")
        for method in methods if patterns else ():
            chosen = self.settings.sanitize(method, numbers)
            most = _MOST_LETTERS.get(method, self.letters)
            if self.letters > most:
                self.notes.append(f"{method} is left out: it is run on up to {most:,} letters")
                continue
            start = time.perf_counter()
            try:
                made = sanitize(self.sequences, patterns, chosen)
            except (InputError, InvalidValueError) as error:
                self.notes.append(f"{method} at {axis} = {value:g}: {error.what}")
                continue
            seconds = round(time.perf_counter() - start, 6)
            optimal = made.distance if method == "etfs" else optimal
            row = {"axis": axis, "value": value, "method": method, "seconds": seconds}
            yield row | self._measured(row, made, chosen, patterns, optimal)

    def _measured(
        self,
        row: Row,
        made: Sanitized,
        chosen: Sanitize,
        patterns: Sequence[Pattern],
        optimal: int | None,
    ) -> dict[str, Any]:
        after = made.released
        verdicts = check(made, patterns, chosen)
        refuted = [v.claim for v in verdicts if v.status is Status.REFUTED]
        if refuted:
            where = f"{chosen.method} at {row['axis']} = {row['value']:g}"
            self.notes.append(f"{where}: {refuted[0]} is refuted")
        return {
            "patterns": len(made.patterns),
            "places": _places(made),
            "lengths": made.lengths,
            "new letters": int(np.count_nonzero(~CoordinateMap.of(made).kept)),
            "scores": measure(made, after, chosen, optimal),
            "attacks": attack(made, after, chosen),
            "verified": not refuted,
        }


def _places(made: Sanitized) -> int:
    """Count the sensitive occurrences of the input, |S| in the paper."""
    names = made.sequences.alphabet
    spelled = [Letters(f"p{at}", row.tobytes(), names) for at, row in enumerate(made.patterns)]
    laid = Laid([made.sequences, spelled], "")
    here, wanted = laid.windows(0, made.k)[1], laid.windows(1, made.k)[1]
    return int(np.count_nonzero(np.isin(here, wanted)))


def _table(points: Sequence[Row]) -> ShownTable:
    rows = []
    for row in points:
        found = ((score_of(row, one.score), one.form) for one in _MEASURES)
        cells = ("-" if value is None else format(value, form) for value, form in found)
        rows.append([row["axis"], f"{row['value']:g}", row["method"], *cells])
    return ShownTable(("varies", "value", "method", *(one.column for one in _MEASURES)), rows)


def _charts(
    points: Sequence[Row], settings: CompareSettings, letters: int
) -> dict[str, list[Drawing]]:
    """Return one panel for each measure and each number that varies, where there are points."""
    charts: dict[str, list[Drawing]] = {}
    for one in _MEASURES:
        for axis in AXES:
            mine = sorted((row for row in points if row["axis"] == axis), key=_value)
            lines = lines_of(mine, "method", "value", partial(score_of, name=one.score), _LOOKS)
            if len(set(map(_value, mine))) > 1 and any(line.points for line in lines):
                panel = _panel(one, axis, lines, settings, letters)
                charts.setdefault(one.file, []).append(panel)
    return charts


def _value(row: Row) -> float:
    return float(row["value"])


def _panel(
    one: _Measure, axis: str, lines: Sequence[Line], settings: CompareSettings, letters: int
) -> Panel:
    places = sorted({x for line in lines for x, _ in line.points})
    highest = max(y for line in lines for _, y in line.points)
    far = places[0] > 0 and places[-1] >= 8 * places[0]
    # Methods differ by orders of magnitude, and some have no distortion at all.
    steep = one.column == "distortion" and highest > 100
    fixed = _fixed(settings, axis, one.column)
    title = titled(one.title, "lower", fixed)
    drawn = [
        replace(line, style=NO_GUARANTEE) if line.name in _UNPROMISED else line for line in lines
    ]
    if one.column == "letters":
        title = f"{one.title} (nearer to the input is better)\n{fixed}"
        drawn.append(Line("input", [(x, letters) for x in (places[0], places[-1])], style=DOTTED))
    # A little room below, so that a line of zeros is seen.
    room = (-0.06 * (highest or 1), 1.08 * (highest or 1))
    span = (None, None) if steep or one.column == "letters" else room
    scales = ("log" if far else "linear", "symlog" if steep else "linear")
    return Panel(title, AXES[axis], one.axis, drawn, span, scales)


def _fixed(settings: CompareSettings, axis: str, column: str) -> str:
    """Name what does not vary; rho only where it matters."""
    first = settings.at(axis, 0)
    judged = "tmi" in settings.methods or column == "implausible"
    named = ("k", "tau", "rho") if judged else ("k", "tau")
    parts = [] if axis == "patterns" else [counted(first["patterns"], "pattern")]
    return ", ".join([*parts, *(f"{name} = {first[name]:g}" for name in named if name != axis)])
