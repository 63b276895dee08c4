"""Trials: pages on which a command is tried on what somebody types; nothing of it is kept.

A trial has fields and an example. What is wrong in a field is said beside it, and what was typed
stays. The work itself is done by the functions of the command.
"""

import re
import shlex
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml

from textveil.errors import TextveilError, UsageError
from textveil.web.asking import Answer, PageRequest, as_json
from textveil.web.rendering import page
from textveil.web.words import words

__all__ = [
    "Trial",
    "TrialOutcome",
    "beside",
    "command_line",
    "marked",
    "typed_number",
    "typed_text",
]

EXAMPLE: Final = "example"
"""What the button sends that fills the fields with the example."""


@dataclass(frozen=True, slots=True, repr=False)
class TrialOutcome:
    """What a trial gave.

    Attributes
    ----------
    command
        The command line that does the same.
    told
        What the command prints with `--json`.
    shown
        What the page shows of it.
    written
        What stands in fields from now on, because the work wrote it.
    """

    command: str
    told: Any
    shown: Mapping[str, Any] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trial:
    """A page with fields on which a command is tried.

    Attributes
    ----------
    name
        Of the template, and of the example in `examples.yaml`.
    usual
        The fields, and what stands in them at first.
    """

    name: str
    usual: Mapping[str, str]

    def first(self, asked: PageRequest, **more: Any) -> Answer:
        """Show the page with nothing done yet."""
        typed = {**self.usual, **more.pop("typed", {})}
        return self._shown(asked, typed, None, None, more)

    def answer(
        self,
        asked: PageRequest,
        work: Callable[[Mapping[str, str], str], TrialOutcome],
        **more: Any,
    ) -> Answer:
        """Do the work with what was typed, and show the page with what it gave."""
        number = asked.form["number"]
        if not _NEWEST.take(asked, number):
            return Answer(status=204)
        sent = asked.form.fields
        typed = {name: _plain(asked.form[name]) if name in sent else "" for name in self.usual}
        do = asked.form["do"]
        if do == EXAMPLE:
            typed = {**self.usual, **_examples()[self.name]}
        try:
            found = work(typed, do)
        except TextveilError as error:
            return self._shown(asked, typed, None, error, more)
        more = {**more, "did": "" if do == EXAMPLE else do}
        return self._shown(asked, {**typed, **found.written}, found, None, more)

    def refused(self, asked: PageRequest, problem: TextveilError, **more: Any) -> Answer:
        """Show the page with what is wrong in another form of it."""
        return self._shown(asked, dict(self.usual), None, problem, more)

    def _shown(
        self,
        asked: PageRequest,
        typed: Mapping[str, str],
        found: TrialOutcome | None,
        problem: TextveilError | None,
        more: Mapping[str, Any],
    ) -> Answer:
        status = 400 if problem else 200
        if asked.wants_json and problem is not None:
            told = {"error": problem.what, "where": problem.where, "hint": problem.hint}
            return as_json(told, status)
        if asked.wants_json and found is not None:
            return as_json({"command": found.command, "result": found.told})
        values: dict[str, Any] = {
            "typed": typed,
            "found": found,
            "problem": problem,
            "fields": tuple(self.usual),
        }
        values |= {"did": "", "number": _plain_number(asked.form["number"])}
        return page(asked, self.name, status, **{**values, **more})


class _Newest:
    """Knows the newest request of each open page, so that no older one is begun."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._known: OrderedDict[tuple[str, str, str], int] = OrderedDict()

    def take(self, asked: PageRequest, number: str) -> bool:
        """Tell whether a request is the newest of its page; one without a number always is."""
        tab, _, count = _plain_number(number).partition("-")
        if not count:
            return True
        key = (asked.token, asked.route.path, tab)
        with self._turn:
            if int(count) < self._known.get(key, 0):
                return False
            self._known[key] = int(count)
            self._known.move_to_end(key)
            while len(self._known) > _PAGES:
                self._known.popitem(last=False)
        return True


_PAGES: Final = 10_000
_NEWEST: Final = _Newest()
_NUMBER: Final = re.compile("[0-9a-z]{1,9}-[0-9]{1,9}")


def _plain_number(text: str) -> str:
    return text if _NUMBER.fullmatch(text) else ""


@cache
def _examples() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = yaml.safe_load(
        (files("textveil.web") / "examples.yaml").read_text("utf-8")
    )
    return found


def _plain(text: str) -> str:
    # Browsers send what stands in a field with line ends of their own.
    return text.replace("\r\n", "\n")


@contextmanager
def beside(name: str, *, place: bool = False) -> Iterator[None]:
    """Say what goes wrong in here beside a field.

    Parameters
    ----------
    name
        The field.
    place
        Whether where it went wrong is told too, such as a line. A path would tell nobody anything.
    """
    try:
        yield
    except TextveilError as error:
        what = f"{error.where}: {error.what}" if place and error.where else error.what
        raise UsageError(what, where=name, hint=error.hint) from None


def typed_number(typed: Mapping[str, str], name: str, least: int = 0) -> int | None:
    """Return the whole number of a field; None if nothing stands in it."""
    text = typed[name].strip().replace(",", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) >= least):
        raise UsageError(words().error_least.replace("{least}", str(least)), where=name)
    return int(text)


def typed_text(typed: Mapping[str, str], name: str, most: int) -> str:
    """Return what stands in a field; raise if it is nothing, or more than is tried at once."""
    text = typed[name]
    if not text.strip():
        raise UsageError(words().error_nothing, where=name)
    if len(text) > most:
        told = words().error_much.replace("{most}", f"{most:,}").replace("{sent}", f"{len(text):,}")
        raise UsageError(told, where=name, hint=words().hint_much)
    return text


def command_line(*parts: str | None, **options: object) -> str:
    """Return a command line; options without a value are left out.

    Examples
    --------
    >>> command_line("kanon", "texts.txt", k=5, show="", lines=True)
    'textveil kanon texts.txt -k 5 --lines'
    """
    told = ["textveil", *(part for part in parts if part)]
    for name, value in options.items():
        if value is None or value is False or value == "":
            continue
        told.append(f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}")
        if value is not True:
            told.append(str(value))
    return shlex.join(told)


def marked(text: str, places: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """Return a text in pieces, and whether each stands at one of the places.

    Examples
    --------
    >>> marked("I live in Rome", [(10, 14)])
    [('I live in ', False), ('Rome', True)]
    """
    pieces, at = [], 0
    for start, end in sorted(places):
        pieces += [(text[at : max(at, start)], False), (text[max(at, start) : end], True)]
        at = max(at, end)
    return [piece for piece in [*pieces, (text[at:], False)] if piece[0]]
