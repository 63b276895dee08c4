"""Rows in which what should be found stands between brackets."""

from textveil.detect.patterns import Patterns
from textveil.values.document import Document


def findings(text: str, label: str) -> list[str]:
    """Return the passages of a label that the rules find."""
    spans = Patterns().detect(Document("d", text))
    return [text[span.start : span.end] for span in spans if span.label == label]


def parted(row: str) -> tuple[str, list[str]]:
    """Return the text of a row and what stands between its brackets."""
    values = [part.split("]")[0] for part in row.split("[")[1:]]
    return row.replace("[", "").replace("]", ""), values
