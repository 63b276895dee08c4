"""Samples: documents of a release, drawn at random, that somebody reads on the spot."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from textveil.errors import TextveilError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.review.places import places_of
from textveil.pipeline.risk.run import risk_sample
from textveil.pipeline.risk.sampling import LEFT, REPLACED
from textveil.store.sealed_folder import SealedFolder
from textveil.values.document import Document
from textveil.values.span import Spans
from textveil.web.asking import Answer, PageRequest, redirect
from textveil.web.pages.release.results import made_by
from textveil.web.reception import missing
from textveil.web.rendering import page, problem_page
from textveil.web.tasks.names import KEEP, PUBLISH
from textveil.web.tasks.zips import unpacked
from textveil.web.words import words
from textveil.web.working.jobs import Job

__all__ = ["REVIEW", "draw", "laid_out", "mark", "missed_in", "read", "sample_of"]

REVIEW: Final = "review.jsonl"
_KEY: Final = "06d"


def _readings(job: Job) -> str:
    return f"read in {job.id}"


@contextmanager
def laid_out(asked: PageRequest, made: SealedFolder) -> Iterator[Path]:
    """Give a room with the release in it; it is gone afterwards."""
    with asked.place.rooms.room() as room:
        for name in (PUBLISH, KEEP):
            (room / name).write_bytes(made.bytes_of(name))
            unpacked(room / name, room / Path(name).stem)
            (room / name).unlink()
        out = room / "out"
        out.mkdir()
        for name in (PUBLISH, KEEP):
            part = Path(name).stem
            (room / part / part).rename(out / part)
        yield out


def draw(asked: PageRequest) -> Answer:
    """Draw documents, and show the first one."""
    there = made_by(asked)
    if there is None:
        return missing(asked)
    job, made = there
    text = asked.form["number"]
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
    number = min(number, job.told["compared"])
    try:
        with laid_out(asked, made) as out:
            risk_sample(out, number, out.parent / REVIEW)
            made.put(REVIEW, (out.parent / REVIEW).read_bytes())
    except TextveilError as error:
        return problem_page(asked, error)
    store = asked.place.server()
    with store.step():
        for key in store.fetch_all(_readings(job)):
            store.delete(_readings(job), key)
    return redirect(f"/release/{job.id}/sample/1")


def sample_of(asked: PageRequest, made: SealedFolder) -> list[Document]:
    """Return the documents of the sample; none if it was not drawn."""
    if REVIEW not in made.names():
        return []
    with asked.place.rooms.room() as room:
        (room / REVIEW).write_bytes(made.bytes_of(REVIEW))
        return list(Source.open(room / REVIEW))


def missed_in(asked: PageRequest, job: Job) -> dict[int, list[str]]:
    """Return what was missed in each document that somebody has read."""
    found = asked.place.server().fetch_all(_readings(job))
    return {int(key): json.loads(content) for key, content in found.items()}


def read(asked: PageRequest) -> Answer:
    """Show a document of the sample."""
    return _shown(asked)


def _shown(asked: PageRequest, problem: TextveilError | None = None, missed: str = "") -> Answer:
    there, number = made_by(asked), asked.number("n")
    if there is None:
        return missing(asked)
    job, made = there
    documents = sample_of(asked, made)
    if not 1 <= number <= len(documents):
        return missing(asked)
    told = missed_in(asked, job)
    return page(
        asked,
        "sample",
        400 if problem else 200,
        problem=problem,
        job=job,
        number=number,
        last=len(documents),
        pieces=list(_pieces(documents[number - 1])),
        missed=missed or "\n".join(told.get(number, ())),
        done=len(told),
        is_read=number in told,
    )


def _pieces(document: Document) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, and whether each was replaced or left by the policy."""
    at = 0
    for span in document.spans or Spans():
        if span.label not in (REPLACED, LEFT):
            continue
        yield document.text[at : span.start], False
        yield document.text[span.start : span.end], True
        at = span.end
    yield document.text[at:], False


def mark(asked: PageRequest) -> Answer:
    """Keep what was missed in a document, and go on to the next one."""
    there, number = made_by(asked), asked.number("n")
    if there is None:
        return missing(asked)
    job, made = there
    documents = sample_of(asked, made)
    if not 1 <= number <= len(documents):
        return missing(asked)
    missed = [line.strip() for line in asked.form["missed"].splitlines() if line.strip()]
    text = documents[number - 1].text
    if any(next(places_of(text, one), None) is None for one in missed):
        error = UsageError(words().error_words_missing, where="missed")
        return _shown(asked, error, asked.form["missed"])
    asked.place.server().put(_readings(job), format(number, _KEY), json.dumps(missed).encode())
    if number == len(documents):
        return redirect(f"/release/{job.id}/risk")
    return redirect(f"/release/{job.id}/sample/{number + 1}")
