"""Consistency: fake names follow persons, read from input and release alone."""

import pytest
from tests.unit.verify.released import released

from textveil.errors import InvalidValueError
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.fakes.consistency import Consistency
from textveil.verify.readers.read_names import each_name, name_words, the_name

GOOD = [
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:RUIZ, ANA=LUND, EVA}, {NAME:Ruiz=Lund}, {NAME:Ana=Eva}",
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:Bo Ruiz=Al Lund}, {NAME:Bo=Al}",
    "{NAME:Bob Smith=Al Lund}, {NAME:Robert Smith=Al Lund}",
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:Dr. Ruiz's=Dr. Lund's}, {INITIALS:AR=XY}",
    "{NAME:Ana B. Ruiz=Eva C. Lund}, {NAME:Ana D. Ruiz=Mia E. Holt}, {NAME:Ana Ruiz=Mia Holt}",
    "{NAME:Al Li Sr.=Bo Yu Sr.}, {NAME:Al Li Jr.=Cy Ott Jr.}",
    "{NAME:Ana Ruiz=[NAME]}, {NAME:Bo Li=[NAME]}, {NAME:Cy Wu=****}",
    "{PATIENT:Ana Ruiz=Eva Lund}; Dr. {PROVIDER:Ruiz=Holt}",
    "{PATIENT:Al Ruiz=Bo Lund}; his son {PATIENT:Al=Cy}; {PATIENT:Al=Cy}, his father",
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:Li and Ruiz=Yu and Holt}",
    "{NAME:Wu=Li}, {NAME:Wu=Yu}",
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:Ruiz, P.=Holt, C.}",
    "{NAME:Misaki T Ito=Eva A Lund}, {NAME:Misaki Ayumi Ito=Mia Zoe Lund}",
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:Bo Li\nRUIZ, ANA=Al Wu\nHOLT, MIA}",
    "{NAME:Ruiz, Ana 4F DOB=Lund, Eva 4M HOLT}, {NAME:DOB=GRAY}, {NAME:Ana Ruiz=Eva Wu}",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_can_be_so_holds(text):
    assert Consistency().verify([released(text)]).holds


