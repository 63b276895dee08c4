"""Our labels and those of others: total, the same both ways up to families, and never silent."""

import subprocess
import sys
from pathlib import Path

import pytest

from textveil.errors import FormatError, InvalidValueError
from textveil.lexicon.tables.scheme import WITHOUT_KIND
from textveil.lexicon.tables.schemes import (
    SCHEMES,
    guess_scheme,
    read_scheme,
    relabel,
    relabel_into,
    scheme,
)
from textveil.values.label import LABELS, family_of
from textveil.values.span import Explanation, Span, Spans

ROOT = Path(__file__).parents[4]
OTHERS = [one for name, one in SCHEMES.items() if name != "textveil"]
NAMES = [one.name for one in OTHERS]
KINDS = sorted(LABELS.keys() - WITHOUT_KIND)

# Numbers and passages of any kind: what becomes one of these has lost its family, on purpose.
ANY_KIND = {"OTHER", "OTHER-ID"}

# Where a scheme counts something to another family than we do.
ELSEWHERE = {
    ("hipaa", "AGE"): "DATE",
    ("hipaa", "ORGANIZATION"): "NAME",
    ("i2b2-2006", "ROOM"): "HOSPITAL",
    ("ontonotes", "AGE"): "DATE",
    ("tab", "AGE"): "DEMOGRAPHIC",
    ("tab", "PROFESSION"): "DEMOGRAPHIC",
    ("tab", "USERNAME"): "NAME",
}

SIZES = {
    "hipaa": 18,
    "i2b2-2006": 8,
    "table-a1": 11,
    "sharp": 19,
    "vanderbilt": 15,
    "meddocan": 29,
    "tab": 8,
    "ontonotes": 18,
    "wnut17": 6,
    "btc": 3,
}


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_every_label_of_ours_becomes_one_of_the_scheme_or_stated_nothing(one):
    assert [label for label in KINDS if not one.states(label)] == []
    assert {one.from_ours(label) for label in KINDS} <= {None, *one.labels}


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_labels_without_a_kind_become_nothing(one):
    assert [one.from_ours(label) for label in WITHOUT_KIND] == [None] * 3


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_every_label_of_the_scheme_means_one_of_ours(one):
    known = {*one.labels, *one.aliases}
    assert {one.to_ours(label) for label in known} <= set(KINDS)
    assert all(map(one.knows, known))


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_there_and_back_stays_in_the_family(one):
    named = [label for label in KINDS if one.from_ours(label) is not None]
    assert named
    for label in named:
        back = one.to_ours(one.from_ours(label))
        if (one.name, label) in ELSEWHERE:
            assert back == ELSEWHERE[one.name, label]
        else:
            assert family_of(back) == family_of(label) or back in ANY_KIND, label


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_back_and_there_means_the_same_or_something_wider(one):
    for label in one.labels:
        ours = one.to_ours(label)
        again = one.from_ours(ours)
        # A special label of theirs may come back as the general one, never as another's.
        if again is not None:
            means = one.to_ours(again)
            assert means == ours or means in {family_of(ours), *ANY_KIND}


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_the_tables_name_only_labels_that_exist(one):
    assert set(one.into.values()) <= set(one.labels)
    assert {*one.meanings.values(), *one.aliases.values(), *one.into, *one.nothing} <= set(KINDS)
    assert one.nothing.isdisjoint(one.into)
    assert one.aliases.keys().isdisjoint(one.meanings)


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_no_two_labels_differ_by_spelling_only(one):
    spelt = ["".join(filter(str.isalnum, label)).lower() for label in one.labels]
    assert len(set(spelt)) == len(spelt)


def test_schemes_have_as_many_labels_as_their_makers_say():
    assert {name: len(SCHEMES[name].labels) for name in SIZES} == SIZES


def test_ours_is_a_scheme_too():
    ours = scheme("textveil")
    assert all(ours.to_ours(label) == ours.from_ours(label) == label for label in LABELS)


@pytest.mark.parametrize(
    ("name", "label", "theirs"),
    [
        ("tab", "PATIENT", "PERSON"),
        ("presidio", "PROVIDER", "PERSON"),
        ("btc", "INITIALS", "PER"),
        ("vanderbilt", "CARD", "ID-NUM"),
        ("i2b2-2014", "IBAN", "ACCOUNT"),
        ("i2b2-2006", "FAX", "PHONE"),
        ("ontonotes", "CITY", "GPE"),
        ("hipaa", "STATE", None),
        ("hipaa", "CITY", "GEOGRAPHIC_SUBDIVISIONS"),
        ("wnut17", "TIME", None),
        ("meddocan", "SSN", "OTRO_NUMERO_IDENTIF"),
    ],
)
def test_a_missing_label_falls_back_to_its_family(name, label, theirs):
    assert scheme(name).from_ours(label) == theirs


