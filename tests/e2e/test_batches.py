"""Two batches of one project, as a user meets them: `--vault` on `protect` and `release`."""

import json

import pytest
from tests.e2e.textveil_cli import textveil

POLICY = """
name: surrogates of what has a form
detect: [textveil.patterns.v1]
transform: {default: {use: textveil.surrogate.v1, scope: subject}}
verify: [textveil.alignment.v1, textveil.residue.v1, textveil.collisions.v1]
columns: {'*': drop}
"""
ANA = "(617) 735-1234"
BATCHES = {
    "one": [("a", "p1", f"Called {ANA}, MRN: 4471123."), ("b", "p2", "MRN: 4471999.")],
    "two": [("c", "p1", "MRN: 4471123. Call 617.735.1234."), ("d", "p3", "MRN: 4471555.")],
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("TEXTVEIL_PASSWORD", raising=False)
    (tmp_path / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    (tmp_path / "other").write_text("another key of more than sixteen bytes, 4Rb8nWz5Hd\n")
    (tmp_path / "policy.yaml").write_text(POLICY)
    for name, rows in BATCHES.items():
        write(tmp_path / f"{name}.jsonl", rows)
    return tmp_path


def write(path, rows):
    lines = [json.dumps({"id": i, "subject": s, "text": text}) for i, s, text in rows]
    path.write_text("\n".join(lines) + "\n")


def run(folder, *arguments, code=0, stdin=None, **environment):
    done = textveil(*arguments, cwd=folder, stdin=stdin, **environment)
    assert done.returncode == code, done.stderr
    assert "4471123" not in done.stderr
    return done


def protected(folder, name, verb="protect", *more):
    given = ("-p", "policy.yaml", "--vault", "v", "--key", "key", *more)
    if verb == "protect":
        run(folder, "protect", f"{name}.jsonl", "-o", f"safe-{name}.jsonl", *given)
        path = folder / f"safe-{name}.jsonl"
    else:
        run(folder, "release", f"{name}.jsonl", f"out-{name}", *given)
        path = folder / f"out-{name}" / "publish" / "texts" / f"{name}.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {row["id"]: row["text"] for row in rows}


def digits(text):
    return ["".join(filter(str.isdigit, word)) for word in text.replace(") ", "").split()]


@pytest.mark.parametrize("verb", ["protect", "release"])
def test_one_person_has_one_surrogate_across_batches(folder, verb):
    one, two = protected(folder, "one"), protected(folder, "two", verb)
    phone, number = filter(None, digits(one["a"]))
    assert list(filter(None, digits(two["c"]))) == [number, phone]
    assert number not in one["b"] + two["d"]
    for text in (*one.values(), *two.values()):
        assert not {"4471123", "4471999", "4471555"} & set(digits(text))


def test_a_vault_tells_who_stands_behind_a_surrogate(folder):
    one = protected(folder, "one", "release")
    phone, number = filter(None, digits(one["a"]))
    found = run(folder, "vault", "find", "v", number, "--key", "key").stdout
    assert found == f"MRN\t4471123\t{number}\tsubject:p1\n"
    done = run(folder, "vault", "find", "v", "-", "--key", "key", "--json", stdin=f"{ANA}\n")
    [shown] = json.loads(done.stdout)
    assert (shown["label"], shown["original"], shown["where"]) == ("PHONE", ANA, "subject:p1")
    assert "".join(filter(str.isdigit, shown["surrogate"])) == phone
    done = run(folder, "vault", "find", "v", "999999999", "--key", "key", code=1)
    assert done.stdout == ""
    assert "999999999" not in done.stderr
    run(folder, "vault", "find", "v", "4471999", "--key", "other", code=7)
    assert "0 documents · 3 surrogates" in run(folder, "vault", "check", "v", "--key", "key").stderr
    done = run(folder, "vault", "check", "v", "--key", "key", "--json")
    assert json.loads(done.stdout)["surrogates"] == 3
    done = run(folder, "vault", "log", "v", "--key", "key", "--json")
    told = [(entry["command"], entry["look_up"]) for entry in json.loads(done.stdout)]
    # The wrong key left no entry, and no entry holds a value.
    assert told == [
        ("textveil release", "release a batch"),
        *[("textveil vault find", "find"), ("textveil vault find", "found by surrogate")],
        *[("textveil vault find", "find"), ("textveil vault find", "found by original")],
        *[("textveil vault find", "find"), ("textveil vault find", "found nothing")],
        *[("textveil vault check", "check")] * 2,
        ("textveil vault log", "read the log"),
    ]
    assert not {number, phone, "4471123", "999999999"} & set(digits(done.stdout))


def test_a_surrogate_that_turns_out_to_be_real_is_told(folder):
    one = protected(folder, "one")
    [number] = filter(None, digits(one["b"]))
    write(folder / "three.jsonl", [("e", "p4", f"MRN: {number}.")])
    given = ("-p", "policy.yaml", "--vault", "v", "--key", "key")
    done = run(folder, "release", "three.jsonl", "out", *given)
    assert (
        "1 value of this batch was given to other people as surrogates in an earlier" in done.stderr
    )
    assert number not in done.stderr
    assert number not in (folder / "out" / "publish" / "texts" / "three.jsonl").read_text()
    quiet = run(folder, "release", "three.jsonl", "again", *given, "--quiet")
    assert quiet.stderr == ""


def test_a_new_key_of_the_vault_changes_nothing(folder):
    protected(folder, "one")
    two = protected(folder, "two", "release")
    run(folder, "vault", "rotate", "v", "--key", "key", "--new-key", "other")
    given = ("-p", "policy.yaml", "--vault", "v", "--key", "other", "--force")
    run(folder, "release", "two.jsonl", "out-two", *given)
    text = (folder / "out-two" / "publish" / "texts" / "two.jsonl").read_text()
    assert [json.loads(line)["text"] for line in text.splitlines()] == list(two.values())


def test_a_release_with_a_password(folder):
    password = {"TEXTVEIL_PASSWORD": "correct horse battery"}
    given = ("release", "one.jsonl", "out", "-p", "policy.yaml")
    run(folder, *given, "--vault", "v", "--password", **password)
    assert "3 surrogates" in run(folder, "vault", "check", "v", **password).stderr


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (["--password"], "there is none", 2),
        (["--vault", "v"], "the vault needs a key", 2),
        (["--vault", "key", "--key", "key"], "replace an input", 2),
        (["--vault", "out", "--key", "key"], "replace an input", 2),
        (["--vault", "no/v", "--key", "key"], "the vault cannot be made", 5),
    ],
)
def test_mistakes_are_told_before_anything_is_made(folder, arguments, said, code):
    before = sorted(folder.iterdir())
    done = run(folder, "release", "one.jsonl", "out", "-p", "policy.yaml", *arguments, code=code)
    assert said in done.stderr
    assert sorted(folder.iterdir()) == before


def test_a_wrong_key_of_the_vault(folder):
    protected(folder, "one")
    given = ("-p", "policy.yaml", "--vault", "v", "--key", "other")
    done = run(folder, "release", "two.jsonl", "out", *given, code=7)
    assert "not the key of the vault" in done.stderr
    assert not (folder / "out").exists()
