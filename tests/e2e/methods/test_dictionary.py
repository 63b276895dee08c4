"""`textveil dictionary`, as a user runs it."""

import json

import pytest
from tests.e2e.textveil_cli import textveil

LANDS = [
    *("Jamaica", "Japan", "Javan", "Jordan", "Kazakhstan", "Kyrgyzstan", "Pakistan", "Panama"),
    *("Tajikistan", "Turkmenistan", "Uzbekistan"),
]
LETTERS = """Ana Ruiz left Pakistan for Uzbekistan.
The road from Tajikistan to Kazakhstan is closed.
She never saw Japan, or Panamax ships.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("lands")
    (path / "lands.txt").write_text("\n".join(LANDS))
    (path / "letters.txt").write_text(LETTERS)
    (path / "names.txt").write_text("Ana Ruiz\n")
    done = textveil("dictionary", "build", "lands.txt", "-o", "lands.dict", cwd=path)
    assert done.returncode == 0, done.stderr
    assert "11 terms" in done.stderr
    return path


def run(folder, *arguments):
    return textveil("dictionary", *arguments, cwd=folder)


def test_help_has_an_example_for_each_verb(folder):
    for verb in ("build", "lookup", "apply", "stats", "propose", "curve"):
        shown = run(folder, verb, "--help").stdout
        assert f"textveil dictionary {verb}" in shown.replace("\n", " ")


def test_stats(folder):
    facts = json.loads(run(folder, "stats", "lands.dict", "--json").stdout)
    assert facts["terms"] == 11
    assert len(facts["sha256"]) == 64
    assert "terms" in run(folder, "stats", "lands.dict").stdout


def test_lookup(folder):
    done = run(folder, "lookup", "lands.dict", "Pakistan", "-k", "3", "--json")
    form = json.loads(done.stdout)
    assert list(form) == ["term", "form", "k", "k_eff", "remaining"]
    assert form["k_eff"] >= 3
    count = run(
        folder, "lookup", "lands.dict", "Pakistan", "-k", "3", "--guarantee", "count", "--json"
    )
    assert json.loads(count.stdout)["remaining"] >= form["remaining"]
    table = run(folder, "lookup", "lands.dict", "Pakistan", "-k", "3").stdout
    assert table.split("\n")[0].split() == ["term", "anonymized", "k", "k_eff", "remain", "length"]


def test_lookup_with_the_frontier(folder):
    shown = run(folder, "lookup", "lands.dict", "Japan", "-k", "2", "--frontier", "--json")
    forms = json.loads(shown.stdout)
    assert {"form": "Ja*an", "k": 2, "remaining": 4}.items() <= next(
        form for form in forms if form["form"] == "Ja*an"
    ).items()
    rows = run(folder, "lookup", "lands.dict", "Japan", "-k", "2", "--frontier").stdout
    assert rows.split("\n")[0].split() == ["term", "anonymized", "k", "remain", "length"]


def test_lookup_of_a_term_without_a_form(folder):
    done = run(folder, "lookup", "lands.dict", "Japan", "-k", "50", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) is None
    assert "removed entirely" in done.stderr
    assert "K = 50 is more than the 11 terms of the dictionary" in done.stderr
    fewer = run(folder, "lookup", "lands.dict", "Japan", "-k", "3")
    assert "more than" not in fewer.stderr


def test_lookup_draws_the_chart(folder):
    pytest.importorskip("matplotlib")
    done = run(folder, "lookup", "lands.dict", "Japan", "-k", "2", "-o", "chart.svg")
    assert done.returncode == 0, done.stderr
    assert "remaining characters" in (folder / "chart.svg").read_text("utf-8")


def test_a_term_that_is_not_there_is_not_repeated(folder):
    done = run(folder, "lookup", "lands.dict", "Zanzibar", "-k", "2")
    assert done.returncode == 2
    assert "not in the dictionary" in done.stderr
    assert "Zanzibar" not in done.stderr


def test_apply(folder):
    options = ("-k", "3", "--lines", "--identifiers", "names.txt", "-o", "shared.txt")
    done = run(folder, "apply", "lands.dict", "letters.txt", *options, "--report", "report.json")
    assert done.returncode == 0, done.stderr
    assert "dictionary-forms holds" in done.stderr
    assert "identifiers-removed holds (1 identifier looked for)" in done.stderr
    assert "less than count would" in done.stderr
    shared = (folder / "shared.txt").read_text()
    assert shared.startswith("* left ")
    assert "Panamax ships" in shared
    assert not any(land in shared for land in LANDS if land != "Panama")
    report = json.loads((folder / "report.json").read_text())
    assert {one["status"] for one in report["verdicts"]} == {"holds"}
    assert report["identifiers_removed"] == 1
    assert report["mutual_costs"]["exact"] is True
    again = run(folder, "apply", "lands.dict", "letters.txt", *options)
    assert again.returncode == 0
    assert (folder / "shared.txt").read_text() == shared


def test_apply_to_rows(folder):
    rows = [{"id": "1", "text": "In Japan", "ward": "B2"}, {"id": "2", "text": "In Javan"}]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = run(folder, "apply", "lands.dict", "rows.jsonl", "-k", "2", "-o", "out.jsonl", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["documents"] == 2
    written = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert [row["text"] for row in written] == ["In Ja*an", "In Ja*an"]
    assert written[0]["metadata"] == {"ward": "B2"} or written[0]["ward"] == "B2"


def test_propose(folder):
    done = run(folder, "propose", "letters.txt", "--lines")
    terms = [line.split("\t")[0] for line in done.stdout.splitlines()]
    assert "Ana Ruiz" in terms
    assert "Ana" not in done.stderr
    done = run(folder, "propose", "letters.txt", "--lines", "--json", "-o", "proposed.jsonl", "-q")
    assert done.stdout == ""
    rows = [json.loads(line) for line in (folder / "proposed.jsonl").read_text().splitlines()]
    assert "Ana Ruiz" in {row["term"] for row in rows}


def test_curve(folder):
    done = run(folder, "curve", "lands.dict", "letters.txt", "--lines", "-k", "2..4", "--json")
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert len(measured["points"]) == 6
    assert measured["suggestion"]["chosen"] in {"2", "3", "4"}
    assert "because:" in done.stderr
    done = run(folder, "curve", "lands.dict", "letters.txt", "-k", "2", "--keep", "1")
    assert done.returncode == 2
    assert "no k keeps" in done.stderr
    assert "remaining characters" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["build", "none.txt", "-o", "x.dict"], 4, "no such file"),
        (["build", "lands.txt", "-o", "lands.txt"], 2, "replace an input"),
        (["build", "lands.txt", "-o", "x.dict", "--mutual", "1"], 2, "at least 2"),
        (["stats", "lands.txt"], 4, "not a dictionary"),
        (["stats", "none.dict"], 4, "o such file"),
        (["lookup", "lands.dict", "Japan", "-k", "1"], 2, "at least 2"),
        (
            ["lookup", "lands.dict", "Japan", "-k", "2", "--guarantee", "x"],
            2,
            "use one of mutual, count",
        ),
        (["lookup", "lands.dict", "Japan", "-k", "2", "-o", "a.gif"], 2, "ends in"),
        (["apply", "lands.dict", "none.txt", "-k", "2", "-o", "x.txt"], 4, "no such file"),
        (["apply", "lands.dict", "-", "-k", "2", "-o", "x.txt"], 2, "not stdin"),
        (["apply", "lands.dict", "letters.txt", "-k", "1", "-o", "x.txt"], 2, "at least 2"),
        (["curve", "lands.dict", "letters.txt", "-o", "x.gif"], 2, "ends in"),
    ],
)
def test_mistakes_are_told(folder, arguments, code, message):
    done = run(folder, *arguments)
    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert not any((folder / name).exists() for name in ("x.dict", "x.txt", "x.gif"))


def test_a_damaged_dictionary_is_refused(folder):
    data = (folder / "lands.dict").read_bytes()
    for name, damaged in (
        ("short", data[:-10]),
        ("flipped", data[:-1] + bytes([data[-1] ^ 1])),
        ("empty", b""),
    ):
        (folder / f"{name}.dict").write_bytes(damaged)
        done = run(folder, "lookup", f"{name}.dict", "Japan", "-k", "2")
        assert done.returncode == 4, (name, done.stdout, done.stderr)


def built(folder, *terms):
    path = folder / "terms.txt"
    path.write_text("\n".join(terms) + "\n", "utf-8")
    done = textveil("dictionary", "build", path, "-o", folder / "terms.dict")
    assert done.returncode == 0, done.stderr
    return folder / "terms.dict"


def test_terms_in_western_letters_are_recognised(tmp_path):
    (tmp_path / "terms.txt").write_bytes("Zürich\nZärich\n".encode("latin-1"))
    build = ("dictionary", "build", "terms.txt", "-o", "x.dict")
    assert textveil(*build, cwd=tmp_path).returncode == 0
    found = textveil("dictionary", "lookup", "x.dict", "Zürich", "-k", 2, cwd=tmp_path)
    assert "Z*rich" in found.stdout


def test_terms_in_another_encoding(tmp_path):
    (tmp_path / "terms.txt").write_bytes("Москва\nМасква\n".encode("cp1251"))
    build = ("dictionary", "build", "terms.txt", "-o", "x.dict")
    assert textveil(*build, cwd=tmp_path).returncode == 4
    assert textveil(*build, "--encoding", "cp1251", cwd=tmp_path).returncode == 0
    found = textveil("dictionary", "lookup", "x.dict", "Москва", "-k", 2, cwd=tmp_path)
    assert "М*сква" in found.stdout


@pytest.mark.parametrize("other", ["Ja\u00adpan", "Japan\u200b", " Japan", "Japan\u00a0"])
def test_spellings_of_one_term_do_not_count_twice(tmp_path, other):
    dictionary = built(tmp_path, "Japan", other)
    note = tmp_path / "note.txt"
    note.write_text("I live in Japan", "utf-8")
    done = textveil("dictionary", "apply", dictionary, note, "-k", 2, "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.txt").read_text("utf-8") == "I live in *"


def test_identifiers_go_wherever_they_stand_in_whatever_case(tmp_path):
    dictionary = built(tmp_path, "Ana Ruiz Street", "Ana Ruiz Straat", "Ana Ruiz Strand")
    names, note = tmp_path / "names.txt", tmp_path / "note.txt"
    names.write_text("Ana Ruiz\n")
    note.write_text("ANA RUIZ lives at Ana Ruiz Street")
    out = tmp_path / "out.txt"
    done = textveil(
        *("dictionary", "apply", dictionary, note, "-k", 3),
        *("--identifiers", names, "-o", out),
    )
    assert done.returncode == 0, done.stderr
    assert "ruiz" not in out.read_text().lower()


def test_other_columns_are_named_as_unprotected(tmp_path):
    dictionary = built(tmp_path, "Japan", "Japen", "Japon")
    table = tmp_path / "t.csv"
    table.write_text("id,name,text\n1,Ana,to Japan\n")
    out = tmp_path / "o.csv"
    done = textveil("dictionary", "apply", dictionary, table, "-k", 2, "-o", out)
    assert "fields released as they are, unprotected: name" in done.stderr


def test_no_output_replaces_an_input_or_another_output(tmp_path):
    dictionary = built(tmp_path, "Japan", "Japen", "Japon")
    note = tmp_path / "note.txt"
    note.write_text("to Japan")
    for target, report in [(note, "r"), (dictionary, "r"), ("o", "o"), ("o", note), ("-", "r")]:
        done = textveil(
            *("dictionary", "apply", dictionary, note, "-k", 2, "-o", target),
            *("--report", report),
            cwd=tmp_path,
        )
        assert done.returncode == 2, (target, report)
    assert note.read_text() == "to Japan"
    assert textveil("dictionary", "stats", dictionary).returncode == 0
