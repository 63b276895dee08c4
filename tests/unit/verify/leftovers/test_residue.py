"""Residue: values that survive are found however they are written."""

from dataclasses import replace
from itertools import chain, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.text.residue import EVERYDAY, SURNAME, surviving
from tests.unit.verify.released import released

from textveil.lexicon.people.inner_words import is_own_word
from textveil.lexicon.tables.words import are_everyday
from textveil.values.contracts import Case
from textveil.values.document import AUTO, Document
from textveil.values.edit import Edit, Release
from textveil.values.label import identifies_alone
from textveil.values.metadata import Metadata
from textveil.values.verdict import Status
from textveil.verify.leftovers.residue import Residue

VALUE = "617-555-0134"


def case(text, label="PHONE", value=VALUE, name="n", metadata=None):
    """Return a case in which the first occurrence of a value was replaced."""
    document = Document(name, text)
    at = text.index(value)
    release = Release.of(document, [Edit(at, at + len(value), f"[{label}]", label)])
    return Case(document, release, Metadata(metadata or {}))


def untouched(text, name="other", metadata=None):
    document = Document(name, text)
    return Case(document, Release.of(document), Metadata(metadata or {}))


@pytest.mark.parametrize(
    "copy",
    [
        "617-555-0134",
        "617 555 0134",
        "6175550134",
        "(617) 555.0134",
        "617-555-\n0134",
        "６１７-５５５-０１３４",
        "617\u200b-555-01\u200b34",
        "1617-555-0134",
    ],
)
def test_a_value_survives_however_it_is_written(copy):
    verdict = Residue().verify([case(f"Call {VALUE}. Again: {copy}, please.")])
    assert verdict.status is Status.REFUTED
    witness = verdict.witnesses[0]
    start = len("Call [PHONE]. Again: ")
    assert witness.start in (start, start + 1)
    assert witness.end == start + len(copy)


@pytest.mark.parametrize("other", ["617-555-01345", "2617-555-0134", "617-555-013", "0134"])
def test_other_numbers_are_no_residue(other):
    assert Residue().verify([case(f"Call {VALUE}. Not {other}.")]).holds


def test_an_identifying_value_must_not_survive_in_another_document():
    verdict = Residue().verify([case(f"Call {VALUE}."), untouched(f"It is {VALUE}.")])
    assert verdict.witnesses[0].document == "other"


def test_a_date_may_stand_in_another_document_but_not_in_its_own():
    dated = case("Seen on 3 May 2016.", "DATE", "3 May 2016")
    assert Residue().verify([dated, untouched("Born on 3 May 2016.")]).holds
    twice = case("Seen on 3 May 2016, not 3 may 2016.", "DATE", "3 May 2016")
    assert Residue().verify([twice]).status is Status.REFUTED


@pytest.mark.parametrize(
    "metadata",
    [{"phone": VALUE}, {"row": {"phone": VALUE}}, {"phones": ["x", VALUE]}, {"n": 6175550134}],
)
def test_metadata_that_travels_along_is_searched(metadata):
    verdict = Residue().verify([case(f"Call {VALUE}.", metadata=metadata)])
    assert "metadata field" in verdict.witnesses[0].reason


def test_document_ids_are_searched():
    verdict = Residue().verify([case(f"Call {VALUE}.", name="note 617 555 0134.txt")])
    assert "document id" in verdict.witnesses[0].reason


def test_a_date_must_not_survive_in_the_id_of_its_own_document():
    verdict = Residue().verify([case("Seen on 2016-05-03.", "DATE", "2016-05-03", "v-2016-05-03")])
    assert "document id" in verdict.witnesses[0].reason


def test_a_replacement_that_shows_the_value_is_found():
    document = Document("n", f"Call {VALUE}.")
    release = Release.of(document, [Edit(5, 17, VALUE, "PHONE")])
    assert Residue().verify([Case(document, release)]).status is Status.REFUTED


