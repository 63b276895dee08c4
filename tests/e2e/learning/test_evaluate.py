"""`textveil evaluate` from the command line, and its page in a browser."""

import json
import stat

import pytest
from tests.e2e.textveil_cli import textveil
from tests.e2e.workbench.browser import needs_browser, shown

CANARY = "Zanzibarquartz"
GOLD = [
    {
        "id": "n1",
        "text": f"{CANARY} Ruiz of Lima wrote to ana@example.org.",
        "spans": [
            {
                "start": 0,
                "end": 19,
                "label": "PATIENT",
                "entity": "e1",
                "identifier_type": "DIRECT",
            },
            {"start": 23, "end": 27, "label": "CITY", "entity": "e2", "must_mask": False},
            {"start": 37, "end": 52, "label": "EMAIL", "entity": "e3", "identifier_type": "DIRECT"},
        ],
    },
    {"id": "n2", "text": "Nothing here.", "spans": []},
]
FOUND = [
    {
        "id": "n1",
        "spans": [
            {"start": 15, "end": 19, "label": "NAME"},
            {"start": 23, "end": 27, "label": "CITY"},
            {"start": 37, "end": 52, "label": "EMAIL"},
        ],
    },
    {"id": "n2", "spans": []},
]


@pytest.fixture
def files(tmp_path):
    for name, rows in (("gold", GOLD), ("found", FOUND)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
    return tmp_path / "found.jsonl", tmp_path / "gold.jsonl"


def scores(done):
    assert done.returncode == 0, done.stderr
    return {(s["name"], s["group"]): s["value"] for s in json.loads(done.stdout)["scores"]}


def test_json_is_stable_and_holds_no_text(files):
    done = textveil("evaluate", *files, "--json")
    assert done.stdout == textveil("evaluate", *files, "--json").stdout
    assert CANARY not in done.stdout + done.stderr
    seen = scores(done)
    assert seen["entity recall", "DIRECT"] == 0.5
    assert seen["token recall (any label)", ""] == 0.8
    assert list(json.loads(done.stdout)) == [
        "documents",
        "without_prediction",
        "scores",
        "overlapping_gold_spans",
        "foreign_gold_labels",
        "confusion",
        "mistakes",
        "groups",
        "by_document",
    ]


def test_predictions_come_from_stdin_too(files):
    done = textveil("evaluate", "-", files[1], "--json", stdin=files[0].read_text("utf-8"))
    assert done.stdout == textveil("evaluate", *files, "--json").stdout


def test_families_and_every_span_change_what_is_compared(files):
    plain = scores(textveil("evaluate", *files, "--json"))
    assert plain["instance-relaxed recall", ""] == 0.5
    family = scores(textveil("evaluate", *files, "--json", "--families"))
    assert family["instance-relaxed recall", ""] == 1.0
    every = scores(textveil("evaluate", *files, "--json", "--every-span"))
    assert every["instance-strict precision (any label)", ""] == pytest.approx(2 / 3)
    assert plain["instance-strict precision (any label)", ""] == pytest.approx(1 / 3)


def test_tables_for_people(files):
    done = textveil("evaluate", *files)
    assert done.returncode == 0, done.stderr
    for words in ("token (macro)", "direct identifiers", "taken for", "(spurious)"):
        assert words in done.stdout
    assert "2 documents, 95 % intervals" in done.stderr
    assert textveil("evaluate", *files, "--quiet").stderr == ""


def test_the_page_is_written_only_where_asked_and_for_its_owner_alone(files):
    folder = files[0].parent
    before = set(folder.iterdir())
    textveil("evaluate", *files)
    assert set(folder.iterdir()) == before
    page = folder / "page.html"
    done = textveil("evaluate", *files, "-o", page)
    assert done.returncode == 0, done.stderr
    assert CANARY not in done.stdout + done.stderr
    assert "shows source text" in done.stderr
    assert CANARY in page.read_text("utf-8")
    assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_the_page_replaces_no_input_and_goes_to_no_terminal(files):
    gold = files[1].read_bytes()
    for target in (files[1], "-", files[0]):
        assert textveil("evaluate", *files, "-o", target).returncode == 2
    assert files[1].read_bytes() == gold


def test_labels_of_another_scheme(files):
    text = files[1].read_text("utf-8").replace("PATIENT", "PERSON").replace("EMAIL", "CODE")
    files[1].write_text(text, "utf-8")
    done = textveil("evaluate", *files)
    assert "gold labels that are not textveil's: CODE, PERSON" in done.stderr
    done = textveil("evaluate", *files, "--scheme", "tab")
    assert done.returncode == 4
    assert "n1: CITY is not among the scheme tab" in done.stderr
    files[1].write_text(text.replace("CITY", "LOC"), "utf-8")
    seen = scores(textveil("evaluate", *files, "--scheme", "tab", "--json"))
    assert seen["instance-strict recall", "OTHER-ID"] == 1.0
    assert "did you mean tab?" in textveil("evaluate", *files, "--scheme", "tap").stderr


def test_overlapping_gold_spans_are_evaluated_and_told(files):
    row = {**GOLD[0], "spans": [*GOLD[0]["spans"], {"start": 0, "end": 14, "label": "NAME"}]}
    files[1].write_text(json.dumps(row) + "\n" + json.dumps(GOLD[1]) + "\n", "utf-8")
    done = textveil("evaluate", *files)
    assert done.returncode == 0, done.stderr
    assert "2 gold spans overlap another one" in done.stderr


@pytest.mark.browser
@needs_browser
def test_a_browser_shows_mistakes_and_hides_those_not_wanted(files, tmp_path):
    page = tmp_path / "page.html"
    textveil("evaluate", *files, "-o", page)
    profile = tmp_path / "profile"
    dom = shown(page, profile, "--dump-dom")
    assert f"<mark>{CANARY}</mark>" in dom
    assert 'class="group spurious"' in dom
    pictures = []
    for number, text in enumerate([page.read_text("utf-8"), None]):
        # The second page is the first with one kind of mistake switched off.
        switched = text or page.read_text("utf-8").replace(
            'id="show-spurious" checked', 'id="show-spurious"'
        )
        copy = tmp_path / f"copy{number}.html"
        copy.write_text(switched, "utf-8")
        picture = tmp_path / f"{number}.png"
        shown(copy, profile, "--window-size=1200,1600", f"--screenshot={picture}")
        pictures.append(picture.read_bytes())
    assert min(map(len, pictures)) > 30_000
    assert len(pictures[1]) < len(pictures[0])
