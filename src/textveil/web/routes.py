"""The table of routes: every address of the workbench, who may use it, and what answers.

A page is a row in `routes.tsv`, a function in `pages/`, a template in `templates/` and its words in
`words.tsv`. Nothing else says who may do what, so one test can walk over all rows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

__all__ = ["Right", "Route", "routes"]

_COLUMNS: Final = 6


class Right(IntEnum):
    """Who may use a route; in a project each right has those below it.

    Examples
    --------
    >>> Right.OWNER > Right.VIEWER
    True
    """

    ANYBODY = 0
    USER = 1
    VIEWER = 2
    ANNOTATOR = 3
    ADJUDICATOR = 4
    OWNER = 5

    @property
    def in_project(self) -> bool:
        """Whether it is a right in the project that the address names."""
        return self >= Right.VIEWER


@dataclass(frozen=True, slots=True)
class Route:
    """A row of the table.

    Attributes
    ----------
    method, path
        The address; `{project}` and `{job}` in it are checked before the page is asked.
    right
        The least right that is needed.
    page
        Module and function in `textveil.web.pages`.
    audit
        What the audit log says of its use; empty if it shows nothing of anybody.
    menu
        The word of its link in the menu; empty if it has none.
    """

    method: str
    path: str
    right: Right
    page: str
    audit: str
    menu: str

    @property
    def writes(self) -> bool:
        """Whether its use changes something."""
        return self.method != "GET"

    def answer(self) -> Callable[..., Any]:
        """Return the function that answers: it takes an `PageRequest` and returns an `Answer`."""
        module, _, name = self.page.partition(":")
        found: Callable[..., Any] = getattr(import_module(f"textveil.web.pages.{module}"), name)
        return found


@cache
def routes() -> tuple[Route, ...]:
    """Return all rows, in the order of the menu."""
    lines = (files("textveil.web") / "routes.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return tuple(_route(*(row + [""] * (_COLUMNS - len(row)))) for row in rows)


def _route(method: str, path: str, right: str, page: str, audit: str, menu: str) -> Route:
    return Route(method, path, Right[right.upper()], page, audit.strip(), menu.strip())