def test_rare_words_may_stand_elsewhere_but_not_in_their_own_place():
    assert Residue().verify([case("a patient and a patient", "RARE", "patient")]).holds
    document = Document("n", "a patient")
    release = Release.of(document, [Edit(2, 9, "[patient]", "RARE")])
    verdict = Residue().verify([Case(document, release)])
    assert "own place" in verdict.witnesses[0].reason


def test_short_values_are_not_looked_for_and_the_verdict_says_so():
    verdict = Residue().verify([case("Id 123 and 123.", "ID", "123")])
    assert verdict.holds
    assert verdict.checked == 0
    assert verdict.remark == "left out: 1 values of fewer than 4 letters and digits"
    several = [
        released("{NAME:Ana=Eva}, {NAME:ANA=EVA}, {AGE:45=45}, {OTHER:-=x}, {ROOM:B-2=C-4}", "a"),
        released("{NAME:Ana=Eva}, {AGE:92=90+}, {PHONE:617-555-0134=617-555-0177}", "b"),
    ]
    exempt = dict(Residue().verify(several).exempt)
    assert exempt["values of fewer than 4 letters and digits"] == 6
    assert exempt["ages, times, and dates that name no day, where they stay as they are"] == 1
    assert Residue().verify([case(f"Call {VALUE}.")]).remark == ""


def test_without_the_input_it_is_not_checkable():
    release = Release.of(Document("n", "x"))
    assert Residue().verify([Case(None, release)]).status is Status.NOT_CHECKABLE


@pytest.mark.parametrize(
    "copy",
    [
        "Ana Ruiz",
        "RUIZ, ANA",
        "ana\nruiz",
        "Ana Maria Ruiz",
        "ana.ruiz@example.org",
        "ruizana",
        "anaruiz7",
        "scan_RuizAna.pdf",
    ],
)
def test_a_name_in_full_must_not_survive_in_any_document(copy):
    named = case("Seen: Ana Maria Ruiz.", "PATIENT", "Ana Maria Ruiz")
    verdict = Residue().verify([named, untouched(f"Wrote {copy} today.")])
    assert verdict.witnesses[0].document == "other"
    assert Residue().verify([named, untouched("Ana met Bo Ruiz.")]).holds


def test_a_name_in_full_must_not_survive_in_metadata_of_another_document():
    named = case("Seen: Ana Ruiz.", "PATIENT", "Ana Ruiz")
    other = Case(*_parts(untouched("Nothing.")), Metadata({"author": "Ruiz, Ana"}))
    assert "author" in Residue().verify([named, other]).witnesses[0].reason


def _parts(found):
    return found.before, found.release


def of_subject(found, subject):
    document = Document(found.before.id, found.before.text, subject)
    return Case(document, Release.of(document, found.release.edits))


@pytest.mark.parametrize(
    ("label", "value", "holds"),
    [
        ("CITY", "Worcester", False),
        ("PATIENT", "Kowalczyk", False),
        ("DATE", "3 May 2016", False),
        ("ZIP", "02139", True),
        ("TIME", "14:30", True),
        ("PATIENT", "Black", True),
        ("DATE", "Monday", True),
        ("PROVIDER", "Hoffmann", True),
    ],
)
def test_other_values_must_not_survive_in_the_documents_of_their_subject(label, value, holds):
    removed = of_subject(case(f"Seen: {value}.", label, value), "p1")
    same = of_subject(untouched(f"Again {value}."), "p1")
    assert Residue().verify([removed, same]).holds is holds
    assert Residue().verify([removed, of_subject(same, "p2")]).holds
    twice = of_subject(case(f"Seen: {value}, {value}.", label, value), "p1")
    assert Residue().verify([twice]).status is Status.REFUTED


