"""A workroom: a private folder beside the target, where a result is built and checked."""

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from textveil.errors import OutputError
from textveil.formats.outputs import built_for, explained

__all__ = ["put", "workroom"]


@contextmanager
def workroom(target: Path, *, folder: bool, force: bool = False) -> Iterator[Path]:
    """Yield a folder to work in; it is always removed when the block ends.

    Parameters
    ----------
    target
        Where the result will stand; a folder must be empty.
    folder
        Whether the result is a folder.
    force
        Whether an existing file may be replaced.
    """
    place = str(target)
    with explained(place):
        strange = target.is_symlink() or not (target.is_dir() or target.is_file())
        if target.exists() and (strange or target.is_dir() != folder):
            kind = "a folder" if folder else "a plain file"
            raise OutputError(f"this exists and is not {kind}", where=place)
        if target.is_file() and not force:
            raise OutputError(
                "this file exists",
                where=place,
                hint="choose another name; a command that has --force replaces it",
            )
        if folder and target.is_dir() and any(target.iterdir()):
            raise OutputError(
                "the folder is not empty",
                where=place,
                hint="choose a new folder, or remove this one",
            )
        # Beside the target, so that the last step is a rename on one file system.
        room = target.with_name(f".textveil-{secrets.token_hex(8)}.tmp")
        room.mkdir(mode=0o700)
    try:
        with built_for(target, room):
            yield room
    finally:
        with suppress(OSError):
            shutil.rmtree(room)


def put(built: Path, target: Path) -> None:
    """Put what was built in its place, in one step."""
    with explained(str(target)):
        built.replace(target)
