"""Pages as HTML: templates with the words of the interface; every value is escaped."""

import json
from datetime import UTC, datetime
from functools import cache, partial
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from textveil.errors import TextveilError
from textveil.web.asking import Answer, PageRequest
from textveil.web.routes import Right, routes
from textveil.web.words import words

__all__ = ["look", "page", "problem_page"]


def page(asked: PageRequest, template: str, status: int = 200, **values: Any) -> Answer:
    """Answer with a page of a template; it has the menu, the words and the token of the session."""
    shown = _environment().get_template(f"{template}.html.j2")
    text = shown.render(
        asked=asked,
        menu=[one for one in routes() if one.menu and asked.session],
        Right=Right,
        token=partial(_token, asked),
        **values,
    )
    return Answer(text.encode("utf-8", "backslashreplace"), status=status)


def problem_page(asked: PageRequest, error: TextveilError, status: int = 400) -> Answer:
    """Answer with what is wrong, where, and what to do next."""
    return page(asked, "problem", status, problem=error)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("textveil.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["w"] = words()
    made.filters["data"] = _data
    made.filters["moment"] = _moment
    return made


def _token(asked: PageRequest) -> Markup:
    """Return the hidden field that shows that a form is ours."""
    csrf = asked.session.csrf if asked.session else ""
    return Markup('<input type="hidden" name="csrf" value="{}">').format(csrf)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def _data(value: Any) -> Markup:
    """Return JSON for an element that no browser executes; no text in it can end the element."""
    text = json.dumps(value, ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))  # noqa: S704 - escaped here


@cache
def look() -> str:
    """Return the sheet of the pages: that of the reports, and what only the workbench has."""
    report = (files("textveil.certify") / "pages" / "release.html.j2").read_text("utf-8")
    shared = report.partition("<style>")[2].partition("@page {")[0]
    own = (files("textveil.web") / "static" / "workbench.css").read_text("utf-8")
    return f"{shared}\n{own}"
