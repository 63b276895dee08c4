"""The command line as a user meets it: outputs, exit codes, messages."""

import json
import shutil
import signal
from hashlib import sha256

import pytest
from tests.e2e.mortal import mortal
from tests.e2e.textveil_cli import textveil

from textveil.pipeline.demo import sample_notes

TEXT = "Write to ana@example.org or call (617) 555-0134.\nAgain: Ana@Example.org.\n"


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.txt"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "key.txt"
    path.write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    return path


def released(tmp_path, *more):
    out = tmp_path / "out"
    done = textveil("release", tmp_path / "note.txt", out, *more)
    assert done.returncode == 0, done.stderr
    return out, done


def test_scan_prints_one_json_object_a_document(note):
    done = textveil("scan", note)
    assert done.returncode == 0, done.stderr
    [row] = map(json.loads, done.stdout.splitlines())
    assert row["id"] == "note"
    found = {(s["label"], TEXT[s["start"] : s["end"]]) for s in row["spans"]}
    assert ("EMAIL", "ana@example.org") in found
    assert ("PHONE", "(617) 555-0134") in found


def test_scan_explains_without_quoting(note):
    [row] = map(json.loads, textveil("scan", note, "--explain").stdout.splitlines())
    assert all(span["explanation"]["rule"] for span in row["spans"])
    assert "ana@example" not in json.dumps(row)


def test_scan_reads_stdin():
    done = textveil("scan", "-", stdin=TEXT)
    assert json.loads(done.stdout)["spans"]


def test_scan_writes_other_formats(note, tmp_path):
    done = textveil("scan", note, "-o", tmp_path / "marked", "--to", "brat")
    assert done.returncode == 0, done.stderr
    assert "EMAIL 9 24" in (tmp_path / "marked" / "note.ann").read_text("utf-8").replace("\t", " ")


def test_release_writes_texts_record_certificate_and_report(note, tmp_path):
    out, done = released(tmp_path)
    assert done.stdout == ""
    text = (out / "publish" / "texts" / "note.txt").read_text("utf-8")
    assert text == "Write to [EMAIL] or call [PHONE].\nAgain: [EMAIL].\n"
    certificate = json.loads((out / "publish" / "certificate.json").read_text("utf-8"))
    assert {v["claim"]: v["status"] for v in certificate["verdicts"]} == {
        "record": "holds",
        "metadata": "holds",
        "alignment": "holds",
        "residue": "holds",
    }
    assert (out / "publish" / "report.html").is_file()
    rows = [
        json.loads(line) for line in (out / "keep" / "edits.jsonl").read_text("utf-8").splitlines()
    ]
    assert [edit["label"] for edit in rows[0]["edits"]] == ["EMAIL", "PHONE", "EMAIL"]


