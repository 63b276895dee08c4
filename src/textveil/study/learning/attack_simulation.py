"""The curves of a simulated attacker: all rounds, side by side, and going on after a stop."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Final

from textveil.decide.curve_table import curves_bytes
from textveil.decide.curves import Point
from textveil.formats.display.plain_table import counted
from textveil.formats.outputs import binary_sink
from textveil.learn.project.memory import CRF_ALONE
from textveil.learn.publishing import AttackSettings, Publisher, dealt, play_round, rounds
from textveil.learn.training.adapted_model import model_to_adapt
from textveil.learn.training.gold import Gold
from textveil.study.page import Study
from textveil.study.resume import KeptTrials, digest_of
from textveil.study.table import ShownTable
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked
from textveil.version import VERSION

__all__ = ["seconds_for", "simulate_attacks"]

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


def simulate_attacks(
    documents: Sequence[Document],
    settings: AttackSettings,
    publish: Publisher,
    out: Path,
    jobs: int = 1,
    track: Track = untracked,
    notice: Callable[[str], None] = lambda _: None,
) -> Study:
    """Play all rounds that are left, write the curves and return them.

    Parameters
    ----------
    documents
        With disjoint gold spans of our labels. What the publisher's policy keeps does not count.
    settings
        What is simulated.
    publish
        The publisher's engine.
    out
        The file that is written at the end; it has the same bytes for every number of processes. A
        simulation that was stopped goes on from `OUT.progress`, which holds hashes and figures, and
        no text.
    jobs
        How many processes work side by side.
    track
        Watches the rounds.
    notice
        Is told how long it may take.

    Raises
    ------
    InputError
        If there are too few documents.
    """
    ready = Gold(families=True).all_of(map(publish.protects, documents))
    # What cannot work fails at once, not after hours.
    if settings.model != CRF_ALONE:
        model_to_adapt(settings.model)
    for repeat in range(1, settings.repeats + 1):
        dealt(ready, repeat, settings)
    kept = KeptTrials(out.with_name(f"{out.name}.progress"), "simulation", Point)
    # Rounds do not depend on how many there are.
    told = {"settings": {**settings.to_json(), "repeats": None}, "version": VERSION}
    kept.begin({**told, "publisher": publish.to_json(), "corpus": digest_of(ready)})
    every = rounds(settings)
    left = len(kept.left(every))
    minutes = seconds_for(documents, settings, jobs) * left / len(every) / 60
    notice(
        f"{counted(len(every), 'round')}, {left:,} to be played; allow "
        f"{counted(max(1, round(minutes)), 'minute')}, more on a busy computer"
    )
    play = partial(play_round, ready, settings=settings, publish=publish)
    done = kept.run(every, play, "play", jobs, track)
    points = [point for some in done.values() for point in some]
    with binary_sink(out) as sink:
        sink.write(curves_bytes(points))
    kept.remove()
    *fewer, most = sorted(set(settings.attacker))
    rest = ", ".join(f"{size:,}" for size in fewer)
    more = f"; the table has attackers who label {most:,}, the file also {rest}" if fewer else ""
    remark = f"{counted(len(points), 'measurement')} in {out}{more}"
    return Study({"points": points}, [_table(points)], remarks=[remark])


def _table(points: Sequence[Point]) -> ShownTable:
    """Return means over the repetitions; of the attacker, at the largest size."""
    most = max(point.gamma for point in points)
    groups: dict[tuple[str, int], list[Point]] = {}
    for point in points:
        if point.gamma in (0, most):
            groups.setdefault((point.attack or point.side, point.alpha), []).append(point)
    rows = []
    # The publisher first: its name stands for no attack.
    for (who, alpha), some in sorted(groups.items(), key=lambda one: (one[1][0].gamma > 0, one[0])):
        labels = f"{some[0].gamma:,}" if some[0].gamma else "-"
        figures = ((p.precision or 0, p.recall, p.f1) for p in some)
        means = (f"{fmean(column):.2f}" for column in zip(*figures, strict=True))
        rows.append((who, f"{alpha:,}", labels, *means))
    columns = ("who", "publisher trains on", "attacker labels", "precision", "recall", "F")
    return ShownTable(columns, rows)
