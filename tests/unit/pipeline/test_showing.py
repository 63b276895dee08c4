"""Showing: what notebooks get, without scripts, sources of other machines, or text in a repr."""

from html.parser import HTMLParser

import pytest

import textveil
from textveil.errors import InputError, UsageError

CANARY = "Zanzibarquartz"
NOTE = f"Mary Okafor of {CANARY} wrote to ana@example.org. <script>alert(1)</script>"
EMPTY = {"area", "br", "col", "hr", "img", "input", "meta"}


class _Walk(HTMLParser):
    """Follows the tags of a page, and fails if they do not fit."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.marked, self.sources = [], set(), [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        self.sources += [value for name, value in attrs if name in ("src", "href")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] == ["mark"]:
            self.marked.append(data)


def walked(what, *more):
    shown = textveil.show(what, *more)
    assert CANARY not in repr(shown)
    page = _Walk(shown._repr_html_())
    assert "script" not in page.seen
    assert page.sources == []
    return page, shown._repr_html_()


def test_a_text_is_shown_with_its_passages_and_nothing_in_it_is_markup():
    page, text = walked(NOTE, textveil.scan(NOTE))
    assert {"Mary Okafor", "ana@example.org"} <= set(page.marked)
    assert "&lt;script&gt;" in text


def test_passages_that_overlap_lose_no_text():
    spans = [textveil.Span(0, 6, "NAME"), textveil.Span(4, 8, "CITY")]
    page, text = walked("Ana Roe went.", spans)
    assert page.marked == ["Ana Ro"]
    assert "e went." in text


def test_a_document_has_spans_of_its_own():
    document = textveil.Document(
        "n", "Ana Roe", spans=textveil.Spans([textveil.Span(0, 3, "NAME")])
    )
    assert walked(document)[0].marked == ["Ana"]
    assert walked(document, [])[0].marked == []


def test_results_show_what_was_written_and_the_verdicts_once():
    made = textveil.deidentify([NOTE, "All well."])
    page, text = walked(made)
    assert "[EMAIL]" in page.marked
    assert text.count("verdict</th>") == 1
    assert walked(made[0])[0].marked == walked(made[0].release)[0].marked


def test_a_frame_is_shown_with_its_verdicts():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"note": [NOTE], "ward": ["B2"]})
    made = textveil.deidentify(frame, columns={"note": "text", "ward": "keep"})
    _, text = walked(made)
    assert "<td>B2</td>" in text
    assert "holds" in text


def test_decisions_are_a_table_and_words():
    decisions = textveil.plan("generated", case="mid-low")
    _, text = walked(decisions)
    assert text.count("<b>") == 4
    assert "safe-forward" in text
    assert "Decision: " in walked(decisions[0])[1]


def test_what_has_a_sentence_says_it_first():
    class Told:
        sentence = "At most 3 % remain."

        def to_json(self):
            return {"read": 15, "share": 0.03, "by": [{"n": 1, "f": None}, {"n": 2}], "in": {}}

    _, text = walked(Told())
    assert text.index("At most 3 % remain.") < text.index("read")
    assert "<th" in text


def test_rounds_of_a_project_are_drawn():
    rounds = [{"round": n, "learnt": 10 * n, "f": {"value": n / 4}} for n in (1, 2, 3)]
    page, _ = walked({"documents": 30, "rounds": rounds})
    assert "svg" in page.seen


def test_the_status_of_a_project_is_shown(tmp_path):
    from textveil.pipeline.evaluation.query_strategies import strategy_named
    from textveil.store.sqlite_vault import SqliteVault

    key = textveil.Secret(b"0123456789abcdef")
    documents = [textveil.Document(f"n{n}", f"Ana {n} met Ben in Rome.") for n in range(12)]
    with SqliteVault(tmp_path / "v", key, create=True) as store:
        project = textveil.LearningProject(store, strategy_named)
        settings = textveil.LoopSettings(first="random", strategy="random", batch=4)
        project.start(documents, settings)
        _, text = walked(project.status())
    assert "documents" in text


def test_the_report_of_a_release_is_shown_in_a_frame_that_runs_nothing(tmp_path):
    (tmp_path / "n.txt").write_text("Write to ana@example.org.", "utf-8")
    run = textveil.Run(
        textveil.read(tmp_path / "n.txt"), tmp_path / "out", textveil.load_policy("tag-only")
    )
    textveil.release(run)
    page, text = walked(tmp_path / "out")
    assert page.seen >= {"iframe"}
    assert 'sandbox=""' in text
    with pytest.raises(InputError):
        textveil.show(tmp_path / "nothing")


@pytest.mark.parametrize(("what", "spans"), [(5, None), (object(), None), ([3], None), ({}, [])])
def test_what_nobody_can_show_is_told(what, spans):
    with pytest.raises(UsageError):
        textveil.show(what, spans)


def test_showing_is_no_method_of_values():
    assert not hasattr(textveil.Document("a", "b"), "_repr_html_")
    assert not hasattr(textveil.deidentify("All well."), "_repr_html_")
