"""Jobs: how far they are, stopping them, and removing what is left of them."""

import json
from typing import Any

from textveil.formats.display.stage_words import words_for
from textveil.values.label import LABELS
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.tasks.names import SUMMARY
from textveil.web.working.jobs import Job

__all__ = ["delete", "found", "job", "jobs", "progress", "stop"]


def jobs(asked: PageRequest) -> Answer:
    """List the jobs of the user."""
    return page(asked, "jobs", jobs=asked.place.jobs.of(asked.user))


def found(asked: PageRequest) -> Job | None:
    """Return the job that the address names."""
    return asked.place.jobs.find(asked.path["job"])


def progress(asked: PageRequest) -> Answer:
    """Tell a page how far a job is."""
    job = found(asked)
    if job is None:
        return missing(asked)
    told = asked.place.jobs.progress(job.id)
    stage = words_for(told["stage"]) if told else ""
    return as_json({"state": job.state, "over": job.over, **told, "words": stage})


def stop(asked: PageRequest) -> Answer:
    """Stop a job."""
    asked.place.jobs.stop(asked.path["job"])
    return redirect(f"/jobs/{asked.path['job']}")


def delete(asked: PageRequest) -> Answer:
    """Remove a job with its files."""
    job = found(asked)
    if job is not None:
        asked.place.jobs.delete(job)
    return redirect("/jobs")


def job(asked: PageRequest) -> Answer:
    """Show a job and what came of it."""
    one = found(asked)
    if one is None:
        return missing(asked)
    shown = _found_in(asked, one) if one.kind == "find" and one.state == "done" else {}
    return page(asked, "job", job=one, **shown)


def _found_in(asked: PageRequest, job: Job) -> dict[str, Any]:
    """Return what the page of findings shows beside the figures: names of labels and columns."""
    told = json.loads(asked.place.jobs.files(job, "out").bytes_of(SUMMARY))
    columns = "\n".join(f"{one['name']}={one['role']}" for one in told["columns"])
    return {"labels": list(told["labels"].items()), "meanings": LABELS, "columns": columns}
