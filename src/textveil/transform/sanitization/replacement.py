"""Replacing separators: options and weights, the knapsack, and the fewest distinct ghosts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.strings.sanitization.ghosts import fewest_ghosts
from textveil.strings.sanitization.implausible import forbid_implausible
from textveil.strings.sanitization.knapsack import FORBIDDEN, choose
from textveil.strings.sanitization.sensitive import SensitiveSet
from textveil.strings.sanitization.separator_search import settle
from textveil.strings.sanitization.separators import (
    Options,
    allowed_options,
    candidate_ghosts,
    count_ghosts,
    ghost_costs,
    options_of,
)
from textveil.strings.sanitization.total_order import SPLIT, Pieces
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.patterns import encode_patterns, incoming_codes
from textveil.transform.sanitization.settings import Sanitize
from textveil.values.runs.watch import Stopwatch
from textveil.values.sequence import Sequence as Coded

__all__ = ["Replaced", "replace_separators"]

OPTIONS: Final = 2**26
"""The most options looked at; beyond them only the most frequent letters are candidates."""

Mask = NDArray[np.bool_]
Weights = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Replaced:
    """What stands in place of each separator (-1: nothing), and what it costs."""

    letters: NDArray[np.int32]
    distortion: int = 0
    cost: float = 0.0
    ghosts: int = 0
    proved: bool = True
    candidates: int = 0


def replace_separators(
    collection: JoinedSequences,
    pieces: Pieces,
    sensitive: SensitiveSet,
    settings: Sanitize,
    reference: Sequence[Coded] | None,
    clock: Stopwatch,
) -> Replaced:
    """Choose a letter, or nothing, for every separator.

    Raises
    ------
    InputError
        If no choice hides the patterns within the budget: the message says where.
    """
    stage = _Stage(collection, pieces, sensitive, settings)
    letters = stage.candidates()
    coding = sensitive.coding
    options = options_of(collection.codes, pieces, sensitive.k, coding, letters)
    allowed = allowed_options(options, sensitive)
    stage.check_open(allowed, "would bring back a sensitive pattern")
    if settings.method == "tmi":
        allowed = stage.plausible(options, allowed, letters, reference)
        stage.check_open(allowed, "would bring back a sensitive pattern or make an implausible one")
    weight = stage.weights(options, allowed, letters)
    allowed = weight < FORBIDDEN
    theta = pieces.separators if settings.theta is None else settings.theta
    stage.check_budget(weight, theta)
    clock.lap("options")
    data = (collection.codes, collection.offsets)
    found = candidate_ghosts(*data, options, allowed, coding, settings.tau)
    cost, tie = ghost_costs(options, allowed, found)
    clock.lap("costs")
    chosen = choose(cost, weight, theta, tie)
    rows = np.arange(chosen.size)
    least = float(cost[rows, chosen].sum())
    clock.lap("knapsack")
    proved, starts, budget = True, [chosen], (weight, theta, settings.tau)
    if settings.refine:
        chosen = settle(options, found, chosen, *budget)
        starts = [chosen, *starts]
        clock.lap("refine")
    if settings.method == "ghosts":
        search = (*budget, settings.effort)
        chosen, proved = fewest_ghosts(options, allowed, found, starts, *search)
        clock.lap("ghosts")
    ghosts = count_ghosts(options, chosen, found.table, found.counts, settings.tau)
    return Replaced(
        np.append(letters, -1)[chosen].astype(np.int32),
        int(weight[rows, chosen].sum()),
        least,
        ghosts,
        proved,
        letters.size,
    )


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class _Stage:
    """The separators of one result, and what the settings say about them."""

    collection: JoinedSequences
    pieces: Pieces
    sensitive: SensitiveSet
    settings: Sanitize

    def candidates(self) -> Weights:
        """Return the letters that may replace a separator."""
        letters = incoming_codes(self.collection.alphabet, self.settings)
        most = max(1, OPTIONS // max(self.pieces.separators, 1) - 1)
        if letters.size <= most:
            return letters
        counts = np.bincount(self.collection.codes, minlength=len(self.collection.alphabet))
        return np.sort(letters[np.argsort(-counts[letters], kind="stable")[:most]])

    def plausible(
        self, options: Options, allowed: Mask, letters: Weights, reference: Sequence[Coded] | None
    ) -> Mask:
        """Return the allowed options that make no implausible pattern."""
        k, size = self.sensitive.k, len(self.collection.alphabet)
        if k < 3:
            raise InvalidValueError(
                f"implausible patterns have at least 3 letters, and k is {k}",
                hint="use tm, or a larger k",
            )
        literal = replace(self.settings, stands_for={}, wildcard="")
        named = encode_patterns(
            self.settings.implausible, self.collection, literal, named="implausible pattern"
        )
        if any(len(pattern) != k for pattern in named):
            raise InvalidValueError(f"implausible patterns have the length k, which is {k}")
        if named:
            rows = np.array(named, np.int32)[:, :, 0]
            allowed = allowed & allowed_options(options, SensitiveSet.of(rows, size))
        expected = (self.collection.codes, self.collection.offsets)
        if reference is not None:
            expected = self.collection.matched(reference)
        source = (self.collection.codes, self.pieces, k, size)
        return forbid_implausible(*source, letters, expected, self.settings.rho, allowed)

    def weights(self, options: Options, allowed: Mask, letters: Weights) -> Weights:
        """Return the weight of every option."""
        settings, symbols = self.settings, self.collection.alphabet.symbols
        names = [symbols[letter] for letter in letters.tolist()]
        weight = np.empty(options.shape, np.int64)
        weight[:, :-1] = [settings.weights.get(name, 1) for name in names]
        weight[:, -1] = FORBIDDEN if settings.deletion is None else settings.deletion
        weight[~allowed] = FORBIDDEN
        return weight

    def places(self) -> list[tuple[str, int]]:
        """Return the sequence and the offset of every separator, before any is replaced."""
        pieces = self.pieces
        grown = (pieces.end - pieces.begin) + (pieces.link == SPLIT)
        begins = np.cumsum(grown) - grown
        split = np.flatnonzero(pieces.link == SPLIT)
        owner = np.searchsorted(pieces.first, split, side="right") - 1
        offsets = begins[split] - pieces.offsets()[owner]
        ids = self.collection.sequences.ids
        pairs = zip(owner.tolist(), offsets.tolist(), strict=True)
        return [(ids[number], offset) for number, offset in pairs]

    def check_open(self, allowed: Mask, reason: str) -> None:
        """Make sure that every separator has an option."""
        closed = np.flatnonzero(~allowed.any(axis=1))
        if closed.size:
            where, offset = self.places()[int(closed[0])]
            raise InputError(
                f"no replacement can hide the patterns here: each of {allowed.shape[1] - 1} "
                f"letters, and nothing in its place, {reason} ({closed.size} such separators)",
                where=f"{where}, separator {int(closed[0]) + 1} at {offset}",
                hint="name fewer sensitive or implausible patterns, or use a method that keeps "
                "separators (tfs, pfs, etfs)",
            )

    def check_budget(self, weight: Weights, theta: int) -> None:
        """Make sure that some choice stays within theta."""
        least = weight.min(axis=1)
        closed = np.flatnonzero(least >= FORBIDDEN)
        if closed.size:
            where, offset = self.places()[int(closed[0])]
            raise InputError(
                "the weights forbid every replacement that hides the patterns",
                where=f"{where}, separator {int(closed[0]) + 1} at {offset}",
            )
        if int(least.sum()) > theta:
            raise InputError(
                f"the replacements weigh at least {int(least.sum())}, more than theta, {theta}",
                hint=f"use theta = {int(least.sum())} or more",
            )
