"""Several methods of sanitization side by side: the figures of paper 3, section 8.

Each method runs on the same input with the same sensitive patterns, while one of four numbers
varies: how many patterns are sensitive, k, tau and rho. Nothing of the sequences is written.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.distortion import Laid
from textveil.pipeline.sanitize.judging import attack, check, measure
from textveil.strings.warm_sanitization import warm_sanitization
from textveil.transform.sanitize import Sanitize, Sanitized, choose_patterns, sanitize
from textveil.values.json_fields import json_fields
from textveil.values.score import Score
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences
from textveil.values.verdict import Status
from textveil.values.watching import Track, untracked

__all__ = ["AXES", "ComparePoint", "CompareSettings", "Comparison", "compare"]

AXES: Final = ("patterns", "k", "tau", "rho")
"""What can vary."""

_COMPARED: Final = ("tfs", "pfs", "tpm", "ghosts", "ba")

_MOST_LETTERS: Final = {"etfs": 20_000, "ph": 2_000}
"""Methods whose time grows too fast for longer input."""

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
        As in `Sanitize`. Of each list the first number is used while another one varies.
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
        if not self.methods:
            object.__setattr__(self, "methods", _COMPARED)
        for axis in AXES:
            if not getattr(self, axis):
                raise InvalidValueError("there must be at least one number", where=axis)
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
        return Sanitize(
            method,
            k=numbers["k"],
            tau=numbers["tau"],
            rho=numbers["rho"],
            theta=self.theta,
            separator=self.separator,
            **self.letters,
        )


@dataclass(frozen=True, slots=True)
class ComparePoint:
    """What one method does with one value of what varies.

    `places` is the number of sensitive occurrences in the input, |S| in the paper; `lengths` are
    those of W, X, Y and Z as far as the method makes them.
    """

    axis: str
    value: float
    method: str
    patterns: int
    places: int
    lengths: Mapping[str, int]
    seconds: float
    scores: tuple[Score, ...]
    attacks: tuple[Score, ...]
    verified: bool

    def score(self, name: str) -> float | None:
        """Return a score by name, None if it was not measured."""
        found = (s.value for s in [*self.scores, *self.attacks] if s.name == name)
        return next(found, None)

    def to_json(self) -> dict[str, Any]:
        """Return the point as a JSON object."""
        return {**json_fields(self), "scores": [_finite(score) for score in self.scores]}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Measured points with what they were measured on."""

    settings: CompareSettings
    sequences: int
    letters: int
    alphabet: int
    points: tuple[ComparePoint, ...]
    notes: tuple[str, ...]

    def of(self, axis: str, method: str) -> list[ComparePoint]:
        """Return the points of one method while one number varies."""
        return [p for p in self.points if (p.axis, p.method) == (axis, method)]

    @property
    def axes(self) -> tuple[str, ...]:
        """What varies."""
        return tuple(dict.fromkeys(point.axis for point in self.points))

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        return {
            **json_fields(self.settings, {"separator"}),
            **json_fields(self, {"settings"}),
        }


def compare(
    sequences: Sequence[Letters],
    settings: CompareSettings,
    given: Sequence[Pattern] = (),
    track: Track = untracked,
) -> Comparison:
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
    points: list[ComparePoint] = []
    for axis, value, patterns in track(steps, "compare", len(steps)):
        points += bench.step(axis, value, patterns)
    if not points:
        raise InputError("no method could run", hint="; ".join(bench.notes))
    return Comparison(
        settings,
        len(bench.sequences),
        bench.letters,
        len(bench.sequences.alphabet),
        tuple(points),
        tuple(dict.fromkeys(bench.notes)),
    )


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

    def step(self, axis: str, value: float, patterns: Sequence[Pattern]) -> Iterator[ComparePoint]:
        """Yield one point per method; ETFS first, as others are measured against its distance."""
        if not patterns:
            return
        numbers = self.settings.at(axis, value)
        optimal: int | None = None
        methods = sorted(self.settings.methods, key=lambda name: name != "etfs")
        for method in methods:
            chosen = self.settings.sanitize(method, numbers)
            try:
                found = self._run(chosen, patterns)
            except (InputError, InvalidValueError) as error:
                self.notes.append(f"{method} at {axis} = {value:g}: {error.what}")
                continue
            if found is None:
                continue
            result, seconds = found
            optimal = result.distance if method == "etfs" else optimal
            yield self._point(axis, value, chosen, result, seconds, patterns, optimal)

    def _run(self, chosen: Sanitize, patterns: Sequence[Pattern]) -> tuple[Sanitized, float] | None:
        most = _MOST_LETTERS.get(chosen.method, self.letters)
        if self.letters > most:
            self.notes.append(f"{chosen.method} is left out: it is run on up to {most:,} letters")
            return None
        start = time.perf_counter()
        result = sanitize(self.sequences, patterns, chosen)
        return result, time.perf_counter() - start

    def _point(
        self,
        axis: str,
        value: float,
        chosen: Sanitize,
        result: Sanitized,
        seconds: float,
        patterns: Sequence[Pattern],
        optimal: int | None,
    ) -> ComparePoint:
        after = result.released
        verdicts = check(result, patterns, chosen)
        refuted = [v.claim for v in verdicts if v.status is Status.REFUTED]
        if refuted:
            self.notes.append(f"{chosen.method} at {axis} = {value:g}: {refuted[0]} is refuted")
        return ComparePoint(
            axis,
            value,
            chosen.method,
            len(result.patterns),
            _places(result),
            result.lengths,
            round(seconds, 6),
            measure(result, after, chosen, optimal),
            attack(result, after, chosen),
            not refuted,
        )


def _places(result: Sanitized) -> int:
    """Count the sensitive occurrences of the input."""
    names = result.sequences.alphabet
    spelled = [Letters(f"p{at}", row.tobytes(), names) for at, row in enumerate(result.patterns)]
    laid = Laid([result.sequences, spelled], "")
    here, wanted = laid.windows(0, result.k)[1], laid.windows(1, result.k)[1]
    return int(np.count_nonzero(np.isin(here, wanted)))


def _finite(score: Score) -> dict[str, Any]:
    """Return a score as JSON, which has no infinity."""
    shown = score.to_json()
    return {name: None if value == float("inf") else value for name, value in shown.items()}
