"""Review: what was found in a document, and what somebody says of it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from textveil.errors import TextveilError, UsageError
from textveil.pipeline.release.search.decisions import decision_line
from textveil.pipeline.review.places import (
    Decided,
    SeenPlace,
    places_of,
    seen,
    undecide,
    value_key,
)
from textveil.pipeline.review.places import (
    decide as decided_with,
)
from textveil.store.sealed_folder import SealedFolder
from textveil.values.label import is_label
from textveil.web.asking import Answer, PageRequest, redirect
from textveil.web.pages.jobs import found
from textveil.web.pages.release.release_page import labels_offered, read_column_lines
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.tasks.asked import DECISIONS
from textveil.web.tasks.chunks import every_row, from_table, row_at, some_rows
from textveil.web.tasks.names import COUNTS, FOUND, SUMMARY, VALUES
from textveil.web.words import words
from textveil.web.working.jobs import Job

__all__ = ["decide", "run", "show"]

_KEY: Final = "09d"


def show(asked: PageRequest) -> Answer:
    """Show what was found in a document."""
    return _shown(asked)


def _shown(asked: PageRequest, problem: TextveilError | None = None, status: int = 200) -> Answer:
    job, number = _finished(asked), asked.number("n")
    if job is None or not 1 <= number <= job.told["documents"]:
        return missing(asked)
    made = asked.place.jobs.files(job, "out")
    row = row_at(made, FOUND, number)
    places = seen(row, _decisions(asked, job, number))
    text = row["text"]
    keys = {place: value_key(text[place.start : place.end]) for place in places}
    counts = from_table(made, COUNTS, keys.values())
    return page(
        asked,
        "review",
        status,
        problem=problem,
        job=job,
        number=number,
        last=job.told["documents"],
        id=row["id"],
        segments=list(_segments(text, places)),
        groups=_by_label(places),
        equal={place: counts.get(key, 1) for place, key in keys.items()},
        value=lambda place: text[place.start : place.end],
        labels=labels_offered(),
    )


def _finished(asked: PageRequest) -> Job | None:
    """Return the job of findings that the address names, if it is done."""
    job = found(asked)
    return job if job is not None and job.kind == "find" and job.state == "done" else None


def _segments(text: str, places: list[SeenPlace]) -> Iterator[tuple[int, str, SeenPlace | None]]:
    """Yield the text in pieces: where each begins, and the place that it is, if it is one."""
    at = 0
    for place in places:
        if at < place.start:
            yield at, text[at : place.start], None
        yield place.start, text[place.start : place.end], place
        at = place.end
    if at < len(text):
        yield at, text[at:], None


def _by_label(places: list[SeenPlace]) -> list[tuple[str, list[SeenPlace]]]:
    labels = sorted({place.label for place in places})
    return [(label, [place for place in places if place.label == label]) for label in labels]


def decide(asked: PageRequest) -> Answer:
    """Take a decision: a place stays, goes again, has another kind, or was overlooked."""
    job, number = _finished(asked), asked.number("n")
    if job is None or not 1 <= number <= job.told["documents"]:
        return missing(asked)
    try:
        _take(asked, job, number)
    except TextveilError as error:
        return _shown(asked, error, 400)
    return redirect(f"/release/{job.id}/{number}")


def _take(asked: PageRequest, job: Job, number: int) -> None:
    form, made = asked.form, asked.place.jobs.files(job, "out")
    row = row_at(made, FOUND, number)
    if form["do"] == "add":
        return _change(asked, job, _added(made, row, number, form), _label(form["label"]))
    start, end = _offset(form["start"]), _offset(form["end"])
    if not 0 <= start < end <= len(row["text"]):
        raise UsageError(words().error_place)
    label = None if form["label"] == "" else _label(form["label"])
    here = [(number, start, end)]
    key = value_key(row["text"][start:end])
    equal = from_table(made, VALUES, [key]).get(key, here)
    stood = any(one[:2] == (start, end) for one in _decisions(asked, job, number))
    # What stays stays everywhere, and what stayed goes everywhere again.
    everywhere = label is None or bool(form["all"]) or stood
    return _change(asked, job, (*here, *map(tuple, equal)) if everywhere else here, label)


def _added(made: SealedFolder, row: dict[str, Any], number: int, form: Any) -> list[Any]:
    value = form["overlooked"].strip()
    rows = every_row(made, FOUND) if form["everywhere"] else [(number, row)]
    places = [(at, *place) for at, one in rows if value for place in places_of(one["text"], value)]
    if not places:
        raise UsageError(words().error_words_missing, where="overlooked")
    return places


def _change(
    asked: PageRequest, job: Job, places: Iterable[tuple[int, int, int]], label: str | None
) -> None:
    """Write what was decided about places, all in one step."""
    by_document: dict[int, list[tuple[int, int]]] = {}
    for number, start, end in places:
        by_document.setdefault(number, []).append((start, end))
    store, kind = asked.place.server(), decisions_kind(job.id)
    made = asked.place.jobs.files(job, "out")
    with store.step():
        keys = [format(number, _KEY) for number in by_document]
        standing = {int(key): told for key, told in store.fetch_some(kind, keys).items()}
        for number, row in some_rows(made, FOUND, by_document):
            found_here = {tuple(span[:3]) for span in row["spans"]}
            told = _read(standing.get(number))
            for start, end in by_document[number]:
                told = undecide(told, start, end)
                if label is None or (start, end, label) not in found_here:
                    told = decided_with(told, start, end, label)
            if told:
                store.put(kind, format(number, _KEY), json.dumps(told).encode())
            elif number in standing:
                store.delete(kind, format(number, _KEY))


def decisions_kind(job: str) -> str:
    """Return the kind of the records in which the decisions of a job lie."""
    return f"decided in {job}"


def _decisions(asked: PageRequest, job: Job, number: int) -> list[Decided]:
    content = asked.place.server().fetch(decisions_kind(job.id), format(number, _KEY))
    return _read(content)


def _read(content: bytes | None) -> list[Decided]:
    return [] if content is None else [(s, e, label) for s, e, label in json.loads(content)]


def _all_decisions(asked: PageRequest, job: Job) -> Iterator[tuple[int, Decided]]:
    for key, content in asked.place.server().fetch_all(decisions_kind(job.id)).items():
        for start, end, label in json.loads(content):
            yield int(key), (start, end, label)


def run(asked: PageRequest) -> Answer:
    """Begin a release of the documents that were looked through."""
    job = _finished(asked)
    if job is None:
        return missing(asked)
    jobs = asked.place.jobs
    ids = [name for name, _ in json.loads(jobs.files(job, "out").bytes_of(SUMMARY))["documents"]]
    lines = "".join(
        decision_line(ids[number - 1], start, end, label)
        for number, (start, end, label) in sorted(_all_decisions(asked, job), key=_in_order)
    )
    settings = dict(job.asked)
    if asked.form["columns"]:
        settings["columns"] = settings.get("columns", {}) | read_column_lines(asked.form["columns"])
    folder, key = asked.place.incoming()
    jobs.files(job, "in").copied_to(folder)
    if lines:
        folder.put(DECISIONS, lines.encode())
    made = jobs.new(asked.user, "release", {**settings, "from": job.id}, (folder, key))
    return redirect(f"/jobs/{made.id}")


def _in_order(one: tuple[int, Decided]) -> tuple[int, int]:
    return one[0], one[1][0]


def _offset(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1


def _label(text: str) -> str:
    if not is_label(text):
        raise UsageError(words().error_place, where="label")
    return text
