"""`textveil sanitize`, as a user meets it."""

import json
from random import Random

import pytest
from tests.e2e.textveil_cli import textveil

from textveil.transform.sanitization.settings import METHODS

W = "aabaaacbcbbbaabbacaab"


@pytest.fixture
def files(tmp_path):
    source, sensitive = tmp_path / "w.txt", tmp_path / "s.txt"
    source.write_text(W + "\n")
    sensitive.write_text("baaa\nbbaa\n")
    return source, sensitive, tmp_path / "out.txt"


def run(files, *more):
    source, sensitive, out = files
    return textveil("sanitize", source, "--sensitive", sensitive, "-o", out, *more)


def test_the_papers_example(files, tmp_path):
    report = tmp_path / "r.json"
    done = run(files, "-k", 4, "--method", "tfs", "--report", report)
    assert done.returncode == 0, done.stderr
    assert files[2].read_text() == "aabaa#aaacbcbbba#baabbacaab\n"
    for claim in ("C1", "P1", "P2"):
        assert f"{claim} holds" in done.stderr
    assert done.stderr.startswith("warning: a reader who undoes repeats gets 2 of 2 sensitive")
    told = json.loads(report.read_text())
    assert told["released_letters"] == 27
    assert all(verdict["status"] == "holds" for verdict in told["verdicts"])
    assert W not in report.read_text()


def test_the_first_line_says_what_a_reader_gets(files):
    done = run(files, "-k", 4, "--tau", 1)
    assert done.returncode == 0, done.stderr
    assert "a reader who undoes repeats gets" in done.stderr.splitlines()[0]
    assert "chance 0.0" in done.stderr.splitlines()[0]
    shown = files[2].read_text()
    assert len(shown) == 24
    assert not any(word in shown for word in ("#", "baaa", "bbaa"))


