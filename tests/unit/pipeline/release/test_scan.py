"""Scanning in pieces finds what scanning the whole finds."""

from functools import partial

import pytest

from textveil.detect.tagging.tagger import TaggerDetector
from textveil.formats.sources import Source
from textveil.pipeline.release import scan as scanning
from textveil.pipeline.release.scan import scan_source
from textveil.policy.policy import load_policy
from textveil.values.document import Document
from textveil.values.span import Span, Spans

SNIPPETS = (
    "Call (617) 555-0134 or write to ana@example.org before 3 May 2016.",
    "Nothing to see here, only words and 120/80.",
    "MRN: 4482190, card 4111 1111 1111 1111; see https://example.org/a?b=c.",
    "x" * 500,
)


@pytest.fixture
def in_pieces(monkeypatch):
    """Read every file in pieces of some thousand letters."""
    monkeypatch.setattr(scanning, "PIECEWISE", 1000)
    monkeypatch.setattr(scanning, "AROUND", 4096)
    monkeypatch.setattr(scanning, "read_pieces", partial(scanning.read_pieces, size=10_000))


@pytest.mark.parametrize("ending", ["\n", " ", "\r\n\r\n"])
def test_pieces_give_the_spans_of_the_whole(tmp_path, request, ending):
    path = tmp_path / "large.txt"
    text = ending.join(SNIPPETS[i * (i + 1) // 2 % 4] for i in range(2000))
    path.write_bytes(text.encode())
    source, policy = Source.open(path), load_policy("patterns-only")
    [(name, whole)] = scan_source(source, policy)
    expected = list(whole)
    request.getfixturevalue("in_pieces")
    [(pieced_name, pieces)] = scan_source(source, policy)
    assert (pieced_name, list(pieces)) == (name, expected)
    assert len(expected) > 2000


@pytest.mark.usefixtures("in_pieces")
def test_a_model_reads_a_large_text_in_pieces(tmp_path, monkeypatch):
    path = tmp_path / "large.txt"
    text = "Dr. Amit Patel saw Mary Okafor in Boston.\n" * 2000
    path.write_text(text, "utf-8")
    handed = []
    model = TaggerDetector.detect
    monkeypatch.setattr(
        TaggerDetector,
        "detect",
        lambda self, d: handed.append(len(d)) or model(self, Document("d", "")),
    )
    [(_, spans)] = scan_source(Source.open(path), load_policy("tag-only"))
    assert list(spans) == []
    assert len(handed) > 1
    assert max(handed) < len(text) / 2


@pytest.mark.usefixtures("in_pieces")
def test_pieces_of_a_model_have_the_offsets_of_the_file(tmp_path):
    path = tmp_path / "large.txt"
    text = ("The weather was fine and nothing happened. " * 20 + "\n") * 40
    text += "Mary Okafor came.\n" + "All was well again. " * 1000
    path.write_text(text, "utf-8")
    [(_, spans)] = scan_source(Source.open(path), load_policy("tag-only"))
    assert "Mary Okafor" in {text[span.start : span.end] for span in spans}


def test_a_name_found_once_is_found_again(tmp_path, monkeypatch):
    path = tmp_path / "note.txt"
    text = "Amit Kowalczyk came. Later Kowalczyk left."
    path.write_text(text, "utf-8")
    once = Spans([Span(0, 14, "NAME", 0.9)])
    monkeypatch.setattr(TaggerDetector, "detect", lambda _self, _document: once)
    [(_, spans)] = scan_source(Source.open(path), load_policy("tag-only"))
    assert [text[s.start : s.end] for s in spans] == ["Amit Kowalczyk", "Kowalczyk"]