GOOD = [
    "{CITY:Boston=Salem}, {CITY:Salem=Boston}",
    "{NAME:Kowalczyk=Lund}, {PHONE:5550134=5550177}, {NAME:Lund=Kowalczyk}",
    "{DATE:3 May 2016=9 June 2016}, {DATE:9 June 2016=16 July 2016}",
    "{TIME:14:30=14:30}, {AGE:forty-five=forty-five}, {DATE:2016=2016}",
    "{DATE:2/6/2013=10/26/2013}",
    "{ROOM:2 West=4 East}, {STREET:7 Elm St=2 West 74th St}",
    "{URL:example.com/=wheaton.example.com/}, {EMAIL:a@b.org=c@wheaton.example.com}",
    "{USERNAME:michael=kestrel}, {NAME:Robert=Michael}",
    "{OTHER-ID:1515=2626}, {FAX:+1 571-555-0146=+1 515-555-0149}",
    "{OTHER-ID:1515=2626}, {OTHER-ID:3737=15-15}",
    "{USERNAME:jacobs=lund}, {STREET:40 N School St=81 N Jacobs St}",
    "{USERNAME:jacobs=lund}, {EMAIL:a@b.org=jacobs@wheaton.example.com}",
    "{NAME:Ana Kowalczyk=Eva Lund}, {HOSPITAL:Union Clinic=Kowalczyk Clinic}",
    "{USERNAME:gonzalezj=lunde}, {EMAIL:a@b.org=gonzalez.j@wheaton.example.com}",
    "{HOSPITAL:Hospital=[HOSPITAL]}, {HOSPITAL:hospital=[HOSPITAL-2]}",
    "{STREET:6 South=4 West}, {STREET:5 South Oak Place=6 South Euclid Place}",
    "{CITY:Troy Hills=Salem}, {STREET:7 Elm St=2 Troy} Hills Road",
]


@pytest.mark.parametrize("text", GOOD)
def test_surrogates_may_coincide_with_values_removed_elsewhere(text):
    assert Residue().verify([released(text)]).holds


BAD = [
    "{CITY:Boston=BOSTON}",
    "{HOSPITAL:Union Clinic=Salem Union Clinic}",
    "{EMAIL:miles.m@b.org=miles.p@example.org}, {NAME:Miles=Bain}",
    "{PHONE:5550134=5550177}, {FAX:5550177=5550199}",
    "{OTHER-ID:1515=2626}, {OTHER-ID:3737=1515}",
    "{OTHER-ID:151-515=262626}, {OTHER-ID:373737=15-15-15}",
    "{USERNAME:jacobs=lund}, {USERNAME:school=jacobs}",
    "{HOSPITAL:Kingston=[HOSPITAL Kingston]}",
    "{Kingston:Kingston=[Kingston]}",
    "{DEVICE:AB1234=CD5678}, {URL:x.example/y=x.example/ab1234/y}",
    "{NAME:Ana Ruiz=Eva Lund}, {EMAIL:x@b.org=ana.ruiz@example.org}",
    "{NAME:Ana Ruiz=Eva Lund}, {EMAIL:x@b.org=anaruiz@example.org}",
    "{CITY:Kingston=New} Kingston",
]


@pytest.mark.parametrize("text", BAD)
def test_surrogates_that_show_a_removed_value_are_found(text):
    assert Residue().verify([released(text)]).status is Status.REFUTED


def test_whole_addresses_identify_and_places_do_not():
    street = case("At 12 Elm Street, Troy.", "ADDRESS", "12 Elm Street, Troy")
    assert not Residue().verify([street, untouched("12 Elm Street Troy")]).holds
    place = case("At Troy, Ohio.", "ADDRESS", "Troy, Ohio")
    assert Residue().verify([place, untouched("Troy, Ohio")]).holds


def test_houses_are_found_with_other_words_for_their_street():
    removed = case("At 12 North Elm Street, Apt 4.", "STREET", "12 North Elm Street, Apt 4")
    for copy in ("12 N Elm St", "12 north elm st.", "12 N. ELM STREET, Troy"):
        assert not Residue().verify([removed, untouched(f"Near {copy}.")]).holds
    for other in ("112 N Elm St", "12 Elm St", "12 N Elm Ave", "12 N Elm"):
        assert Residue().verify([removed, untouched(f"Near {other}.")]).holds


