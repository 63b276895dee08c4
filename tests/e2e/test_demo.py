"""The demonstration, and its report in a browser: it loads nothing from outside."""

import re

import pytest
from tests.e2e.textveil_cli import textveil
from tests.e2e.workbench.browser import needs_browser, shown

from textveil.pipeline.demo import HIDDEN


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """What the command told, and the folder that it made."""
    folder = tmp_path_factory.mktemp("report") / "demo"
    done = textveil("demo", "-o", folder)
    assert done.returncode == 0, done.stderr
    return done, folder


@pytest.fixture
def report(demo):
    return demo[1] / "notes" / "keep" / "report.html"


def test_it_shows_what_every_method_does(demo):
    done, folder = demo
    assert "[EMAIL]" in done.stderr
    assert "<del" in (folder / "notes" / "keep" / "report.html").read_text("utf-8")
    assert "k-subjects holds" in done.stderr
    assert "*" in (folder / "answers/publish/texts/answers.txt").read_text("utf-8")
    visits = (folder / "visits/publish/texts/visits.txt").read_text("utf-8")
    assert not any(pattern in visits for pattern in HIDDEN)
    assert "JAPAN -> " in done.stderr
    lines = done.stderr.splitlines()
    before, after = (lines.index(word) for word in ("before", "after"))
    assert before < 10, "the demonstration opens with a text before and after"
    assert after - before < 14
    assert re.search(
        r"of the [\d,]+ words that the generator, .* marked as identifying,\n +\d\d", done.stderr
    )
    assert "residue holds" in done.stderr
    assert "no removed value can still be read" in done.stderr
    assert "Decision: publish, after training on" in done.stderr


def test_the_published_report_is_what_a_board_can_sign(demo):
    page = (demo[1] / "hospital" / "publish" / "clinic" / "report.html").read_text("utf-8")
    parts = (
        "What was replaced and what was kept", "Verdicts", "What attackers get", "What may remain",
        "Decision and reasons", "Not promised", "Signatures",
    )  # fmt: skip
    assert all(f">{part}</h2>" in page or f"<b>{part}:</b>" in page for part in parts)
    assert "Decision: publish, after training on" in page
    assert "curves that come with textveil, measured on generated notes" in page


def test_the_page_names_no_outside_host_and_holds_no_script(report):
    page = report.read_text("utf-8")
    assert "http://" not in page
    assert not re.search(r'(src|href)="', page)
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_text_is_escaped(tmp_path):
    from textveil.formats.sources import Source
    from textveil.pipeline.release.run import Run, release
    from textveil.policy.policy import load_policy

    note = tmp_path / "note.txt"
    note.write_text("the <script>alert(1)</script> tag, ana@example.org & <b>bold</b>")
    source = Source.open(note)
    release(Run(source, tmp_path / "out", load_policy("patterns-only"), excerpts=1))
    page = (tmp_path / "out" / "keep" / "report.html").read_text("utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.browser
@needs_browser
def test_a_browser_shows_verdicts_and_excerpts(report, tmp_path):
    page = shown(report, tmp_path / "profile", "--dump-dom")
    assert page.count('class="status holds"') == 4
    assert "<del title=" in page
    assert "<ins title=" in page
    picture = tmp_path / "report.png"
    shown(report, tmp_path / "profile", "--window-size=1200,1600", f"--screenshot={picture}")
    assert picture.stat().st_size > 50_000
