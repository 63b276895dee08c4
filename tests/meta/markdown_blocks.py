"""Finds and runs the `pycon` and `console` blocks of a Markdown page.

The blocks of one page share one folder and run in order. A `console` block holds command lines,
which start with `$ `, their continuation lines, which start with `> `, and what they print, stdout
and stderr together. `...` stands for anything: alone on a line for any number of lines, inside a
line for any characters. A `pycon` block is a doctest; all of a page share one namespace.
"""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.proof.standing_in import folder_with_textveil
from tests.e2e.textveil_cli import SOURCE

_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>```+)(?P<kind>\w*)[^\n]*$")


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, its first line's number and its lines."""

    kind: str
    line: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """One command of a console block and the output that the page shows."""

    line: int
    text: str
    shown: str


def blocks_of(page: Path) -> list[Block]:
    """Return the `pycon` and `console` blocks of a page, in order."""
    blocks, kind, start, indent, ticks, inside = [], "", 0, "", "", []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if not ticks and fence:
            kind, indent, ticks = fence["kind"], fence["indent"], fence["ticks"]
            start, inside = number + 1, []
        elif ticks and line.strip() == ticks:
            if kind in ("pycon", "console"):
                blocks.append(Block(kind, start, tuple(inside)))
            ticks = ""
        elif ticks:
            inside.append(line.removeprefix(indent))
    assert not ticks, f"{page}: the block from line {start} on has no end"
    return blocks


def commands_of(block: Block) -> list[Command]:
    """Return the commands of a console block with what they are shown to print."""
    commands: list[tuple[int, list[str], list[str]]] = []
    for number, line in enumerate(block.lines, block.line):
        if line.startswith("$ "):
            commands.append((number, [line[2:]], []))
        elif line.startswith(("> ", ">")) and commands and not commands[-1][2]:
            commands[-1][1].append(line[2:])
        else:
            assert commands, f"line {number}: a console block starts with a command"
            commands[-1][2].append(line)
    return [Command(at, "\n".join(text), "\n".join(shown)) for at, text, shown in commands]


def matches(shown: str, printed: str) -> bool:
    """Tell whether a page's output fits what was printed."""
    pattern = []
    for line in shown.rstrip("\n").split("\n"):
        if line == "...":
            pattern.append(r"(?:.*\n)*?")
        else:
            pieces = (re.escape(piece) for piece in line.rstrip().split("..."))
            pattern.append(".*".join(pieces) + r"[ \t]*\n")
    return re.fullmatch("".join(pattern), printed.rstrip("\n") + "\n") is not None


def run_command(command: Command, folder: Path) -> str:
    """Run a command in a folder and return what it prints."""
    tools = (folder_with_textveil(), str(Path(sys.executable).parent))
    environment = {
        "PATH": os.pathsep.join((*tools, os.environ.get("PATH", os.defpath))),
        "PYTHONPATH": str(SOURCE),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "COLUMNS": "100",
        "OMP_NUM_THREADS": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
    }
    done = subprocess.run(
        ["sh", "-c", command.text],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.decode("utf-8")


def run_page(page: Path, folder: Path) -> list[str]:
    """Run all blocks of a page and return what went wrong, one message each.

    The caller has made `folder` the working directory, for the doctests.
    """
    problems: list[str] = []
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks_of(page):
        if block.kind == "pycon":
            problems += _run_doctest(page, block, names)
            continue
        for command in commands_of(block):
            printed = run_command(command, folder)
            if not matches(command.shown, printed):
                where = f"{page}:{command.line}: $ {command.text}"
                problems.append(f"{where}\n--- shown\n{command.shown}\n--- printed\n{printed}")
    return problems


def _run_doctest(page: Path, block: Block, names: dict[str, object]) -> list[str]:
    text = "\n".join(block.lines) + "\n"
    parsed = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), block.line - 1)
    # The parser copies the names it is given; the page's blocks share them.
    parsed.globs = names
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(parsed, out=told.append, clear_globs=False)
    return ["".join(told)] if told else []
