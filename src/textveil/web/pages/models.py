"""Models: the shipped ones and your own, with card and figures; two of them on one corpus."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from textveil.errors import TextveilError, UsageError
from textveil.models.default import DEFAULT, SHIPPED
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.desk.trials import command_line
from textveil.web.pages.release.results import made_by, shown_report, shown_sheet
from textveil.web.people.members import Members
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.routes import Right
from textveil.web.tasks.modelling import FIRST, SECOND, STORED, facts_of
from textveil.web.words import words
from textveil.web.working.jobs import Job

__all__ = ["add", "compare", "form", "mistakes", "sheet"]

_OTHERS: Final = ("private-en", "paraphrase-en")
"""Shipped models that read messages, and no documents."""
_PAGE: Final = "mistakes.html"


def form(asked: PageRequest) -> Answer:
    """Show the models, and the card of one of them."""
    return _shown(asked)


def _shown(asked: PageRequest, problem: TextveilError | None = None) -> Answer:
    own = _own(asked)
    named = asked.query.get("model") or DEFAULT
    found = _facts(named, own)
    if found is None:
        return missing(asked)
    if asked.wants_json:
        return as_json({key: value for key, value in found.items() if key != "card"})
    members = Members(asked.place)
    chosen = {"first": asked.form["first"] or DEFAULT, "second": asked.form["second"] or "fast-en"}
    return page(
        asked, "models", 400 if problem else 200, problem=problem, named=named, found=found,
        offered=[(name, name) for name in (*SHIPPED, *_OTHERS)], own=own, chosen=chosen,
        blocks=list(_blocks(found["card"])),
        readers=[*((name, name) for name in SHIPPED), *((one.id, _name(one)) for one in own)],
        projects=[
            one for one in members.of(asked.user)
            if (members.right(one.id, asked.user) or Right.USER) >= Right.ANNOTATOR
        ],
        command=command_line("evaluate", "spans.jsonl", "gold.jsonl", o="mistakes.html"),
    )  # fmt: skip


def _own(asked: PageRequest) -> list[Job]:
    mine = asked.place.jobs.of(asked.user)
    return [one for one in mine if one.kind == "model" and one.state == "done"]


def _name(job: Job) -> str:
    return str(job.asked["name"] or job.told["name"])


def _facts(named: str, own: list[Job]) -> Mapping[str, Any] | None:
    if named in (*SHIPPED, *_OTHERS):
        return _shipped(named)
    job = next((one for one in own if one.id == named), None)
    return None if job is None else {**job.told, "name": _name(job)}


@cache
def _shipped(name: str) -> Mapping[str, Any]:
    folder = files("textveil.models") / "data" / name
    manifest, card = folder / "model.json", folder / "card.md"
    return facts_of(name, manifest.read_bytes(), card.read_text("utf-8"))


def _blocks(card: str) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a card: heads, tables, lists, code and paragraphs."""
    for part in re.split(r"\n[ \t]{0,20}\n", card.strip()):
        lines = part.splitlines()
        if part.startswith("#"):
            yield "head", part.lstrip("# ")
        elif part.startswith("|"):
            rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
            yield "table", (rows[0], [row for row in rows[2:] if len(row) == len(rows[0])])
        elif part.startswith("- "):
            yield "list", [one.replace("\n", " ").strip() for one in part[2:].split("\n- ")]
        elif part.startswith("```"):
            yield "code", "\n".join(line for line in lines if not line.startswith("```"))
        else:
            yield "text", " ".join(lines)


def add(asked: PageRequest) -> Answer:
    """Begin to read a model that is sent, or to train the one of a project."""
    form = asked.form
    told: dict[str, Any] = {"name": form["name"].strip()[:80]}
    given = None
    try:
        if project := form["project"]:
            right = Members(asked.place).right(project, asked.user)
            if right is None or right < Right.ANNOTATOR:
                raise UsageError(words().error_choice, where="project")
            told["project"] = project
        elif form.files and form.key and form.files.names():
            given = form.files, form.key
        else:
            raise UsageError(words().error_no_files, where="model")
        job = asked.place.jobs.new(asked.user, "model", told, given)
    except TextveilError as error:
        return _shown(asked, error)
    return redirect(f"/jobs/{job.id}")


def compare(asked: PageRequest) -> Answer:
    """Begin to read a corpus with one or two models."""
    form, own = asked.form, {one.id: one for one in _own(asked)}
    told: dict[str, Any] = {"name": "", "families": bool(form["families"])}
    try:
        for field, stored in (("first", FIRST), ("second", SECOND)):
            name = form[field]
            if name not in (*SHIPPED, *own) and not (field == "second" and not name):
                raise UsageError(words().error_choice, where=field)
            told[field] = _name(own[name]) if name in own else name
            told[f"{field} own"] = name in own
            if name in own and form.files:
                kept = asked.place.jobs.files(own[name], "out")
                form.files.put(stored, kept.bytes_of(STORED))
        if not (form.files and form.key) or not _sent(form.files.names()):
            raise UsageError(words().error_no_files, where="gold")
        job = asked.place.jobs.new(asked.user, "models", told, (form.files, form.key))
    except TextveilError as error:
        return _shown(asked, error)
    return redirect(f"/jobs/{job.id}")


def _sent(names: list[str]) -> list[str]:
    return [name for name in names if not name.startswith(".")]


def mistakes(asked: PageRequest) -> Answer:
    """Show what a model missed and invented, in context."""
    return _mistakes(asked, lambda job, text: shown_report(text, f"/models/{job.id}/mistakes.css"))


def sheet(asked: PageRequest) -> Answer:
    """Give the sheet of the page of mistakes, or the page of the second model."""
    if asked.path["name"] == "second":
        return _mistakes(
            asked, lambda job, text: shown_report(text, f"/models/{job.id}/mistakes.css"), SECOND
        )
    return _mistakes(asked, lambda _, text: shown_sheet(text))


def _mistakes(asked: PageRequest, make: Any, which: str = FIRST) -> Answer:
    there = made_by(asked, "models")
    name = f"{which}{_PAGE}"
    if there is None or name not in there[1].names():
        return missing(asked)
    made: Answer = make(there[0], there[1].bytes_of(name).decode())
    return made
