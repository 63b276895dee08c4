"""Scanning in pieces finds what scanning the whole finds."""

import pytest

from textveil.pipeline import scanning
from textveil.pipeline.policy import load_policy
from textveil.pipeline.scanning import scan_source
from textveil.pipeline.sources import Source

SNIPPETS = (
    "Call (617) 555-0134 or write to ana@example.org before 3 May 2016.",
    "Nothing to see here, only words and 120/80.",
    "MRN: 4482190, card 4111 1111 1111 1111; see https://example.org/a?b=c.",
    "x" * 500,
)


@pytest.mark.parametrize("ending", ["\n", " ", "\r\n\r\n"])
def test_pieces_give_the_spans_of_the_whole(tmp_path, monkeypatch, ending):
    path = tmp_path / "large.txt"
    text = ending.join(SNIPPETS[i * i % 4] for i in range(30_000))
    path.write_bytes(text.encode())
    source, policy = Source.open(path), load_policy("tag-only")
    [(name, whole)] = scan_source(source, policy)
    expected = list(whole)
    monkeypatch.setattr(scanning, "PIECEWISE", 1000)
    [(pieced_name, pieces)] = scan_source(source, policy)
    assert (pieced_name, list(pieces)) == (name, expected)
    assert len(expected) > 10_000
