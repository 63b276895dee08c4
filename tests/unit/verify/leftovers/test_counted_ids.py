"""Ids that only count tell nothing; every other id is searched."""

from dataclasses import replace

import pytest

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.metadata import Metadata
from textveil.verify.leftovers.counted_ids import without_counters
from textveil.verify.leftovers.residue import Residue


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (["n0", "n1", "n2"], ["n", "n", "n"]),
        (["1", "2"], ["", ""]),
        (["n1", "n3"], ["n1", "n3"]),
        (["4471", "4472"], ["4471", "4472"]),
        (["n-001", "n-000", "m"], ["n-", "n-", "m"]),
        (["ana"], ["ana"]),
        (["a.csv/1", "a.csv/2", "b.csv/2"], ["a.csv/", "a.csv/", "b.csv/2"]),
        (["1.txt", "2.csv/7", "3.txt"], [".txt", ".csv/7", ".txt"]),
        (["a/1.txt", "a/3.txt"], ["a/1.txt", "a/3.txt"]),
        (["0000001"], ["0000001"]),
        ([f"n{at}" for at in range(10) if at != 4], ["n"] * 9),
        ([f"n{at}" for at in range(9) if at != 4], [f"n{at}" for at in range(9) if at != 4]),
        (["n0", "n" + "1" * 5000], ["n0", "n" + "1" * 5000]),
    ],
)
def test_a_number_counts_if_it_begins_at_0_or_1_and_leaves_hardly_any_out(ids, said) -> None:
    assert [without_counters(ids)[name] for name in ids] == said


def case(name: str, subject: str) -> Case:
    before = Document(name, "call 0001 now", subject)
    release = Release.of(before, [Edit(5, 9, "[PHONE]", "PHONE")])
    return Case(before, release, Metadata({"subject": subject}))


def test_a_removed_number_may_be_the_place_of_a_document_or_subject() -> None:
    cases = [case(f"note-{at:04}", f"person-{at:04}") for at in range(3)]
    assert Residue().verify(cases).holds


def test_a_removed_number_in_an_id_that_does_not_count_is_refuted() -> None:
    verdict = Residue().verify([case("note-0001", "person-7"), case("note-0009", "person-8")])
    assert not verdict.holds
    assert {witness.beside for witness in verdict.witnesses} == {"id"}


def test_another_field_is_searched_even_if_it_equals_an_id_that_counts() -> None:
    cases = [case(f"{at:04}", f"person-{at:04}") for at in range(3)]
    leaking = replace(cases[0], metadata=Metadata({"chart": "0001"}))
    verdict = Residue().verify([leaking, *cases[1:]])
    assert {witness.beside for witness in verdict.witnesses} == {"chart"}
