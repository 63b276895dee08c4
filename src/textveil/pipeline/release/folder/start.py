"""When a run started."""

import os
from datetime import UTC, datetime
from typing import Final

from textveil.errors import UsageError

__all__ = ["started_at"]

_FORM: Final = "%Y-%m-%dT%H:%M:%SZ"


def started_at() -> str:
    """Return the time in UTC by ISO 8601; `SOURCE_DATE_EPOCH` sets it, so that runs can be equal.

    Raises
    ------
    UsageError
        If the variable is not a number of seconds.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not given:
        return datetime.now(UTC).strftime(_FORM)
    try:
        # `int` alone would take signs, blanks and digits of other scripts too.
        seconds = int(given) if given.isascii() and given.isdecimal() else None
        moment = None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        moment = None
    if moment is None:
        raise UsageError(
            "SOURCE_DATE_EPOCH is not a number of seconds since 1970", hint="unset it, or set it"
        )
    return moment.strftime(_FORM)
