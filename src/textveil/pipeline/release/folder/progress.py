"""Progress: the folder beside a target that belongs to one run at a time.

A run holds a lock in it, which ends with its process, however that ends. Before the result takes
its place, the run notes its release ids: so a later run can tell whether a stopped one got so far.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from textveil.certify.document.certificate import read_release
from textveil.certify.document.layout import ReleaseFolder
from textveil.errors import OutputError, TextveilError

if sys.platform != "win32":
    import fcntl

__all__ = [
    "alone",
    "emptied",
    "note_made",
    "note_workplace",
    "placed_copies",
    "progress_folder",
    "tidy",
]

_LOCK: Final = "lock"
_MADE: Final = "made.json"
_WORKPLACE: Final = "workplace"


def progress_folder(target: Path) -> Path:
    """Return where an unfinished run for this target keeps its progress."""
    return target.with_name(f".{target.name}.progress")


@contextmanager
def alone(target: Path) -> Iterator[Path]:
    """Yield the folder of progress of a target, which no other run can have meanwhile.

    What lies in it when the block ends stays; an empty folder is removed.

    Raises
    ------
    OutputError
        If another run for the same target has not ended.
    """
    folder = progress_folder(target)
    handle = _locked(folder, target)
    try:
        yield folder
    finally:
        with suppress(OSError):
            # A lock that was removed with the folder may be another run's by now.
            if _is_at(handle, folder / _LOCK):
                (folder / _LOCK).unlink()
            folder.rmdir()
        os.close(handle)


def _locked(folder: Path, target: Path) -> int:
    while True:
        if folder.is_symlink():
            raise OutputError("this exists and is not a folder", where=str(folder))
        folder.mkdir(mode=0o700, exist_ok=True)
        try:
            handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            # The run that had the folder has just removed it.
            continue
        if not _taken(handle):
            os.close(handle)
            raise OutputError(
                "another run writes here at this moment",
                where=str(target),
                hint="wait until it has ended, or choose another folder",
            )
        if _is_at(handle, folder / _LOCK):
            return handle
        os.close(handle)


def _taken(handle: int) -> bool:
    """Lock a file until it is closed; False if another process or run has it."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # Some file systems have no locks, and a release can be made there all the same.
            return True
    return True


def _is_at(handle: int, path: Path) -> bool:
    """Tell whether an open file still has its name."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def note_workplace(folder: Path, workplace: Path) -> None:
    """Note the folder beside the target in which the result is put together."""
    (folder / _WORKPLACE).write_text(workplace.name, "utf-8")


def tidy(folder: Path) -> None:
    """Remove the half-made result of an unfinished run, or the old one that it replaced."""
    with suppress(OSError, UnicodeDecodeError):
        name = (folder / _WORKPLACE).read_text("utf-8")
        if name.startswith(".textveil-") and Path(name).name == name:
            shutil.rmtree(folder.with_name(name), ignore_errors=True)


def emptied(folder: Path) -> None:
    """Remove everything from a folder of progress but the lock; make one if there is none."""
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    for path in folder.iterdir():
        if path.name == _LOCK:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def note_made(folder: Path, ids: Mapping[str, str]) -> None:
    """Note the release id of each copy, by recipient, before they take their place."""
    path = folder / _MADE
    path.touch(mode=0o600)
    path.write_text(json.dumps(dict(ids)), "utf-8")


def placed_copies(folder: Path, target: Path) -> list[str] | None:
    """Return whose copies a stopped run put at their place; None if it did not get so far.

    One release for all is a copy of nobody (an empty name).
    """
    try:
        noted = json.loads((folder / _MADE).read_text("utf-8"))
        places = {name: ReleaseFolder.new(target, name) for name in noted}
        stand = {name: read_release(place.publish)[1]["id"] for name, place in places.items()}
    except (OSError, ValueError, TypeError, AttributeError, KeyError, TextveilError):
        return None
    return sorted(stand) if stand and stand == noted else None
