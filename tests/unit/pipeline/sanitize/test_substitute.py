"""`sanitize --method substitute`: lengths, places, qualities and times stay."""

import csv

import pytest

from textveil.errors import InputError, InvalidValueError, UsageError
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.keys.secret import Secret
from textveil.values.sequence import Sequence

KEY = Secret(b"k" * 32)


def run(tmp_path, name, text, patterns, method="substitute", **more):
    """Sanitize a file; return the report and what was written."""
    (tmp_path / name).write_text(text)
    (tmp_path / "patterns.txt").write_text("\n".join(patterns))
    out = tmp_path / f"out-{name}"
    asked = {field: more.pop(field) for field in ("decoys", "k") if field in more}
    told = []
    files = SanitizeFiles(Source.open(tmp_path / name), tmp_path / "patterns.txt", out, **more)
    report = sanitize_files(files, Sanitize(method, **asked), key=KEY, notice=told.append)
    return report, out.read_text(), told


def test_a_genome_keeps_lengths_case_and_coordinates(tmp_path):
    text = ">r len=29\nTTGAATTCaaGATTACAttgaat\ntccTTA\n"
    report, shown, _ = run(
        tmp_path, "g.fa", text, ["GAATTC"], strands="both", map=tmp_path / "g.chain"
    )
    assert all(verdict.holds for verdict in report.verdicts)
    assert report.changed == 2
    assert [len(line) for line in shown.splitlines()] == [len(x) for x in text.splitlines()]
    assert [x.islower() for x in shown] == [x.islower() for x in text]
    assert shown.startswith(">r len=29\n")
    assert (tmp_path / "g.chain").read_text() == "chain 29 r 29 + 0 29 r 29 + 0 29 1\n29\n\n"


def test_reads_keep_their_qualities(tmp_path):
    text = "@r\nTTGAATTCAAGG\n+\nABCDEFGHIJKL\n"
    report, shown, _ = run(tmp_path, "r.fq", text, ["GAATTC"])
    assert report.changed == 1
    assert shown.splitlines()[3] == "ABCDEFGHIJKL"
    assert {v.claim for v in report.verdicts} >= {"qualities", "case", "fewest", "draws"}
    assert all(verdict.holds for verdict in report.verdicts)
    with pytest.raises(UsageError, match="leaves every quality"):
        run(tmp_path, "r.fq", text, ["GAATTC"], quality="drawn")


def test_events_keep_their_times_and_lose_other_cells(tmp_path):
    rows = ["who,when,what,ward", "p,2020-01-01,a,1", "p,2020-01-03,b,2", "p,2020-01-09,c,3"]
    columns = EventColumns("who", "when", "what", ("ward",))
    text = "\n".join([*rows, ""])
    report, shown, _ = run(tmp_path, "e.csv", text, ["a b"], events=columns)
    assert all(verdict.holds for verdict in report.verdicts)
    assert report.changed == 1
    released = list(csv.DictReader(shown.splitlines()))
    assert [row["when"] for row in released] == ["2020-01-01", "2020-01-03", "2020-01-09"]
    assert sorted(row["ward"] for row in released[:2]) in (["", "1"], ["", "2"])


def test_patterns_of_several_lengths_are_hidden_as_they_are_named():
    text = [Sequence.of("w", "GAATTCTTGCGGCCGCTTGCGGTTGGCCGC")]
    made = sanitize(text, ["GAATTC", "GCGGCCGC"], Sanitize("substitute"))
    assert made.changed == 2
    assert made.k == 6
    with pytest.raises(InvalidValueError, match="as they are named"):
        sanitize(text, ["GAATTC"], Sanitize("substitute", k=4))


def test_decoys_are_hidden_without_made_places(tmp_path):
    text = ">r\n" + "ACGTTGCAAGGCTTAACCGATTACAGGATCCATGCAATTGGCCA" * 3 + "\n"
    report, shown, _ = run(tmp_path, "d.fa", text, ["GATTAC"], decoys=3, strands="both")
    assert all(verdict.holds for verdict in report.verdicts)
    assert "groups" in {verdict.claim for verdict in report.verdicts}
    assert report.made_places == 0
    assert len(shown) == len(text)


@pytest.mark.parametrize(("text", "pattern"), [("aaaa", "a"), ("abab", "a"), ("aab", "b")])
def test_one_letter_patterns_change_where_another_letter_may_come_in(text, pattern):
    source = [Sequence.of("w", text)]
    if len(set(text)) == 1:
        with pytest.raises(InputError, match="no letters can be changed") as error:
            sanitize(source, [pattern], Sanitize("substitute"))
        assert error.value.where == "w"
        assert "longer patterns" in error.value.hint
        return
    made = sanitize(source, [pattern], Sanitize("substitute"))
    assert pattern not in "".join(next(made.results()))


def test_no_advice_names_what_was_done(tmp_path):
    text = "@r\nTTGAATTCAAGGTTGAATTCAAGG\n+\n!!!!!!!!!!!!JJJJJJJJJJJJ\n"
    both = ("lowest", "drawn")
    reports = [
        run(tmp_path, "q.fq", text, ["GAATTC"], "tm", quality=quality)[0] for quality in both
    ]
    for quality, report in zip(both, reports, strict=True):
        told = " ".join(report.recovery())
        assert "--quality drawn" not in told or quality == "lowest"


def test_a_key_is_taken_without_decoys(tmp_path):
    text = ">r\nTTGAATTCAAGGTTGAATTCAAGG\n"
    one, first, _ = run(tmp_path, "k.fa", text, ["GAATTC"], "tm", decoys=1)
    _, second, _ = run(tmp_path, "k.fa", text, ["GAATTC"], "tm", decoys=1)
    assert first == second
    assert one.refuted is None


def test_a_description_stays_true(tmp_path):
    text = ">r len=24 x;length=24 len=240\nTTGAATTCAAGGTTGAATTCAAGG\n"
    report, shown, _ = run(tmp_path, "l.fa", text, ["GAATTC"], "tm")
    letters = sum(map(len, shown.splitlines()[1:]))
    assert letters != 24
    assert shown.splitlines()[0] == f">r len={letters} x;length={letters} len=240"
    assert all(verdict.holds for verdict in report.verdicts)
