"""Pages: self-contained HTML from the templates of the package."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

__all__ = ["render_page"]


def render_page(template: str, **values: Any) -> str:
    """Return a page as HTML. Every value is escaped; a missing value is an error."""
    environment = Environment(
        loader=PackageLoader("textveil.pipeline", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**values)
