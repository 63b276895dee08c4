"""Tags: the label in brackets, for passages that have no good fake."""

from textveil.transform.surrogates.maker import Maker, Setting

__all__ = ["Tags"]


class Tags(Maker):
    """Write the label in brackets.

    Examples
    --------
    >>> from textveil.values.keys.draw import Draw
    >>> Tags().make("a word", "RARE", Setting(Draw(b"k" * 32)))
    '[RARE]'
    """

    labels: frozenset[str] = frozenset(
        {"DURATION", "IDENTIFIER", "OTHER", "QUASI", "RARE", "SECRET", "SENSITIVE", "SET"}
    )

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return the tag."""
        return f"[{label}]"
