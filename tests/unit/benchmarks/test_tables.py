"""The benchmark of tables can fail: it sees refusals, and values that nobody found."""

import pytest
from benchmarks import tables

from textveil.values.verdict import Verdict
from textveil.verify.leftovers.residue import Residue


@pytest.mark.parametrize("number", range(5))
def test_small_tables_are_released_and_a_planted_value_is_found(number):
    ended = tables.outcome(tables.FAST, number, 60)
    assert (ended.refused, ended.missed) == ("", "")


def test_a_verifier_that_finds_nothing_is_told(monkeypatch):
    monkeypatch.setattr(Residue, "verify", lambda *_: Verdict.of("residue", 1, []))
    assert tables.outcome(tables.FAST, 5, 20).missed == "invoices 5: 0 found"


def test_tables_are_the_same_each_time_and_have_ids_of_all_lengths(tmp_path):
    for name in ("one.csv", "two.csv"):
        tables.write_table(tmp_path / name, "tickets", 8, 30)
    made = (tmp_path / "one.csv").read_text()
    assert made == (tmp_path / "two.csv").read_text()
    assert {len(line.partition(",")[0]) for line in made.splitlines()[1:]} == {9}