@pytest.mark.parametrize("copy", ["2016-05-03", "05/03/2016", "May 3, 2016", "3rd of May 2016"])
def test_days_are_found_in_other_writings(copy):
    removed = of_subject(case("Seen on Tue, 3 May 2016.", "DATE", "Tue, 3 May 2016"), "p1")
    other = of_subject(untouched(f"Came {copy}, left."), "p1")
    verdict = Residue().verify([removed, other])
    [witness] = verdict.witnesses
    assert (witness.document, other.release.text[witness.start : witness.end]) == ("other", copy)
    assert Residue().verify([removed, of_subject(other, "p2")]).holds
    assert Residue().verify([removed, of_subject(untouched(f"No. {copy}-7."), "p1")]).holds


def test_a_day_inside_a_replacement_is_no_residue():
    assert (
        Residue().verify([released("{DATE:3 May 2016=9 May 2016}, {DATE:9 May=May 3, 2016}")]).holds
    )


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("{DATE:10/17=3/28}; lactate 10.17", True),
        ("{DATE:10.17=3.28}; lactate 10.17", False),
        ("{DATE:10/17=3/28}; at 10-17", False),
        ("{DATE:10/17=3/28}; at 1017", False),
        ("{PHONE:1617=2048}; on {DATE:1-6-17=2-23-16} 17:18", True),
        ("{PHONE:1617=2048}; on 3-16 17:30", True),
        ("{PHONE:1617=2048}; ext. 1617", False),
        ("{ZIP:45772=457}   $72", True),
        ("{CITY:Troy Hills=Salem}; Troy {RARE:near=****} Hills", True),
        ("{CITY:Troy Hills=Salem}; Troy{RARE:,=*} Hills", False),
        ("{CITY:Troy Hills=Salem}; Troy {RARE:near =}Hills", False),
        ("{OTHER-ID:16-17=20-48}; 16 17", False),
        ("{NAME:Long=Bo}, {NAME:Long Kovacs=Eva Lund}. Long kovacs", False),
        ("{NAME:Gang=Bo}. Best\nGang", False),
        ("{NAME:Gang=Bo}. Gang: yes", False),
        ("{NAME:Gang=Bo}. We saw Gang leave", False),
        ("{NAME:Gang=Bo}. GANG left", False),
        ("{NAME:Gang=Bo}. Gang members came", True),
        ("{NAME:Gang=Bo} left a gang", True),
        ("{NAME:Gang=Bo} {CITY:Gang=Troy} left a gang", False),
        ("{NAME:Will Long=Bo Li}. It will long be. {NAME:Bo=Al}", False),
        ("{NAME:Hasan=Omar}; she has an idea", True),
        ("{NAME:Hasan=Omar}; h a s a n", False),
        ("{NAME:Zoe Allen=Mia Holt}, {NAME:Eva Lund=Angie Allen}, {NAME:Bo Li=Zoe McKee}", True),
        ("{NAME:Cheryl Allen=Mia Holt}, {NAME:Eva=Allen}, {NAME:Bo=Cheryl}", False),
        ("{NAME:Cheryl Allen=Mia Holt}, {NAME:Eva Lund=Angie Allen}, Cheryl", False),
    ],
)  # fmt: skip
def test_what_reads_as_something_else_is_no_residue(text, holds):
    assert Residue().verify([released(text)]).holds is holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("{OTHER-ID:2024=3111}; seen 2024-03-05", True),
        ("{OTHER-ID:2024=3111}; in March 2024", True),
        ("{OTHER-ID:2024=3111}; owes 2,024.00", True),
        ("{OTHER-ID:2024=3111}; owes 2024.50", True),
        ("{OTHER-ID:2024=3111}; owes USD 2024", True),
        ("{OTHER-ID:2024=3111}; call 555-2024", True),
        ("{OTHER-ID:2024=3111}; order INV-2024-001", True),
        ("{OTHER-ID:2024=3111}; gave 2024 mg", True),
        ("{OTHER-ID:2024=3111}; order 2024", False),
        ("{OTHER-ID:2024=3111}; order no. 2024-01", False),
        ("{OTHER-ID:2024=3111}; order TCK-2024", False),
        ("{OTHER-ID:2024=3111}; order #2024.50", False),
        ("{ROOM:1030=2048}; at 10:30", True),
        ("{OTHER-ID:123456=777888}; paid 1,234.56", True),
        ("{OTHER-ID:123456=777888}; dose 0.123456", True),
        ("{OTHER-ID:123456=777888}; 12, 3456", True),
        ("{OTHER-ID:123456=777888}; 123 456", False),
        ("{OTHER-ID:123456=777888}; 12-34-56", False),
        ("{OTHER-ID:12/3456=777888}; 12/3456", False),
        ("{OTHER-ID:20240305=777888}; on 2024-03-05", True),
        ("{OTHER-ID:2024-03-05=777888}; on 2024-03-05", False),
        ("{OTHER-ID:103000=777888}; at 20240305T103000Z", True),
        ("{OTHER-ID:103000=777888}; at x103000Z", False),
        ("{QUANTITY:1,234.56=9,999.99}; paid 1,234.56", False),
    ],
)  # fmt: skip
def test_digits_that_are_read_as_another_kind_of_thing_are_no_residue(text, holds):
    assert Residue().verify([released(text)]).holds is holds


