"""Results: what came of a release, to look at and to take away."""

import re
from functools import partial
from typing import Any, Final

from textveil.store.sealed_folder import SealedFolder
from textveil.web.asking import Answer, PageRequest, download
from textveil.web.pages.jobs import found
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.tasks.chunks import ROWS, row_at, rows_at
from textveil.web.tasks.names import CHANGED, COMPARED, KEEP, PUBLISH, REPORT
from textveil.web.words import words
from textveil.web.working.jobs import Job

__all__ = [
    "changes",
    "compare",
    "keep",
    "made_by",
    "publish",
    "report",
    "sheet",
    "shown_report",
    "shown_sheet",
]

_POLICY: Final = '<meta http-equiv="Content-Security-Policy"'
_WIDTH: Final = re.compile(r'class="fill" style="width: ([0-9]{1,3})\.[0-9]{2}%"')
_HEAT: Final = re.compile(
    r'(class="[a-z ]{0,60})" style="background: rgb\(var\(--(good|heat)\) / 0\.([0-9]{2})\)"'
)
_NARROW: Final = (
    "a { color: var(--accent) } body { overflow-wrap: break-word } pre { white-space: pre-wrap }\n"
)
"""Reports are read on telephones, too."""


def made_by(asked: PageRequest, kind: str = "release") -> tuple[Job, SealedFolder] | None:
    """Return the job that the address names with what it made, if it is done."""
    job = found(asked)
    if job is None or job.kind != kind or job.state != "done":
        return None
    return job, asked.place.jobs.files(job, "out")


def report(asked: PageRequest) -> Answer:
    """Show the report of a release; its sheet is linked, because pages run nothing inline."""
    there = made_by(asked)
    if there is None:
        return missing(asked)
    sheet_of = f"/release/{there[0].id}/report.css"
    text = there[1].bytes_of(REPORT).decode()
    back = f'<body>\n<p><a href="/jobs/{there[0].id}">{words().report_back}</a></p>'
    return shown_report(text.replace("<body>", back, 1), sheet_of)


def shown_report(text: str, sheet_of: str) -> Answer:
    """Return a self-contained page as one whose sheet is linked."""
    links = f'<link rel="stylesheet" href="{sheet_of}"><link rel="icon" href="data:,">'
    before, _, rest = text.partition(_POLICY)
    text = before + rest.partition(">")[2] if rest else text
    before, _, rest = text.partition("<style>")
    text = before + links + rest.partition("</style>")[2]
    shown = f'<div class="scroll" tabindex="0" role="region" aria-label="{words().report_table}">'
    text = text.replace('<div class="scroll">', shown)
    text = _WIDTH.sub(r'class="fill width-\1"', text)
    text = _HEAT.sub(r'\1 \2-\3"', text)
    return Answer(text.encode())


def sheet(asked: PageRequest) -> Answer:
    """Give the sheet of a report."""
    there = made_by(asked)
    if there is None:
        return missing(asked)
    return shown_sheet(there[1].bytes_of(REPORT).decode())


def shown_sheet(text: str) -> Answer:
    """Return the sheet of a self-contained page, with classes for what it says inline."""
    widths = "".join(f".width-{n} {{ width: {n}% }}\n" for n in range(101))
    heats = "".join(
        f".{name}-{n:02d} {{ background: rgb(var(--{name}) / .{n:02d}) }}\n"
        for name in ("good", "heat")
        for n in range(100)
        if f"--{name}:" in text
    )
    style = text.partition("<style>")[2].partition("</style>")[0]
    return Answer(f"{style}\n{_NARROW}{widths}{heats}".encode(), "text/css; charset=utf-8")


def _part(asked: PageRequest, name: str) -> Answer:
    there = made_by(asked)
    if there is None:
        return missing(asked)
    job, made = there
    return download(f"{job.id}-{name}", made.pieces(name), "application/zip")


publish = partial(_part, name=PUBLISH)
keep = partial(_part, name=KEEP)


def compare(asked: PageRequest) -> Answer:
    """Show a document before and after."""
    there, number = made_by(asked), asked.number("n")
    if there is None or not 1 <= number <= there[0].told["compared"]:
        return missing(asked)
    job, made = there
    row = row_at(made, COMPARED, number)
    return page(asked, "compare", job=job, row=row, number=number, last=job.told["compared"])


def changes(asked: PageRequest) -> Answer:
    """Show what was changed, the most doubtful first."""
    there, number = made_by(asked), asked.number("n")
    if there is None:
        return missing(asked)
    job, made = there
    count = job.told["changes"]
    last = max(1, -(-count // ROWS))
    if not 1 <= number <= last:
        return missing(asked)
    rows: list[Any] = rows_at(made, CHANGED, number) if count else []
    return page(asked, "changes", job=job, rows=rows, number=number, last=last)
