"""Jobs of the page Plan: how well an attacker tells real names from surrogates."""

from pathlib import Path
from typing import Any, Final

from textveil.formats.sources import Source
from textveil.learn.publishing import AttackSettings, plan_of_fields
from textveil.learn.training.corpora import AnnotatedCorpus, make_ready
from textveil.learn.training.gold import Gold
from textveil.lexicon.tables.schemes import read_map
from textveil.pipeline.release.methods.surrogate_publisher import MODEL_ALONE, SurrogatePublisher
from textveil.study.learning.attack_simulation import simulate_attacks
from textveil.web.tasks.asked import job_inputs
from textveil.web.working.worker import JobOrder

__all__ = ["CURVES", "simulate"]

CURVES: Final = "curves.csv"


def simulate(order: JobOrder) -> dict[str, Any]:
    """Play all rounds, and keep the curves, which hold no text."""
    files = [path for path in sorted(job_inputs(order).rglob("*")) if path.is_file()]
    asked = order.asked
    settings = AttackSettings(
        tuple(asked["publisher"]), tuple(asked["attacker"]), asked["documents"], asked["repeats"],
        plan=plan_of_fields(0),
    )  # fmt: skip
    sources = [Source.open(one) for one in files]
    corpora = [AnnotatedCorpus(one.path, one.format_name, one) for one in sources]
    ready = make_ready(corpora, Gold(), order.notices.append, read_map(()))
    out = Path(order.room / CURVES)
    study = simulate_attacks(
        ready.documents, settings, SurrogatePublisher(MODEL_ALONE, whole=False), out, 1,
        order.track, order.notices.append,
    )  # fmt: skip
    order.keep(CURVES, out)
    [table] = study.tables
    return {"columns": list(table.columns), "rows": [list(row) for row in table.rows]}
