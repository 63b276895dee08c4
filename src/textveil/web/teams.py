"""Teams: the project of a request, its people, and the job in which its model learns."""

import json
from contextlib import suppress
from typing import Any

from textveil.errors import UsageError
from textveil.learn.teamwork.team_project import TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.web.asking import PageRequest
from textveil.web.people.members import Members
from textveil.web.routes import Right
from textveil.web.working.jobs import Job

__all__ = [
    "annotators",
    "begin_learning",
    "document_id",
    "keep_learning",
    "learn_soon",
    "learning_job",
    "team_of",
]

_JOB = "team job"
_FAILED = "failed"


def team_of(asked: PageRequest) -> TeamProject:
    """Return the project that the address names."""
    return TeamProject(asked.place.vault(asked.here.id, asked.here.key), strategy_named)


def annotators(asked: PageRequest) -> int:
    """Return how many people annotate in this project."""
    return sum(
        right >= Right.ANNOTATOR for right in Members(asked.place).all(asked.here.id).values()
    )


def document_id(asked: PageRequest, team: TeamProject) -> str | None:
    """Return the id of the document that the address names; None if there is none."""
    return team.records.id_of(asked.number("n"))


def learning_job(asked: PageRequest, kind: str = "learn") -> Job | None:
    """Return the last job of a kind that this project had."""
    found = asked.place.vault(asked.here.id, asked.here.key).fetch(_JOB, kind)
    return None if found is None else asked.place.jobs.find(json.loads(found))


def begin_learning(
    asked: PageRequest, kind: str = "learn", more: dict[str, Any] | None = None
) -> Job:
    """Begin a job for this project, unless one of its kind runs; the earlier one is removed."""
    before = learning_job(asked, kind)
    if before is not None and not before.over:
        return before
    if before is not None:
        with suppress(FileNotFoundError):
            # A job without files has no folder.
            asked.place.jobs.delete(before)
    told = {"project": asked.here.id, "name": asked.here.name, **(more or {})}
    made = asked.place.jobs.new(asked.user, kind, told)
    store = asked.place.vault(asked.here.id, asked.here.key)
    store.put(_JOB, kind, json.dumps(made.id).encode())
    return made


def learn_soon(asked: PageRequest) -> Job | None:
    """Begin to learn if there is room for a job; if there is none, a later look at the queue does.

    What led to it is on the disk already, and stays acknowledged.
    """
    try:
        return begin_learning(asked)
    except UsageError:
        return None


def keep_learning(asked: PageRequest, team: TeamProject) -> Job | None:
    """Return the job in which the model learns; begin one if it should and none does.

    A job that failed is not begun again until somebody asks for it.
    """
    job = learning_job(asked)
    if job is not None and (not job.over or job.state == _FAILED):
        return job
    if asked.right >= Right.ANNOTATOR and team.should_learn():
        return learn_soon(asked) or job
    return job
