"""Exchange: annotated documents in any format with spans, and the project as a file."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from textveil.errors import TextveilError, UsageError
from textveil.learn.teamwork.comparing import documents_as_marked
from textveil.learn.teamwork.founding import written_out
from textveil.pipeline.api import write
from textveil.values.document import Document
from textveil.values.keys.password import Password
from textveil.web.asking import Answer, PageRequest, download
from textveil.web.rendering import page
from textveil.web.teams import team_of
from textveil.web.words import words

__all__ = ["FORMATS", "exchange", "give"]

FORMATS: Final = {
    "jsonl": ".jsonl",
    "label-studio": ".json",
    "doccano": ".jsonl",
    "prodigy": ".jsonl",
    "brat": "",
    "conll": ".conll",
    "i2b2-2006": ".xml",
    "i2b2-2014": "",
    "tab": ".json",
}
"""Formats that carry spans; one without an ending is a folder, and comes as a zip."""
_PROJECT: Final = "project"
_WHOLE: Final = "jsonl"
"""Carries everything."""


def exchange(asked: PageRequest) -> Answer:
    """Show what can be downloaded."""
    return _exchange(asked)


def _exchange(asked: PageRequest, problem: TextveilError | None = None) -> Answer:
    return page(asked, "exchange", 400 if problem else 200, formats=FORMATS, problem=problem)


def give(asked: PageRequest) -> Answer:
    """Give the documents with what was submitted or with the user's marks, or the project."""
    format_name = asked.form["format"]
    try:
        with asked.place.rooms.room() as room:
            if format_name == _PROJECT:
                path = _project(asked, room)
            elif format_name in FORMATS:
                path = _documents(asked, room, format_name)
            else:
                raise UsageError(words().error_format, where="format")
            content = path.read_bytes()
    except TextveilError as error:
        where = "password" if error.where == "password" else "format"
        return _exchange(asked, UsageError(error.what, where=where, hint=error.hint))
    return download(path.name, _pieces(content))


def _project(asked: PageRequest, room: Path) -> Path:
    try:
        password = Password(asked.form["password"])
    except ValueError as error:
        what = error.what if isinstance(error, TextveilError) else words().error_file_key
        raise UsageError(what, where="password") from None
    path = room / "annotations.project"
    written_out(team_of(asked).records.store, path, password)
    return path


def _documents(asked: PageRequest, room: Path, format_name: str) -> Path:
    team, ending = team_of(asked), FORMATS[format_name]
    user = asked.user if asked.form["whose"] == "mine" else ""
    wanted = (one for one in documents_as_marked(team, user) if one.spans is not None)
    if format_name != _WHOLE:
        # Other formats have no place for subjects and metadata, or only for some.
        wanted = (Document(one.id, one.text, spans=one.spans) for one in wanted)
    path = room / f"annotations{ending}"
    if not write(wanted, path, format_name):
        raise UsageError(words().error_nothing_marked, where="format")
    if not path.is_dir():
        return path
    packed = room / "annotations.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for one in sorted(path.rglob("*")):
            if one.is_file():
                folder.write(one, one.relative_to(path).as_posix())
    return packed


def _pieces(content: bytes, size: int = 1 << 20) -> Iterator[bytes]:
    for start in range(0, len(content), size):
        yield content[start : start + size]
