"""Decoys: other patterns that look hidden as often as the sensitive ones.

The groups of `sanitize_groups` are hidden as a whole. First every pattern of a group is made
equally frequent: places for it are made in the input, a gap between two letters each. The method
then treats all of them alike. At last, finished places are put into the release, until undoing
spells all patterns of a group equally often. The result follows from input, groups and chance; not
from which patterns of a group are sensitive.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.sanitization.undoing import spelled_repeats, undone_joints
from textveil.strings.windows.exact_windows import SEPARATOR, lay_out
from textveil.transform.sanitization.groups import FEWER_DECOYS, draw_groups
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.made_places import (
    WIDTH,
    MadeText,
    Pair,
    count_windows,
    find_gaps,
)
from textveil.transform.sanitization.methods import run_method
from textveil.transform.sanitization.outcome import MethodResult
from textveil.transform.sanitization.patterns import incoming_codes
from textveil.transform.sanitization.settings import IN_PLACE, SEPARATED, Sanitize
from textveil.values.keys.draw import Draw
from textveil.values.runs.watch import Track, untracked
from textveil.values.sequence import Sequence as Coded

__all__ = ["DecoyResult", "hide_with_decoys"]

_DRAWS: Final = 50
"""How many draws are tried before there is said to be none."""

_ROUNDS: Final = 50
"""How often places are made in a text that has become longer by others."""

_QUICK: Final = 20
"""How much less effort `ghosts` makes with decoys."""

_NO_ROOM: Final = "there is no room for as many decoys"

Rows = NDArray[np.int32]


class _Joint(NamedTuple):
    """Where undoing spells a pattern: letters from start to end, and those of the gap."""

    pattern: bytes
    start: int
    end: int
    between: bytes


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class DecoyResult:
    """The result of a method with the groups that it hides.

    Attributes
    ----------
    outcome
        Of the method; its origin points into the input.
    made
        The input with made places, and where each letter of it stands in the input.
    groups
        Patterns that look hidden equally often.
    draws
        How many draws it took.
    """

    outcome: MethodResult
    made: MadeText
    groups: tuple[Rows, ...]
    draws: int


def hide_with_decoys(
    collection: JoinedSequences,
    sensitive: SensitiveSet,
    settings: Sanitize,
    reference: Sequence[Coded] | None,
    draw: Draw,
    track: Track = untracked,
) -> DecoyResult:
    """Hide sensitive patterns among others.

    Raises
    ------
    InvalidValueError
        If k is below 2.
    InputError
        If there are too few patterns, or no draw can be hidden.
    """
    if sensitive.k < 2:
        raise InvalidValueError("decoys need patterns of 2 letters or more", where="decoys")
    stage = _Stage(collection, sensitive, settings, reference or collection.sequences, track)
    failed: InputError | None = None
    for number in range(1, _DRAWS + 1):
        groups = draw_groups(collection, sensitive, settings, draw, number)
        seed = draw.digest("sanitize places", str(number))
        rng = np.random.default_rng(int.from_bytes(seed, "big"))
        try:
            return replace(stage.hide(groups, rng, draw), draws=number)
        except InputError as error:
            failed = error
    raise InputError(
        f"none of {_DRAWS} draws of decoys can be hidden: {failed.what if failed else ''}",
        where="decoys",
        hint=FEWER_DECOYS,
    )


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class _Stage:
    """An input with its sensitive patterns, and how they are to be hidden."""

    collection: JoinedSequences
    sensitive: SensitiveSet
    settings: Sanitize
    reference: Sequence[Coded]
    track: Track

    @property
    def separator(self) -> int:
        """Code of the separator, where the method leaves it."""
        return len(self.collection.alphabet)

    def hide(self, groups: Sequence[Rows], rng: np.random.Generator, draw: Draw) -> DecoyResult:
        """Hide groups of patterns."""
        source = self.collection
        hidden = SensitiveSet.of(np.concatenate([self.sensitive.patterns, *groups]), self.separator)
        if self.settings.method == IN_PLACE:
            # The length stays, so no place is made.
            outcome = run_method(source, hidden, self.settings, self.reference, draw)
            same = MadeText(source.codes, source.offsets, np.zeros(0, np.int64))
            return DecoyResult(outcome, same, tuple(groups), 0)
        made = self._levelled(groups, hidden, rng)
        joined = JoinedSequences.of(made.sequences(source.sequences))
        # Decoys make many separators that share candidates, where a node takes longer.
        quick = replace(self.settings, effort=self.settings.effort // _QUICK)
        outcome = run_method(joined, hidden, quick, self.reference, draw, self.track)
        shift = np.repeat(made.offsets[:-1], np.diff(outcome.offsets))
        origin = np.where(outcome.origin < 0, -1, outcome.origin + shift)
        pair = Pair(MadeText(outcome.codes, outcome.offsets, origin), made)
        pair = self._evened(pair, groups, hidden, rng)
        return DecoyResult(self._result(outcome, pair), pair.made, tuple(groups), 0)

    def _levelled(
        self, groups: Sequence[Rows], hidden: SensitiveSet, rng: np.random.Generator
    ) -> MadeText:
        """Return the input with every pattern of a group as often as its most frequent one."""
        source, k = self.collection, hidden.k
        text = MadeText(source.codes, source.offsets, np.arange(source.codes.size))
        banned = {row.tobytes() for row in hidden.patterns}
        for _ in range(_ROUNDS):
            starts = sensitive_starts(text.codes, text.offsets, hidden)
            found = Counter(row.tobytes() for row in text.codes[starts[:, None] + np.arange(k)])
            wanted = _lacking(groups, found, rng)
            if not wanted:
                return text
            gaps = find_gaps(text, text.open_gaps(starts, k), wanted, banned, k, 1, rng)
            put = _placed(gaps)
            text = text.put_in([gaps[at] for at in put], [wanted[at] for at in put])
        raise InputError(_NO_ROOM)

    def _evened(
        self, pair: Pair, groups: Sequence[Rows], hidden: SensitiveSet, rng: np.random.Generator
    ) -> Pair:
        """Put finished places into the release until undoing spells all of a group as often."""
        k = hidden.k
        banned = {row.tobytes() for row in hidden.patterns}
        for _ in range(_ROUNDS):
            joints = self._joints(pair.release, k, banned)
            wanted = _lacking(groups, Counter(joint.pattern for joint in joints), rng)
            if not wanted:
                return pair
            between: dict[bytes, list[bytes]] = {}
            for joint in joints:
                between.setdefault(joint.pattern, []).append(joint.between)
            finished = [self._finished(one, between.get(one, ()), banned, rng) for one in wanted]
            starts = np.array([joint.start for joint in joints], np.int64)
            ends = np.array([joint.end for joint in joints], np.int64)
            gaps = find_gaps(
                pair.release, pair.open_gaps(k, starts, ends), finished, banned, k, 0, rng
            )
            put = _placed(gaps)
            pair = pair.put_in(
                [gaps[at] for at in put], [finished[at] for at in put], [wanted[at] for at in put]
            )
        raise InputError(_NO_ROOM)

    def _joints(self, release: MadeText, k: int, banned: set[bytes]) -> list[_Joint]:
        """Return where undoing spells a hidden pattern."""
        names = np.arange(SEPARATOR + 1, SEPARATOR + 2 + self.separator, dtype=np.int32)
        names[-1] = SEPARATOR
        letters = lay_out(release.codes, release.offsets[1:], names)
        places, gaps = undone_joints(letters, k)
        rows = spelled_repeats(letters, k, places, gaps) - (SEPARATOR + 1)
        # Every sequence before has a letter more in the layout, its end.
        laid = release.offsets[:-1] + np.arange(release.offsets.size - 1)
        starts = places - (np.searchsorted(laid, places, side="right") - 1)
        codes = release.codes
        return [
            _Joint(
                row.tobytes(),
                start,
                start + 2 * k - 2 + gap,
                codes[start + k - 1 :][:gap].tobytes(),
            )
            for row, start, gap in zip(rows, starts.tolist(), gaps.tolist(), strict=True)
            if row.tobytes() in banned
        ]

    def _finished(
        self,
        pattern: bytes,
        between: Sequence[bytes],
        banned: set[bytes],
        rng: np.random.Generator,
    ) -> bytes:
        """Return the letters of a place where a pattern looks hidden.

        What stands in the gap is what the method chose at another place of the pattern, so that
        the place looks like others and makes no window that the method would not make.
        """
        head, tail = pattern[:-WIDTH], pattern[WIDTH:]
        if self.settings.method in SEPARATED:
            mark: bytes = np.int32(self.separator).tobytes()
            return head + mark + tail
        if between:
            return head + between[int(rng.integers(len(between)))] + tail
        incoming = incoming_codes(self.collection.alphabet, self.settings)
        every: list[bytes] = [letter.tobytes() for letter in incoming.astype(np.int32)]
        choices: list[bytes] = [] if self.settings.method == "tmi" else [*every, b""]
        for at in rng.permutation(len(choices)).tolist():
            letters: bytes = head + choices[at] + tail
            if not count_windows(letters, banned, len(pattern)):
                return letters
        raise InputError("no letter can stand for the separator in a made place")

    def _result(self, outcome: MethodResult, pair: Pair) -> MethodResult:
        """Return the result with offsets in the input as its origin."""
        release, source = pair.release, self.collection
        shown = np.where(release.origin < 0, -1, pair.made.origin[release.origin])
        shift = np.repeat(source.offsets[:-1], np.diff(release.offsets))
        last = list(outcome.lengths)[-1]
        return replace(
            outcome,
            codes=release.codes,
            offsets=release.offsets,
            origin=np.where(shown < 0, -1, shown - shift),
            lengths={**outcome.lengths, "W": source.codes.size, last: release.codes.size},
            distance=None,
        )


def _lacking(
    groups: Sequence[Rows], found: Counter[bytes], rng: np.random.Generator
) -> list[bytes]:
    """Return, in a drawn order, what each pattern lacks to be as frequent as any of its group."""
    lacking: list[bytes] = []
    for group in groups:
        names = [row.tobytes() for row in group]
        most = max(found[name] for name in names)
        lacking += (name for name in names for _ in range(most - found[name]))
    return [lacking[at] for at in rng.permutation(len(lacking)).tolist()]


def _placed(gaps: Sequence[int]) -> list[int]:
    """Return which of some stretches have found a gap; raise if none has."""
    placed = [at for at, gap in enumerate(gaps) if gap >= 0]
    if not placed:
        raise InputError(_NO_ROOM)
    return placed
