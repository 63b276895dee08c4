"""Learning: the curve, cost and advice of a project, and its clusters as a map."""

import json
from typing import Any, Final

from textveil.learn.project.loop_status import LoopStatus
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.rendering import page
from textveil.web.tasks.annotating import MAP
from textveil.web.teams import begin_learning, learning_job, team_of

__all__ = ["begin_map", "cluster_map", "progress"]

_WIDE, _HIGH, _EDGE = 640.0, 300.0, 40.0
_LOOKS: Final = 10


def progress(asked: PageRequest) -> Answer:
    """Show what was annotated and measured, what it cost, and whether to go on."""
    status = team_of(asked).loop.status()
    if asked.wants_json:
        return as_json(status.to_json())
    return page(asked, "progress", known=status, curve=_curve(status))


def _curve(status: LoopStatus) -> list[dict[str, Any]]:
    """Return the places of the learning curve in its picture."""
    known = [one for one in status.rounds if one.f is not None]
    most = max((one.learnt for one in known), default=1)
    return [
        {
            "x": round(_EDGE + (_WIDE - 2 * _EDGE) * one.learnt / most, 1),
            "y": _height(one.f.value),
            "low": _height(one.f.low),
            "high": _height(one.f.high),
            "learnt": one.learnt,
        }
        for one in known
        if one.f is not None
    ]


def _height(share: float) -> float:
    return round(_HIGH - _EDGE - (_HIGH - 2 * _EDGE) * share, 1)


def cluster_map(asked: PageRequest) -> Answer:
    """Show the clusters of the documents on a map, if they were made."""
    found = team_of(asked).records.store.fetch(MAP, "only")
    told = json.loads(found) if found else None
    job = learning_job(asked, "map")
    return page(asked, "map", told=told, points=_points(told) if told else [], job=job)


def _points(told: dict[str, Any]) -> list[dict[str, Any]]:
    rows = told["points"]
    xs, ys = [row[2] for row in rows], [row[3] for row in rows]
    return [
        {
            "number": number,
            "cluster": cluster,
            "look": cluster % _LOOKS,
            "x": _place(x, xs, _WIDE),
            "y": _place(y, ys, _HIGH),
        }
        for number, cluster, x, y in rows
    ]


def _place(value: float, every: list[float], size: float) -> float:
    low, high = min(every), max(every)
    share = (value - low) / (high - low) if high > low else 0.5
    return round(12 + (size - 24) * share, 1)


def begin_map(asked: PageRequest) -> Answer:
    """Begin to cluster the documents, in the background."""
    begin_learning(asked, "map")
    return redirect(f"/projects/{asked.here.id}/map")
