"""Agreement of offsets with the text that an annotation quotes.

Offsets that count bytes or UTF-16 units instead of code points look right in plain English and
point at the wrong letters elsewhere. Where a file quotes the passages, the two are compared.
"""

from textveil.errors import FormatError

__all__ = ["check_quote", "flattened"]


def flattened(text: str) -> str:
    """Return the text on one line: a space for each line break or tab."""
    return text.translate({ord(character): " " for character in "\t\n\r"})


def check_quote(quote: str, passage: str, where: str) -> None:
    """Raise unless the quote is the passage; runs of white space count as one space."""
    if quote != passage and quote.split() != passage.split():
        raise FormatError(
            "the text quoted for a span is not what stands at its offsets",
            where=where,
            hint="do the offsets count bytes or UTF-16 units? set `check_text` to false to trust "
            "them all the same",
        )
