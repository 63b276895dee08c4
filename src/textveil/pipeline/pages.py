"""Pages: self-contained HTML, and other texts, from the templates of the package."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape

from textveil.formats.outputs import binary_sink

__all__ = ["page_bytes", "render_page", "write_page"]


def render_page(template: str, **values: Any) -> str:
    """Return a page as HTML, or a text by a YAML template; a missing value is an error.

    Every value of a page is escaped.
    """
    return _environment().get_template(template).render(**values)


@cache
def _environment() -> Environment:
    return Environment(
        loader=ChoiceLoader(
            # What a published report may say is known to who checks it.
            [
                PackageLoader("textveil.certify", "pages"),
                PackageLoader("textveil.pipeline", "templates"),
            ]
        ),
        autoescape=select_autoescape((), ("yaml.j2",), default_for_string=True, default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_bytes(page: str) -> bytes:
    """Return a page as it is written; a lone surrogate in an id has no UTF-8."""
    return page.encode("utf-8", "backslashreplace")


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
