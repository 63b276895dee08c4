"""The curves of a simulated attacker: all rounds, side by side, and going on after a stop."""

from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Final

from textveil.decide.curve_table import curves_bytes
from textveil.decide.curves import Point
from textveil.formats.outputs import binary_sink
from textveil.learn.adapting import model_to_adapt
from textveil.learn.gold import Gold
from textveil.learn.kept_jobs import KeptJobs, digest_of
from textveil.learn.publishing import AttackSettings, Player, Publisher, Round, dealt, rounds
from textveil.learn.remembering import CRF_ALONE
from textveil.values.document import Document
from textveil.values.watching import Track, untracked
from textveil.values.working import side_by_side
from textveil.version import VERSION

__all__ = ["AttackSimulation", "seconds_for"]

_FIT: Final = (1.3e-4, 4.6e-5)
"""Seconds for a letter that a field learns from: with the publisher's labels, and with one."""
_PUBLISH, _ATTACK = 7.5e-5, 4.7e-6
"""Seconds for a published letter, and for one that an attacker's model looks at."""
_ADAPT: Final = 60.0
"""Seconds for a model that is adapted and tried."""


def seconds_for(documents: Sequence[Document], settings: AttackSettings, jobs: int = 1) -> float:
    """Return roughly how long a simulation takes on a usual computer."""
    if settings.model != CRF_ALONE:
        models = len(settings.publisher) * (1 + 2 * len(settings.attacker))
        return models * settings.repeats * _ADAPT / jobs
    letters = sum(map(len, documents)) / max(1, len(documents))
    first, other = _FIT
    sizes = len(settings.publisher)
    looked_at = 2 * len(settings.attacker) * settings.published
    one = (
        first * sum(settings.publisher)
        + 2 * other * sizes * sum(settings.attacker)
        + sizes * (_PUBLISH * settings.published + _ATTACK * looked_at)
    )
    return one * letters * settings.repeats / jobs


class AttackSimulation:
    """Everything that is measured, and the folder beside the result in which it is kept meanwhile.

    Parameters
    ----------
    documents
        With disjoint gold spans of our labels. What the publisher's policy keeps does not count.
    settings
        What is simulated.
    publish
        The publisher's engine.
    out
        The file that is written at the end. A simulation that was stopped goes on from
        `OUT.progress`, which holds hashes and figures, and no text.

    Raises
    ------
    InputError
        If there are too few documents.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        settings: AttackSettings,
        publish: Publisher,
        out: Path,
    ) -> None:
        ready = Gold(families=True).all_of(map(publish.protects, documents))
        self._player = Player(tuple(ready), settings, publish)
        self._out = out
        self._kept = KeptJobs(out.with_name(f"{out.name}.progress"), "simulation")
        # What cannot work fails at once, not after hours.
        if settings.model != CRF_ALONE:
            model_to_adapt(settings.model)
        for repeat in range(1, settings.repeats + 1):
            dealt(ready, repeat, settings)

    def begin(self) -> list[Round]:
        """Return the rounds that are left."""
        player = self._player
        # Rounds do not depend on how many there are.
        settings = {**player.settings.to_json(), "repeats": None}
        told = {"settings": settings, "publisher": player.publish.to_json(), "version": VERSION}
        self._kept.begin({**told, "corpus": digest_of(player.documents)})
        return [one for at, one in self._numbered() if self._kept.part(at, Point) is None]

    def run(self, left: Sequence[Round], jobs: int = 1, track: Track = untracked) -> list[Point]:
        """Play the rounds that are left, write the curves and return them.

        They have the same bytes for every number of processes.
        """
        numbers = {one: at for at, one in self._numbered()}
        for one, points in track(side_by_side(self._player, left, jobs), "play", len(left)):
            self._kept.keep(numbers[one], map(astuple, points))
        every = [self._kept.part(at, Point) or [] for at in numbers.values()]
        points = [point for some in every for point in some]
        with binary_sink(self._out) as sink:
            sink.write(curves_bytes(points))
        self._kept.remove()
        return points

    def _numbered(self) -> list[tuple[int, Round]]:
        return list(enumerate(rounds(self._player.settings)))
