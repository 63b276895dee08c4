"""The report in a browser: it renders, loads nothing from outside, and says what happened."""

import re

import pytest
from tests.e2e.browser import needs_browser, shown

from textveil.pipeline.demo import run_demo


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "demo"
    return run_demo(out).folder / "notes" / "report.html"


def test_the_page_names_no_outside_host_and_holds_no_script(report):
    page = report.read_text("utf-8")
    assert "http://" not in page
    assert not re.search(r'(src|href)="', page)
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_text_is_escaped(tmp_path):
    from textveil.pipeline.policy import load_policy
    from textveil.pipeline.release.run import Run, release
    from textveil.pipeline.sources import Source

    note = tmp_path / "note.txt"
    note.write_text("the <script>alert(1)</script> tag, ana@example.org & <b>bold</b>")
    source = Source.open(note)
    release(Run(source, tmp_path / "out", load_policy("tag-only"), excerpts=1))
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
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
