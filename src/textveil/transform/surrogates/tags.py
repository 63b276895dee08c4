"""Tags: the label in brackets, for passages of which no fake can be told from nonsense."""

from textveil.lexicon.folding import squeeze_text
from textveil.transform.surrogates.maker import Setting

__all__ = ["Tags"]


class Tags:
    """Write the label in brackets.

    Examples
    --------
    >>> from textveil.values.draw import Draw
    >>> Tags().make("a word", "RARE", Setting(Draw(b"k" * 32)))
    '[RARE]'
    """

    labels: frozenset[str] = frozenset({"IDENTIFIER", "OTHER", "QUASI", "RARE"})
    unique: bool = False

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the letters and digits, squeezed."""
        return squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return the tag."""
        return f"[{label}]"
