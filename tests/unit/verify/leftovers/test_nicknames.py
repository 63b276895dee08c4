"""Residue refutes a nickname that is left where a name or handle was removed."""

import pytest

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.metadata import CLOCK, Metadata
from textveil.values.terms.word_lists import WordLists
from textveil.verify.leftovers.residue import Residue

FIELDS = Metadata({CLOCK: "9:15", "date": "3/1/24"})


def case(number, text, sender, *edits):
    document = Document(number, text, sender, FIELDS)
    return Case(document, Release.of(document, [Edit(0, len(text), *one) for one in edits]))


def left(value, label, said):
    cases = [
        case("1", value, "a", ("[X]", label)),
        case("2", "Ana Ruiz", "a", ("Eva Lund", "NAME")),
        case("3", said, "b"),
    ]
    verdict = Residue().verify(cases)
    return [said[w.start : w.end] for w in verdict.witnesses]


@pytest.mark.parametrize(
    ("value", "label", "said", "expected"),
    [
        ("Sophie Laurent", "NAME", "lol Soph", ["Soph"]),
        ("Sophie Laurent", "NAME", "lol soph", ["soph"]),
        ("Thomas Becker", "NAME", "thx tommy", ["tommy"]),
        ("Charlotte Brandt", "NAME", "go lotte", ["lotte"]),
        ("@soph_92", "USERNAME", "soph left", ["soph"]),
        ("sophlaurent@example.org", "EMAIL", "soph left", ["soph"]),
        ("Will Harper", "NAME", "it will rain", []),
        ("Will Harper", "NAME", "ask Will", ["Will"]),
        ("Sophie Laurent", "NAME", "philosophy", []),
        ("Theodore Lind", "NAME", "at The Crown", []),
    ],
)
def test_a_nickname_that_is_left_is_a_witness(value, label, said, expected):
    assert left(value, label, said) == expected


def test_allowed_words_and_other_subjects_are_excused():
    first = case("1", "Sophie Laurent", "a", ("Eva Lund", "NAME"))
    said = case("2", "lol Soph", "b")
    assert not Residue().verify([first, said]).holds
    assert Residue(lists=WordLists(allow=("Soph",))).verify([first, said]).holds
    note = Document("3", "lol Soph", "p9")
    assert Residue().verify([first, Case(note, Release.of(note, []))]).holds
