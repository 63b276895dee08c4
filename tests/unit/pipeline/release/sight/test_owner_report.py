"""The report: what it has to say, what it must not say, and which documents it shows."""

import json
import re
from collections import Counter
from dataclasses import replace

import pytest

from textveil import Run, load_policy, release
from textveil.certify.told.report import published_report
from textveil.formats.sources import Source
from textveil.pipeline.release.sight.owner_report import files_shown
from textveil.pipeline.release.sight.tally import Tally
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Spans
from textveil.version import VERSION


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release of a folder with texts, a table and a file that cannot be read."""
    root = tmp_path_factory.mktemp("report")
    (root / "in").mkdir()
    for number in range(12):
        text = f"Zilpah called (617) 555-01{number:02} on 3 May 2016."
        (root / "in" / f"note{number}.txt").write_text(text)
    (root / "in" / "rows.csv").write_text("id,text,ward\nr1,Call (617) 555-0199.,W7\n")
    (root / "in" / "broken.parquet").write_bytes(b"nothing")
    source = Source.open(root / "in", "mixed", {"skip_unreadable": True})
    policy = load_policy("patterns-only").with_columns({"ward": "drop"})
    for name, seed in (("out", 7), ("again", 7), ("other", 8)):
        certificate = release(Run(source, root / name, policy, excerpts=3, seed=seed))
        (root / f"{name}.id").write_text(certificate.id)
    return root


def page(made, part, name="out"):
    return (made / name / part / "report.html").read_text("utf-8")


def words(html):
    """Return what a reader sees."""
    bare = re.sub(r"<style>.*?</style>", " ", html, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", bare).split())


@pytest.mark.parametrize("part", ["publish", "keep"])
def test_what_a_report_has(made, part):
    html = page(made, part)
    shown = words(html)
    certificate = json.loads((made / "out" / "publish" / "certificate.json").read_text("utf-8"))
    assert certificate["started"][:10] in shown
    assert f"textveil {VERSION}" in shown
    assert html.count((made / "out.id").read_text()) == 1
    assert certificate["policy"]["sha256"] in shown
    assert "files csv 1, text 12" in shown or "files text 12, csv 1" in shown
    assert "left out 1 that could not be read" in shown
    assert "documents 13, by language: English 13" in shown
    assert "One column or field was left out" in shown
    figures = json.loads((made / "out" / "keep" / "figures.json").read_text("utf-8"))
    assert figures["dropped"] == ["ward"]
    owner = part == "keep"
    assert ("Nothing had to be repaired" in shown) is owner
    assert bool(re.search(r"PHONE telephone number \d+ 0 ", shown)) is owner
    assert "name role date signature" in shown


def test_models_repairs_and_kept_labels(tmp_path):
    (tmp_path / "a.txt").write_text("Nothing.")
    run = Run(Source.open(tmp_path / "a.txt"), tmp_path / "out", load_policy("patterns-only"))
    certificate = release(run)
    told = replace(
        certificate,
        files={"neural-en/graph.onnx": "ab" * 32},
        repairs={"residue": {"passage": 30, "tag": 20}},
        policy={**certificate.policy, "transform": {"labels": {"AGE": "keep", "DATE": {}}}},
        skipped=0,
    )
    shown = words(published_report(told.to_json()).decode())
    assert f"neural-en/graph.onnx {'ab' * 32}" in shown
    assert "residue 30 fewer than 15 20" in shown
    assert "keeps all passages with these labels: AGE." in shown
    assert "none that could not be read" in shown
    assert "No column and no field was left out" in shown
    assert "No label has 15 passages or more" in shown


def test_fields_that_a_format_needs_are_explained_and_nothing_useless_is_advised(tmp_path):
    (tmp_path / "_chat.txt").write_text("03/04/2024, 09:12 - Ana: ok\n")
    policy = load_policy("patterns-only").with_columns({"*": "drop"})
    release(Run(Source.open(tmp_path / "_chat.txt"), tmp_path / "out", policy))
    shown = words((tmp_path / "out" / "publish" / "report.html").read_text("utf-8"))
    assert "clock (time of day), style (how day and time are written)" in shown


def test_fields_are_told_by_what_keeps_them(tmp_path):
    (tmp_path / "a.csv").write_text("id,text,ward,bed\n1,ok,B2,7\n")
    for rules in ({"ward": "keep", "bed": "keep"}, {"*": "keep"}):
        policy = replace(load_policy("patterns-only"), columns=rules)
        release(Run(Source.open(tmp_path / "a.csv"), tmp_path / "out", policy, force=True))
        shown = words((tmp_path / "out" / "publish" / "report.html").read_text("utf-8"))
        assert "By rules of the policy" in shown
        assert "unprotected: bed , ward ." in shown


def test_the_page_for_readers_says_nothing_of_a_document(made):
    html = page(made, "publish")
    assert "Zilpah" not in html
    assert "555-01" not in html
    assert "Before and after" not in html
    assert not re.search(r"note\d|rows\.csv|broken", html)
    # 25 passages, 13 of them telephone numbers: only rounded figures stand there.
    assert not re.search(r"\b25\b", words(html))
    # Rows of few passages are not listed: they add up.
    assert "PHONE telephone number" not in words(html)
    assert "about" in words(html)
    assert not re.search(r"\d\.\d\d %", words(html))


def test_the_page_for_the_owner_warns_and_shows_a_sample(made):
    html = page(made, "keep")
    shown = words(html)
    assert shown.index("Do not publish this page") < shown.index("documents")
    assert "3 of the documents in which something was replaced, drawn at random (seed 7)" in shown
    assert html.count("<del") >= 3
    assert re.search(r"PHONE telephone number 13 0 ", shown)
    assert "Do not publish" not in page(made, "publish")


def test_an_excerpt_names_the_columns_beside_the_text(tmp_path):
    (tmp_path / "rows.csv").write_text("id,text,who,phone,mail\nr1,Call me.,Ana Ruiz,,a@b.org\n")
    roles = {"who": "NAME", "phone": "PHONE", "mail": "EMAIL"}
    policy = load_policy("patterns-only").with_columns(roles)
    release(Run(Source.open(tmp_path / "rows.csv"), tmp_path / "out", policy, excerpts=1))
    html = (tmp_path / "out/keep/report.html").read_text("utf-8")
    assert "\ua7f7" not in html
    shown = re.sub(r"</?(del|ins)[^>]*>", "", html)
    assert "Call me.\nwho: Ana Ruiz\nmail: a@b.org<" in shown
    assert "Call me.\nwho: [NAME]\nmail: [EMAIL]<" in shown


def test_a_seed_draws_the_sample(made):
    drawn = {
        name: re.findall(r"<h3>((?:note|rows)[^<]*)</h3>", page(made, "keep", name))
        for name in ("out", "again", "other")
    }
    assert drawn["out"] == drawn["again"]
    assert drawn["out"] != drawn["other"]
    assert all(len(set(ids)) == 3 for ids in drawn.values())


def test_nothing_is_loaded_and_paper_is_thought_of(made):
    for part in ("publish", "keep"):
        html = page(made, part)
        assert not re.search(r"https?://|<script|<img|<link|@import|url\(", html)
        assert "@page" in html
        assert "@media print" in html
        assert html.count("<table>") == html.count("<table>\n<thead>")


def sampled(excerpts, documents, seed, changed=lambda _: True):
    tally = Tally(excerpts, seed)
    for number in range(documents):
        document = Document(str(number), "ab")
        # What was found and stays as it is was not changed.
        letter = "x" if changed(number) else "a"
        made = Release(document.id, f"{letter}b", (Edit(0, 1, letter, "NAME"),), 2)
        tally.add(document, Spans(), document, made)
    return [int(one.document.id) for one in tally.excerpts]


def test_every_document_is_equally_likely():
    times = Counter(one for seed in range(300) for one in sampled(3, 12, seed))
    # Each is drawn 75 times on average; six standard deviations are 45.
    assert set(times) == set(range(12))
    assert all(30 < count < 120 for count in times.values())


def test_a_sample_has_only_documents_with_changes_in_their_order():
    for seed in range(20):
        drawn = sampled(4, 60, seed, lambda number: number % 3 == 0)
        assert drawn == sorted(drawn)
        assert len(drawn) == 4
        assert all(number % 3 == 0 for number in drawn)
    assert sampled(9, 4, 0) == [0, 1, 2, 3]
    assert sampled(0, 4, 0) == []


def test_files_are_counted_by_format(tmp_path):
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "b.txt").write_text("b")
    (tmp_path / "c.csv").write_text("text\nc\n")
    assert files_shown(Source.open(tmp_path))["formats"] == {"text": 2, "csv": 1}
    texts = {"formats": {"text": 2}, "others": 1, "kept": []}
    assert files_shown(Source.open(tmp_path, "text")) == texts
    table = {"formats": {"csv": 1}, "others": 0, "kept": []}
    assert files_shown(Source.open(tmp_path / "c.csv")) == table
