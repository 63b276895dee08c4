"""Plain tables and lines for terminals, in which nothing from outside steers the terminal."""

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

__all__ = ["STEERING", "counted", "harmless", "table_lines"]

STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
"""Control characters but line ends and tabs, and marks that change the direction of texts."""
_GAP: Final = "  "
"""What stands between two columns of a table."""


def harmless(text: str) -> str:
    r"""Return a text in which no character steers the terminal: such ones are written as escapes.

    Names of files and texts of leaks come from others. A terminal would obey their control
    characters, and marks of direction would show a text in another order. Line ends stay.

    Examples
    --------
    >>> harmless("notes" + chr(27) + "[31m.txt"), harmless("gnp" + chr(0x202E) + ".txt")
    ('notes\\x1b[31m.txt', 'gnp\\u202e.txt')
    """
    return STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where that is right."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def table_lines(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a table: plain columns, numbers to the right, none longer than needed.

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
            yield _GAP.join(cells).rstrip()


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
    return cell.replace(",", "").replace(".", "").isdecimal()
