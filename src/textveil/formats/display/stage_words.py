"""Words for stages: what a user reads while a stage runs, on a terminal or a page."""

from functools import cache
from importlib.resources import files

__all__ = ["words_for"]


@cache
def _stages() -> dict[str, str]:
    lines = (files("textveil.formats") / "data" / "stages.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def words_for(stage: str) -> str:
    """Return what a user reads while a stage runs; a claim of a plug-in keeps its own name.

    Examples
    --------
    >>> words_for("find"), words_for("verify shoe-size")
    ('finding names and numbers', 'checking shoe-size')
    """
    return _stages().get(stage) or stage.replace("verify ", "checking ", 1)
