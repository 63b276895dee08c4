"""Rendering: self-contained pages from the templates that the proof of a release has."""

from functools import cache
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    PackageLoader,
    StrictUndefined,
    select_autoescape,
)

__all__ = ["environment_of", "page_bytes", "render"]


def environment_of(*others: BaseLoader) -> Environment:
    """Return what renders the templates of this package, and of others; every value is escaped."""
    return Environment(
        loader=ChoiceLoader([PackageLoader("textveil.certify", "pages"), *others]),
        autoescape=select_autoescape((), ("yaml.j2",), default_for_string=True, default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _own() -> Environment:
    return environment_of()


def render(template: str, **values: Any) -> str:
    """Return a page as HTML; a missing value is an error."""
    return _own().get_template(template).render(**values)


def page_bytes(page: str) -> bytes:
    """Return a page as it is written; a lone surrogate in an id has no UTF-8."""
    return page.encode("utf-8", "backslashreplace")
