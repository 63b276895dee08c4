"""Recipients: names of people and places that get a copy of a release, which folders are called."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from textveil.errors import InvalidValueError

__all__ = ["check_recipients", "folded_recipient"]

_LONGEST: Final = 100
_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]|^[ .]|[ .]$')
"""Characters that a folder cannot have on every system, at the ends or anywhere."""
_DEVICES: Final = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(\..*)?")
_OTHERS: Final = frozenset(
    {"texts", "certificate.json", "report.html", "risk.json", "copy.salt", "publish", "keep"}
)
"""What stands in a part to publish, and the two parts: a copy of this name would look like one."""


def check_recipients(recipients: Sequence[str]) -> None:
    """Raise if there is none, or if a name stands there twice or can be no folder."""
    if not recipients:
        raise InvalidValueError("nobody is named who gets a copy")
    seen: set[str] = set()
    for number, name in enumerate(recipients, 1):
        where = f"recipient {number}"
        if not _is_folder(name):
            raise InvalidValueError(
                "this name of a recipient cannot be a folder on every system, or a part of a "
                "release has it",
                where=where,
                hint="letters, digits, blanks, - and _ always can, with no blank at the ends; "
                "not `keep` or `publish`",
            )
        key = folded_recipient(name)
        if key in seen:
            raise InvalidValueError("this recipient is named twice", where=where)
        seen.add(key)


def folded_recipient(name: str) -> str:
    """Return a name without what some systems do not tell apart: case, how accents are stored."""
    return unicodedata.normalize("NFKC", name).casefold()


def _is_folder(name: str) -> bool:
    return (
        bool(name.strip())
        and len(name.encode("utf-8", "surrogatepass")) <= _LONGEST
        and name.isprintable()
        and not _FORBIDDEN.search(name)
        and not _DEVICES.fullmatch(folded_recipient(name))
        and name.casefold() not in _OTHERS
    )