def test_a_field_that_a_rule_keeps_may_hold_a_removed_value_and_is_counted():
    removed = case("Order 447112.", "OTHER-ID", "447112", metadata={"ticket": 447112, "note": "x"})
    assert Residue().verify([removed]).witnesses[0].beside == "ticket"
    verdict = Residue().verify([replace(removed, kept=frozenset({"ticket"}))])
    assert verdict.holds
    assert dict(verdict.exempt)["fields with a removed value that a rule of the policy keeps"] == 1
    assert not Residue().verify([replace(removed, kept=frozenset({"note"}))]).holds


def test_a_day_may_stand_where_the_drawn_offset_put_it_and_nobody_is_told():
    moved = released("{DATE:3 May 2016=3 May 2016}; {DATE:5/8/2016=5/8/2016}", "a")
    verdict = Residue().verify([moved])
    assert verdict.holds
    assert sum(dict(verdict.untold).values()) == 2
    assert dict(verdict.exempt).keys().isdisjoint(dict(verdict.untold))
    outside = released("{DATE:3 May 2016=3 May 2016}; again 3 May 2016", "a")
    assert Residue().verify([outside]).failures == 1
    tagged = released("{DATE:3 May 2016=3 May 2016}; {DATE:5/8/2016=[DATE]}", "a")
    assert not Residue().verify([tagged]).holds


def test_names_of_everyday_words_count_elsewhere_where_they_are_written_as_names():
    removed = of_subject(case("Mr Will Long came.", "PATIENT", "Will Long"), "p1")
    for copy, holds in (("It will long be.", True), ("Will Long", False), ("LONG, WILL", False)):
        assert Residue().verify([removed, of_subject(untouched(copy), "p2")]).holds is holds
    driver = of_subject(case("Seen by bus driver 7.", "NAME", "bus driver"), "p1")
    assert Residue().verify([driver, of_subject(untouched("Bus Driver"), "p2")]).holds
    assert not Residue().verify([driver, of_subject(untouched("bus\ndriver"), "p1")]).holds


def test_traits_in_everyday_words_count_in_their_own_document_alone():
    removed = of_subject(case("He is a police officer.", "PROFESSION", "police officer"), "p1")
    other = of_subject(untouched("A police officer came."), "p1")
    assert Residue().verify([removed, other]).holds
    twice = case("A police officer, a police officer.", "PROFESSION", "police officer")
    assert not Residue().verify([twice]).holds


def test_parts_of_a_name_must_not_survive_in_its_document():
    named = case("Ana Kowalczyk and kowalczyk.", "PATIENT", "Ana Kowalczyk")
    assert Residue().verify([named]).failures == 1
    everyday = case("Ana Black in black.", "PATIENT", "Ana Black")
    assert Residue().verify([everyday]).holds


