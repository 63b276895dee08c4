"""Finding: surrogates in a leak, however it writes them, and never by a guess."""

import pytest

from textveil.trace.finding import Finder
from textveil.trace.marked import FoundMark, TracedEntity, Variant, observed


def person(place: str, where: str, *names: str) -> TracedEntity:
    variants = tuple(Variant(name, "||".join(name.casefold().split())) for name in names)
    return TracedEntity(place, "NAME", where, variants)


def thing(place: str, label: str, where: str, *written: str) -> TracedEntity:
    return TracedEntity(place, label, where, tuple(Variant(one) for one in written))


ENTITIES = [
    person("ann", "s1", "Martha Lesher", "Olga Novakova"),
    person("ann", "s1", "Peter Lesher", "Pavel Novakova"),
    person("eve", "s2", "Ines Quintero", "Vera Hadley"),
    person("two", "s3", "Rita Hadley", "Nora Kessler"),
    person("", "s4", "Sofia Brandt"),
    person("bran", "s5", "Clara Brandt", "Julia Weisman"),
    person("hill", "s6", "Doris Hill", "Agnes Stone"),
    thing("tel", "PHONE", "s2", "(918) 555-0196 x2332", "425-555-0104"),
    TracedEntity(
        "short",
        "PHONE",
        "s2",
        (Variant("605-555-0103 x9", "1|6055550103"), Variant("747 555 0121", "1|7475550121")),
    ),
    thing("mrn", "MRN", "s3", "AB-284-0276", "QX-133-7169"),
    thing("home", "ADDRESS", "s1", "52 Berkshire Dr", "11 Barrera Dr"),
    thing("mail", "EMAIL", "s1", "m.lesher@hannibal.example", "o.novakova@hannibal.example"),
]
FINDER = Finder(ENTITIES)


def seen(text: str) -> dict[str, set[int]]:
    return {place: set(bits) for place, bits in observed(FINDER.find("d", text)).items()}


@pytest.mark.parametrize(
    "text",
    [
        "Martha Lesher came.",
        "LESHER, MARTHA came",
        "martha lesher came",
        "Martha Jane Lesher came",
        "M. Lesher came",
        "Lesher, M. came",
        "Ms Lesher came",
        "Ms. LESHER's chart",
        "Martha\u00a0Les\u00adher came",
        "Peter Lesher came",
        "Martha Leshr came",
        "Ms Lehser came",
        "52 berkshire drive",
        "52, Berkshire",
        "mail M.LESHER@HANNIBAL.EXAMPLE now",
    ],
)
def test_a_surrogate_is_found_however_it_is_written(text: str) -> None:
    found = seen(text)

    assert set(found) <= {"ann", "home", "mail"}
    assert found
    assert all(bits == {0} for bits in found.values())


@pytest.mark.parametrize(
    ("text", "place", "bit"),
    [
        ("Call +1 918 555 0196 x 2332", "tel", 0),
        ("Call 4255550104 now", "tel", 1),
        ("Call (605) 555 0103", "short", 0),
        ("MRN AB2840276.", "mrn", 0),
        ("MRN: qx 133 7169", "mrn", 1),
    ],
)
def test_numbers_have_any_separators(text: str, place: str, bit: int) -> None:
    assert seen(text) == {place: {bit}}


@pytest.mark.parametrize(
    "text",
    [
        "Ms Hadley came",  # a variant of two places
        "Ms Brandt came",  # somebody who is not marked has this name, too
        "Sofia Brandt came",
        "George Lesher came",  # another person
        "Lesher, George came",
        "B. Lesher came",
        "She walked up the hill.",  # an everyday word
        "xAB2840276y 12840276",
        "",
    ],
)
def test_what_may_mean_something_else_counts_for_nothing(text: str) -> None:
    assert seen(text) == {}


def test_a_title_makes_an_everyday_word_a_name() -> None:
    assert seen("Mrs. Hill came") == {"hill": {0}}


def test_the_document_settles_what_a_name_means() -> None:
    assert seen("Tel. 425-555-0104. Ms Hadley came.") == {"tel": {1}, "eve": {1}}
    assert seen("MRN AB-284-0276. Ms Hadley came.") == {"mrn": {0}, "two": {0}}


def test_documents_in_one_text_are_settled_by_what_stands_near() -> None:
    apart = " word" * 300
    text = f"Tel. 425-555-0104. Ms Hadley came.{apart} MRN AB-284-0276. Ms Hadley came."

    assert seen(text) == {"tel": {1}, "eve": {1}, "mrn": {0}, "two": {0}}


def test_a_part_of_a_name_in_another_subjects_document_counts_for_nothing() -> None:
    assert seen("Tel. 425-555-0104. Ms Lesher came.") == {"tel": {1}}


def test_both_surrogates_of_a_place_are_seen_and_whole_ones_outrank_parts() -> None:
    assert seen("Martha Lesher. Olga Novakova.") == {"ann": {0, 1}}
    assert seen("Martha Lesher. Ms Novakova.") == {"ann": {0}}


def test_offsets_are_those_of_the_text() -> None:
    text = "\u2003Dr. \ufb01x: Lesher, Martha!"

    (found,) = FINDER.find("d", text)

    assert found == FoundMark("d", 9, 23, 0, "ann", 0, is_whole=True)
    assert text[found.start : found.end] == "Lesher, Martha"


def test_names_show_nothing_of_themselves() -> None:
    assert "Lesher" not in repr(ENTITIES[0])
    assert "Lesher" not in repr(ENTITIES[0].variants[0])


def test_a_place_is_readable_if_both_surrogates_are_read_as_they_are_written() -> None:
    entities = [
        *ENTITIES,
        TracedEntity(
            "initials",
            "NAME",
            "s1",
            (Variant("K.P.", "karl||polanco"), Variant("C.Z.", "cora||zelaya")),
        ),
        thing("room", "OTHER-ID", "s1", "867", "248"),
        person("told", "s8", "Hadley", "Okonkwo"),  # by the subject
        person("same", "s9", "Tamsin", "Imogen"),
        person("", "s9", "Tamsin"),
    ]
    everyone = {one.place for one in entities} - {""}

    assert everyone - Finder(entities).readable() == {"initials", "room", "same"}
