"""Where output goes: data to stdout, everything else to stderr."""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from textveil.cli.shell.run_log import log
from textveil.errors import TextveilError
from textveil.formats.display.plain_table import STEERING, counted, harmless, table_lines
from textveil.formats.display.stage_words import words_for

if TYPE_CHECKING:
    from textveil.values.runs.watch import Track

__all__ = [
    "counted",
    "notes",
    "say",
    "say_error",
    "say_marked",
    "say_stopped",
    "show",
    "show_json",
    "show_table",
    "tracked",
]

Item = TypeVar("Item")

_REDRAW_SECONDS = 0.1
_INDENT = "    "
notes = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
"""For people: notices, progress, errors."""


def say(message: str, *, quiet: bool = False) -> None:
    """Tell the user something on stderr; the log of the run gets it even if it is quiet."""
    log.notice(message)
    if not quiet and not log.is_all:
        notes.print(harmless(message), markup=False)


def say_error(error: TextveilError) -> None:
    """Tell the user of an error."""
    log.error(error)
    if not log.is_all:
        notes.print(harmless(f"error: {error}"), markup=False)


def show(line: str) -> None:
    """Print a line to stdout."""
    sys.stdout.write(harmless(line) + "\n")


def say_stopped() -> None:
    """Tell that the user stopped the work."""
    # Not by `notes`: a line that Ctrl-C broke into may wait there, and would be told a second time.
    sys.stderr.write("stopped; nothing was written\n")


def say_marked(message: str, places: Iterable[tuple[int, int]], style: str) -> None:
    """Show a text on stderr, indented, with some places of it in colour where there are colours."""
    # One character for one, so that the places stay.
    text = Text(STEERING.sub("\ufffd", message))
    for start, end in places:
        text.stylize(style, start, end)
    for line in text.wrap(notes, notes.width - len(_INDENT)):
        line.rstrip()
        notes.print(Text(_INDENT) + line)


def show_json(value: Any) -> None:
    """Print a JSON value to stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def show_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table to stdout, as `table_lines` has it."""
    for line in table_lines(columns, rows):
        sys.stdout.write(line + "\n")
    # What follows on stderr should come after the table, wherever both go.
    sys.stdout.flush()


@contextmanager
def tracked(*, quiet: bool = False) -> "Iterator[Track]":
    """Give a `Track` that shows a bar with rate and remaining time for each stage.

    A stage that goes over its items again says so.
    Bars appear on a terminal only; elsewhere they would fill log files.
    """
    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=notes,
        transient=True,
        # What is printed above a bar goes where the bar is, and must not if that is another place.
        redirect_stdout=sys.stdout.isatty(),
        disable=quiet or log.is_all or not notes.is_terminal,
    )

    passes: Counter[str] = Counter()

    def track(
        items: Iterable[Item],
        stage: str,
        total: int | None,
        weigh: Callable[[Item], int] | None = None,
    ) -> Iterator[Item]:
        items = log.stage(items, stage)
        if progress.disable:
            yield from items
            return
        passes[stage] += 1
        again = f", pass {passes[stage]}" if passes[stage] > 1 else ""
        task = progress.add_task(words_for(stage) + again, total=total, rate="")
        begun = shown = time.monotonic()
        done = 0
        for count, item in enumerate(items, 1):
            yield item
            done += weigh(item) if weigh else 1
            now = time.monotonic()
            # Drawing costs more than most items do.
            if now - shown > _REDRAW_SECONDS:
                shown = now
                progress.update(task, completed=done, rate=f"{count / (now - begun):,.0f}/s")
        progress.update(task, completed=done, total=done or 1)

    with progress:
        yield track
