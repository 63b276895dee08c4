"""Risk: what may remain in a release, by what people read, and who stands out by what it shows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.certify.given_keys import read_key
from textveil.errors import TextveilError, UsageError
from textveil.formats.display.svg_charts import ChartLine, LineChart
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.lexicon.tables.folding import squeeze_text
from textveil.pipeline.review.places import places_of
from textveil.pipeline.risk.classing import values_of_subjects
from textveil.pipeline.risk.estimating import RiskEstimate
from textveil.pipeline.risk.published import PublishedRelease
from textveil.pipeline.risk.run import risk_classes, risk_estimate
from textveil.pipeline.risk.sampling import UNREAD
from textveil.store.sealed_folder import SealedFolder
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.desk.trials import beside, command_line
from textveil.web.pages.release.results import made_by
from textveil.web.pages.release.sample_page import REVIEW, laid_out, missed_in, sample_of
from textveil.web.reading_together import SharedReading, reading_of, share_reading
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.tasks.names import PUBLISH, REPORT
from textveil.web.tasks.zips import zipped
from textveil.web.words import words
from textveil.web.working.jobs import Job

__all__ = ["act", "estimate", "releases"]

_MISSED: Final = "OTHER"
_LEAST: Final = 15
"""Documents that must be read before bounds are published."""
_MOST_BARS: Final = 30


def releases(asked: PageRequest) -> Answer:
    """List the releases of the user, and say how to come to one."""
    done = [one for one in asked.place.jobs.of(asked.user) if one.kind == "release"]
    return page(asked, "risks", releases=[one for one in done if one.state == "done"])


def estimate(asked: PageRequest) -> Answer:
    """Show what may remain in a release, and what can be done to know it better."""
    return _shown(asked, {})


def act(asked: PageRequest) -> Answer:
    """Publish the bounds, share the sample among readers, or count classes of people."""
    there = made_by(asked)
    if there is None:
        return missing(asked)
    job, made = there
    do = asked.form["do"]
    try:
        if do == "attach":
            _estimated(asked, job, made, attach=True)
            return redirect(f"/release/{job.id}/risk")
        if do == "share":
            project = share_reading(asked, job, sample_of(asked, made))
            return redirect(f"/projects/{project}")
        return _shown(asked, _classes(asked, job, made))
    except TextveilError as error:
        return _shown(asked, {"problem": error})


def _shown(asked: PageRequest, more: Mapping[str, Any]) -> Answer:
    there = made_by(asked)
    if there is None:
        return missing(asked)
    job, made = there
    documents = sample_of(asked, made)
    reading = reading_of(asked, job)
    values: dict[str, Any] = {
        "job": job, "last": len(documents), "reading": reading, "found": None, "classes": None,
        "problem": None, "quasi": asked.form["quasi"], "k": asked.form["k"] or "5",
        "least": _LEAST, "read": 0, "command": command_line("risk", "estimate", "out/", REVIEW),
        **more,
    }  # fmt: skip
    values["read"] = len(_read_by_anybody(asked, job, reading))
    if values["read"]:
        try:
            values["found"] = _estimated(asked, job, made)
        except TextveilError as error:
            values["problem"] = values["problem"] or error
    if asked.wants_json and values["problem"] is None:
        if values["classes"]:
            return as_json(values["classes"]["told"])
        return as_json(values["found"].to_json() if values["found"] else {})
    return page(asked, "risk", 400 if values["problem"] else 200, **values)


def _read_by_anybody(asked: PageRequest, job: Job, reading: SharedReading | None) -> set[str]:
    """Return which documents somebody has read: their numbers or names."""
    alone = {str(number) for number in missed_in(asked, job)}
    together = {name for found in (reading.people if reading else {}).values() for name in found}
    return together or alone


def _estimated(
    asked: PageRequest, job: Job, made: SealedFolder, *, attach: bool = False
) -> RiskEstimate:
    """Return the bounds by all that was read, and publish them if that is asked."""
    documents, told = sample_of(asked, made), missed_in(asked, job)
    reading = reading_of(asked, job)
    reviews = [[_with(one, found.get(one.id)) for one in documents] for found in
               (reading.people.values() if reading else ()) if found]  # fmt: skip
    if not reviews:
        numbered = enumerate(documents, 1)
        reviews = [[_with(one, _places(one, told.get(number))) for number, one in numbered]]
    with laid_out(asked, made) as out:
        sources = [
            _written(review, out.parent / f"{number}-{REVIEW}")
            for number, review in enumerate(reviews)
        ]
        key = out / "keep" / "key.txt"
        found = risk_estimate(out, sources, attach=attach, key=read_key(key) if attach else None)
        if attach:
            _keep(made, out)
    return found


def _written(review: Sequence[Document], path: Path) -> Source:
    JsonLines().write(review, path)
    return Source.open(path)


def _keep(made: SealedFolder, out: Path) -> None:
    """Seal the part to publish again, with the bounds and the longer report."""
    target = out.parent / PUBLISH
    zipped(out / "publish", target)
    made.put(PUBLISH, target.read_bytes())
    report = out / "publish" / REPORT
    if report.exists():
        made.put(REPORT, report.read_bytes())


def _places(document: Document, missed: list[str] | None) -> Spans | None:
    if missed is None:
        return None
    places = {place for one in missed for place in places_of(document.text, one)}
    return Spans(Span(*place, _MISSED) for place in places)


def _with(document: Document, missed: Spans | None) -> Document:
    """Return a document of the sample as its reader leaves it; unread if nobody read it."""
    if missed is None:
        return document
    kept = (document.spans or Spans()).where(lambda span: span.label != UNREAD)
    return replace(document, spans=kept | missed)


def _classes(asked: PageRequest, job: Job, made: SealedFolder) -> dict[str, Any]:
    """Return the classes of people who agree in the columns and labels that are named."""
    names = [one.strip() for one in asked.form["quasi"].split(",") if one.strip()]
    k = asked.form["k"] or "5"
    if not names:
        raise UsageError(words().error_nothing, where="quasi")
    if not (k.isascii() and k.isdigit() and 0 < len(k) < 7 and int(k)):
        raise UsageError(words().error_least.replace("{least}", "1"), where="k")
    with laid_out(asked, made) as out, beside("quasi"):
        risk = risk_classes(out, names, k=int(k))
        after = values_of_subjects(PublishedRelease.at(out), names)
    before = _before(asked, job, names)
    charts = [_histogram(words().risk_before, before)] if before else []
    charts.append(_histogram(words().risk_after, list(after.values())))
    costs = _costs(names, after, int(k)) if len(names) > 1 else []
    line = command_line("risk", "classes", "out/", quasi=",".join(names), k=int(k))
    shown = {"told": risk.to_json(), "risk": risk, "charts": charts, "costs": costs, "line": line}
    return {"classes": shown}


def _before(asked: PageRequest, job: Job, names: Sequence[str]) -> list[Any]:
    """Return what the input says of each person; nothing if a name is no column of it."""
    given = asked.place.jobs.files(job, "in")
    files = [name for name in given.names() if not name.startswith(".")]
    known: dict[str, list[set[str]]] = {}
    with asked.place.rooms.room() as room:
        for name in files:
            (room / name).write_bytes(given.bytes_of(name))
        if not files:
            return []
        for one in Source.open(room / files[0] if len(files) == 1 else room):
            values = known.setdefault(one.counted_subject, [set() for _ in names])
            for at, name in enumerate(names):
                if name not in one.metadata:
                    return []
                values[at].add(squeeze_text(str(one.metadata[name])))
    return [tuple(map(frozenset, values)) for values in known.values()]


def _histogram(title: str, values: Sequence[Any]) -> LineChart:
    """Return how many people stand in classes of each size."""
    by_size = Counter(Counter(values).values())
    bars = [(float(size), float(size * count)) for size, count in sorted(by_size.items())]
    line = ChartLine(words().risk_people, bars[:_MOST_BARS])
    return LineChart(title, words().risk_size, words().risk_people, [line], bars=True)


def _costs(names: Sequence[str], values: Mapping[str, Any], k: int) -> list[tuple[str, int, int]]:
    """Return how many people stand below k with all columns, and without each of them."""

    def below(left_out: int | None) -> int:
        seen = [tuple(v for at, v in enumerate(one) if at != left_out) for one in values.values()]
        return sum(size for size in Counter(seen).values() if size < k)

    whole = below(None)
    rows = [(name, whole, below(at)) for at, name in enumerate(names)]
    return sorted(rows, key=lambda row: row[2])
