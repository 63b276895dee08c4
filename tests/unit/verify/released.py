"""Releases for tests of verifiers, written by hand."""

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.metadata import Metadata


def released(text, name="n", subject="s", metadata=None):
    """Return a case from a text in which `{LABEL:real=fake}` stands for each replaced passage."""
    plain, edits = "", []
    for piece in text.split("{"):
        inside, found, rest = piece.partition("}")
        if not found:
            plain += piece
            continue
        label, _, pair = inside.partition(":")
        real, _, fake = pair.partition("=")
        edits.append(Edit(len(plain), len(plain) + len(real), fake, label))
        plain += real + rest
    document = Document(name, plain, subject)
    return Case(document, Release.of(document, edits), Metadata(metadata or {}))