def test_every_entity_of_the_synthetic_sentences_is_known():
    given = """AGE CREDIT_CARD DATE_TIME DOMAIN_NAME EMAIL_ADDRESS GPE IBAN_CODE IP_ADDRESS NRP
        ORGANIZATION PERSON PHONE_NUMBER STREET_ADDRESS TITLE US_DRIVER_LICENSE US_SSN ZIP_CODE"""
    assert guess_scheme(given.split()) is SCHEMES["presidio"]
    assert scheme("presidio").to_ours("STREET_ADDRESS") == "STREET"


def test_spelling_does_not_count():
    one = scheme("table-a1")
    assert {one.to_ours(x) for x in ("Patient Name", "PATIENT_NAME", "patient-name")} == {"PATIENT"}


@pytest.mark.parametrize(
    ("name", "label", "hint"),
    [
        ("i2b2-2014", "MEDICALRECORDS", "did you mean MEDICALRECORD?"),
        ("table-a1", "PATIENTS NAME", "did you mean Patient Name?"),
        ("btc", "12345", "known: PER, LOC, ORG"),
    ],
)
def test_an_unknown_label_is_an_error_with_a_suggestion(name, label, hint):
    with pytest.raises(InvalidValueError) as caught:
        scheme(name).to_ours(label)
    assert label in caught.value.what
    assert caught.value.hint == hint


def test_an_unknown_label_of_ours_is_an_error():
    with pytest.raises(InvalidValueError, match="PATIENTS is not among our labels") as caught:
        scheme("hipaa").from_ours("PATIENTS")
    assert caught.value.hint == "did you mean PATIENT?"


def test_an_unknown_scheme_is_an_error():
    with pytest.raises(InvalidValueError, match="no scheme of the name presido") as caught:
        scheme("presido")
    assert caught.value.hint == "did you mean presidio?"


@pytest.mark.parametrize("one", OTHERS, ids=NAMES)
def test_a_scheme_is_guessed_from_all_of_its_labels(one):
    assert guess_scheme(one.labels) is one


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        ("NAME DATE MRN", "textveil"),
        ("PERSON GPE CARDINAL", "ontonotes"),
        ("PERSON DEM DATETIME", "tab"),
        ("DOCTOR PATIENT ID", "i2b2-2006"),
        ("DOCTOR MEDICALRECORD", "i2b2-2014"),
        ("PT_NAME DATE", "sharp"),
        ("FECHAS PAIS", "meddocan"),
        ("person creative-work", "wnut17"),
        ("NAME WEB-LOC", "vanderbilt"),
    ],
)
def test_a_scheme_is_guessed_from_some_of_its_labels(labels, name):
    assert guess_scheme(labels.split()).name == name


def test_labels_that_schemes_share_mean_the_same_so_that_a_guess_does_no_harm():
    meanings = {}
    for one in SCHEMES.values():
        for label in (*one.labels, *one.aliases):
            meanings.setdefault(label, set()).add(one.to_ours(label))
    assert {label: ours for label, ours in meanings.items() if len(ours) > 1} == {}


@pytest.mark.parametrize("labels", [[], ["NAME", "DOG"], ["PER", "FECHAS"]])
def test_labels_of_no_one_scheme_are_not_guessed(labels):
    assert guess_scheme(labels) is None


def test_relabelling_changes_labels_and_nothing_else():
    span = Span(3, 9, "DOCTOR", 0.7, "them", Explanation("a rule"), entity="e1")
    (told,) = relabel(Spans([span]), scheme("i2b2-2006"))
    assert told == Span(3, 9, "PROVIDER", 0.7, "them", Explanation("a rule"), entity="e1")
    assert relabel_into(Spans([told]), scheme("i2b2-2006")) == Spans([span])


def test_relabelling_loses_nothing_in_silence():
    with pytest.raises(InvalidValueError, match="nothing for AGE, DATE"):
        relabel_into(
            Spans([Span(0, 1, "AGE"), Span(2, 3, "NAME"), Span(4, 5, "DATE")]), scheme("btc")
        )
    with pytest.raises(InvalidValueError, match="DOG"):
        relabel(Spans([Span(0, 1, "DOG")]), scheme("btc"))


def test_the_page_about_labels_says_what_the_tables_say():
    script = ROOT / "scripts" / "generate_labels.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "line", ["PER", "PER\tPERSON", "PER\tNAME\tboth", "PER\tNAME\tread\tmore", ""]
)
def test_a_malformed_table_is_an_error_that_names_file_and_line(tmp_path, line):
    table = tmp_path / "mine.tsv"
    table.write_text(f"# my labels\nLOC\tADDRESS\n{line}\n")
    with pytest.raises(FormatError) as caught:
        read_scheme(table)
    assert caught.value.where == "mine.tsv, line 3"


def test_a_table_of_labels_becomes_a_scheme(tmp_path):
    table = tmp_path / "mine.tsv"
    table.write_text("# my labels\nPER\tNAME\nMAN\tNAME\tread\nPER\tAGE\twrite\n-\tDATE\twrite\n")
    mine = read_scheme(table)
    assert (mine.name, mine.about, mine.labels) == ("mine", "my labels", ("PER",))
    assert mine.to_ours("man") == "NAME"
    assert [mine.from_ours(label) for label in ("NAME", "AGE", "DATE")] == ["PER", "PER", None]