NAMES = ["Long", "long", "LONG", "Will", "will", "Kovacs", "kovacs"]
NUMBERS = ["7", "16", "17", "1617"]
MARKS = ["", " ", " ", " ", " ", ". ", "\n", ".", "-", ": ", "/", "-\n", " - "]
LETTERS = st.text("qz7 -", max_size=24)


@st.composite
def removals(draw):
    """Return a text, start and end of a passage in it, and another text of the same pieces."""
    pieces = draw(st.sampled_from([[], NAMES, NAMES, NUMBERS, NUMBERS + NAMES]))
    if not pieces:
        text, start = draw(LETTERS), draw(st.integers(0, 20))
        return text, start, min(len(text), start + draw(st.integers(4, 9))), draw(LETTERS)
    pairs = st.lists(
        st.tuples(st.sampled_from(pieces), st.sampled_from(MARKS)), min_size=1, max_size=7
    )
    chosen, number = draw(pairs), draw(st.integers(1, 3))
    first = draw(st.integers(0, max(0, len(chosen) - number)))
    start = len(joined(chosen[:first]))
    passage = joined(chosen[first : first + number]).rstrip(" .:/\n-")
    return joined(chosen), start, start + len(passage), joined(draw(pairs))


def joined(pairs):
    return "".join(piece + mark for piece, mark in pairs)


def test_the_small_world_of_the_slow_twin_is_part_of_ours():
    runs = ("".join(letters) for size in range(2, 9) for letters in product("qz7", repeat=size))
    pieces = [piece.lower() for piece in NAMES + NUMBERS]
    compounds = ("".join(chosen) for size in (1, 2) for chosen in product(pieces, repeat=size))
    words = set(chain(runs, compounds))
    assert {word for word in words if are_everyday([word])} == EVERYDAY
    assert {word for word in words if len(word) > 6 and is_own_word(word)} == {SURNAME}
    assert [identifies_alone(label) for label in ("ID", "DATE", "PATIENT")] == [True, False, False]


@settings(max_examples=1500)
@given(removals(), st.sampled_from(["ID", "DATE", "PATIENT"]), st.booleans())
def test_it_agrees_with_the_slow_twin(removal, label, same):
    first, start, end, second = removal
    document = Document("a", first, "p1")
    edits = [Edit(start, end, "[X]", label)] if start < end else []
    other = of_subject(untouched(second, "b"), "p1" if same else "p2")
    cases = [Case(document, Release.of(document, edits)), other]
    expected = surviving(cases)
    verdict = Residue().verify(cases)
    assert (verdict.status is Status.REFUTED) == bool(expected)
    assert {w.document for w in verdict.witnesses} == expected


@pytest.mark.parametrize(("language", "holds"), [("es", True), ("en", False)])
def test_everyday_words_are_those_of_the_text_in_which_a_value_is_looked_for(language, holds):
    removed = of_subject(case("Write to unasemana today.", "USERNAME", "unasemana"), "p1")
    other = replace(of_subject(untouched("Vino una semana."), "p1"), language=language)
    assert Residue(AUTO).verify([removed, other]).holds is holds
    assert Residue("es").verify([removed, other]).holds


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("Ana Canaryman. #canarymanstrong", "NAME", "Ana Canaryman"),
        ("Canaryman. mycanaryman2", "PATIENT", "Canaryman"),
        ("MRN 4471123. x4471123x", "MRN", "4471123"),
        ("No. AB1234. xAB1234x", "DEVICE", "AB1234"),
    ],
)
def test_surnames_and_numbers_are_found_inside_longer_words(text, label, value):
    verdict = Residue().verify([of_subject(case(text, label, value), "p1")])
    assert verdict.failures == 1
    first = of_subject(case(f"{value}.", label, value), "p1")
    inside = untouched(text.rpartition(" ")[2])
    assert not Residue().verify([first, of_subject(inside, "p1")]).holds
    carried = sum(map(str.isdigit, value)) >= 6
    assert Residue().verify([first, of_subject(inside, "p2")]).holds is not carried


