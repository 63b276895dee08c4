"""Jobs of the page Models: a model of one's own, and a corpus that one or two models read."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from textveil.errors import ModelError
from textveil.formats.sources import Source
from textveil.learn.teamwork.team_project import TeamProject
from textveil.learn.training.label_scores import COLUMNS, standings_from_json
from textveil.models.bundle import load_bundle
from textveil.models.default import MANIFEST
from textveil.pipeline.evaluation.evaluation import EvaluationResult, evaluate_files
from textveil.pipeline.evaluation.mistake_page import render_mistakes
from textveil.pipeline.evaluation.predictions import Prediction
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.pipeline.evaluation.relabelling import Relabelling
from textveil.pipeline.release.scan import scan_source
from textveil.policy.policy import MODEL, load_policy
from textveil.values.figures.score_rows import score_rows
from textveil.values.span import Spans
from textveil.web.tasks.asked import job_inputs
from textveil.web.tasks.vaults import project_vault
from textveil.web.tasks.zips import unpacked, zipped
from textveil.web.words import words
from textveil.web.working.worker import JobOrder

__all__ = ["FIRST", "SECOND", "STORED", "compare", "facts_of", "read"]

FIRST: Final = ".first-"
SECOND: Final = ".second-"
STORED: Final = "model.zip"
_CARD: Final = "card.md"
_POLICY: Final = "tag-only"


def facts_of(name: str, manifest: bytes, card: str) -> dict[str, Any]:
    """Return what a page shows of a model: figures by label and domain, and its card."""
    told = json.loads(manifest)
    facts = told.get("facts", {})
    rows = facts.get("scores", [])
    scores = list(standings_from_json(rows)) if isinstance(rows, list) else []
    domains = facts.get("domains", {})
    return {
        "name": name,
        "kind": told.get("kind", ""),
        "language": told.get("language", "en"),
        "threshold": told.get("threshold"),
        "columns": list(COLUMNS),
        "labels": [list(one.row()) for one in scores],
        "domains": [[one, *(f"{figure:.3f}" for figure in domains[one])] for one in domains],
        "card": card,
    }


def read(order: JobOrder) -> dict[str, Any]:
    """Check a model that was sent, or train the one of a project; keep it sealed."""
    folder = order.room / "model"
    if "project" in order.asked:
        with project_vault(order) as store:
            TeamProject(store, strategy_named).loop.model(folder, None, order.track)
    else:
        folder = _model_in(job_inputs(order), folder)
    load_bundle(str(folder))
    zipped(folder, order.room / STORED)
    order.keep(STORED, order.room / STORED)
    card = (folder / _CARD).read_text("utf-8")
    name = card.partition("\n")[0].lstrip("# ") or words().kind_model
    return facts_of(name, (folder / MANIFEST).read_bytes(), card)


def _model_in(files: Path, target: Path) -> Path:
    """Return the folder of a model in what was sent: its files, or a zip file of them."""
    packed = list(files.rglob("*.zip"))
    if packed:
        unpacked(packed[0], target)
        files = target
    found = next(iter(sorted(files.rglob(MANIFEST))), None)
    if found is None:
        raise ModelError(words().models_none, hint=words().models_none_hint)
    return found.parent


def compare(order: JobOrder) -> dict[str, Any]:
    """Read annotated documents with each model; keep what it missed and invented, in context."""
    folder = job_inputs(order)
    found: dict[str, EvaluationResult] = {}
    for field, stored in (("first", FIRST), ("second", SECOND)):
        packed = folder / stored
        model = str(order.asked[field])
        if order.asked[f"{field} own"]:
            packed.rename(order.room / f"{field}.zip")
            unpacked(order.room / f"{field}.zip", order.room / field)
            model = str(_model_in(order.room / field, order.room / field))
        if model:
            found[field] = _evaluated(order, folder, model)
            made = order.room / f"{field}.html"
            made.write_text(render_mistakes(found[field], str(order.asked[field])), "utf-8")
            order.keep(f"{stored}mistakes.html", made)
    names = [str(order.asked[field]) for field in found]
    return {
        "names": names,
        "documents": len(found["first"].documents),
        "results": {field: _plain(one.to_json()) for field, one in found.items()},
        "rows": list(_rows(found)),
    }


def _plain(told: Mapping[str, Any]) -> dict[str, Any]:
    # What was counted in each document grows with the corpus, and names its documents.
    return {name: value for name, value in told.items() if name != "by_document"}


def _evaluated(order: JobOrder, folder: Path, model: str) -> EvaluationResult:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    source = Source.open(files[0] if len(files) == 1 else folder)
    policy = load_policy(_POLICY).tuned(MODEL, {"model": model})
    found = scan_source(source, policy, order.track, order.notices.append)
    rules = Relabelling.of(None, families=order.asked["families"], pairs=[])
    return evaluate_files(
        _spans(found), source, np.random.default_rng(0), order.track,
        relabelling=rules, excerpts=True,
    )  # fmt: skip


def _spans(rows: Any) -> Iterator[Prediction]:
    for name, spans in rows:
        yield name, Spans(spans)


def _rows(found: Mapping[str, EvaluationResult]) -> Iterator[list[str]]:
    """Yield words by label: precision, recall and F1 of each model."""
    tables = [
        {row.label: row for row in score_rows(one.scores) if row.level == "token"}
        for one in found.values()
    ]
    for label in dict.fromkeys(label for table in tables for label in table):
        cells = [label]
        for table in tables:
            row = table.get(label)
            three = () if row is None else (row.precision, row.recall, row.f1)
            cells += [f"{one.value:.3f}" for one in three] or ["", "", ""]
        yield cells
