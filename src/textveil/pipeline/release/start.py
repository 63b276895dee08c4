"""When a run started."""

import os
from datetime import UTC, datetime

from textveil.errors import UsageError

__all__ = ["started_at"]


def started_at() -> str:
    """Return the time in UTC by ISO 8601; `SOURCE_DATE_EPOCH` sets it, so that runs can be equal.

    Raises
    ------
    UsageError
        If the variable is not a number of seconds.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        moment = datetime.fromtimestamp(int(given), UTC) if given else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            "SOURCE_DATE_EPOCH is not a number of seconds since 1970", hint="unset it, or set it"
        ) from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