@pytest.mark.parametrize("method", METHODS)
def test_every_method(files, method):
    done = run(files, "-k", 4, "--method", method, "--rho", "-4", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["method"] == method
    assert told["verdicts"][0] == {
        "claim": "C1",
        "status": "holds",
        "checked": told["released_letters"],
        "failures": 0,
        "witnesses": [],
        "reason": "",
        "exempt": {},
    }


def test_the_warning_comes_even_if_asked_for_quiet(files):
    done = run(files, "-k", 4, "--method", "tfs", "--quiet")
    assert done.stderr.startswith("warning: a reader who undoes repeats gets 2 of 2")
    assert len(done.stderr.splitlines()) == 1


def test_rows_of_a_table_that_go_and_come_are_counted(tmp_path):
    """All pairs of two events but one occur, so that chance finds what is hidden."""
    rows = [
        f"p{who},2024-01-{day:02},{what}" for who in "12" for day, what in enumerate("abbaa", 1)
    ]
    source, out, hidden = tmp_path / "in.csv", tmp_path / "out.csv", tmp_path / "p.txt"
    source.write_text("\n".join(["who,when,what", *rows]) + "\n")
    hidden.write_text("a b\n")
    named = ("--who", "who", "--when", "when", "--what", "what")
    done = textveil("sanitize", source, *named, "-s", hidden, "-o", out)
    assert done.returncode == 0, done.stderr
    assert "warning:" not in done.stderr
    assert "chance 1: nearly all other patterns of 2 events occur" in done.stderr
    before, after = (set(path.read_text().splitlines()[1:]) for path in (source, out))
    kept = len(before & after)
    new = len(out.read_text().splitlines()) - 1 - kept
    assert f"released: {kept} kept, {10 - kept} removed, {new} new" in done.stderr
    assert not any("letters" in line for line in done.stderr.splitlines() if "holds" not in line)


def test_decoys_with_a_key(files, tmp_path):
    files[0].write_text(W * 20 + "\n")
    key = tmp_path / "key.txt"
    key.write_text("a long key that draws decoys, number 1")
    more = ("-k", 4, "--method", "tm", "--decoys", 3, "--key", key)
    done = run(files, *more)
    assert done.returncode == 0, done.stderr
    assert "each is one of 3" in done.stderr.splitlines()[0]
    assert "decoys holds" in done.stderr
    first = files[2].read_text()
    assert run(files, *more).returncode == 0
    assert files[2].read_text() == first


def test_tokens_and_another_separator(tmp_path):
    source, sensitive = tmp_path / "v.txt", tmp_path / "s.txt"
    source.write_text("home bus ward home\nhome ward bus ward\nbus\n")
    sensitive.write_text("bus ward\n")
    out = tmp_path / "o.txt"
    done = textveil(
        *("sanitize", source, "-s", sensitive, "--lines", "--unit", "token", "-o", out),
        *("--method", "tfs", "--separator", "%"),
    )
    assert done.returncode == 0, done.stderr
    assert out.read_text() == "home bus % ward home\nhome ward bus\nbus\n"


def test_wildcards(files):
    files[1].write_text("ba?a\nbb?a\n")
    done = run(files, "--method", "pfs", "--wildcard", "?")
    assert done.returncode == 0, done.stderr
    assert "6 sensitive patterns of 4 letters" in done.stderr


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["-k", 4, "--separator", "a"], "separator is a letter"),
        (["-k", 4, "--separator", "ab"], "one character"),
        (["-k", 5], "shortest sensitive pattern has 4"),
        (["-k", 0], "k must be at least 1"),
        (["-k", 4, "--tau", 0], "tau must be at least 1"),
        (["-k", 4, "--rho", 0], "rho must be below 0"),
        (["-k", 4, "--rho", "-inf"], "rho must be below 0 and finite"),
        (["-k", 4, "--rho", "nan"], "rho must be below 0 and finite"),
        (["-k", 4, "--reference", "w.txt"], "belong to the method tmi"),
        (["-k", 4, "--decoys", 0], "decoys must be at least 1"),
        (["-k", 4, "--decoys", 3, "--method", "ph"], "has no decoys"),
        (["-k", 4, "--theta", -1], "theta must not be negative"),
        (["-k", 4, "--method", "hope"], "no method of the name"),
        (["-k", 4, "--unit", "word"], "char or token"),
    ],
)
def test_mistakes(files, more, message):
    done = run(files, *more)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert not files[2].exists()


@pytest.mark.parametrize(
    ("text", "sensitive", "message"),
    [
        ("aab", "baaa", "longest sequence has 3"),
        (W, "bzaa", "this pattern cannot occur"),
        (W, "", "no pattern"),
        ("", "baaa", "no letters"),
    ],
)
def test_bad_files(files, text, sensitive, message):
    files[0].write_text(text)
    files[1].write_text(sensitive)
    done = run(files, "-k", 4)
    assert done.returncode in (2, 4), done.stderr
    assert message in done.stderr
    assert "bzaa" not in done.stderr
    assert not files[2].exists()


def test_where_nothing_can_hide_a_pattern_the_separator_is_named(files):
    # Every letter in place of the separator, and its deletion, brings a sensitive pattern back.
    files[1].write_text("ba?a\nbb?a\n")
    done = run(files, "--method", "tpm", "--wildcard", "?")
    assert done.returncode == 4, done.stderr
    assert "w, separator 1 at 9: no replacement can hide" in done.stderr
    assert not files[2].exists()


def test_files_that_are_not_there(files, tmp_path):
    done = textveil("sanitize", tmp_path / "no.txt", "-s", files[1], "-o", files[2])
    assert done.returncode == 4
    done = textveil("sanitize", files[0], "-s", tmp_path / "no.txt", "-o", files[2])
    assert done.returncode == 4
    assert "no.txt" in done.stderr
    done = textveil("sanitize", "-", "-s", files[1], "-o", files[2])
    assert done.returncode == 2
    done = run(files, "-k", 4, "--report", tmp_path / "nowhere" / "r.json")
    assert done.returncode == 5
    assert not files[2].exists()


def test_the_input_is_never_replaced(files):
    done = textveil("sanitize", files[0], "-s", files[1], "-k", 4, "-o", files[0])
    assert done.returncode == 2
    assert files[0].read_text() == W + "\n"


