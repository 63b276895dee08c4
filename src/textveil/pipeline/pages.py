"""Pages: self-contained HTML, and other texts, from the templates of the package."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader

from textveil.certify.document.templates import environment_of, page_bytes
from textveil.formats.outputs import binary_sink

__all__ = ["render_page", "write_page"]


def render_page(template: str, **values: Any) -> str:
    """Return a page as HTML, or a text by a YAML template; a missing value is an error.

    Every value of a page is escaped.
    """
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    return environment_of(PackageLoader("textveil.pipeline", "templates"))


def write_page(target: Path, page: str, *, private: bool) -> None:
    """Write a page, whole or not at all; a file that stands there is replaced.

    Parameters
    ----------
    target
        Its file.
    page
        The HTML.
    private
        Whether it holds source text: then nobody but its owner can ever read the file.
    """
    with binary_sink(target, 0o600 if private else 0o666) as sink:
        sink.write(page_bytes(page))
