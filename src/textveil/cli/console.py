"""Where output goes: data to stdout, everything else to stderr."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from textveil.pipeline.sources import Track

__all__ = ["notes", "say", "show_json", "show_table", "tracked"]

Item = TypeVar("Item")

notes = Console(stderr=True, highlight=False, soft_wrap=True)
"""For people: notices, progress, errors."""


def say(message: str) -> None:
    """Tell the user something on stderr."""
    notes.print(message, markup=False)


def show_json(value: Any) -> None:
    """Print a JSON value to stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def show_table(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table to stdout; plain text columns where stdout is not a terminal."""
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(str(cell).replace("[", r"\[") for cell in row))
    width = None if sys.stdout.isatty() else 200
    Console(file=sys.stdout, highlight=False, width=width).print(table)


@contextmanager
def tracked(*, quiet: bool = False) -> Iterator[Track]:
    """Give a `Track` that shows a bar with rate and remaining time for each stage.

    Bars appear on a terminal only; elsewhere they would fill log files.
    """
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=notes,
        transient=True,
        disable=quiet or not notes.is_terminal,
    )

    def track(items: Iterable[Item], stage: str, total: int | None) -> Iterator[Item]:
        task = progress.add_task(stage, total=total, rate="")
        for count, item in enumerate(items, 1):
            yield item
            speed = progress.tasks[task].speed
            progress.update(task, completed=count, rate=f"{speed:,.0f}/s" if speed else "")
        progress.update(task, total=progress.tasks[task].completed)

    with progress:
        yield track
