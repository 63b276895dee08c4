"""Names begin and end where they do in the text."""

import pytest

from textveil.detect.tagging.name_spans import whole_names
from textveil.values.span import Span, Spans


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([Span(6, 12, "NAME")], "Spans(ORGANIZATION[2,12))"),
        ([Span(2, 4, "ORGANIZATION"), Span(6, 12, "NAME")], "Spans(ORGANIZATION[2,12))"),
        ([Span(2, 5, "ADDRESS"), Span(6, 12, "PATIENT")], "Spans(ORGANIZATION[2,12))"),
        ([Span(0, 1, "AGE"), Span(6, 12, "NAME")], "Spans(AGE[0,1), ORGANIZATION[2,12))"),
        ([Span(6, 12, "DATE")], "Spans(DATE[6,12))"),
    ],
)
def test_a_house_is_named_after_a_saint(spans: list[Span], expected: str) -> None:
    assert repr(whole_names("5 St. Mary's on Monday", Spans(spans))) == expected


def test_a_name_that_holds_a_saint_stays_a_name() -> None:
    found = whole_names("by Jill St. John", Spans([Span(3, 16, "NAME")]))
    assert repr(found) == "Spans(NAME[3,16))"


def test_a_credential_by_itself_is_no_name() -> None:
    assert not whole_names("Ana Lee, M.D.", Spans([Span(9, 13, "NAME")]))
    assert whole_names("Ana Lee, M.D.", Spans([Span(4, 13, "NAME")]))


@pytest.mark.parametrize(
    ("text", "end", "expected"),
    [
        ("Lilah Briley Mon 3/5", 16, 12),
        ("Lilah Briley Mon. 5 May", 17, 12),
        ("Lilah Briley Mon said", 16, 16),
        ("Theresa May 3/5", 11, 11),
    ],
)
def test_a_name_ends_before_the_day_that_follows(text: str, end: int, expected: int) -> None:
    [span] = whole_names(text, Spans([Span(0, end, "NAME")]))
    assert span.end == expected


def test_a_name_ends_with_the_line_where_somebody_speaks_in_the_next() -> None:
    found = whole_names("RUIZ,ANA\nAna: Hello", Spans([Span(0, 12, "NAME")]))
    assert repr(found) == "Spans(NAME[0,8), NAME[9,12))"
    assert repr(whole_names("Ana\nRuiz said", Spans([Span(0, 8, "NAME")]))) == "Spans(NAME[0,8))"


@pytest.mark.parametrize(
    ("text", "end", "expected"),
    [
        ("Dean's nurse Charlie", 20, "Spans(NAME[0,6), NAME[13,20))"),
        ("Ana de la Cruz", 14, "Spans(NAME[0,14))"),
        ("Li and Wu", 9, "Spans(NAME[0,9))"),
        ("ana ruiz said", 8, "Spans(NAME[0,8))"),
        ("ROSE CAMPBELL, SISTER", 21, "Spans(NAME[0,13))"),
        ("Sister Agnes", 12, "Spans(NAME[0,12))"),
        ("Ana Maria Stephens", 18, "Spans(NAME[0,18))"),
        ("Lee Ann Friend", 14, "Spans(NAME[0,14))"),
        ("Robert (Bob) Lee", 11, "Spans(NAME[0,11))"),
        ("Li Wei Sun 45F", 10, "Spans(NAME[0,10))"),
        ("John smith Lee", 14, "Spans(NAME[0,14))"),
        ("Ana kowalczyk Ruiz", 18, "Spans(NAME[0,18))"),
        ("Holder Eric, MD", 15, "Spans(NAME[0,15))"),
        ("Member Ruiz, Ana C", 18, "Spans(NAME[7,18))"),
        ("Dean. He left", 8, "Spans(NAME[0,4))"),
        ("Jean Blanc. Ana Blanc", 21, "Spans(NAME[0,10), NAME[12,21))"),
        ("Prof. Ana Ruiz Jr. Lee", 22, "Spans(NAME[0,22))"),
        ("Dr. Ana B. Ruiz", 15, "Spans(NAME[0,15))"),
        ("Markel (son-in-law)", 11, "Spans(NAME[0,6))"),
        ("Markel (Mark) Lee", 17, "Spans(NAME[0,17))"),
        ("Ruiz, Ana W.      Med", 21, "Spans(NAME[0,12), NAME[18,21))"),
        ("Ruiz, Ana\nMayo", 14, "Spans(NAME[0,9), NAME[10,14))"),
        ("Ana\tBo Ruiz", 11, "Spans(NAME[0,3), NAME[4,11))"),
    ],
)
def test_words_that_name_nobody_are_no_part_of_a_name(text: str, end: int, expected: str) -> None:
    assert repr(whole_names(text, Spans([Span(0, end, "NAME")]))) == expected


