"""Options that several verbs share, declared once."""

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from textveil.cli.console import counted, say
from textveil.errors import EncodingError, TextveilError, UsageError
from textveil.values.label import LABELS
from textveil.values.secret import Secret

if TYPE_CHECKING:
    from textveil.pipeline.policy import Policy
    from textveil.pipeline.sources import Source

__all__ = [
    "ColumnRoles",
    "CorpusPath",
    "Encoding",
    "Force",
    "FormatName",
    "IdColumn",
    "InputPath",
    "Json",
    "KeyFile",
    "Lines",
    "PolicyName",
    "Quiet",
    "Recall",
    "SubjectColumn",
    "TextColumn",
    "check_recall",
    "keep_apart",
    "open_source",
    "read_columns",
    "read_key",
    "tuned",
]

InputPath = Annotated[
    str, typer.Argument(metavar="IN", help="A file or folder; `-` reads text from stdin.")
]
CorpusPath = Annotated[str, typer.Argument(metavar="IN", help="A file or folder.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
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
        metavar="NAME=ROLE",
        help="What a column holds: a label, text, keep or drop; `*` is all others. Repeatable.",
    ),
]
Recall = Annotated[
    float | None,
    typer.Option(
        "--recall",
        help="Instead of the model's threshold, the one that found this share of words on its "
        "held-out documents (the default model's own: 0.98).",
        show_default=False,
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

_MODEL = "textveil.tagger.v1"
_WORDS = ("text", "keep", "drop")
_FOREIGN = "X-"


def open_source(
    path: str,
    format_name: str | None = None,
    *,
    lines: bool = False,
    columns: Mapping[str, str] | None = None,
    **given: str | None,
) -> "Source":
    """Turn the input options of a verb into a source; `given` are options of the format.

    Of a table without a column `text`, the column whose role is `text` holds the texts.
    """
    from textveil.pipeline.sources import Source

    if lines and format_name not in (None, "lines"):
        raise UsageError("--lines and --format contradict each other")
    place = Path("/dev/stdin" if path == "-" else path)
    name = "lines" if lines else format_name or ("text" if path == "-" else None)
    named = {option: value for option, value in given.items() if value is not None}
    options = {_FIELDS[option]: value for option, value in named.items()}
    try:
        bare = Source.open(place, name)
    except EncodingError:
        if "encoding" not in named:
            raise
        raise UsageError(
            "the format cannot be guessed in this encoding",
            where=path,
            hint="name it, for example --format jsonl",
        ) from None
    for option in named:
        if not hasattr(bare.format, _FIELDS[option]):
            raise UsageError(
                f"--{option.replace('_', '-')} does not fit the format {bare.format_name}",
                hint="columns belong to tables and JSON lines",
            )
    chosen = Source.open(place, bare.format_name, options) if options else bare
    chosen = chosen.with_text_in(n for n, role in (columns or {}).items() if role == "text")
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
    """Turn `NAME=ROLE` options into a mapping; a name may hold the sign itself."""
    roles: dict[str, str] = {}
    for one in given or ():
        name, _, role = one.rpartition("=")
        if not name or not role:
            raise UsageError(
                "--column takes a name and a role", hint="for example --column dob=DATE"
            )
        if role not in (*_WORDS, *LABELS) and not role.startswith(_FOREIGN):
            raise UsageError(
                f"{role} is not a role of a column",
                where=f"--column {name}",
                hint=_roles_like(role),
            )
        if roles.setdefault(name, role) != role:
            raise UsageError(f"--column says two things of {name}")
    return roles


def _roles_like(role: str) -> str:
    near = get_close_matches(role.lower(), _WORDS, n=1) or get_close_matches(
        role.upper(), LABELS, 1
    )
    listed = f"roles are {', '.join(_WORDS)}, and the labels {', '.join(LABELS)}"
    return f"did you mean {near[0]}? {listed}" if near else listed


def check_recall(recall: float | None) -> None:
    """Refuse a recall that is not a share, and say what may be meant by 95."""
    if recall is not None and not 0.0 < recall < 1.0:
        meant = recall / 100
        raise UsageError(
            "a recall is a share between 0 and 1",
            where="--recall",
            hint=f"did you mean {meant:g}?" if 0.01 <= meant < 1 else "for example 0.95",
        )


def tuned(
    chosen: "Policy",
    *,
    model: str | None = None,
    recall: float | None = None,
    explain: bool = False,
) -> "Policy":
    """Hand options on to the policy's model; only asked-for ones need it to have one."""
    check_recall(recall)
    asked: dict[str, Any] = {"model": model, "recall": recall}
    options = {name: value for name, value in asked.items() if value is not None}
    if options and not chosen.uses(_MODEL):
        raise UsageError(
            f"the policy {chosen.name} uses no trained model",
            where=f"--{next(iter(options))}",
            hint="choose a policy that does, for example tag-only",
        )
    if explain and chosen.uses(_MODEL):
        options["explain"] = True
    return chosen.tuned(_MODEL, options) if options else chosen


def read_key(path: Path | None) -> Secret | None:
    """Read the key from a file or from the environment; line ends around it do not count."""
    place = "TEXTVEIL_KEY" if path is None else str(path)
    if path is None:
        data = os.environ.get("TEXTVEIL_KEY", "").strip().encode()
        if not data:
            return None
    else:
        try:
            data = path.read_bytes().strip()
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else type(error).__name__
            raise UsageError(
                f"the key cannot be read ({reason})",
                where=place,
                hint="make one with: head -c 32 /dev/urandom | base64 > key.txt",
            ) from None
    try:
        return Secret(data)
    except TextveilError as error:
        raise UsageError(error.what, where=place, hint=error.hint) from None
