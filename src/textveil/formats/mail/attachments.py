"""Attachments are not carried; of each, one of a few words says what it was.

What a mail or an export itself says about them may hold anything, names of people among it.
"""

from collections.abc import Iterable
from mimetypes import MimeTypes
from typing import Any, Final

__all__ = ["file_kind", "known_kinds", "media_kind"]

_PDF, _OTHER = "pdf", "other"
_KINDS: Final = frozenset({"audio", "image", "message", "text", "video", _PDF, _OTHER})


def media_kind(media_type: str) -> str:
    """Return the kind of a media type.

    Examples
    --------
    >>> media_kind("image/png"), media_kind("application/pdf"), media_kind("application/x-secret")
    ('image', 'pdf', 'other')
    """
    main, _, part = media_type.lower().partition("/")
    return _PDF if part == _PDF else main if main in _KINDS else _OTHER


def file_kind(ending: Any) -> str:
    """Return the kind of a file by the ending of its name."""
    return media_kind(MimeTypes().guess_type(f"file.{ending}")[0] or _OTHER)


def known_kinds(stated: Iterable[Any]) -> list[str]:
    """Return kinds that a file states, as a release does; what is no kind becomes `other`."""
    return [str(one) if str(one) in _KINDS else _OTHER for one in stated]
