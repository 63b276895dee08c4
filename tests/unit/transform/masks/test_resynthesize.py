import re
from datetime import datetime

import pytest

from textveil.detect.lists.fillers import Fillers
from textveil.errors import ComponentError, InvalidValueError
from textveil.lexicon.geography.place_lists import us_places
from textveil.testing import check_transformer
from textveil.transform.masks.resynthesize import Resynthesize
from textveil.transform.persons.plausible import plausible, plausible_age
from textveil.values.document import Document
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret
from textveil.values.label import LABELS
from textveil.values.span import Span, Spans

KEY = Secret(b"0123456789abcdef")
DRAW = Draw(b"k" * 32)


def resynthesized(text, subject="p1", document_id="n", **options):
    document = Document(document_id, text, subject=subject)
    return Resynthesize(key=KEY, **options).transform(document, Fillers().detect(document)).text


def test_the_contract_holds():
    check_transformer(Resynthesize(key=KEY))


def test_letters_of_a_name_filler_name_one_person_each():
    text = "**NAME[XXX WWW]|**NAME[WWW, XXX]|Dr. **NAME[WWW]|**NAME[XXX]|**NAME[YYY WWW]"
    whole, turned, titled, given, other = resynthesized(text).split("|")
    first, last = whole.split()
    assert turned == f"{last}, {first}"
    assert titled == f"Dr. {last}"
    assert given == first
    assert other.split()[1] == last
    assert other.split()[0] != first


def test_middle_initials_are_initials():
    assert re.fullmatch(r"\w+, \w+ [A-Z]\.", resynthesized("**NAME[ZZZ, YYY M]"))


def test_numbers_of_fillers_tell_people_apart():
    one, again, two = resynthesized("<PERSON_1>|<PERSON_1>|<PERSON_2>").split("|")
    assert one == again != two
    last, doctor = resynthesized("[**Last Name (un) 7**]|Dr. [**Last Name (un) 7**]").split("|")
    assert doctor == f"Dr. {last}"


def test_a_subject_keeps_the_people_across_documents():
    assert resynthesized("[NAME-1]", document_id="a") == resynthesized("[NAME-1]", document_id="b")
    assert resynthesized("[NAME-1]", subject="p2") != resynthesized("[NAME-1]")
    apart = [resynthesized("[NAME-1]", document_id=d, scope="document") for d in "ab"]
    assert apart[0] != apart[1]
    same = [resynthesized("[NAME-1]", subject=s, scope="corpus") for s in ("p1", "p2")]
    assert same[0] == same[1]


def test_dates_in_fillers_move_together_and_keep_their_writing():
    text = "**DATE[Sep 08 2010] and **DATE[Sep 10 2010]; [**2010-9-8**]"
    shifted = resynthesized(text)
    assert re.fullmatch(
        r"[A-Z][a-z]{2} \d\d \d{4} and [A-Z][a-z]{2} \d{1,2} \d{4}; \d{4}-\d{1,2}-\d{1,2}", shifted
    )
    assert "Sep 08 2010" not in shifted
    assert resynthesized(text, shift_dates=False) == "Sep 08 2010 and Sep 10 2010; 2010-9-8"


def test_dates_without_content_are_made_up():
    born, seen = resynthesized("DOB: <DATE>; seen <DATE>").removeprefix("DOB: ").split("; seen ")
    assert int(born[-4:]) < 1990 < int(seen[-4:])


def test_a_place_has_parts_that_belong_together():
    city, state, code = re.fullmatch(
        r"(.+), ([A-Z]{2}) (\d{5})", resynthesized("[CITY], [STATE] [ZIP]")
    ).groups()
    assert any((p.city, p.state, p.zip) == (city, state, code) for p in us_places())


def test_numbers_continue_what_stands_before_them():
    assert re.fullmatch(r"call 615-555-01\d\d\.", resynthesized("call 615-**PHONE."))


def test_ages_agree_with_the_filler():
    assert 60 <= int(resynthesized("**AGE[in 60s]")) <= 69
    assert int(resynthesized("[**Age over 90 3**]")) >= 90


@pytest.mark.parametrize("label", LABELS)
def test_every_label_has_a_value(label):
    text = resynthesized(f"[{label}]")
    unknown = {"DURATION", "IDENTIFIER", "OTHER", "QUASI", "RARE", "SECRET", "SENSITIVE", "SET"}
    assert (text == f"[{label}]") == (label in unknown)


def test_mail_addresses_follow_the_patient():
    name, mail = resynthesized("[PATIENT]|[EMAIL]").split("|")
    assert mail.startswith((name[0] + name.split()[1]).lower())


