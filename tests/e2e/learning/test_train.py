"""`textveil train` and `textveil curve`, as a user meets them."""

import json

import pytest
from tests.e2e.textveil_cli import textveil
from tests.unit.learn.small_corpus import notes

QUICK = ("--iterations", 15, "--rarest", 1, "--folds", 2)
CANARY = "zanzibarquartz"


def row(document):
    return {
        "id": document.id,
        "text": document.text,
        "subject": document.subject,
        "template": document.metadata["template"],
        "spans": [{"start": s.start, "end": s.end, "label": s.label} for s in document.spans],
    }


def write(path, rows):
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    return path


@pytest.fixture
def corpus(tmp_path):
    return write(tmp_path / "notes.jsonl", [row(document) for document in notes(12)])


def test_a_model_is_a_folder_of_four_files_and_equal_each_time(corpus, tmp_path):
    report = tmp_path / "report.json"
    done = textveil(
        *("train", corpus, "-o", tmp_path / "a", *QUICK),
        *("--licence", "CC0", "--name", "small", "--report", report),
    )
    assert done.returncode == 0, done.stderr
    assert "12 documents · 3 labels · threshold" in done.stderr
    assert done.stdout.startswith("label")
    files = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}
    assert set(files) == {"model.json", "weights.crfsuite", "card.md", "roles.tsv"}
    told = json.loads(report.read_text("utf-8"))
    assert told["data"][0]["licence"] == "CC0"
    assert {score["label"] for score in told["scores"]} >= {"all", "CITY"}
    assert "--licence CC0 -o MODEL" in files["card.md"].decode()
    again = textveil(
        *(
            "train",
            corpus,
            "-o",
            tmp_path / "b",
            *QUICK,
            "--licence",
            "CC0",
            "--name",
            "small",
            "-q",
        )
    )
    assert again.returncode == 0, again.stderr
    assert again.stderr == ""
    assert {path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()} == files


def test_an_existing_model_stays_unless_forced(corpus, tmp_path):
    target = tmp_path / "model"
    assert textveil("train", corpus, "-o", target, *QUICK).returncode == 0
    before = (target / "model.json").stat().st_mtime_ns
    done = textveil("train", corpus, "-o", target, *QUICK)
    assert done.returncode == 5
    assert (target / "model.json").stat().st_mtime_ns == before
    assert textveil("train", corpus, "-o", target, *QUICK, "--force").returncode == 0


def test_several_corpora_with_labels_of_their_own(corpus, tmp_path):
    theirs = [
        {**row(d), "spans": [{**s, "label": "LOC"} for s in row(d)["spans"]][:1]} for d in notes(6)
    ]
    other = write(tmp_path / "other.jsonl", theirs)
    done = textveil("train", corpus, other, "-o", tmp_path / "model", *QUICK)
    assert done.returncode == 0, done.stderr
    assert f"labels of {other} are taken for those of" in done.stderr
    done = textveil(
        *("train", corpus, other, "-o", tmp_path / "m2", *QUICK, "--families"),
        *("--scheme", "textveil", "--scheme", "tab"),
    )
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "m2" / "model.json").read_text("utf-8"))
    assert told["labels"] == ["ADDRESS", "NAME"]
    assert [one["scheme"] for one in told["facts"]["data"]] == ["textveil", "tab"]


def test_cross_validation_writes_numbers_and_a_chart_and_no_model(corpus, tmp_path):
    pytest.importorskip("matplotlib")
    report, chart = tmp_path / "cv.json", tmp_path / "cv.svg"
    done = textveil(
        *("train", corpus, "--cross-validate", 2, "--by", "template", "--iterations", 15),
        *("--report", report, "--chart", chart),
    )
    assert done.returncode == 0, done.stderr
    assert "12 documents · 2 folds by template" in done.stderr
    told = json.loads(report.read_text("utf-8"))
    assert len(told["folds"]) == 2
    assert chart.read_bytes().startswith(b"<?xml")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cv.json", "cv.svg", "notes.jsonl"]


def test_corpora_are_held_out_in_turn(tmp_path):
    halves = [
        write(tmp_path / f"{name}.jsonl", [row(document) for document in part])
        for name, part in (("a", notes(12)[:6]), ("b", notes(12)[8:]))
    ]
    done = textveil(
        "train", *halves, "--cross-validate", 2, "--by", "corpus", "--iterations", 10, "--json"
    )
    assert done.returncode == 0, done.stderr
    folds = json.loads(done.stdout)["folds"]
    assert sorted((fold["trained"], fold["tested"]) for fold in folds) == [(4, 6), (6, 4)]


def test_a_curve(corpus, tmp_path):
    out = tmp_path / "curve.json"
    done = textveil(
        *("curve", corpus, "-o", out, "--sizes", "2,6", "--repeats", 2, "--iterations", 10),
    )
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["documents", "2", "6"]
    told = json.loads(out.read_text("utf-8"))
    assert [point["documents"] for point in told["points"]] == [2, 6]
    assert "2 repetitions" in done.stderr


BAD = {
    "an unknown label": ({"spans": [{"start": 0, "end": 3, "label": "PATEINT"}]}, "PATIENT?"),
    "spans that overlap": (
        {
            "spans": [
                {"start": 0, "end": 3, "label": "NAME"},
                {"start": 2, "end": 5, "label": "CITY"},
            ]
        },
        "NAME [0, 3) and CITY [2, 5)",
    ),
    "no annotation": ({}, "never annotated"),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("verb", ["train", "curve"])
def test_bad_gold_is_named_without_its_text(tmp_path, verb, kind):
    keys, said = BAD[kind]
    rows = [row(document) for document in notes(4)]
    path = write(
        tmp_path / "notes.jsonl",
        [*rows, {"id": "bad", "text": f"{CANARY} at {CANARY}", **keys}],
    )
    done = textveil(verb, path, "-o", tmp_path / "out")
    assert done.returncode == 4, done.stderr
    assert "bad: " in done.stderr
    assert said in done.stderr
    assert CANARY not in done.stderr + done.stdout
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "give either --output MODEL or --cross-validate K"),
        (("-o", "m", "--cross-validate", 2), "give either --output MODEL or --cross-validate K"),
        (("-o", "m", "--recall", 1.5), "between 0 and 1"),
        (("-o", "m", "--overlaps", "first"), "use one of refuse, longest"),
        (("-o", "m", "--labels", "NAMEE"), "did you mean NAME?"),
        (("-o", "m", "--scheme", "tabb"), "did you mean tab?"),
        (("-o", "m", "--chart", "x.pdf"), "ends in .png or .svg"),
        (("-o", "notes.jsonl"), "would replace an input"),
        (("--cross-validate", 2, "--by", "ward"), "has no ward in its metadata"),
        (("-o", "m", "--format", "jsonl", "--format", "jsonl"), "given 2 times for 1 corpora"),
    ],
    ids=str,
)
def test_wrong_options(corpus, tmp_path, arguments, said):
    done = textveil("train", corpus.name, *arguments, cwd=tmp_path)
    assert done.returncode in (2, 4), done.stderr
    assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["notes.jsonl"]
