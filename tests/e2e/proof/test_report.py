"""The report: parts that minutes can cite, what is counted, and pages without a cut line."""

import json
import re
import shutil
import subprocess

import pytest
from tests.e2e.workbench.browser import needs_browser, shown

import textveil

POLICY = """
name: mails
detect: [{use: textveil.patterns.v1}]
transform: {default: {use: textveil.mask.v1}}
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Return the page of a release with an estimate of what may remain."""
    folder = tmp_path_factory.mktemp("report")
    notes = [
        textveil.Document(f"n{n}", f"Write to p{n}@example.org or call 617-555-01{n:02}.")
        for n in range(40)
    ]
    textveil.write(notes, folder / "in.jsonl")
    (folder / "mails.yaml").write_text(POLICY)
    policy = textveil.load_policy(str(folder / "mails.yaml"))
    textveil.release(textveil.Run(textveil.read(folder / "in.jsonl"), folder / "out", policy))
    textveil.risk_sample(folder / "out", 20, folder / "review.jsonl", seed=1)
    rows = [json.loads(line) for line in (folder / "review.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        row["spans"] = [span for span in row["spans"] if span["label"] != "UNREAD"]
    (folder / "read.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    textveil.risk_estimate(folder / "out", folder / "read.jsonl", attach=True)
    return folder / "out" / "publish" / "report.html"


def test_every_part_has_a_name_of_its_own_that_minutes_can_cite(page):
    text = page.read_text("utf-8")
    names = re.findall(r'<(?:h2|div) id="([a-z-]+)"', text)
    assert len(names) == len(set(names))
    assert {"about", "read", "verdicts", "counted", "proved", "remaining", "signatures"} <= set(
        names
    )
    [bare] = re.findall(r"<h2>(.*?)</h2>", text)
    assert bare == "What may remain", "this one has the name of the part around it"
    cited = set(re.findall(r"[( ]#([a-z-]+)", text.partition("</style>")[2]))
    assert cited <= set(names)


def test_what_is_counted_and_not_proved_is_a_table(page):
    text = page.read_text("utf-8")
    part = text.partition('<h2 id="counted">')[2].partition("<h2")[0]
    questions = re.findall(r"<tr><td>(.*?)</td>", part)
    assert questions[:2] == [
        "How much of what identifies people was found?",
        "How much may remain?",
    ]
    assert "What does an attacker get?" in questions
    assert part.count("<tr>") == len(questions) + 1


@needs_browser
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="there is no pdftotext")
@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_pages_of_both_sizes_hold_every_line(page, size, tmp_path):
    sized = tmp_path / "sized.html"
    text = page.read_text("utf-8")
    assert text.count("@page {") == 1
    sized.write_text(text.replace("@page {", f"@page {{ size: {size};"), "utf-8")
    printed = tmp_path / "page.pdf"
    shown(sized, tmp_path / "profile", "--no-pdf-header-footer", f"--print-to-pdf={printed}")
    told = subprocess.run(
        ["pdftotext", "-bbox", str(printed), "-"], capture_output=True, text=True, check=True
    ).stdout
    edges = r'xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.]+)" yMax="([\d.]+)"'
    *sheets, last = told.split("<page ")[1:]
    for sheet in (*sheets, last):
        width, height = map(float, re.findall(r'(?:width|height)="([\d.]+)"', sheet)[:2])
        assert width == pytest.approx(595 if size == "A4" else 612, abs=1)
        boxes = [tuple(map(float, word)) for word in re.findall(edges, sheet)]
        assert boxes, "no page is empty"
        assert min(box[0] for box in boxes) >= 0
        assert max(box[2] for box in boxes) <= width
        assert max(box[3] for box in boxes) <= height
        lowest = max(box[3] for box in boxes if box[3] < height - 50)
        assert lowest > 150 or sheet is last, "only the last page may have two lines"