BAD = [
    ("{NAME:Ana Ruiz=Eva Lund}, {NAME:Ana Ruiz=Eva Lund}, {NAME:Ana Ruiz=Eva Holt}", "another"),
    ("{NAME:Ana Ruiz=Eva Lund}, {NAME:Bo Li=Eva Lund}", "another person"),
    ("{NAME:Ana Ruiz=Eva Lund}, {NAME:Bo Ruiz=Eva Lund}", "another person"),
    ("{NAME:Ana Ruiz=Eva Lund}, {NAME:Ruiz=Holt}", "part"),
    ("{NAME:Ana Ruiz=Eva Lund}, {NAME:ana=mia}", "part"),
    ("{NAME:Ana Ruiz=Eva Lund}, {NAME:A. Ruiz=E. Holt}", "part"),
    ("{PATIENT:Ana Ruiz=Eva Lund}; thank you for referring {PROVIDER:Ms Ruiz=Ms Holt}", "part"),
    ("{PATIENT:Ana Ruiz=Eva Lund}; Mrs. {PROVIDER:Ruiz=Holt}", "part"),
    ("{PATIENT:Ana Ruiz=Eva Lund}, {NAME:Ruiz=Holt}", "part"),
    ("{NAME:Ana Ruiz=Eva Lund}, {PROVIDER:Ruiz=Holt}", "part"),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_what_cannot_be_so_is_refuted(text, reason):
    verdict = Consistency().verify([released(text)])
    assert verdict.status is Status.REFUTED
    assert reason in verdict.witnesses[0].reason


def test_the_witness_is_the_odd_one():
    text = BAD[0][0]
    case = released(text)
    [witness] = Consistency().verify([case]).witnesses
    assert case.release.text[witness.start : witness.end] == "Eva Holt"


@pytest.mark.parametrize(
    ("scope", "holds"), [("subject", False), ("corpus", False), ("document", True)]
)
def test_the_scope_tells_how_far_a_person_is_one(scope, holds):
    cases = [
        released("{NAME:Ana Ruiz=Eva Lund}", "a", "p1"),
        released("{NAME:Ana Ruiz=Mia Holt}", "b", "p1"),
    ]
    assert Consistency(scope).verify(cases).holds is holds


def test_persons_of_other_subjects_may_share_surrogates():
    cases = [
        released("{NAME:Ana Ruiz=Eva Lund}", "a", "p1"),
        released("{NAME:Bo Li=Eva Lund}, {NAME:Ruiz=Holt}", "b", "p2"),
    ]
    assert Consistency("subject").verify(cases).holds
    assert Consistency("corpus").verify(cases).status is Status.REFUTED


def test_a_surname_in_one_document_follows_the_name_in_another():
    cases = [
        released("{NAME:Ruiz=Holt}", "a", "p1"),
        released("{NAME:Ana Ruiz=Eva Lund}", "b", "p1"),
    ]
    verdict = Consistency().verify(cases)
    assert verdict.witnesses[0].document == "a"


def test_it_counts_what_it_checks_and_shows_ten():
    others = (f"{{NAME:Bo Li{letter}=Eva Lund}}" for letter in "abcdefghi")
    text = " ".join(f"{{NAME:Ana Ruiz=Eva Lund}} {other}" for other in others)
    verdict = Consistency().verify([released(text)])
    assert (verdict.checked, verdict.failures, len(verdict.shown)) == (18, 18, 10)


def test_without_the_input_it_is_not_checkable():
    case = Case(None, Release.of(Document("n", "x")))
    assert Consistency().verify([case]).status is Status.NOT_CHECKABLE


@pytest.mark.parametrize(("parts", "failures"), [(True, 1), (False, 0)])
def test_parts_of_names_are_checked_where_asked(parts, failures):
    cases = [released("{NAME:Ana Ruiz=Eva Lund}", "a"), released("{NAME:Ruiz=Holt}", "b")]
    assert Consistency(parts=parts).verify(cases).failures == failures


def test_an_unknown_scope_is_an_error():
    with pytest.raises(InvalidValueError, match="no scope"):
        Consistency("galaxy")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Dr. SMITH, John Q., MD", ("john", "smith")),
        ("O\u2019Neill's", ("oneill",)),
        ("Smi-\nth", ("smith",)),
        ("Jo\u200bhn Smith Jr.", ("john", "smith")),
        ("[NAME-3]", ()),
        ("[NAME:ab12cd]", ()),
        ("xxxxxxx", ()),
        ("J.S.", ()),
        ("Ana Ruiz\nLund, Eva", ()),
        ("Ana\nRuiz", ("ana", "ruiz")),
        ("ANA RUIZ OF THE TROY", ("ana", "ruiz", "troy")),
    ],
)
def test_names_are_read_word_by_word(text, words):
    assert name_words(text) == words


def test_initials_and_generations_tell_namesakes_apart():
    assert the_name("Smith, John Q. Jr.").mark == "qjr"


def test_each_of_several_names_is_read():
    assert [one.words for one in each_name("Ana Ruiz & Bo Li")] == [("ana", "ruiz"), ("bo", "li")]
    assert [one.words for one in each_name("Dr. Lund\nRuiz, Ana")] == [("ana", "lund", "ruiz")]
    assert each_name("[NAME]") == ()


def test_a_relative_may_bear_the_very_name_of_the_subject():
    def note(name, text, fake):
        document = Document(name, text, "s")
        start = text.index("Ana Ruiz")
        edits = [Edit(start, start + 8, fake, "NAME")]
        return Case(document, Release.of(document, edits))

    own = [note("1", "Ana Ruiz came.", "Eva Diaz"), note("2", "Seen: Ana Ruiz.", "Eva Diaz")]
    kin = note("3", "her daughter Ana Ruiz", "Ida Voss")
    other = note("3", "their lawyer Ana Ruiz", "Ida Voss")
    assert Consistency().verify([*own, kin]).holds
    assert not Consistency().verify([*own, other]).holds


def test_a_surrogate_of_one_word_must_not_stand_for_several_persons():
    shared = released("{NAME:Ana Ruiz=Benitez} and {NAME:Bo Holt=Benitez}")
    assert Consistency().verify([shared]).status is Status.REFUTED
    several = released("{NAME:Ana Ruiz=Benitez}, later {NAME:Ana Ruiz=Lund}, {NAME:Ana Ruiz=Lund}")
    assert Consistency().verify([several]).status is Status.REFUTED
    assert Consistency().verify([released("{NAME:Ana Ruiz=Benitez}")]).holds


def test_a_carer_of_the_patients_name_is_counted():
    text = "{PATIENT:Ana Ruiz=Eva Lund}; Dr. {PROVIDER:Ruiz=Holt}"
    left = dict(Consistency().verify([released(text)]).exempt)
    assert [what for what, count in left.items() if count] == [
        "parts of names with another label than the names in full, who may be others"
    ]
