"""Failing closed: whatever a plug-in raises ends the run, and its words are not shown."""

from collections.abc import Iterator
from contextlib import contextmanager

from textveil.errors import ComponentFailedError, TextveilError

__all__ = ["failing_closed"]


@contextmanager
def failing_closed(who: str, document: str = "") -> Iterator[None]:
    """Turn what a component raises into an error that names the kind of failure alone.

    The words of a foreign exception may hold the text that was being worked on.
    """
    try:
        yield
    except TextveilError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises, we fail closed
        raise ComponentFailedError(
            f"{who} failed with {type(error).__name__}; nothing was released",
            where=f"document {document}" if document else "",
            hint="leave this document out of the input to go on without it" if document else "",
        ) from None
