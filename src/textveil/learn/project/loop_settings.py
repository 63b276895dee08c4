"""Settings of a learning project: how documents are chosen, learnt from and measured."""

from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Final

from textveil.errors import InvalidValueError, require_known
from textveil.learn.project.batch_sizes import ADAPTIVE
from textveil.learn.project.memory import CRF_ALONE
from textveil.learn.project.strategies import READING
from textveil.learn.training.experiment import check_threshold
from textveil.learn.training.folds import SUBJECT
from textveil.learn.training.gold import LONGEST, Gold
from textveil.learn.training.trained_model import TrainingPlan
from textveil.lexicon.tables.languages import ENGLISH
from textveil.models.fields.crf import Settings

__all__ = ["RANDOM", "LoopSettings"]

RANDOM: Final = "random"
"""A first batch that is drawn, because there is no model yet."""

_SHIPPED: Final = ("fast-en", "neural-en")


@dataclass(frozen=True, slots=True)
class LoopSettings:
    """How a learning project goes on; fixed when it starts.

    Attributes
    ----------
    strategy
        What chooses documents, as a user writes it: `lcub:0.6`.
    model
        `crf`: a new field from the annotated documents alone. Otherwise the shipped model of this
        name, adapted anew in every round.
    batch
        Documents of a batch, audit included, or `adaptive`.
    first
        `random`, or the shipped model that chooses and pre-annotates the first batch.
    audit
        The share of each batch that is drawn at random, never learnt from, and only measures.
    threshold
        Words with a lower score are not pre-annotated.
    budget, cost_budget
        When to stop: so many documents annotated, or so much spent on them.
    target
        When to stop: the lower end of the interval of F1 of passages is at least this.
    reading, correcting
        What a word that is read costs, and a span that is corrected, in the unit of `cost_budget`.
        Without them it is 0.1 and 1, and `roi` goes by what is measured.
    training_minutes
        With adaptive batches: what all trainings together may take.
    families
        Whether labels are learnt as their families; always so where a shipped model is adapted.
    by
        What is never both learnt from and measured on.
    iterations
        Most iterations of a fit.
    seed
        Decides what is drawn.
    language
        Of the documents.

    Raises
    ------
    InvalidValueError
        If a number is out of its range.

    Examples
    --------
    >>> LoopSettings(batch="adaptive", target=0.9).adapts
    False
    """

    strategy: str = "lcub:0.6"
    model: str = CRF_ALONE
    batch: int | str = 10
    first: str = RANDOM
    audit: float = 0.2
    threshold: float = 0.5
    budget: int | None = None
    cost_budget: float | None = None
    target: float | None = None
    reading: float | None = None
    correcting: float | None = None
    training_minutes: float | None = None
    families: bool = False
    by: tuple[str, ...] = (SUBJECT,)
    iterations: int = 120
    seed: int = 0
    language: str = ENGLISH

    def __post_init__(self) -> None:
        check_threshold(self.threshold)
        require_known("model", self.model, (CRF_ALONE, *_SHIPPED))
        require_known("first batch", self.first, (RANDOM, *_SHIPPED))
        if not (self.batch == ADAPTIVE or (isinstance(self.batch, int) and self.batch >= 1)):
            raise InvalidValueError(f"a size is a number from 1 on, or {ADAPTIVE}", where="batch")
        if not 0.0 <= self.audit <= 0.5:
            raise InvalidValueError("the audited share lies between 0 and 0.5", where="audit")
        if self.target is not None and not 0.0 < self.target < 1.0:
            raise InvalidValueError("a target of F1 lies between 0 and 1", where="target")
        if self.target is not None and self.audit == 0.0:
            raise InvalidValueError("without an audit nothing is measured", where="target")
        if self.training_minutes is not None and self.batch != ADAPTIVE:
            raise InvalidValueError(
                "only adaptive batches can keep to a time", where="training time"
            )
        for name in ("budget", "cost_budget", "training_minutes"):
            value = getattr(self, name)
            if value is not None and not (value > 0 and isfinite(value)):
                raise InvalidValueError("this is a number above 0", where=name.replace("_", " "))
        if (self.reading is None) != (self.correcting is None):
            raise InvalidValueError("the costs are two numbers, or none", where="cost")
        if not all(cost >= 0 for cost in self.costs):
            raise InvalidValueError("costs are numbers from 0 on", where="cost")
        self.plan()

    @property
    def costs(self) -> tuple[float, float]:
        """What reading a word and correcting a span cost, where nothing is measured."""
        if self.reading is None or self.correcting is None:
            return READING, 1.0
        return self.reading, self.correcting

    @property
    def adapts(self) -> bool:
        """Whether a shipped model learns on, which takes minutes a round."""
        return self.model != CRF_ALONE

    def plan(self) -> TrainingPlan:
        """Return how models are fitted."""
        settings = Settings(rounds=self.iterations)
        return TrainingPlan(settings, by=self.by, seed=self.seed, language=self.language)

    def gold(self) -> Gold:
        """Return how annotations are read; of spans that overlap, the longest stays whole."""
        return Gold(families=self.families or self.adapts, overlaps=LONGEST)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        told = {part.name: getattr(self, part.name) for part in fields(self)}
        return {**told, "by": list(self.by)}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "LoopSettings":
        """Return the settings that `to_json` wrote."""
        return cls(**{**told, "by": tuple(told["by"])})
