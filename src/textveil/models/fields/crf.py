"""A linear-chain conditional random field: trained by CRFsuite, asked for marginals.

The model's tags are `O` and, for every label, `B-label` and `I-label`. What leaves this module is
the probability that a word is part of anything, and of what.
"""

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import pycrfsuite
from numpy.typing import NDArray

from textveil.errors import ModelError
from textveil.models.fields.crfsuite_file import read_crfsuite

__all__ = ["OUTSIDE", "Crf", "Settings", "fit", "nothing_to_learn", "tags_of"]

OUTSIDE: Final = "O"

_MAGIC = b"lCRF"


@dataclass(frozen=True, slots=True)
class Settings:
    """How weights are found.

    Attributes
    ----------
    sparsity, damping
        Coefficients of the L1 and L2 penalties.
    rounds
        Most iterations of L-BFGS.
    rarest
        Features that are seen fewer times are left out.
    """

    sparsity: float = 0.2
    damping: float = 0.2
    rounds: int = 120
    rarest: int = 2

    def to_json(self) -> dict[str, float]:
        """Return the settings as a JSON object."""
        return {
            "sparsity": self.sparsity,
            "damping": self.damping,
            "rounds": self.rounds,
            "rarest": self.rarest,
        }


def tags_of(
    starts: Sequence[int], ends: Sequence[int], spans: Iterable[tuple[int, int, str]]
) -> list[str]:
    """Return the tags of words under disjoint spans in order.

    Examples
    --------
    >>> tags_of([0, 4, 9], [3, 8, 12], [(4, 12, "NAME")])
    ['O', 'B-NAME', 'I-NAME']
    """
    tags = [OUTSIDE] * len(starts)
    at = 0
    for start, end, label in spans:
        while at < len(starts) and ends[at] <= start:
            at += 1
        prefix = "B-"
        while at < len(starts) and starts[at] < end:
            tags[at] = prefix + label
            prefix = "I-"
            at += 1
    return tags


def fit(
    sequences: Iterable[tuple[list[list[str]], list[str]]], settings: Settings | None = None
) -> bytes:
    """Find the weights for sequences of features and tags; return them in CRFsuite's format.

    The same sequences in the same order give the same bytes.
    """
    settings = settings or Settings()
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    seen = 0
    for rows, tags in sequences:
        trainer.append(rows, tags)
        seen += any(tag != OUTSIDE for tag in tags)
    if not seen:
        raise nothing_to_learn()
    trainer.set_params(
        {
            "c1": settings.sparsity,
            "c2": settings.damping,
            "max_iterations": settings.rounds,
            "feature.minfreq": settings.rarest,
        }
    )
    # CRFsuite writes to a path and nowhere else.
    handle, name = tempfile.mkstemp(suffix=".crfsuite")
    os.close(handle)
    path = Path(name)
    try:
        trainer.train(name)
        return path.read_bytes()
    finally:
        path.unlink(missing_ok=True)


def nothing_to_learn() -> ModelError:
    """Return the error for documents in which no word has a label."""
    return ModelError(
        "there is nothing to learn from",
        hint="the documents need annotated spans; see the formats that carry them",
    )


@dataclass(slots=True)
class Crf:
    """Weights that are ready for use.

    The weights are given as bytes that the caller has checked (`bundle` compares their hash), for
    CRFsuite trusts what it reads.
    """

    weights: bytes = field(repr=False)
    labels: tuple[str, ...] = field(init=False)
    _tagger: Any = field(init=False, repr=False)
    _tags: tuple[tuple[str, str, str], ...] = field(init=False, repr=False)
    _closed: bool = field(init=False, default=False, repr=False)
    _influence: Mapping[str, Mapping[str, float]] | None = field(
        init=False, default=None, repr=False
    )

    def __post_init__(self) -> None:
        # CRFsuite reads past the end of weights that are cut short; the header states their size.
        if not self.weights.startswith(_MAGIC) or len(self.weights) != int.from_bytes(
            self.weights[4:8], "little"
        ):
            raise ModelError("these are not weights of CRFsuite, or they are cut short")
        self._tagger = pycrfsuite.Tagger()
        try:
            self._tagger.open_inmemory(self.weights)
        except ValueError:
            raise ModelError("these weights cannot be read") from None
        tags = set(self._tagger.labels())
        self.labels = tuple(sorted({tag[2:] for tag in tags - {OUTSIDE}}))
        self._closed = OUTSIDE not in tags
        first, later = ({tag[2:]: tag for tag in tags if tag.startswith(side)} for side in "BI")
        self._tags = tuple(
            (label, first.get(label, ""), later.get(label, "")) for label in self.labels
        )

    def judge(
        self, rows: list[list[str]], least: float
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the chances of the words of one window, and whether each begins a passage.

        Labels are worked out where a word is something with a probability of at least `least`.
        """
        self._tagger.set(rows)
        marginal = self._tagger.marginal
        chances = np.zeros((len(rows), 1 + len(self.labels)), np.float32)
        begins = np.zeros(len(rows), np.float32)
        for at in range(len(rows)):
            # Rounding may leave a marginal a hair outside [0, 1].
            nothing = 0.0 if self._closed else min(1.0, max(0.0, marginal(OUTSIDE, at)))
            chances[at, 0] = nothing
            if 1.0 - nothing >= least:
                begins[at] = self._label(at, chances[at])
        return chances, begins

    def _label(self, at: int, chances: NDArray[np.float32]) -> float:
        """Set the chances of the labels of a word; return how likely the best one begins here."""
        marginal = self._tagger.marginal
        best = share = 0.0
        for place, (_, first, later) in enumerate(self._tags, 1):
            begin = marginal(first, at) if first else 0.0
            both = begin + (marginal(later, at) if later else 0.0)
            chances[place] = both
            if both > best:
                best, share = both, begin / both
        return share

    def influence(self, row: list[str], label: str) -> list[tuple[str, float]]:
        """Return the features of a word that speak for a label, strongest first.

        The table of all weights is read when this is first asked for; it takes a second.
        """
        if self._influence is None:
            self._influence = read_crfsuite(self.weights).influence(OUTSIDE)
        weighed = [
            (feature, self._influence.get(feature, {}).get(label, 0.0)) for feature in set(row)
        ]
        return sorted((pair for pair in weighed if pair[1] > 0), key=lambda pair: (-pair[1], pair))
