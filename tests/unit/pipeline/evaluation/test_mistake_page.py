import re
import stat

import numpy as np
import pytest

from textveil.errors import OutputError
from textveil.evaluate.detection.mistakes import Fault, Mistake
from textveil.pipeline.evaluation.evaluation import evaluate_files
from textveil.pipeline.evaluation.mistake_excerpts import CONTEXT, Excerpts
from textveil.pipeline.evaluation.mistake_page import render_mistakes
from textveil.pipeline.pages import write_page
from textveil.values.document import Document
from textveil.values.span import Span, Spans

NASTY = "<script>alert(1)</script>"


class Gold(list):
    def tracked(self, track, stage):
        return self


def page(pairs):
    gold = Gold(document for document, _ in pairs)
    predictions = [(document.id, found) for document, found in pairs if found is not None]
    result = evaluate_files(predictions, gold, np.random.default_rng(0), excerpts=True)
    return render_mistakes(result, f"gold {NASTY}")


def pieces(text, start, end, *parts, fault=Fault.MISSED):
    excerpts = Excerpts()
    excerpts.add(Document("d", text), Mistake(fault, "NAME", start, end, parts=parts))
    (one,) = excerpts.of("NAME", fault)
    return [(piece.text, piece.kind) for piece in one.pieces]


def test_pieces_show_what_is_wrong_inside_a_passage():
    assert pieces("by Ana Ruiz now", 3, 11, (7, 11)) == [
        ("by ", "context"),
        ("Ana ", "fine"),
        ("Ruiz", "wrong"),
        (" now", "context"),
    ]


def test_context_is_cut_at_words_and_says_so():
    text = "abcdefghi " * 20 + "NAME" + " abcdefghi" * 20
    before, name, after = pieces(text, 200, 204, (200, 204))
    assert before[0] == "…" + "abcdefghi " * 5
    assert after[0] == " abcdefghi" * 5 + "…"
    assert name == ("NAME", "wrong")
    assert len(pieces("x" * 500, 200, 204, (200, 204))[0][0]) == CONTEXT + 1


def test_long_passages_are_shortened_in_the_middle():
    ((shown, _),) = pieces("x" * 1000, 0, 1000, (0, 1000))
    assert "[…760 characters…]" in shown
    assert shown.count("x") == 240


def test_invisible_characters_are_shown_by_number():
    text = "A\u200bn\u202ea\r\nR\tu\ud800 \x00"
    assert pieces(text, 0, len(text), (0, len(text))) == [
        ("A⟨200B⟩n⟨202E⟩a↵R⇥u⟨D800⟩ ⟨0000⟩", "wrong")
    ]


def test_of_many_mistakes_some_are_shown_and_all_are_counted():
    excerpts = Excerpts(shown=2)
    for _ in range(5):
        excerpts.add(Document("d", "Ana"), Mistake(Fault.MISSED, "NAME", 0, 3, parts=((0, 3),)))
    assert len(excerpts.of("NAME", Fault.MISSED)) == 2
    many = Document(
        "d", "Ana " * 400, spans=Spans(Span(4 * n, 4 * n + 3, "NAME") for n in range(400))
    )
    shown = page([(many, Spans())])
    assert "400, the first 300 are shown" in shown


def test_everything_is_escaped():
    text = f"{NASTY} & Ana"
    label = '"><i>X</i>'
    document = Document(NASTY, text, spans=Spans([Span(0, 25, label), Span(28, 31, "NAME")]))
    shown = page([(document, Spans([Span(2, 9, "<u>Y</u>"), Span(26, 27, label)]))])
    assert not re.search(r"<(script|i>X|u>)", shown)
    assert shown.count("&lt;script&gt;") >= 2
    assert "default-src 'none'" in shown
    assert "http:" not in shown.replace("http-equiv", "")
    assert "src=" not in shown
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', shown))


def test_anchors_lead_somewhere():
    document = Document("d", "Ana in Lima", spans=Spans([Span(0, 3, "NAME"), Span(7, 11, "CITY")]))
    shown = page([(document, Spans([Span(7, 11, "NAME")]))])
    targets = set(re.findall(r'href="#([^"]*)"', shown))
    assert {"top", "type-0", "type-0-wrong-label", "type-1-missed"} <= targets
    assert targets <= set(re.findall(r'id="([^"]*)"', shown))


def test_the_page_warns_and_tells_what_is_there():
    document = Document("d", "Ana in Lima", spans=Spans([Span(0, 3, "NAME"), Span(7, 11, "CITY")]))
    shown = page([(document, Spans([Span(7, 11, "NAME")]))])
    assert "This page contains source text." in shown
    assert "<mark>Ana</mark>" in shown
    assert "predicted NAME" in shown


def test_a_page_without_mistakes_says_so():
    document = Document("d", "Ana", spans=Spans([Span(0, 3, "NAME")]))
    assert "No mistakes." in page([(document, document.spans)])
    assert "No mistakes." in page([(Document("d", "Ana", spans=Spans()), None)])


def test_only_the_owner_may_read_the_file(tmp_path):
    target = tmp_path / "page.html"
    target.write_text("old")
    target.chmod(0o644)
    write_page(target, "new \ud800", private=True)
    assert target.read_text("utf-8") == "new \\ud800"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [target]


def test_what_cannot_be_written_is_told(tmp_path):
    with pytest.raises(OutputError):
        write_page(tmp_path, "text", private=True)
    with pytest.raises(OutputError, match="does not exist"):
        write_page(tmp_path / "none" / "page.html", "text", private=True)
    assert list(tmp_path.iterdir()) == []


def test_the_page_says_which_groups_are_found_worse():
    def note(at, surname):
        span = Span(8, 8 + len(surname), "NAME")
        return Document(f"{surname}-{at}", f"Seen by {surname}.", spans=Spans([span]))

    smiths = [(note(at, "Smith"), Spans([Span(8, 13, "NAME")])) for at in range(20)]
    garcias = [(note(at, "Garcia"), Spans()) for at in range(20)]
    shown = page(smiths + garcias)
    assert "origin of the surname" in shown
    assert "largest difference: 100.0 points, hispanic below anglo" in shown
    assert "origin of the surname" not in page(smiths + garcias[:19])


def test_words_that_are_annotated_in_part_are_no_passages_that_were_missed():
    """A file against itself: no mistake, and the matrix says why a word is not hidden."""
    spans = Spans([Span(0, 2, "AGE"), Span(4, 7, "NAME")])
    shown = page([(Document("d", "67F Ana", spans=spans), spans)])
    assert "<b>No mistakes.</b>" in shown
    assert "1 word is annotated in part only" in shown
    head, row = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", part) for part in _matrix_rows(shown)[:2])
    assert head == ["", "NAME", "annotated part hidden", "missed"]
    assert row == ["AGE", "·", "1", "·"]
    both = page([(Document("d", "67F Ana", spans=spans), Spans([Span(0, 2, "AGE")]))])
    assert "Types without mistakes are counted" in both
    assert re.search(r"<td>all</td><td>2</td>", both)


def _matrix_rows(shown):
    table = shown.partition('<table class="matrix">')[2].partition("</table>")[0]
    return table.split("<tr>")[1:]
