"""Sixty planted defects: what a wrong maker makes is refuted, or nothing is written.

`python -m benchmarks mutants` plants all of them. If a function of the sample is gone, choose
another one that does harm from what the benchmark tells.
"""

import json
from datetime import date

import pytest
from tests.mutants import claims
from tests.mutants.corpus import corpus
from tests.mutants.fixed import sample, told
from tests.mutants.outcomes import caught
from tests.mutants.written import shown_in_report, wrong_replacement


@pytest.fixture(scope="module")
def tried():
    return {(row["plan"], row["function"], row["kind"]): row for row in told()}


@pytest.mark.nightly
@pytest.mark.parametrize("mutant", sample(), ids="-".join)
def test_a_harmful_defect_is_refuted_or_told(tried, mutant):
    found = tried[mutant]
    assert found["outcome"] != "gone", "the function does not exist any more"
    assert not found.get("false") or caught(found), found


@pytest.mark.nightly
def test_most_defects_of_the_sample_do_harm(tried):
    harmful = [row for row in tried.values() if row.get("false")]
    assert len(tried) == 60
    assert len(harmful) >= 45


def note(text, edits=(), subject="person q"):
    """Return a note by hand: edits are (value, shown, label), each for its first place."""
    found, after, at = [], "", 0
    for value, shown, label in edits:
        start = text.index(value, at)
        after += text[at:start]
        found.append(claims.Edit(start, start + len(value), len(after), len(after) + len(shown),
                                 label, value, shown))  # fmt: skip
        after, at = after + shown, start + len(value)
    return claims.Read("n", subject, text, after + text[at:], found)


FALSE = {
    "residue": [note("MRN 4471123 and 4471123", [("4471123", "9902211", "MRN")])],
    "consistency": [
        note("Maria Kowalczyk, Maria Kowalczyk",
             [("Maria Kowalczyk", "Eva Lund", "NAME"), ("Maria Kowalczyk", "Ida Holt", "NAME")])
    ],
    "calendar": [note("2016-05-03, before Christmas", [("2016-05-03", "2015-05-05", "DATE")])],
    "collisions": [note("MRN 4471123", [("4471123", "5580934", "MRN")])],
    "distance": [note("Call 303-555-0129", [("303-555-0129", "414-555-0128", "PHONE")])],
    "coarseness": [note("ZIP 80012", [("80012", "8001", "ZIP")])],
    "denied": [note("The Zephyrine trial")],
}  # fmt: skip


@pytest.mark.parametrize("claim", FALSE)
def test_an_oracle_tells_a_false_claim(claim):
    assert claims.CLAIMS[claim](FALSE[claim], b"0123456789abcdef")


@pytest.mark.parametrize("claim", FALSE)
def test_an_oracle_says_nothing_of_a_text_without_people(claim):
    assert not claims.CLAIMS[claim]([note("No person at all.")], b"0123456789abcdef")


def test_a_passage_with_a_number_has_no_parts_of_a_name():
    text = "Stephen came, since May 2016. Stephen Okonkwo."
    assert not claims.residue([note(text, [("Stephen came, since May 2016", "", "NAME")])], b"")
    assert claims.residue([note(text, [("Stephen Okonkwo", "", "NAME")])], b"")


TAGS = {"policy": {"transform": {"default": {"use": "textveil.mask.v1"}}}}


@pytest.mark.parametrize(("shown", "wrong"), [("[MRN]", False), ("[MRN 123]", True), ("", True)])
def test_an_oracle_tells_a_part_of_a_value_in_its_tag(shown, wrong, tmp_path):
    (tmp_path / "certificate.json").write_text(json.dumps(TAGS))
    made = note("MRN 4471123.", [("4471123", shown, "MRN")])
    assert bool(wrong_replacement([made], tmp_path)) == wrong


@pytest.mark.parametrize(("page", "wrong"), [("all", False), ("<!-- Kowalczyk -->", True)])
def test_an_oracle_tells_source_text_in_a_report(page, wrong, tmp_path):
    (tmp_path / "report.html").write_text(page)
    assert bool(shown_in_report(tmp_path)) == wrong


def test_an_alignment_oracle_tells_changed_text():
    made = note("MRN 4471123.", [("4471123", "[MRN]", "MRN")])
    assert not claims.alignment([made], b"")
    assert claims.alignment([made._replace(after=made.after + "!")], b"")


def test_an_oracle_of_intervals_draws_the_offset_anew():
    text, key = "Seen 2016-05-03.", b"0123456789abcdef"
    day = claims.target(date(2016, 5, 3), key, "person q")
    right = note(text, [("2016-05-03", day.isoformat(), "DATE")])._replace(id="here")
    fact = corpus()[1][0]._replace(note="here", start=5, end=15, form="iso", day=date(2016, 5, 3))
    assert not claims.moved_wrongly([right], key, [fact])
    wrong = note(text, [("2016-05-03", "2016-05-04", "DATE")])._replace(id="here")
    assert claims.moved_wrongly([wrong], key, [fact])
