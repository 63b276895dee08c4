"""Allowed words stay, denied words go, and columns win: what a run makes of the lists."""

import pytest

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.api import deidentify, scan
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.search.allowed import Allowance
from textveil.policy.policy import parse_policy
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.values.terms.word_lists import WordLists


def cut(text, *spans, allow):
    document = Document("n", text)
    found = Spans(
        Span(text.index(value), text.index(value) + len(value), label) for value, label in spans
    )
    left = Allowance(WordLists.of(allow=allow)).cut(document, found)
    return [(document.covered_by(span), span.label) for span in left]


@pytest.mark.parametrize(
    ("text", "span", "allow", "left"),
    [
        ("Ana Parker-Holt", ("Ana Parker-Holt", "NAME"), ["parker"], ["Ana", "Holt"]),
        ("Dr. Foley, M.D.", ("Dr. Foley, M.D.", "NAME"), ["Foley"], []),
        ("New York City", ("York City", "CITY"), ["new york"], ["City"]),
        ("Norco 10/325", ("Norco 10/325", "ADDRESS"), ["Norco 10/325"], []),
        ("12 Boston Street", ("12 Boston Street", "STREET"), ["Boston"], ["12", "Street"]),
        ("ana@example.org", ("ana@example.org", "EMAIL"), ["ana"], ["ana@example.org"]),
        ("ana@example.org", ("ana@example.org", "EMAIL"), ["ana@example.org"], []),
        ("617 555 0134", ("617 555 0134", "PHONE"), ["617"], ["617 555 0134"]),
        ("the rare Foley", ("rare Foley", "RARE"), ["Foley"], ["rare Foley"]),
        ("Foleys", ("Foleys", "NAME"), ["Foley"], ["Foleys"]),
    ],
)
def test_a_passage_is_cut_around_allowed_words(text, span, allow, left):
    assert [value for value, _ in cut(text, span, allow=allow)] == left


@pytest.mark.parametrize(
    ("language", "left"), [("es", Spans()), ("en", Spans([Span(0, 3, "NAME")]))]
)
def test_a_form_of_address_is_one_in_the_language_of_the_document(language, left):
    document = Document("n", "Dra. Foley", language=language)
    found = Spans([Span(0, 10, "NAME")])
    assert Allowance(WordLists.of(allow=["Foley"])).cut(document, found) == left


def test_deny_wins_over_allow():
    said = {"allow": ["Foley", "Lima Norte"], "deny": ["Ana Foley", "Norte"]}
    text = "Ana Foley placed a Foley in Lima Norte."
    result = deidentify(text, "patterns-only", **said)
    assert result.text == "[IDENTIFIER] placed a Foley in Lima [IDENTIFIER]."
    assert {verdict.claim: verdict.holds for verdict in result.verdicts}["denied"]


def test_an_allowed_name_is_not_looked_for_elsewhere():
    text = "MRN 448-2190 and MRN 448-2190."
    assert deidentify(text, "patterns-only", allow=["448-2190"]).text == text
    [(_, spans)] = scan([Document("n", text)], "patterns-only", allow=["448-2190"])
    assert not spans


def test_a_denied_word_is_removed_in_surrogates_too():
    result = deidentify("Zephyr called.", "hide-in-plain-sight", _key(), deny={"NAME": ["Zephyr"]})
    assert "Zephyr" not in result.text
    assert all(verdict.holds for verdict in result.verdicts)


def _key():
    from textveil.values.keys.secret import Secret

    return Secret(b"sixteen bytes or more")


COLUMNS = """name: columns
detect: [{use: textveil.patterns.v1}]
transform:
  default: {use: textveil.mask.v1, style: tag}
columns: {patient: PATIENT, mrn: MRN}
allow: [Ana Parker, Parker, H-771203]
"""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text(
        "id,patient,mrn,text\n"
        '1,Ana Parker,H-771203,"Parker came. A flap, H-771203."\n'
        '2,Eva Lund,H-88120,"Lund. Like Ana Parker, H-771203."\n'
        '3,Eva Kovacs,H-88121,"A Parker flap."\n'
    )
    return Source.open(path)


def test_allowed_words_do_not_reach_values_of_declared_columns(table, tmp_path):
    certificate = release(Run(table, tmp_path / "out", parse_policy(COLUMNS)))
    assert all(verdict.holds for verdict in certificate.verdicts)
    rows = (tmp_path / "out" / "publish" / "texts" / "notes.csv").read_text().splitlines()[1:]
    # Values that identify on their own, and names in full, go from every row; a surname only from
    # the rows of its subject.
    assert rows == [
        '1,[PATIENT],[MRN],"[PATIENT] came. A flap, [MRN]."',
        '2,[PATIENT],[MRN],"[PATIENT]. Like [PATIENT], [MRN]."',
        "3,[PATIENT],[MRN],A Parker flap.",
    ]


def test_choices_are_added_to_the_policy_of_a_run(tmp_path):
    (tmp_path / "n.txt").write_text("Zephyr on 3 May 2016, MRN 448-2190.")
    run = Run(Source.open(tmp_path / "n.txt"), tmp_path / "out", parse_policy(PLAIN))
    made = release(run, deny=["zephyr"], allow=["448-2190"], patterns={"MRN": "May"})
    shown = (tmp_path / "out" / "publish" / "texts" / "n.txt").read_text()
    assert shown == "[IDENTIFIER] on [DATE], MRN 448-2190."
    assert "zephyr" not in str(made.to_json()).lower()
    assert "448" not in str(made.to_json()["policy"]["lists"]["allow"])


PLAIN = """name: plain
detect: [{use: textveil.patterns.v1}]
transform:
  default: {use: textveil.mask.v1, style: tag}
"""


def test_a_misspelt_choice_is_an_error():
    with pytest.raises(UsageError, match="there is no choice dney") as caught:
        deidentify("Zephyr", "patterns-only", dney=["Zephyr"])
    assert caught.value.hint == "did you mean deny?"


def test_two_entries_that_overlap_allow_no_number():
    note = Document("1", "SSN 123-45-6789.")
    found = Spans([Span(4, 15, "SSN")])
    for allow in (["123-45", "45-6789"], ["123-45"]):
        assert Allowance(WordLists.of(allow=allow)).cut(note, found) == found
    assert not Allowance(WordLists.of(allow=["123-45-6789"])).cut(note, found)
