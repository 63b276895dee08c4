"""Zip files: the parts of a release as they are taken away, and releases as they are sent back."""

import shutil
import stat
import zipfile
from pathlib import Path
from typing import Final

from textveil.errors import ExpansionError, FormatError
from textveil.formats.expansion import ExpansionLimit
from textveil.web.words import words

__all__ = ["unpacked", "zipped"]

_UNZIPPED: Final = ExpansionLimit(total=8 << 30)
_MOST_FILES: Final = 100_000
_STEP: Final = 1 << 20


def zipped(folder: Path, target: Path) -> None:
    """Write a folder as a zip file; equal folders make equal files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                told = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix())
                told.compress_type, told.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
                with path.open("rb") as file, packed.open(told, "w", force_zip64=True) as to:
                    shutil.copyfileobj(file, to, _STEP)


def unpacked(packed: Path, target: Path, limit: ExpansionLimit = _UNZIPPED) -> None:
    """Unpack a zip file into a new folder, within a limit, and nothing outside of the folder.

    Raises
    ------
    ExpansionError
        If it grows beyond the limit, whatever it says of its size.
    FormatError
        If it is broken, encrypted, or has a path that leads elsewhere.
    """
    target.mkdir(mode=0o700)
    size, made = packed.stat().st_size, 0
    try:
        with zipfile.ZipFile(packed) as opened:
            members = opened.infolist()
            if len(members) > _MOST_FILES:
                raise ExpansionError(words().error_zip_bomb, where=packed.name)
            for one in members:
                path = _inside(one, target)
                if path is None:
                    continue
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with opened.open(one) as given, path.open("xb") as file:
                    while piece := given.read(_STEP):
                        made += len(piece)
                        if not limit.allows(size, made):
                            raise ExpansionError(words().error_zip_bomb, where=packed.name)
                        file.write(piece)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, FileExistsError):
        raise FormatError(words().error_zip, hint=words().hint_no_release) from None
    except ValueError:
        raise FormatError(words().error_zip, hint=words().hint_no_release) from None


def _inside(member: zipfile.ZipInfo, target: Path) -> Path | None:
    """Return where a member goes; None for a folder."""
    name = member.filename.replace("\\", "/")
    linked = stat.S_ISLNK(member.external_attr >> 16)
    parts = name.split("/")
    if linked or name.startswith("/") or ".." in parts or ":" in parts[0] or "\0" in name:
        raise FormatError(words().error_zip_path, hint=words().hint_no_release)
    return None if member.is_dir() else target.joinpath(*filter(None, parts))
