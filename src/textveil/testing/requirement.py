"""Failing a check without quoting a text."""

import pickle
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["attempt", "copy_of", "fail", "require", "require_silence", "require_within"]

_T = TypeVar("_T")

MIN_VALUE = 4
"""Shorter values coincide with ordinary words, and are not looked for."""


def fail(component: object, promise: str) -> NoReturn:
    """Raise `AssertionError` with the component's class and the promise it breaks."""
    raise AssertionError(f"{type(component).__name__}: {promise}")


def require(holds: bool, component: object, promise: str) -> None:
    """Fail unless the promise holds. An `assert` would vanish under `python -O`."""
    if not holds:
        fail(component, promise)


def attempt(component: object, action: Callable[[], _T], what: str) -> _T:
    """Run a plug-in's code; if it fails, report the kind of error and the line, not its message.

    The words of a foreign exception may hold the text that was being worked on.
    """
    try:
        return action()
    except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
        frame = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        message = f"{what} breaks with {type(error).__name__} at {place}"
    return fail(component, message)


def copy_of(component: _T) -> _T:
    """Return a copy made by pickling, which is how components reach other processes."""

    def send() -> Any:
        return pickle.loads(pickle.dumps(component))  # noqa: S301 - made one call before

    copied: _T = attempt(component, send, "pickling, which running in other processes needs,")
    return copied


def require_silence(component: object, told: str, values: Iterable[str], what: str) -> None:
    """Fail if `told` holds one of the values, in upper or lower case."""
    heard = told.casefold()
    loud = any(len(value) >= MIN_VALUE and value.casefold() in heard for value in values)
    require(not loud, component, f"{what} shows text of a document")


def require_within(component: object, spans: Spans, document: Document) -> Spans:
    """Return the spans; fail if one ends past the text of their document."""
    try:
        return spans.within(len(document.text))
    except InvalidValueError as error:
        outside = error.where
    return fail(component, f"a span ends past the text of document {document.id}: {outside}")
