"""Folders of documents: ids become file names and back, and no path leads out of the folder."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from textveil.errors import (
    CannotCarryError,
    EncodingError,
    EscapingPathError,
    FormatError,
    InputError,
)
from textveil.formats.outputs import TextSink, explained

__all__ = [
    "create_file",
    "file_for",
    "files_in",
    "id_of",
    "plain_suffix",
    "whole_suffix",
    "without_packing",
]

_LONGEST_NAME = 255
_PACKED = (".gz", ".xz")


def plain_suffix(path: Path) -> str:
    """Return the suffix in lower case, without a final .gz or .xz.

    Examples
    --------
    >>> plain_suffix(Path("notes.JSONL.gz"))
    '.jsonl'
    """
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() if suffix in _PACKED else suffix


def whole_suffix(name: str) -> str:
    """Return the suffix of a name, with the one before a final .gz or .xz.

    Examples
    --------
    >>> whole_suffix("notes.txt.gz"), whole_suffix("a.b.csv")
    ('.txt.gz', '.csv')
    """
    path = Path(name)
    packed = path.suffix.lower() in _PACKED
    return Path(path.stem).suffix + path.suffix if packed else path.suffix


def without_packing(name: str) -> str:
    """Return a name or path without a final .gz or .xz.

    Examples
    --------
    >>> without_packing("notes.txt.gz"), without_packing("a.csv")
    ('notes.txt', 'a.csv')
    """
    path = Path(name)
    return name[: -len(path.suffix)] if path.suffix.lower() in _PACKED else name


def id_of(path: Path, folder: Path | None, suffix: str) -> str:
    """Return the id of a file: its path in the folder without endings."""
    shown = path.name if folder is None else path.relative_to(folder).as_posix()
    try:
        shown.encode("utf-8")
    except UnicodeEncodeError:
        raise EncodingError(
            "a file name is not valid UTF-8", where=ascii(str(path)), hint="rename the file"
        ) from None
    for packed in _PACKED:
        if shown.lower().endswith(suffix + packed):
            shown = shown[: -len(packed)]
    return shown[: -len(suffix)] if shown.lower().endswith(suffix) else shown


def files_in(
    folder: Path, suffixes: tuple[str, ...], order: Mapping[str, str] | None = None
) -> list[Path]:
    """Return the files with one of the suffixes (packed ones too), recursively, sorted.

    They are sorted by their paths in the folder, or by what `order` has in place of these.
    A link that leads out of the folder is an error. Links to folders inside it are not entered:
    what they lead to is found where it stands.
    """
    endings = tuple(suffix + packed for suffix in suffixes for packed in ("", *_PACKED))
    root = folder.resolve()
    found = [path for path in _walk(folder, root) if path.name.lower().endswith(endings)]
    for path in found:
        _require_inside(path, root)
        if not path.is_file():
            raise FormatError("this is not a plain file", where=str(path))
    shown = {path: path.relative_to(folder).as_posix() for path in found}
    return sorted(found, key=lambda path: (order or {}).get(shown[path], shown[path]))


def _walk(folder: Path, root: Path) -> Iterator[Path]:
    waiting = [folder]
    while waiting:
        current = waiting.pop()
        try:
            with os.scandir(current) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            raise InputError(
                f"the folder cannot be listed: {error.strerror}", where=str(current)
            ) from None
        for entry in listed:
            path = Path(entry.path)
            if not entry.is_dir():
                yield path
            elif entry.is_symlink():
                _require_inside(path, root)
            else:
                waiting.append(path)


def _require_inside(path: Path, root: Path) -> None:
    if path.is_symlink() and not path.resolve().is_relative_to(root):
        raise EscapingPathError(
            "this link leads out of the folder",
            where=str(path),
            hint="copy what it leads to into the folder, or remove the link",
        )


def file_for(document_id: str, folder: Path, suffix: str) -> Path:
    """Return the file of an id; raise if it is outside the folder.

    A slash in an id makes a subfolder.
    """
    parts = document_id.split("/")
    if ".." in parts or document_id.startswith("/"):
        raise EscapingPathError(
            "this id would lead out of the output folder",
            where=repr(document_id),
            hint="write a format with one file, such as jsonl, or change the id",
        )
    try:
        longest = max(len(part.encode("utf-8")) for part in (*parts[:-1], parts[-1] + suffix))
    except UnicodeEncodeError:
        longest = _LONGEST_NAME + 1
    if "\0" in document_id or "" in parts or "." in parts or longest > _LONGEST_NAME:
        raise CannotCarryError(
            "this id cannot be a file name: names are 1 to 255 bytes long, without NUL",
            where=ascii(document_id if len(document_id) < 100 else document_id[:100] + "…"),
            hint="write a format with one file, such as jsonl, or change the id",
        )
    return folder.joinpath(*parts[:-1], parts[-1] + suffix)


def create_file(
    path: Path, text: str, where: str, encoding: str = "utf-8", *, keep_mark: bool = False
) -> None:
    """Write a new file inside a folder that is being built, with the subfolders it needs."""
    with explained(where):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as stream:
            TextSink(stream, encoding, keep_mark=keep_mark).write(text, where)
