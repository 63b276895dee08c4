"""Subjects by a stated rule: paths and texts say whom documents are about."""

import pytest

from textveil import Document, deidentify, read
from textveil.certify.subjects import InputPeople
from textveil.errors import InputError, InvalidValueError, PolicyError, UsageError
from textveil.formats.sources import Source
from textveil.formats.subjects import Placed, SubjectRules, folded
from textveil.policy.policy import parse_policy

FILES = {
    "P7/june_a.txt": "MRN: 10440. Born 1961.",
    "P7/july.txt": "MRN: 10440",
    "ward b/p8/may_x_y.txt": "mrn 99",
    "rows.csv": "id,text,subject\n1,MRN: 10440,P7\n2,MRN: 3,\n",
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        place = tmp_path / "in" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return tmp_path / "in"


def people(folder, *rules):
    return {one.id: one.about for one in read(folder, subjects=rules)}


def test_a_folder_names_the_subject_of_its_texts_and_no_table(folder):
    assert people(folder, "folder") == {
        "P7/june_a.txt": "p7",
        "P7/july.txt": "p7",
        "ward b/p8/may_x_y.txt": "p8",
        "rows.csv/1": "p7",
        "rows.csv/2": None,
    }


def test_a_name_names_the_subject(folder):
    assert people(folder / "P7", "name") == {"june_a": "june_a", "july": "july"}


def test_parts_of_a_path_are_as_short_as_they_can_be(folder):
    found = people(folder, "**/{0}_*.txt")
    assert found["ward b/p8/may_x_y.txt"] == "may"
    assert found["P7/july.txt"] is None


def test_several_parts_stand_in_the_order_of_their_numbers(folder):
    assert people(folder, "{1}/{0}_*.txt")["P7/june_a.txt"] == "june/p7"


def test_a_path_may_mean_a_table(folder):
    assert people(folder, "{0}.csv")["rows.csv/2"] == "rows"


def test_an_expression_reads_texts_and_rows(folder):
    assert people(folder, r"MRN: (\S+)") == {
        "P7/june_a.txt": "10440",
        "P7/july.txt": "10440",
        "ward b/p8/may_x_y.txt": None,
        "rows.csv/1": "p7",
        "rows.csv/2": "3",
    }


def test_the_first_rule_that_finds_somebody_decides(folder):
    found = people(folder, r"MRN: (\S+)", "folder")
    assert found["P7/june_a.txt"] == "10440"
    assert found["ward b/p8/may_x_y.txt"] == "p8"


def test_subjects_do_not_depend_on_the_ids_of_the_release(folder):
    source = read(folder, subjects="folder")
    names = {path: f"{at:04}.txt" for at, path in enumerate(source.endings())}
    numbered = [one.about for one in source.with_numbers(names)]
    assert sorted(map(str, numbered)) == sorted(map(str, people(folder, "folder").values()))


@pytest.mark.parametrize("rule", ["", "patient", "MRN: [0-9]{7}", "(", "{1}/*.txt", "(?:a)"])
def test_a_rule_without_a_group_is_refused_with_an_example(rule):
    with pytest.raises(InvalidValueError) as refused:
        SubjectRules((rule,))
    assert r"MRN:\s*(\S+)" in refused.value.hint


def test_two_people_in_one_document_are_refused_after_all_were_read(tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(
            "MRN: 1. MRN: 2" if name != "b" else "MRN: 1, MRN: 1."
        )
    with pytest.raises(InputError, match="two people in 2 documents: a, c"):
        people(tmp_path, r"MRN: (\d+)")


def test_a_rule_that_finds_nobody_is_refused(folder):
    with pytest.raises(InputError, match=r"rule number 2 .* finds nobody"):
        people(folder, r"MRN: (\S+)", "Chart ([0-9]+)")


def test_no_error_quotes_the_expression_or_the_text(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("Quigley: 1. Quigley: 2")
    for rule in (r"Quigley: (\d)", r"Quigleyy: (\d)"):
        with pytest.raises(InputError) as refused:
            people(tmp_path, rule)
        assert "Quigley" not in str(refused.value)


def test_a_policy_names_the_line_of_a_wrong_rule():
    start = "name: p\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.mask.v1}\n"
    text = f"{start}subjects:\n- name\n- MRN\n"
    with pytest.raises(PolicyError, match="no group") as refused:
        parse_policy(text, "p.yaml")
    assert "line 6" in refused.value.where


def test_documents_in_memory_share_a_person_by_an_expression():
    texts = ["Chart 7. Ms Quigley came on 3 May 2016.", "Chart 7. Ms Quigley left on 5 May 2016."]
    made = deidentify(
        texts, "hide-in-plain-sight", "q8-Rk2-tTv-91x-Lmw-3zz", subjects=r"Chart (\d)"
    )
    first, second = (one.text.split()[3] for one in made)
    assert first == second
    with pytest.raises(UsageError, match="no group"):
        deidentify(texts, subjects="Chart")


def test_a_document_alone_may_name_nobody():
    made = deidentify((one for one in ["All well."]), subjects=r"Chart (\d)")
    assert [one.text for one in made] == ["All well."]


def test_a_rule_makes_documents_no_different_and_is_never_written():
    told = next(SubjectRules(("name",)).told([Placed("p7.txt", True, Document("a", "x"))], "in"))
    assert told.about == "p7"
    assert told == Document("a", "x")
    assert told.subject is None


def test_the_verifier_reads_the_same_people(folder):
    for rules in (
        ("name",),
        ("folder",),
        ("**/{0}_*.txt",),
        ("{1}/{0}_*",),
        (r"MRN: (\S+)", "folder"),
    ):
        given = Source.open(folder)
        read_again = {one.id: one.about for one in InputPeople(given, given, rules)}
        assert read_again == people(folder, *rules)


def test_people_agree_after_folding():
    assert folded(" P-10440.") == folded("p-10440") == "p-10440"
    assert folded("P 1") != folded("P1")
