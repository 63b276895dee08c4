"""Inputs on the command line: where documents are, and how they are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from textveil.cli.shell.console import counted, say
from textveil.cli.shell.groups import option
from textveil.errors import EncodingError, InvalidValueError, UsageError
from textveil.formats.inputs import STDIN, text_codec

if TYPE_CHECKING:
    from textveil.formats.sources import Source
    from textveil.formats.subjects import SubjectRules

__all__ = ["CorpusPath", "FileInput", "Input", "InputPath"]

InputPath = Annotated[
    str, typer.Argument(metavar="IN", help="A file or folder; `-` reads text from stdin.")
]
CorpusPath = Annotated[str, typer.Argument(metavar="IN", help="A file or folder.")]


@dataclass(frozen=True, kw_only=True)
class FileInput:
    """How a file or folder is read."""

    format_name: str | None = option(
        None, "Format of IN (default: guessed from its name).", "--format"
    )
    lines: bool = option(False, "Each line of a text file is a document.")
    encoding: list[str] | None = option(
        None,
        "Encoding of IN (default: UTF-8, others are recognised); for some files of a folder "
        "'old/*.txt=latin-1'. Repeatable.",
        metavar="NAME",
    )

    def open(self, path: str, columns: Mapping[str, str] | None = None) -> "Source":
        """Return the source at a path; `-` is standard input.

        Of a table without a column `text`, the column whose role is `text` holds the texts.
        """
        if self.lines and self.format_name not in (None, "lines"):
            raise UsageError("--lines and --format contradict each other")
        stdin = path == "-"
        name = "lines" if self.lines else self.format_name or ("text" if stdin else None)
        rules = self._rules()
        chosen = _source(STDIN if stdin else Path(path), name, self._fields())
        chosen = chosen.with_text_in(_texts(columns)).with_subjects(rules)
        _tell_lost(chosen)
        _tell_encodings(chosen)
        return chosen

    def open_all(self, paths: Sequence[str], columns: Mapping[str, str] | None = None) -> "Source":
        """Return the source of several files and folders, which are read more than once."""
        from textveil.formats.sources import Source

        if len(paths) == 1:
            return self.open_file(paths[0], columns)
        if self.lines or self.format_name or "-" in paths:
            raise UsageError("with several inputs each file is read by its own format")
        options = {name: value for name, value in self._fields().items() if value is not None}
        rules = self._rules()
        chosen = Source.open_all([Path(path) for path in paths], options)
        chosen = chosen.with_text_in(_texts(columns)).with_subjects(rules)
        _tell_lost(chosen)
        _tell_encodings(chosen)
        return chosen

    def open_file(self, path: str, columns: Mapping[str, str] | None = None) -> "Source":
        """Return the source at a path that is read more than once."""
        if path == "-":
            raise UsageError("this is read more than once: give a file or folder, not stdin")
        return self.open(path, columns)

    def _fields(self) -> dict[str, Any]:
        """Return what is asked of the format, by its own names."""
        return self._encodings()

    def _encodings(self) -> dict[str, Any]:
        stated = [one.rpartition("=") for one in self.encoding or ()]
        by_pattern = {pattern: _named(name) for pattern, _, name in stated if pattern}
        whole = [_named(name) for pattern, _, name in stated if not pattern]
        if len(whole) > 1:
            raise UsageError(
                "--encoding says two things of all files",
                hint="say which files one of them is meant for: --encoding 'old/*.txt=latin-1'",
            )
        return {"encoding": whole[0] if whole else None, "encodings": by_pattern or None}

    def _rules(self) -> "SubjectRules":
        """Return the rules that say whom documents are about."""
        from textveil.formats.subjects import NO_RULES

        return NO_RULES


@dataclass(frozen=True, kw_only=True)
class Input(FileInput):
    """How a file, folder or table is read."""

    text_column: str | None = option(None, "Column of a table that holds the text.")
    id_column: str | None = option(None, "Column of a table that holds the id.")
    subject_column: str | None = option(None, "Column that names the person a row is about.")
    subject_from: list[str] | None = option(
        None,
        "Whom documents are about: `name` or `folder` of their files, an expression for the text "
        r"('MRN:\s*(\S+)'), or a path ('{0}/*.txt').",
        metavar="RULE",
    )
    skip_unreadable: bool = option(
        False, "Leave out files of a folder that cannot be read, whole files only, and list them."
    )

    def _fields(self) -> dict[str, Any]:
        return {
            "skip_unreadable": True if self.skip_unreadable else None,
            **self._encodings(),
            "text_field": self.text_column,
            "id_field": self.id_column,
            "subject_field": self.subject_column,
        }

    def _rules(self) -> "SubjectRules":
        from textveil.formats.subjects import SubjectRules

        try:
            return SubjectRules(tuple(self.subject_from or ()))
        except InvalidValueError as error:
            raise UsageError(error.what, where="--subject-from", hint=error.hint) from None


_UTF8 = "UTF-8"
"""Only the default, in small letters, stands for other encodings too."""
_NAMED = 5
"""Files that a notice names."""

_OPTIONS = {
    "text_field": "--text-column",
    "id_field": "--id-column",
    "subject_field": "--subject-column",
    "encoding": "--encoding",
    "encodings": "--encoding with a pattern",
    "skip_unreadable": "--skip-unreadable",
}


def _named(encoding: str) -> str:
    """Return the name of an encoding; UTF-8 that is asked for is meant as it is."""
    return _UTF8 if text_codec(encoding).name == "utf-8" else encoding


def _texts(columns: Mapping[str, str] | None) -> list[str]:
    return [name for name, role in (columns or {}).items() if role == "text"]


def _tell_lost(chosen: "Source") -> None:
    """Say which files give no document: somebody may take one for protected that was lost."""
    left_out = chosen.left_out()
    lost = {
        "without a document of this format": chosen.unread(),
        "left out that textveil cannot read": list(left_out),
        "without any content": [file for file in chosen.empty() if file not in left_out],
    }
    for what, files in lost.items():
        if files:
            say(f"{counted(len(files), 'file')} {what}: {_listed(files)}")


def _listed(files: Sequence[str]) -> str:
    more = f" and {len(files) - _NAMED:,} more" if len(files) > _NAMED else ""
    return ", ".join(files[:_NAMED]) + more


def _tell_encodings(chosen: "Source") -> None:
    """Say which files are read in another encoding than UTF-8, once for each encoding."""
    by_encoding: dict[str, list[str]] = {}
    for file, name in chosen.read_as().items():
        by_encoding.setdefault(name, []).append(file)
    for name, files in sorted(by_encoding.items()):
        say(f"read as {name}, because it is not UTF-8: {_listed(files)}")


def _source(place: Path, name: str | None, asked: Mapping[str, Any]) -> "Source":
    from textveil.formats.sources import Source

    options = {field: value for field, value in asked.items() if value is not None}
    if options.keys() & {"skip_unreadable", "encodings"} and name is None and place.is_dir():
        # Only where each file is read for itself can one be left out, or read otherwise.
        name = "mixed"
    try:
        bare = Source.open(place, name)
    except EncodingError:
        if "encoding" not in options:
            raise
        raise UsageError(
            "the format cannot be guessed in this encoding",
            where=str(place),
            hint="name it, for example --format jsonl",
        ) from None
    own: Any = bare.format
    known = [one.name for one in fields(own)] if is_dataclass(own) else []
    for field in options:
        if field not in known:
            raise UsageError(
                f"{_OPTIONS[field]} does not fit the format {bare.format_name}",
                hint="columns belong to tables and JSON lines, --skip-unreadable and patterns to "
                "folders",
            )
    return Source.open(place, bare.format_name, options) if options else bare