def test_release_refuses_a_folder_with_contents(note, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("precious")
    done = textveil("release", note, tmp_path / "out")
    assert done.returncode == 5
    assert "not empty" in done.stderr
    done = textveil("release", note, tmp_path / "out", "--force")
    assert done.returncode == 5
    assert (tmp_path / "out" / "mine.txt").read_text() == "precious"


def test_force_replaces_no_folder_with_a_certificate_of_something_else(note, tmp_path):
    out = tmp_path / "out"
    (out / "publish").mkdir(parents=True)
    (out / "publish" / "certificate.json").write_text('{"mine": 1}')
    (out / "mine.txt").write_text("precious")
    done = textveil("release", note, out, "--force")
    assert done.returncode == 5
    assert "certificate.json is no certificate of a release" in done.stderr
    assert (out / "mine.txt").read_text() == "precious"


def test_force_replaces_an_earlier_release(note, tmp_path):
    released(tmp_path)
    note.write_text("Nothing here.\n")
    out, _ = released(tmp_path, "--force")
    assert (out / "publish" / "texts" / "note.txt").read_text("utf-8") == "Nothing here.\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["note.txt", "out"]


def test_verify_without_and_with_the_input(note, tmp_path):
    out, _ = released(tmp_path)
    done = textveil("verify", out, "--json")
    assert done.returncode == 0, done.stderr
    found = {v["claim"]: v["status"] for v in json.loads(done.stdout)["verdicts"]}
    assert found["integrity"] == "holds"
    assert found["residue"] == "stated"
    done = textveil("verify", out, "--input", note, "--json")
    found = {v["claim"]: v["status"] for v in json.loads(done.stdout)["verdicts"]}
    claims = ("integrity", "record", "input", "metadata", "alignment", "residue")
    assert {found[c] for c in claims} == {"holds"}


@pytest.mark.parametrize("name", ["more.txt", "texts/more.txt", ".hidden", "texts/deep/x"])
def test_verify_fails_on_an_added_file_anywhere(note, tmp_path, name):
    out, _ = released(tmp_path)
    (out / "publish" / name).parent.mkdir(exist_ok=True)
    (out / "publish" / name).write_text("smuggled")
    done = textveil("verify", out)
    assert done.returncode == 1
    assert "does not know this file" in done.stderr


CHANGES = {
    "counts.passages": lambda c: c["counts"].update(passages=999),
    "counts.labels": lambda c: c["counts"].update(labels={"NAME": 20}),
    "unprotected": lambda c: c.update(unprotected=["x"]),
    "a verdict less": lambda c: c["verdicts"].pop(),
    "a verdict more": lambda c: c["verdicts"].append(
        {"claim": "k-subjects", "status": "holds", "exempt": {}}
    ),
    "the policy's name": lambda c: c["policy"].update(name="another"),
    "the policy's verifiers": lambda c: c["policy"].update(verify=[]),
    "the record is not listed": lambda c: c["kept"].pop("edits.jsonl"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_verify_fails_on_a_changed_certificate(note, tmp_path, change):
    out, _ = released(tmp_path)
    path = out / "publish" / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    CHANGES[change](content)
    path.write_text(json.dumps(content), "utf-8")
    done = textveil("verify", out)
    assert done.returncode == 1, done.stdout
    assert "differs from the certificate" in done.stderr or "witness" in done.stderr


def test_verify_fails_on_changed_metadata(tmp_path):
    table = tmp_path / "notes.csv"
    table.write_text("id,ward,text\n1,B2,Write to ana@example.org\n")
    assert textveil("release", table, tmp_path / "out", "--column", "ward=keep").returncode == 0
    file = tmp_path / "out" / "publish" / "texts" / "notes.csv"
    file.write_text(file.read_text().replace("B2", "B9"))
    path = tmp_path / "out" / "publish" / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    content["output"]["texts/notes.csv"] = sha256(file.read_bytes()).hexdigest()
    path.write_text(json.dumps(content), "utf-8")
    done = textveil("verify", tmp_path / "out", "--input", table)
    assert done.returncode == 1
    assert "witness against metadata" in done.stderr


def test_verify_refutes_when_the_texts_are_gone(note, tmp_path):
    out, _ = released(tmp_path)
    (out / "publish" / "texts" / "note.txt").unlink()
    done = textveil("verify", out)
    assert done.returncode == 1
    assert "witness against record" in done.stderr


def test_names_that_would_be_released_are_looked_at(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("ana@example.org,text\n1,x\n")
    done = textveil("release", table, tmp_path / "out", "--column", "*=keep")
    assert done.returncode == 4
    assert "looks like EMAIL" in done.stderr
    folder = tmp_path / "617-555-0134"
    folder.mkdir()
    (folder / "a.txt").write_text("hello")
    done = textveil("release", folder, tmp_path / "out")
    assert done.returncode == 4
    assert "looks like PHONE" in done.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_utf16_is_never_read_as_something_else(tmp_path, encoding):
    path = tmp_path / "wide.txt"
    path.write_bytes("Call 617-555-0134 now".encode("utf-16"))
    done = textveil("release", path, tmp_path / "out", "--encoding", encoding)
    assert done.returncode == 4
    assert "--encoding utf-16" in done.stderr
    path.write_bytes("Call 617-555-0134 now".encode("utf-16-le"))
    done = textveil("release", path, tmp_path / "out", "--encoding", encoding)
    assert done.returncode == 4
    assert not (tmp_path / "out").exists()
    done = textveil("release", path, tmp_path / "out", "--encoding", "utf-16-le")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("step", [3, 20, 50, 90])
def test_a_run_that_is_told_to_stop_leaves_its_progress_and_no_text(tmp_path, step):
    folder = tmp_path / "work"
    folder.mkdir()
    rows = ({"id": str(n), "text": f"user{n}@example.org 617-555-0134"} for n in range(30))
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ended = mortal(folder, ["release", "rows.jsonl", "out"], step, signal.SIGTERM)
    assert ended.code == 130
    assert "stopped; nothing was written" in ended.told
    assert {p.name for p in folder.iterdir()} <= {"rows.jsonl", ".out.progress"}
    for left in folder.glob(".out.progress/*"):
        assert "example.org" not in left.read_text("utf-8")
    assert all(p.stat().st_mode & 0o077 == 0 for p in folder.glob(".out.progress"))


def test_the_nonce_is_for_its_owner_alone(note, tmp_path):
    out, _ = released(tmp_path)
    assert (out / "keep" / "input.nonce").stat().st_mode & 0o077 == 0


def test_files_that_are_not_read_are_mentioned(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("x")
    (folder / "b.md").write_text("y")
    assert "1 file without" in textveil("scan", folder, "--format", "text").stderr
    done = textveil("scan", folder)
    assert (done.returncode, "b.md" in done.stderr) == (4, True)


def test_the_output_may_not_lie_inside_the_input(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("x")
    done = textveil("release", folder, folder / "out")
    assert done.returncode == 2
    assert "inside the input" in done.stderr


@pytest.mark.parametrize(
    ("part", "file", "claim"),
    [
        ("publish", "texts/note.txt", "integrity"),
        ("publish", "report.html", "integrity"),
        ("keep", "edits.jsonl", "kept"),
        ("keep", "figures.json", "kept"),
    ],
)
def test_verify_fails_on_a_changed_file(note, tmp_path, part, file, claim):
    out, _ = released(tmp_path)
    with (out / part / file).open("a") as stream:
        stream.write(" ")
    done = textveil("verify", out)
    assert done.returncode == 1
    assert f"witness against {claim}: {file}" in done.stderr


def test_verify_fails_on_an_added_file(note, tmp_path):
    out, _ = released(tmp_path)
    (out / "publish" / "texts" / "more.txt").write_text("smuggled")
    assert textveil("verify", out).returncode == 1


def test_verify_fails_on_another_input(note, tmp_path):
    out, _ = released(tmp_path)
    note.write_text(TEXT.replace("Write", "Wrote"))
    done = textveil("verify", out, "--input", note)
    assert done.returncode == 1
    assert "not the input that was released" in done.stderr


def test_verify_fails_on_a_certificate_that_says_more_than_is_true(note, tmp_path):
    out, _ = released(tmp_path)
    path = out / "publish" / "certificate.json"
    path.write_text(path.read_text().replace('"checked": 10', '"checked": 20'))
    done = textveil("verify", out, "--input", note)
    assert done.returncode == 1
    assert "differs from the certificate: residue: checked was 20, is fewer than 15" in done.stderr


def test_the_seal_needs_the_right_key(note, tmp_path, key):
    out, _ = released(tmp_path, "--key", key, "--policy", "keyed-hash")
    assert not (out / "keep" / "input.nonce").exists()
    assert textveil("verify", out, "--input", note, "--key", key).returncode == 0
    key.write_text("another key, also long enough, 4Rb8nWz5Hd")
    done = textveil("verify", out, "--key", key)
    assert done.returncode == 1
    assert "witness against seal" in done.stderr


def test_a_seal_that_was_taken_off_exits_with_1(note, tmp_path, key):
    out, _ = released(tmp_path, "--key", key)
    path = out / "publish" / "certificate.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"seal": ""}), "utf-8")
    done = textveil("verify", out)
    assert done.returncode == 1
    assert "the seal is missing" in done.stderr


def test_the_release_id_is_printed_and_asked_for(note, tmp_path):
    out, done = released(tmp_path)
    stated = json.loads((out / "publish" / "certificate.json").read_text("utf-8"))["id"]
    assert f"release id: {stated}" in done.stderr.splitlines()
    assert textveil("verify", out, "--release", stated.upper()).returncode == 0
    other = textveil("verify", out, "--release", "0" * 64)
    assert other.returncode == 1
    assert "not the release that was asked for" in other.stderr
    assert textveil("verify", out, "--release", stated[:8]).returncode == 2


def test_the_same_key_gives_the_same_bytes(note, tmp_path, key, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1460000000")
    out, _ = released(tmp_path, "--key", key)
    first = {p.name: p.read_bytes() for p in out.rglob("*") if p.is_file()}
    out, _ = released(tmp_path, "--key", key, "--force")
    assert {p.name: p.read_bytes() for p in out.rglob("*") if p.is_file()} == first


def test_a_refuted_release_is_not_written(tmp_path):
    notes = tmp_path / "notes.jsonl"
    notes.write_text('{"text": "Write to ana@example.org", "mail": "say ana@example.org"}\n')
    kept = ("--column", "*=keep")
    done = textveil("release", notes, tmp_path / "out", *kept)
    assert done.returncode == 1, done.stderr
    assert "metadata field mail" in done.stderr
    assert not (tmp_path / "out").exists()
    done = textveil("release", notes, tmp_path / "out", *kept, "--keep-refuted")
    assert done.returncode == 1
    certificate = json.loads((tmp_path / "out" / "publish" / "certificate.json").read_text())
    assert "refuted" in {verdict["status"] for verdict in certificate["verdicts"]}


def test_other_columns_survive_and_are_named_as_unprotected(tmp_path):
    table = tmp_path / "notes.csv"
    table.write_text("id,ward,text\n1,B2,Write to ana@example.org\n")
    done = textveil("release", table, tmp_path / "out")
    assert done.returncode == 4
    assert "column ward has no rule" in done.stderr
    assert not (tmp_path / "out").exists()
    done = textveil("release", table, tmp_path / "out", "--column", "ward=keep")
    assert "fields released as they are, unprotected: ward" in done.stderr
    assert (tmp_path / "out" / "publish" / "texts" / "notes.csv").read_text().splitlines() == [
        "id,ward,text",
        "1,B2,Write to [EMAIL]",
    ]


def test_evaluate_scores_what_scan_printed(tmp_path):
    gold = tmp_path / "gold.jsonl"
    shutil.copy(sample_notes(), gold)
    (tmp_path / "spans.jsonl").write_text(textveil("scan", gold).stdout, "utf-8")
    done = textveil("evaluate", tmp_path / "spans.jsonl", gold, "--json")
    assert done.returncode == 0, done.stderr
    scores = {(s["name"], s["group"]): s["value"] for s in json.loads(done.stdout)["scores"]}
    assert scores["token recall", ""] > 0.9
    assert "token" in textveil("evaluate", tmp_path / "spans.jsonl", gold).stdout


def test_policy_verbs():
    assert "tag-only" in textveil("policy", "list").stdout
    assert json.loads(textveil("policy", "list", "--json").stdout)[0]["name"] == "blackout"
    assert textveil("policy", "show", "tag-only").stdout.startswith("#")
    assert "is valid" in textveil("policy", "check", "keyed-hash").stderr


def test_policy_check_points_at_the_line(tmp_path):
    mine = tmp_path / "mine.yaml"
    lines = textveil("policy", "show", "tag-only").stdout.replace("propagate", "propagat")
    mine.write_text(lines)
    at = 1 + next(n for n, line in enumerate(lines.splitlines()) if line.startswith("propagat"))
    done = textveil("policy", "check", mine)
    assert done.returncode == 3
    assert f"line {at}: there is no key `propagat` here" in done.stderr
    assert "did you mean propagate?" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["scan", "missing.txt"], 4, "no such file"),
        (["scan", "note.txt", "--policy", "tagonly"], 3, "did you mean tag-only?"),
        (["release", "note.txt", "out", "-p", "keyed-hash"], 3, "needs a key"),
        (["release", "note.txt", "out", "--key", "missing"], 2, "cannot be read"),
        (["release", "-", "out"], 2, "stdin"),
        (["verify", "."], 4, "no certificate.json"),
        (["scan", "/dev/zero", "--format", "text"], 4, "a pipe or a device"),
        (["release", "note.txt", "out", "--key", "/dev/zero"], 2, "a pipe or a device"),
        (["scan", "note.txt", "--encoding", "hex"], 2, "none of text"),
        (["scan", "note.txt", "--lines", "--format", "csv"], 2, "contradict"),
        (["scan", "note.txt", "--to", "brat"], 2, "--output"),
        (["scan", "note.txt", "--format", "cvs"], 3, "did you mean csv?"),
        (
            ["scan", "note.txt", "--caution", "95"],
            2,
            "--caution: caution is low, normal or high, or a share between 0 and 1",
        ),
        (["release", "note.txt", "out", "--caution", "95"], 2, "did you mean 0.95?"),
        (["scam", "note.txt"], 2, "scan"),
    ],
)
def test_mistakes_get_a_code_and_a_message(note, tmp_path, arguments, code, message):
    done = textveil(*arguments, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert done.stdout == ""


def test_version_and_help():
    assert textveil("--version").stdout.startswith("textveil ")
    for verb in ("scan", "release", "verify", "evaluate", "demo"):
        done = textveil(verb, "--help")
        assert "Example:" in done.stdout
        assert done.returncode == 0


def test_completion_is_offered():
    assert "--install-completion" in textveil("--help").stdout