def test_what_is_no_filler_is_not_carried_over():
    document = Document("n", "Ana Ruiz called")
    release = Resynthesize(key=KEY).transform(document, Spans([Span(0, 8, "NAME")]))
    assert release.text == "[NAME] called"


def test_equal_codes_share_an_entity_number_and_others_do_not():
    document = Document("n", "[NAME-1] [NAME-2] [NAME-1] [CITY-1]")
    release = Resynthesize(key=KEY).transform(document, Fillers().detect(document))
    assert [edit.entity for edit in release.edits] == [1, 2, 1, 3]


def test_line_breaks_stay():
    assert re.fullmatch(r"\w+\n\w+", resynthesized("**NAME[XXX\nWWW]"))


def test_bad_options_are_refused():
    with pytest.raises(ComponentError, match="key"):
        Resynthesize()
    with pytest.raises(InvalidValueError, match="scope"):
        Resynthesize(scope="world", key=KEY)


def test_the_key_decides():
    document = Document("n", "[NAME-1] [CITY] [MRN]")
    found = Fillers().detect(document)
    other = Resynthesize(key=Secret(b"another key, 16 bytes")).transform(document, found)
    assert other != Resynthesize(key=KEY).transform(document, found)


def test_plausible_values():
    assert plausible("OTHER", DRAW.rng("values")) is None
    assert re.fullmatch(r"\d{1,2}:\d\d", plausible("TIME", DRAW.rng("values")))
    assert plausible_age("37", DRAW.rng("values")) == "37"


def test_numbers_count_for_each_kind_of_person():
    patient, doctor, again = resynthesized("[PATIENT_1]|[DOCTOR_1]|[PATIENT_1]").split("|")
    assert patient == again != doctor
    alone, titled = resynthesized("[NAME_1]|Dr. [NAME_1]").split("|")
    assert titled == f"Dr. {alone.split()[1]}"


def test_a_number_is_one_date_and_dates_keep_the_order_of_the_text():
    one, two, again = resynthesized("[DATE_1]|[DATE_2]|[DATE_1]").split("|")
    assert one == again != two
    days = [
        datetime.strptime(day, "%m/%d/%Y") for day in resynthesized("<DATE>|" * 9).split("|")[:9]
    ]
    assert days == sorted(set(days))


@pytest.mark.parametrize("subject", [f"p{at}" for at in range(20)])
def test_birth_age_and_visit_agree(subject):
    born, seen, age = resynthesized("DOB: <DATE>|<DATE>|[AGE]", subject=subject)[5:].split("|")
    days = datetime.strptime(seen, "%m/%d/%Y") - datetime.strptime(born, "%m/%d/%Y")
    assert abs(days.days / 365.25 - int(age)) < 1.05
    born, told = resynthesized("DOB: <DATE>|**AGE[in 40s]", subject=subject)[5:].split("|")
    assert 40 <= int(told) <= 49
    born, seen, told = resynthesized("born <DATE>|[**2015-3-4**]|**AGE[in 60s]", subject=subject)[
        5:
    ].split("|")
    assert abs(int(seen[:4]) - int(born[-4:]) - int(told)) <= 1


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("[NAME]'s wife", r"\w+ [\w'-]+'s wife"),
        ("Mr. [**Known lastname 123**]'s son", r"Mr\. [\w'-]+'s son"),
        ("___ is a ___ year old", r"\w+ [\w'-]+ is a \d+ year old"),
        ("[REDACTED] v. [REDACTED]", r"\w+ [\w'-]+ v\. \w+ [\w'-]+"),
        ("XXXX was seen by XXXX.", r"\w+ [\w'-]+ was seen by \w+ [\w'-]+\."),
        ("seen [**Month/Day 5**]", r"seen \d\d/\d\d"),
        ("in [**Month (only) 3**]", r"in [A-Z][a-z]+"),
        ("since [**Year (4 digits) 2**]", r"since \d{4}"),
        ("\uff3bNAME\uff3d called", r"\w+ [\w'-]+ called"),
        ("{{NAME}} \U0001f642", "\\w+ [\\w'-]+ \U0001f642"),
        ("[NAME_0a1b2c3d]", r"[A-Z][a-z]+ [A-Z][\w'-]+"),
        ("\u00ab[PATIENT]\u00bb", "\u00ab\\w+ [\\w'-]+\u00bb"),
    ],
)
def test_nothing_of_a_filler_is_left(text, form):
    made = resynthesized(text)
    assert re.fullmatch(form, made), made


def test_mail_addresses_follow_the_person_of_their_number():
    name, mail = resynthesized("[PATIENT_3]|[EMAIL_3]").split("|")
    assert mail.startswith((name[0] + name.split()[1]).lower().replace("'", ""))
