"""Folders that appear whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from textveil.errors import OutputError

__all__ = ["new_folder"]


@contextmanager
def new_folder(target: Path, *, replaces: str = "") -> Iterator[Path]:
    """Give a temporary folder that becomes `target` if the block ends well, else vanishes.

    Parameters
    ----------
    target
        Must not exist, unless it is empty or may be replaced.
    replaces
        Name of a file by which a folder is known to be an earlier result; such a folder is
        replaced. Any other folder with contents is left alone and reported.
    """
    _check_target(target, replaces)
    partial = target.parent / f".{target.name}.partial-{token_hex(4)}"
    try:
        partial.mkdir(parents=True)
    except OSError as error:
        raise _unwritable(target, error) from None
    try:
        yield partial
        _swap(partial, target)
    except OSError as error:
        raise _unwritable(target, error) from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _check_target(target: Path, replaces: str) -> None:
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise OutputError("this is not a folder", where=str(target))
    if not target.exists() or not any(target.iterdir()):
        return
    if not replaces:
        raise OutputError(
            "the folder exists and is not empty",
            where=str(target),
            hint="choose another folder, or say --force to replace an earlier release",
        )
    if not (target / replaces).is_file():
        raise OutputError(
            f"the folder holds something else: it has no {replaces}",
            where=str(target),
            hint="choose another folder",
        )


def _swap(partial: Path, target: Path) -> None:
    """Put the new folder in place; an old one is moved aside first and removed last."""
    if not target.exists():
        partial.replace(target)
        return
    old = target.parent / f".{target.name}.old-{token_hex(4)}"
    target.replace(old)
    partial.replace(target)
    shutil.rmtree(old)


def _unwritable(target: Path, error: OSError) -> OutputError:
    reason = os.strerror(error.errno) if error.errno else type(error).__name__
    return OutputError(
        f"the result could not be written ({reason})",
        where=str(target),
        hint="nothing was left behind; check permissions and free space",
    )
