"""Words of the interface: all of them stand in `words.tsv`, and pages name them."""

from functools import cache
from importlib.resources import files

__all__ = ["InterfaceWords", "words"]


class InterfaceWords:
    """Gives the text that a name stands for; a name that is not in the table is an error.

    Examples
    --------
    >>> words().product
    'textveil'
    """

    def __init__(self, table: dict[str, str]) -> None:
        self._table = table

    def __getattr__(self, name: str) -> str:
        try:
            return self._table[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> str:
        return self._table[name]

    def starting(self, beginning: str) -> dict[str, str]:
        """Return the words whose names begin in this way, without that beginning."""
        return {
            name.removeprefix(beginning): text
            for name, text in self._table.items()
            if name.startswith(beginning)
        }


@cache
def words() -> InterfaceWords:
    """Return all words."""
    lines = (files("textveil.web") / "words.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return InterfaceWords(dict(rows))
