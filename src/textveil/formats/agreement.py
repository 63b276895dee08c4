"""Agreement of offsets with the text that an annotation quotes.

Offsets that count bytes or UTF-16 units instead of code points look right in plain English and
point at the wrong letters elsewhere. Where a file quotes the passages, the two are compared.
"""

from textveil.errors import FormatError

__all__ = ["check_quote", "flattened", "from_utf16", "is_quoted"]


def flattened(text: str) -> str:
    """Return the text on one line: a space for each line break or tab."""
    return text.translate({ord(character): " " for character in "\t\n\r"})


def is_quoted(quote: str, passage: str) -> bool:
    """Tell whether the quote is the passage; runs of white space count as one space."""
    return quote == passage or quote.split() == passage.split()


def from_utf16(text: str, units: int) -> int:
    """Return the code points before an offset that counts UTF-16 units.

    Examples
    --------
    >>> from_utf16("\N{PILE OF POO}Ana", 2), from_utf16("Ana", 2)
    (1, 2)
    """
    before = text.encode("utf-16-le", "surrogatepass")[: 2 * max(units, 0)]
    return len(before.decode("utf-16-le", "replace"))


def check_quote(quote: str, passage: str, where: str) -> None:
    """Raise unless the quote is the passage."""
    if not is_quoted(quote, passage):
        raise FormatError(
            "the text quoted for a span is not what stands at its offsets",
            where=where,
            hint="do the offsets count bytes or UTF-16 units? set `check_text` to false to trust "
            "them all the same",
        )
