"""Reasons: why documents of a sample were not read, as a file that people write."""

from pathlib import Path

from textveil.errors import FormatError, InputError

__all__ = ["read_reasons"]


def read_reasons(path: Path) -> dict[str, str]:
    """Return the reason for each document: a line has its id, a tab and the reason.

    Raises
    ------
    InputError
        If the file cannot be read, or a line has no reason or names a document again.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise InputError("cannot be read as a file of text", where=str(path)) from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        name, _, reason = line.partition("\t")
        if not reason.strip() or name in found:
            raise FormatError(
                "a line needs an id that no other line has, a tab and a reason",
                where=f"{path}, line {number}",
            )
        found[name] = reason.strip()
    return found