def test_tmi_by_another_reference_and_named_patterns(files, tmp_path):
    reference, named, report = (tmp_path / name for name in ("r.txt", "i.txt", "r.json"))
    reference.write_text(W * 3 + "\n")
    named.write_text("bacb\ncabb\n")
    more = ("-k", 4, "--method", "tmi", "--rho", "-4", "--report", report)
    done = run(files, *more, "--reference", reference, "--implausible", named)
    assert done.returncode == 0, done.stderr
    assert "plausible holds" in done.stderr
    shown = files[2].read_text()
    assert "bacb" not in shown
    assert "cabb" not in shown
    told = json.loads(report.read_text())
    assert (told["reference_letters"], told["implausible_patterns"]) == (63, 2)
    done = run(files, *more, "--reference", tmp_path / "no.txt")
    assert done.returncode == 4


def test_notices_are_shown_unless_quiet(files, tmp_path):
    source = tmp_path / "w.fa"
    source.write_text(f">one\n{W}ABC\n")
    for quiet in ((), ("--quiet",)):
        done = textveil(
            *("sanitize", source, "-s", files[1], "-k", 4, "--decoys", 1),
            *("-o", tmp_path / "o.fa", *quiet),
        )
        assert done.returncode == 0, done.stderr
        assert ("soft-masked" in done.stderr) == (not quiet)


def test_compare_draws_and_counts(tmp_path):
    source = tmp_path / "w.txt"
    source.write_text("abcadbacdabcdbacb" * 30)
    out = tmp_path / "figures"
    done = textveil(
        *("sanitize", "compare", source, "--method", "tfs,tpm,ba", "--patterns", "2,4"),
        *("-k", 3, "--tau", 5, "--rho", "-1,-2", "-o", out),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("varies")
    points = json.loads((out / "comparison.json").read_text("utf-8"))["points"]
    assert {point["axis"] for point in points} == {"patterns", "rho"}
    assert (out / "distortion.png").exists()
    done = textveil("sanitize", "compare", source, "--rho", "hope")
    assert done.returncode == 2


def test_nothing_quotes_a_letter(tmp_path):
    canary = "zanzibarquartz"
    source, sensitive = tmp_path / "w.txt", tmp_path / "s.txt"
    source.write_text(f"home {canary} ward home {canary} ward\n")
    sensitive.write_text(f"{canary} ward\n")
    for more in (["-k", 2], ["-k", 3], ["-k", 2, "--separator", canary], ["--method", "tfs"]):
        done = textveil(
            *("sanitize", source, "-s", sensitive, "--unit", "token", "-o", tmp_path / "o.txt"),
            *("--report", tmp_path / "r.json", *more),
        )
        assert done.returncode != 70, done.stderr
        assert canary not in done.stderr + done.stdout
    assert canary not in (tmp_path / "r.json").read_text()


def test_made_places_in_several_sequences_are_warned_of(tmp_path):
    rng = Random(5)  # noqa: S311
    rows = ["".join(rng.choices("abcdef", k=120)) for _ in range(12)]
    (tmp_path / "in.txt").write_text("\n".join(rows) + "\n")
    (tmp_path / "s.txt").write_text(rows[0][40:44] + "\n")
    # This key draws a decoy that does not occur, so that places must be made for it.
    (tmp_path / "key.txt").write_text("a long key that draws decoys, number 1\n")
    given = ("--lines", "-s", tmp_path / "s.txt", "-k", "4", "--decoys", "2")
    given += ("--key", tmp_path / "key.txt")
    done = textveil("sanitize", tmp_path / "in.txt", *given, "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    assert "warning: made places" in done.stderr
    alone = tmp_path / "alone.txt"
    alone.write_text("".join(rows) + "\n")
    one = textveil("sanitize", alone, *given[1:], "-o", tmp_path / "one.txt")
    assert one.returncode == 0, one.stderr
    assert "made place" in one.stderr
    assert "warning: made places" not in one.stderr