@pytest.mark.parametrize(
    "spans",
    [
        [Span(3, 9, "NAME"), Span(9, 21, "NAME")],
        [Span(3, 9, "ADDRESS"), Span(9, 21, "NAME")],
        [Span(9, 21, "NAME")],
    ],
)
def test_halves_of_a_name_with_a_hyphen_are_one(spans: list[Span]) -> None:
    assert repr(whole_names("by Leeds-Debiase, Ana", spans)) == "Spans(NAME[3,21))"


def test_a_code_with_a_hyphen_is_no_half_of_a_name() -> None:
    spans = [Span(0, 5, "OTHER-ID"), Span(5, 9, "NAME")]
    assert repr(whole_names("A123-Ruiz", spans)) == "Spans(OTHER-ID[0,5), NAME[5,9))"


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("Dr. O'Neil-Smith left", ["O'Neil"], ["O'Neil-Smith"]),
        ("Dr. O'Neil-Smith left", ["O'Neil", "Smith"], ["O'Neil-Smith"]),
        ("the Ruiz-led team", ["Ruiz"], ["Ruiz"]),
        ("Miguel de la Cruz left", ["Miguel de", "la Cruz"], ["Miguel de la Cruz"]),
        ("Miguel de la Cruz left", ["Miguel"], ["Miguel de la Cruz"]),
        ("Mrs. van der Berg-Lund left", ["van der"], ["van der Berg-Lund"]),
        ("Ana and Bo left", ["Ana", "Bo"], ["Ana", "Bo"]),
    ],
)
def test_a_name_goes_on_behind_hyphens_and_particles(text, found, whole):
    spans = [Span(text.index(one), text.index(one) + len(one), "NAME") for one in found]
    assert [text[s.start : s.end] for s in whole_names(text, spans)] == whole


def test_a_title_tells_a_name_that_no_model_found():
    text = "Imam Kesslerovic came. Attorney General. Father Christmas."
    assert [text[s.start : s.end] for s in whole_names(text, [])] == ["Imam Kesslerovic"]


KINDS = ["Diner", "Bakery", "Bar & Grill", "Church", "School", "Pantry"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("whole", [True, False])
def test_somebodys_place_is_one_organization(kind: str, whole: bool) -> None:
    text = f"He works at Benny's {kind}."
    end = len(text) - 1
    apart = [Span(12, 19, "NAME"), Span(20, end, "ORGANIZATION")]
    found = whole_names(text, Spans([Span(12, end, "NAME")] if whole else apart))
    assert repr(found) == f"Spans(ORGANIZATION[12,{end}))"


@pytest.mark.parametrize("text", ["Dr. Benny's Clinic", "Benny's Kowalski", "Benny's diner"])
def test_a_person_and_what_is_theirs_stay_apart(text: str) -> None:
    cut = text.index("'s") + 2
    spans = Spans([Span(0, cut, "NAME"), Span(cut + 1, len(text), "ORGANIZATION")])
    assert whole_names(text, spans) == spans


@pytest.mark.parametrize(
    ("text", "marked", "whole"),
    [
        ("Ed Moody Jr., 94", [(0, 8, "NAME"), (9, 12, "ORGANIZATION")], ["Ed Moody Jr."]),
        ("Ed Moody, III, came", [(0, 8, "NAME")], ["Ed Moody, III"]),
        ("Ed Moody Senior Center", [(0, 8, "NAME")], ["Ed Moody"]),
        ("P. Sharma, Practice Nurse", [(0, 9, "NAME"), (20, 25, "ORGANIZATION")], ["P. Sharma"]),
        ("says mama to Mama Cass", [(5, 9, "NAME"), (13, 22, "NAME")], ["Mama Cass"]),
        ("Trooper Dan Hill", [(0, 7, "NAME"), (8, 16, "NAME")], ["Trooper Dan Hill"]),
    ],
)
def test_generations_belong_to_names_and_callings_are_nobody(text, marked, whole) -> None:
    found = whole_names(text, [Span(*one) for one in marked])
    assert [text[one.start : one.end] for one in found] == whole


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sheedy\nHung, Christine", ["Sheedy", "Hung, Christine"]),
        ("Zaki\nDEFRANK, Trisha", ["Zaki", "DEFRANK, Trisha"]),
        ("V.M.F.\nCOMAN Bogdan", ["V.M.F.", "COMAN Bogdan"]),
        ("van der\nBerg, Anna", ["van der\nBerg, Anna"]),
        ("Ruiz,\nAna", ["Ruiz,\nAna"]),
        ("Ana\nRuiz", ["Ana\nRuiz"]),
    ],
)
def test_a_turned_name_in_the_next_line_is_another_persons(text, names):
    found = whole_names(text, [Span(0, len(text), "NAME", 0.9, "test")])
    assert [text[span.start : span.end] for span in found] == names
