import pytest

from textveil.detect.lists.fillers import Fillers
from textveil.errors import InvalidValueError
from textveil.testing import check_detector
from textveil.values.document import Document


def found(text, **options):
    document = Document("n", text)
    return [
        (document.covered_by(s), s.label, s.entity) for s in Fillers(**options).detect(document)
    ]


def test_the_contract_holds():
    check_detector(Fillers())


def test_fillers_of_several_tools_in_one_text():
    text = "**NAME[XXX\nWWW], [**Hospital 12**]; see [sic] <b>[PATIENT]</b> on <DATE>"
    assert found(text) == [
        ("**NAME[XXX\nWWW]", "NAME", "XXX WWW"),
        ("[**Hospital 12**]", "HOSPITAL", "12"),
        ("[PATIENT]", "PATIENT", None),
        ("<DATE>", "DATE", None),
    ]


def test_words_before_a_mark_tell_what_it_stands_for():
    assert [label for _, label, _ in found("Dr. ___ saw Mr. ___ on ___; name: ___")] == [
        *("PROVIDER", "PATIENT", "DATE", "NAME")
    ]
    assert found("Dr. [NAME]")[0][1] == "PROVIDER"
    assert found("was ___ again")[0][1] == "OTHER"
    assert found("was ___ again", blank="NAME")[0][1] == "NAME"


def test_a_line_to_write_on_is_no_filler():
    assert found("Signature: ________ XXX Roman") == []


def test_offsets_are_those_of_the_text_beside_other_scripts():
    assert found("é\u200bß [NAME] ü [**Company 3**]") == [
        ("[NAME]", "NAME", None),
        ("[**Company 3**]", "ORGANIZATION", "3"),
    ]


def test_an_unknown_label_for_blanks_is_refused():
    with pytest.raises(InvalidValueError, match="label"):
        Fillers(blank="DOG")
