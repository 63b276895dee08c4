"""Numbers that measure something identify nobody; a frame makes them identifiers."""

import re

import pytest

from textveil.lexicon.numbers.measures import reads_as_measure

MEASURES = """
    Take [5 mg] daily|Take [5mg] daily|Norco [10/325] as needed|Senna [1] tabs QHS|[1000] IU of D
    walks [50] m|WBC [12,000]|WBC was elevated at [12,000]|Na [138]|K [4.2]
    INR [2.3]|INR of [2.3]|LDL is [107], HDL [22]|[100%] occluded|[100]% occluded|GCS [15]
    ASA class [3]|Apgar [9/9]|Apgar scores of [8] and 9|pain is [8/10]|strength is [5/5] in the legs
    blood pressure [120/80]|BP [148/60]|vision [20/40]|at [L4-L5]|at [C5-6]|a [22-gauge] needle
    [6-0] Prolene|[4-0 Prolene]|a [14] French catheter|[0.25% Marcaine]|heart rate of [72]
    in 500 [mL] bags|a 16 [French] tube|[4 x 4 cm]|platelets [252,000]|took Lasix [40], then 20
"""


@pytest.mark.parametrize("marked", [one.strip() for one in MEASURES.replace("\n", "|").split("|")])
def test_measures(marked: str) -> None:
    if marked:
        low, high = marked.index("["), marked.index("]") - 1
        assert reads_as_measure(marked.replace("[", "").replace("]", ""), low, high)


TEMPORAL = ("in [", "a [", "since [")


@pytest.mark.parametrize(
    "marked",
    [
        "MRN [12345] mg",
        "MRN: [12345] units",
        "phone [5550142] mL",
        "acct no. [40021] mg",
        "age [45] mg",
        "SSN [4471] mg",
        "Model #: [4568-45] cm",
        "application no. [40593/04]",
        "case [12]",
        "[123456789] mg",
        "K [1421]",
        "David, [76] M, seen",
        "A/P [45]M with pain",
        "Extension: [9616]   Desk",
        "bed: [209]    Unit: ICU",
        "calls go to x[310] now",
        "at [940-555-0199] x801",
        "drug since [11/13] now",
        "Suite [442]",
        "on [9 May 1995] at home",
        "at [42 Oak Street] mg",
        "in [1952] in a church",
        "sentenced to [16 years]",
        "a [2005] French film",
    ],
)
def test_identifiers_are_no_measures(marked: str) -> None:
    low, high = marked.index("["), marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    assert not reads_as_measure(text, low, high, temporal=any(cue in marked for cue in TEMPORAL))


def test_a_year_needs_a_unit_that_no_year_has() -> None:
    assert reads_as_measure("gave 2000 mL then", 5, 9, temporal=True)
    assert not reads_as_measure("PSA 2006 was low", 4, 8, temporal=True)
    assert reads_as_measure("PSA 2006 was low", 4, 8)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Pt 7654321 units transfused", "7654321"),
        ("Chart 7654321 mg", "7654321"),
        ("Order 45678 aspirin", "45678"),
        ("Visit 4512345 Foley catheter placed", "4512345"),
        ("biopsy #45678 sent", "45678"),
        ("glucose 5551234", "5551234"),
    ],
)
def test_a_number_of_a_person_stays_one_beside_a_unit_or_a_drug(text, number):
    start = text.index(number)
    assert not reads_as_measure(text, start, start + len(number))


@pytest.mark.parametrize("text", ["platelets 250000", "heparin 25000 units", "10/325 Norco"])
def test_large_amounts_are_measures(text):
    found = re.search(r"\d[\d/]*", text)
    assert reads_as_measure(text, *found.span())
