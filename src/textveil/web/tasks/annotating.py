"""Jobs of annotation projects: a model learns, documents are clustered."""

import base64
import json
from pathlib import Path
from typing import Any

from textveil.learn.clusters.clustering import ClusteringPlan, cluster_documents
from textveil.learn.clusters.flat_map import flat_places
from textveil.learn.teamwork.comparing import all_documents
from textveil.learn.teamwork.team_project import TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.log import LookUp
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret
from textveil.web.working.worker import JobOrder

__all__ = ["learn", "map_clusters"]

MAP = "team map"


def _vault(order: JobOrder) -> SqliteVault:
    key = Secret(base64.b64decode(order.asked["key"]))
    return SqliteVault(
        Path(order.asked["path"]), key, look_up=LookUp.LEARN, command="textveil serve"
    )


def learn(order: JobOrder) -> dict[str, Any]:
    """Let the model of a project learn from a complete batch, and choose the next one."""
    with _vault(order) as store:
        return {"rounds": TeamProject(store, strategy_named).learn(order.track)}


def map_clusters(order: JobOrder) -> dict[str, Any]:
    """Cluster the documents of a project by their style, and keep where each of them lies."""
    with _vault(order) as store:
        project = TeamProject(store, strategy_named)
        documents = list(all_documents(project))
        language = project.loop.settings().language
        plan = ClusteringPlan(skip_short=True, language=language)
        found = cluster_documents(documents, plan, order.track)
        numbers = {document.id: at for at, document in enumerate(documents, 1)}
        points = [
            [numbers[name], place, round(float(x), 4), round(float(y), 4)]
            for (name, place), (x, y) in zip(
                found.assigned.items(), flat_places(found.points), strict=True
            )
        ]
        told = {"points": points, "names": [one.name for one in found.facts]}
        store.put(MAP, "only", json.dumps(told).encode())
    return {"clusters": len(found.facts), "documents": len(points)}
