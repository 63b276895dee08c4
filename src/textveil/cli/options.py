"""Options that several verbs share, declared once."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say
from textveil.errors import UsageError
from textveil.values.secret import Secret

if TYPE_CHECKING:
    from textveil.pipeline.sources import Source

__all__ = [
    "ColumnRoles",
    "CorpusPath",
    "Encoding",
    "FormatName",
    "IdColumn",
    "InputPath",
    "Json",
    "KeyFile",
    "Lines",
    "PolicyName",
    "Quiet",
    "SubjectColumn",
    "TextColumn",
    "keep_apart",
    "open_source",
    "read_columns",
    "read_key",
]

InputPath = Annotated[
    str, typer.Argument(metavar="IN", help="A file or folder; `-` reads text from stdin.")
]
CorpusPath = Annotated[str, typer.Argument(metavar="IN", help="A file or folder.")]
FormatName = Annotated[
    str | None,
    typer.Option("--format", help="Format of IN; guessed from its name without this."),
]
Lines = Annotated[bool, typer.Option("--lines", help="Each line of a text file is a document.")]
Encoding = Annotated[
    str | None, typer.Option("--encoding", help="Encoding of IN; UTF-8 without this.")
]
TextColumn = Annotated[
    str | None, typer.Option("--text-column", help="Column of a table that holds the text.")
]
IdColumn = Annotated[
    str | None, typer.Option("--id-column", help="Column of a table that holds the id.")
]
SubjectColumn = Annotated[
    str | None,
    typer.Option("--subject-column", help="Column that names the person a row is about."),
]
ColumnRoles = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="NAME=LABEL",
        help="What a column holds: a label, text, keep or drop. Adds to the policy; repeatable.",
    ),
]
PolicyName = Annotated[
    str, typer.Option("--policy", "-p", help="A shipped policy, or a YAML file of your own.")
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--key", help="File that holds the key; TEXTVEIL_KEY is used without it."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON to stdout.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bars, no notices.")]


_FIELDS = {
    "encoding": "encoding",
    "text_column": "text_field",
    "id_column": "id_field",
    "subject_column": "subject_field",
}
"""Which field of a format an option of the command line sets."""


def open_source(
    path: str, format_name: str | None = None, *, lines: bool = False, **given: str | None
) -> "Source":
    """Turn the input options of a verb into a source; `given` are options of the format."""
    from textveil.pipeline.sources import Source

    if lines and format_name not in (None, "lines"):
        raise UsageError("--lines and --format contradict each other")
    place = Path("/dev/stdin" if path == "-" else path)
    name = "lines" if lines else format_name or ("text" if path == "-" else None)
    named = {option: value for option, value in given.items() if value is not None}
    options = {_FIELDS[option]: value for option, value in named.items()}
    bare = Source.open(place, name)
    for option in named:
        if not hasattr(bare.format, _FIELDS[option]):
            raise UsageError(
                f"--{option.replace('_', '-')} does not fit the format {bare.format_name}",
                hint="columns belong to tables and JSON lines",
            )
    chosen = Source.open(place, bare.format_name, options) if options else bare
    if left := chosen.unread():
        say(f"{counted(left, 'file')} in {place} will not be read: not a document of this format")
    return chosen


def keep_apart(outputs: Iterable[Path | None], inputs: Iterable[Path | str | None]) -> None:
    """Refuse a call that would write over what it reads, or write two things to one place."""
    taken = {Path(given).resolve() for given in inputs if given is not None}
    for output in outputs:
        if output is None:
            continue
        if str(output) == "-":
            raise UsageError("this is written to a file, not to stdout", where="-")
        if output.resolve() in taken:
            raise UsageError("this would replace an input or another output", where=str(output))
        taken.add(output.resolve())


def read_columns(given: Iterable[str] | None) -> dict[str, str]:
    """Turn `NAME=LABEL` options into a mapping; a name may hold the sign itself."""
    roles: dict[str, str] = {}
    for one in given or ():
        name, _, role = one.rpartition("=")
        if not name or not role:
            raise UsageError(
                "--column takes a name and a label", hint="for example --column dob=DATE"
            )
        if roles.setdefault(name, role) != role:
            raise UsageError(f"--column says two things of {name}")
    return roles


def read_key(path: Path | None) -> Secret | None:
    """Read the key from a file or from the environment; line ends around it do not count."""
    if path is None:
        text = os.environ.get("TEXTVEIL_KEY", "")
        return Secret(text.strip().encode()) if text.strip() else None
    try:
        return Secret(path.read_bytes().strip())
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else type(error).__name__
        raise UsageError(f"the key cannot be read ({reason})", where=str(path)) from None
