"""Home: what this is, recent work, and the way to every page; and the files that pages load."""

from importlib.resources import files
from typing import Final

from textveil.web.asking import Answer, PageRequest
from textveil.web.people.members import Members
from textveil.web.reception import missing
from textveil.web.rendering import look, page

__all__ = ["home", "static"]

_SHOWN: Final = 8
_KINDS: Final = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


def home(asked: PageRequest) -> Answer:
    """Show the first page."""
    jobs = asked.place.jobs.of(asked.user)[:_SHOWN]
    projects = Members(asked.place).of(asked.user)[:_SHOWN]
    return page(asked, "home", jobs=jobs, projects=projects)


def static(asked: PageRequest) -> Answer:
    """Give a sheet or a script."""
    name = asked.path["name"]
    kind = _KINDS.get(name.rpartition(".")[2])
    if name == "look.css":
        return _file(look().encode(), _KINDS["css"])
    known = {one.name for one in (files("textveil.web") / "static").iterdir()}
    if kind is None or name not in known:
        return missing(asked)
    return _file((files("textveil.web") / "static" / name).read_bytes(), kind)


def _file(content: bytes, kind: str) -> Answer:
    return Answer(content, kind, headers={"cache-control": "no-cache"})
