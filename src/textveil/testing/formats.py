"""The contract of a format, as something that can be run."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from textveil.errors import CannotCarryError, EscapingPathError, TextveilError
from textveil.testing.requirement import attempt, copy_of, fail, require, require_silence
from textveil.testing.samples import CANARIES, format_probes
from textveil.values.contracts import Format
from textveil.values.document import Document
from textveil.values.terms.format_abilities import (
    Copying,
    Encoded,
    PlainTexts,
    Table,
    WithIds,
    WithRoles,
    WithTexts,
)

__all__ = ["check_format"]


class _InterruptedError(Exception):
    """Stands for whatever may stop the documents while they are being written."""


def check_format(
    format_: Format,
    folder: Path,
    documents: Iterable[Document] | None = None,
    refused: Iterable[Document] = (),
) -> None:
    """Raise `AssertionError` if a format breaks its contract.

    Checked: what is written is read back equal; what cannot be carried is refused with
    `CannotCarryError`, leaving nothing behind; so does a failure halfway, which also leaves a file
    that was there before as it was; writing twice gives equal bytes; a file cut in half is read or
    refused with an error of textveil's; no message shows text; what it offers besides
    (`textveil.values.terms.format_abilities`) gives what it says.

    Parameters
    ----------
    format_
        The format.
    folder
        An empty folder to write in.
    documents
        Documents that it must carry. Unless given, it is tried on made-up ones, each of which it
        may carry or refuse, and it must carry at least one.
    refused
        Documents that it must refuse.
    """
    require(isinstance(format_, Format), format_, "lacks a name, suffixes, `read` or `write`")
    require(bool(format_.name), format_, "`name` is empty")
    require(not any(folder.iterdir()), format_, "the check needs an empty folder")
    copy_of(format_)
    tried = format_probes() if documents is None else tuple(documents)
    carried = [document for document in tried if _carries(format_, folder, document)]
    if documents is not None:
        all_of_them = len(carried) == len(tried)
        require(all_of_them, format_, "refuses a document that it must carry")
    require(bool(carried), format_, "carries none of the documents; give some that it must carry")
    for document in refused:
        took = _carries(format_, folder, document)
        require(not took, format_, f"carries document {document.id}, which it must refuse")
    if documents is None:
        carried = _compatible(format_, folder, carried)
    together = _target(format_, folder)
    _check_round_trip(format_, together, carried)
    _check_equal_bytes(format_, folder, together, carried)
    _check_interruption(format_, folder, carried)
    _check_abilities(format_, together)
    if not format_.folder:
        _check_half_a_file(format_, together)


def _check_abilities(format_: Format, path: Path) -> None:
    for name in _named_fields(format_):
        require(name is None or isinstance(name, str), format_, "a field or encoding is no name")
    alike: Format = format_
    if isinstance(format_, Copying):
        alike = attempt(format_, lambda: format_.like(path), "copying from a file")
        require(isinstance(alike, Format), format_, "`like` does not return a format")
    if isinstance(format_, WithRoles):
        named = all(isinstance(one, str) for pair in format_.column_roles.items() for one in pair)
        require(named, format_, "`column_roles` has something else than names and roles")
    if isinstance(format_, Table):
        names = attempt(format_, lambda: format_.names(path), "reading the names of columns")
        others = attempt(format_, lambda: format_.others(path), "reading the other columns")
        require(set(others) <= set(names), format_, "`others` has columns that `names` lacks")
        require(isinstance(alike, Table), format_, "`like` does not return a table")
        table: Any = alike
        left = attempt(format_, lambda: table.without(others), "leaving columns out")
        require(isinstance(left, Format), format_, "`without` does not return a format")
        shaped = attempt(format_, lambda: format_.shaped(table.shape()), "shaping a table")
        require(isinstance(shaped, Format), format_, "`shaped` does not return a format")
    if isinstance(format_, PlainTexts):
        batches = attempt(format_, lambda: list(format_.read_texts(path)), "reading texts alone")
        plain = all(isinstance(one, str) for batch in batches for one in batch)
        require(plain, format_, "`read_texts` yields something else than lists of texts")


def _named_fields(format_: Format) -> Iterator[object]:
    if isinstance(format_, Encoded):
        yield format_.encoding
    if isinstance(format_, WithTexts):
        yield format_.text_field
    if isinstance(format_, WithIds):
        yield from (format_.id_field, format_.subject_field)


def _target(format_: Format, folder: Path, name: str = "corpus") -> Path:
    """Return a path of its own for each use, with the ending the format is known by."""
    suffix = "" if format_.folder or not format_.suffixes else format_.suffixes[0]
    used = sum(1 for _ in folder.iterdir())
    return folder / f"{name}-{used}{suffix}"


def _compatible(format_: Format, folder: Path, documents: list[Document]) -> list[Document]:
    """Return documents that fit into one file: a table, for one, has the same columns in each."""
    together: list[Document] = []
    for document in documents:
        if _carries(format_, folder, *together, document):
            together.append(document)
    return together


def _carries(format_: Format, folder: Path, *documents: Document) -> bool:
    """Tell whether the documents were carried; fail if one was changed or half-written."""
    target, before = _target(format_, folder), set(folder.rglob("*"))
    last = documents[-1].id
    where = f"writing document {last}"
    refusal = attempt(format_, lambda: _refusal(format_, target, documents), where)
    if refusal is None:
        _check_round_trip(format_, target, documents)
        return True
    require_silence(format_, refusal, CANARIES, "the refusal")
    left = set(folder.rglob("*")) - before
    require(not left, format_, f"refusing document {last} leaves {len(left)} files behind")
    return False


def _refusal(format_: Format, target: Path, documents: Sequence[Document]) -> str | None:
    try:
        format_.write(documents, target)
    except (CannotCarryError, EscapingPathError) as error:
        return str(error)
    return None


def _check_round_trip(format_: Format, target: Path, documents: Sequence[Document]) -> None:
    if not target.exists():
        count = attempt(format_, lambda: format_.write(documents, target), "writing")
        promise = f"`write` says {count} for {len(documents)} documents"
        require(count == len(documents), format_, promise)
    read = attempt(format_, lambda: list(format_.read(target)), "reading what was written")
    ids = ", ".join(document.id for document in documents[:3])
    promise = f"gives {len(read)} documents back for {len(documents)} written ({ids})"
    require(len(read) == len(documents), format_, promise)
    # A folder has no order of its own.
    expected = {document.id: document for document in documents}
    for document in read:
        same = expected.pop(document.id, None) == document
        require(same, format_, f"document {document.id!r} is not read back as it was written")


def _check_equal_bytes(
    format_: Format, folder: Path, target: Path, documents: list[Document]
) -> None:
    again = _target(format_, folder, "again")
    attempt(format_, lambda: format_.write(documents, again), "writing a second time")
    require(_content(again) == _content(target), format_, "writing twice gives different bytes")


def _content(path: Path) -> dict[str, bytes]:
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    # The file's own name differs from run to run; names inside a folder belong to the content.
    return {str(p.relative_to(path)): p.read_bytes() for p in files}


def _check_interruption(format_: Format, folder: Path, documents: list[Document]) -> None:
    def stopping() -> Iterator[Document]:
        yield from documents
        raise _InterruptedError

    target, before = _target(format_, folder, "stopped"), set(folder.rglob("*"))
    require(
        _stops(lambda: format_.write(stopping(), target)),
        format_,
        "swallows an error of the documents it is given",
    )
    left = set(folder.rglob("*")) - before
    require(not left, format_, f"a failure halfway leaves {len(left)} files behind")
    if not format_.folder:
        target.write_bytes(b"precious")
        _stops(lambda: format_.write(stopping(), target))
        kept = target.is_file() and target.read_bytes() == b"precious"
        require(kept, format_, "a failure halfway destroys the file that was there before")


def _stops(write: Callable[[], object]) -> bool:
    try:
        write()
    except (_InterruptedError, TextveilError):
        return True
    return False


def _check_half_a_file(format_: Format, whole: Path) -> None:
    half = whole.with_name(f"half-{whole.name}")
    content = whole.read_bytes()
    half.write_bytes(content[: len(content) // 2])
    try:
        for _ in format_.read(half):
            pass
    except TextveilError as error:
        require_silence(format_, str(error), CANARIES, "the error about a damaged file")
    except Exception as error:  # noqa: BLE001 - the point is what else it may raise
        fail(format_, f"half a file breaks it with {type(error).__name__}, not with an InputError")