@pytest.mark.parametrize(
    ("text", "label", "value"),
    [
        ("Ana Porter. The reporter left.", "NAME", "Ana Porter"),
        ("Ana Martin and Martinez.", "NAME", "Ana Martin"),
        ("Ana Ruiz. #ruizfamily", "NAME", "Ana Ruiz"),
        ("MRN 4471123. 44711239 and x94471123x", "MRN", "4471123"),
        ("MRN 44711. x44711x", "MRN", "44711"),
        ("Ana Foley. A Foley catheter, Foley's catheter.", "NAME", "Ana Foley"),
    ],
)
def test_words_of_their_own_do_not_show_a_name_and_longer_numbers_no_number(text, label, value):
    assert Residue().verify([case(text, label, value)]).holds


def test_what_stands_inside_a_document_s_id_is_found():
    removed = case("MRN 4471123.", "MRN", "4471123", name="scan4471123b")
    assert Residue().verify([removed]).witnesses[0].beside == "id"


@pytest.mark.parametrize(
    "beside", [{"name": "zabrowski-17"}, {"metadata": {"folder": "Zabrowski folder"}}]
)
def test_a_part_of_a_name_survives_in_the_id_and_the_fields_of_its_document(beside):
    [witness] = (
        Residue().verify([case("Bob Zabrowski came.", "NAME", "Bob Zabrowski", **beside)]).witnesses
    )
    assert witness.beside in ("id", "folder")
    other = untouched("Nobody came.", **beside)
    assert Residue().verify([case("Bob Zabrowski came.", "NAME", "Bob Zabrowski"), other]).holds


def test_a_clinical_term_in_a_field_shows_no_part_of_a_name():
    named = case("Ana Foley came.", "NAME", "Ana Foley", metadata={"device": "Foley catheter"})
    assert Residue().verify([named]).holds


def agreed(found, stands, *, carried=0, value="zorblax"):
    """Return cases of as many subjects, a value removed from some, and left in the others."""
    cases = []
    for number in range(stands):
        document = Document(f"n{number}x", f"user {value} came", f"p{number}")
        edit = Edit(5, 5 + len(value), "[X]", "USERNAME", carried=number < carried)
        cases.append(Case(document, Release.of(document, [edit] if number < found else [])))
    return cases


@pytest.mark.parametrize(
    ("found", "stands", "carried", "holds"),
    [(2, 10, 0, False), (2, 11, 0, True), (1, 4, 0, True), (3, 10, 1, False), (3, 11, 1, True)],
)
def test_values_of_other_forms_count_if_detectors_agree(found, stands, carried, holds):
    verdict = Residue().verify(agreed(found, stands, carried=carried))
    assert verdict.holds is holds
    assert verdict.failures == (0 if holds else stands - found)


def test_everyday_and_clinical_words_never_count_with_another_subject():
    for value in ("nontender", "adalimumab", "West"):
        assert Residue().verify(agreed(3, 4, value=value)).holds


@pytest.mark.parametrize("value", ["1617", "120/80", "BP120/80", "1250mg", "10.5 mg/dL", "Na138"])
def test_values_of_clinical_form_never_count_with_another_subject(value):
    assert Residue().verify(agreed(9, 10, value=value)).holds


def test_agreement_counts_subjects_and_not_their_documents():
    cases = agreed(2, 11)
    more = [
        replace(case, before=replace(case.before, id=f"m{at}"))
        for at in range(9)
        for case in cases[:2]
    ]
    assert Residue().verify([*cases, *more]).holds
    assert not Residue().verify([*cases[:10], *more]).holds


@pytest.mark.parametrize(
    "shown", ["250,000", "platelets 250000", "Platelets: 250000", "250000 cells"]
)
def test_a_number_is_an_amount_with_another_subject_whoever_removed_it(shown):
    first = [case(f"MRN {value}", "MRN", value) for value in ("250000", "250,000")]
    other = of_subject(untouched(f"Seen; {shown} again.", "b"), "p2")
    named = of_subject(untouched("Seen; MRN 250000 again.", "c"), "p2")
    assert Residue().verify([*first, other]).holds
    assert not Residue().verify([*first, named]).holds
