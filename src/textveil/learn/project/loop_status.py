"""Status of a learning project: what was read, corrected and measured, and whether to go on."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from textveil.learn.project.advice import OVER_ROUNDS, Advice, advise, f_of, gain_of
from textveil.learn.project.corrections import Corrections, MeasuredCosts, Prices
from textveil.learn.project.loop_costs import spent_on
from textveil.learn.project.loop_rounds import subjects_of
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import LoopRound, ProjectState
from textveil.values.figures.score import Score

__all__ = ["LoopStatus", "RoundStatus", "status_of"]


@dataclass(frozen=True, slots=True)
class RoundStatus:
    """One model of a project.

    Attributes
    ----------
    number
        Of the round; the first model is made in the second.
    learnt, audited
        Documents that the model learnt from, and was measured on.
    f
        F1 of passages on the audited documents; None without any.
    seconds
        That the training took.
    """

    number: int
    learnt: int
    audited: int
    f: Score | None
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the round as a JSON object."""
        return {
            "round": self.number,
            "learnt": self.learnt,
            "audited": self.audited,
            "f": None if self.f is None else self.f.to_json(),
            "seconds": self.seconds,
        }


@dataclass(frozen=True, slots=True)
class LoopStatus:
    """Where a project stands.

    Attributes
    ----------
    settings
        How it goes on.
    documents, asked, annotated
        Of the project, asked for so far, and submitted.
    open, batch
        Ids of the last batch that are still to come, and how many documents it has.
    waiting
        Whether the batch is complete, and no model has learnt from it yet.
    words, corrected, cost
        What was read, what was changed in the pre-annotations, and what both cost by the settings.
    costs
        What they cost in seconds; None if too few documents brought their time.
    prices
        What `roi` goes by if its text has no cost.
    rounds
        The models so far.
    gain
        Of F1 over the last rounds; None before there are enough.
    advice
        Whether to go on.
    clusters
        By cluster, its documents and how many of them are annotated; empty without clusters.
    """

    settings: LoopSettings
    documents: int
    asked: int
    annotated: int
    open: tuple[str, ...]
    waiting: bool
    words: int
    corrected: Corrections
    cost: float
    costs: MeasuredCosts | None
    prices: Prices
    rounds: tuple[RoundStatus, ...]
    gain: Score | None
    advice: Advice
    clusters: dict[str, tuple[int, int]]
    batch: int

    def to_json(self) -> dict[str, Any]:
        """Return the status as a JSON object."""
        return {
            "settings": self.settings.to_json(),
            "documents": self.documents,
            "asked": self.asked,
            "annotated": self.annotated,
            "open": list(self.open),
            "batch": self.batch,
            "waiting": self.waiting,
            "words": self.words,
            "corrections": self.corrected._asdict(),
            "cost": round(self.cost, 6),
            "measured_costs": None if self.costs is None else self.costs.to_json(),
            "prices": self.prices._asdict(),
            "rounds": [one.to_json() for one in self.rounds],
            "gain": None if self.gain is None else self.gain.to_json(),
            "advice": self.advice.to_json(),
            "clusters": {name: list(pair) for name, pair in self.clusters.items()},
        }

    def facts(self) -> dict[str, Any]:
        """Return what the files of a model say of the loop: nothing that depends on a clock."""
        last = self.rounds[-1] if self.rounds else None
        return {
            "strategy": self.settings.strategy,
            "annotated": self.annotated,
            "audit": None if last is None or last.f is None else last.f.to_json(),
        }


def status_of(state: ProjectState) -> LoopStatus:
    """Return where a project stands."""
    settings = state.settings
    spent = spent_on(state)
    reading, correcting = settings.costs
    cost = reading * spent.words + correcting * sum(spent.changes)
    asked = sum(len(one.asked) for one in state.rounds)
    models = [one for one in state.rounds if one.learnt]
    rounds = tuple(_status(one, state) for one in models)
    f = rounds[-1].f if rounds else None
    gain = _gain(models, state)
    left = len(state.documents) - asked + len(state.open)
    advice = advise(
        settings, documents=len(state.annotations), left=left, cost=cost, f=f, gain=gain
    )
    return LoopStatus(
        settings,
        len(state.documents),
        asked,
        len(state.annotations),
        tuple(state.open),
        state.waiting,
        spent.words,
        spent.changes,
        cost,
        spent.measured,
        spent.prices,
        rounds,
        gain,
        advice,
        _clusters(state),
        len(state.rounds[-1].asked) if state.rounds else 0,
    )


def _clusters(state: ProjectState) -> dict[str, tuple[int, int]]:
    if state.clusters is None:
        return {}
    every = Counter(state.places.values())
    done = Counter(state.places[name] for name in state.annotations)
    order = sorted(every, key=lambda place: (place is None, place))
    return {_named(place): (every[place], done[place]) for place in order}


def _named(place: int | None) -> str:
    return "too short" if place is None else f"C{place + 1}"


def _status(one: LoopRound, state: ProjectState) -> RoundStatus:
    f = f_of(one.counts, subjects_of(state), state.settings.seed)
    return RoundStatus(one.number, one.learnt, len(one.counts), f, one.seconds)


def _gain(models: list[LoopRound], state: ProjectState) -> Score | None:
    if len(models) <= OVER_ROUNDS:
        return None
    before, after = models[-1 - OVER_ROUNDS], models[-1]
    return gain_of(before.counts, after.counts, subjects_of(state), state.settings.seed)
