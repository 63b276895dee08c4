"""Where output goes: data to stdout, everything else to stderr."""

import json
import re
import shutil
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from itertools import zip_longest
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

if TYPE_CHECKING:
    from textveil.values.watching import Track

__all__ = [
    "counted",
    "harmless",
    "notes",
    "say",
    "say_marked",
    "say_stopped",
    "show",
    "show_json",
    "show_table",
    "tracked",
    "words_for",
]

Item = TypeVar("Item")

_REDRAW_SECONDS = 0.1
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters but line ends and tabs, and marks that change the direction of texts."""
_INDENT = "    "
_GAP = "  "
"""What stands between two columns of a table."""

notes = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
"""For people: notices, progress, errors."""


def harmless(text: str) -> str:
    r"""Return a text in which no character steers the terminal: such ones are written as escapes.

    Names of files and texts of leaks come from others. A terminal would obey their control
    characters, and marks of direction would show a text in another order. Line ends stay.

    Examples
    --------
    >>> harmless("notes" + chr(27) + "[31m.txt"), harmless("gnp" + chr(0x202E) + ".txt")
    ('notes\\x1b[31m.txt', 'gnp\\u202e.txt')
    """
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def say(message: str) -> None:
    """Tell the user something on stderr."""
    notes.print(harmless(message), markup=False)


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
    text = Text(_STEERING.sub("\ufffd", message))
    for start, end in places:
        text.stylize(style, start, end)
    for line in text.wrap(notes, notes.width - len(_INDENT)):
        line.rstrip()
        notes.print(Text(_INDENT) + line)


def show_json(value: Any) -> None:
    """Print a JSON value to stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where that is right."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def show_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table to stdout: plain columns, numbers to the right, no line longer than needed.

    On a terminal, cells go on in further lines if the table would be wider. Elsewhere each row is
    one line.
    """
    lines = [list(columns), *([_cell(str(cell)) for cell in row] for row in rows)]
    numeric = [all(_is_number(line[at]) for line in lines[1:]) for at in range(len(lines[0]))]
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    if sys.stdout.isatty():
        words = [max(_longest_word(line[at]) for line in lines) for at in range(len(widths))]
        widths = _narrowed(widths, words, shutil.get_terminal_size().columns)
    for line in lines:
        parts = [_wrapped(cell, width) for cell, width in zip(line, widths, strict=True)]
        for row in zip_longest(*parts, fillvalue=""):
            cells = [
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, numeric, strict=True)
            ]
            sys.stdout.write(_GAP.join(cells).rstrip() + "\n")
    # What follows on stderr should come after the table, wherever both go.
    sys.stdout.flush()


def _cell(text: str) -> str:
    """Return a text that stays in its cell."""
    return harmless(text).replace("\n", "\\n").replace("\t", "\\t")


def _longest_word(cell: str) -> int:
    return max(map(len, cell.split()), default=0)


def _narrowed(widths: list[int], least: list[int], room: int) -> list[int]:
    """Return widths of columns that fit on a line, the widest made narrower; no word is cut."""
    widths = list(widths)
    while sum(widths) + len(_GAP) * (len(widths) - 1) > room:
        wide = [at for at, width in enumerate(widths) if width > least[at]]
        if not wide:
            break
        widths[max(wide, key=lambda at: widths[at])] -= 1
    return widths


def _wrapped(cell: str, width: int) -> list[str]:
    if len(cell) <= width:
        return [cell]
    return textwrap.wrap(cell, width, break_long_words=False, break_on_hyphens=False)


def _is_number(cell: str) -> bool:
    return cell.replace(",", "").replace(".", "").isdigit()


@cache
def _stages() -> dict[str, str]:
    lines = (files("textveil.cli") / "stages.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def words_for(stage: str) -> str:
    """Return what a user reads while a stage runs; a claim of a plug-in keeps its own name."""
    return _stages().get(stage) or stage.replace("verify ", "checking ", 1)


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
        disable=quiet or not notes.is_terminal,
    )

    passes: Counter[str] = Counter()

    def track(
        items: Iterable[Item],
        stage: str,
        total: int | None,
        weigh: Callable[[Item], int] | None = None,
    ) -> Iterator[Item]:
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
