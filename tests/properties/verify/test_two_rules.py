"""Two codes for one rule: makers and verifiers judge the same values alike.

The rules are written apart, over the same tables. Where they differ, the kind of difference stands
in `KINDS`, with the side that is safe; `docs/methods/release-verifiers.md` lists them, too.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.lexicon.dates.calendar_words import calendar_words
from textveil.lexicon.numbers import measures
from textveil.lexicon.people import identifying_forms, inner_words
from textveil.lexicon.people.completions import plain_letters
from textveil.lexicon.people.likeness import likeness as makers_likeness
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.lexicon.style import sentences
from textveil.lexicon.tables import folding
from textveil.lexicon.tables import words as word_tables
from textveil.lexicon.tables.facts import facts
from textveil.values.label import LABELS
from textveil.verify.days.calendar_terms import calendar_terms
from textveil.verify.leftovers.listed_words import _plain
from textveil.verify.passages import identifying, number_readings
from textveil.verify.passages.likeness import likeness
from textveil.verify.readers import tables, written_names

KINDS = {
    "code without check digits": (
        "A code that has the form of an account, a vehicle or a purse identifies for verifiers, and"
        " for makers only if its check digits hold. Verifiers look for it in more documents."
    ),
    "calendar term in other marks": (
        "Verifiers find a calendar term also where marks inside it are missing or doubled, or where"
        " the makers' search began with a word before it. They ask for more tags."
    ),
}
NAMES = [one.value for sex in ("female", "male") for one in first_names(sex)[:300]]
NAMES += [one.value for one in surnames()[:600]]
ROLES = (
    "care-kind",
    "generic",
    "title",
    "street",
    "side",
    "place-word",
    "free-mail",
    "handle-word",
)
TERMS = [*facts().words("eponym", "eponym-head", "disease", "test", "unit")]
WORD = st.one_of(
    st.sampled_from(NAMES),
    st.sampled_from([*facts().words(*ROLES), "St.", "O'Brien's", "José", "Will", "Long", "May"]),
    st.sampled_from(TERMS),
    st.from_regex(r"[0-9]{1,7}|[A-Z]{1,3}[0-9]{1,4}|[a-z]{2,8}", fullmatch=True),
)
MARK = st.sampled_from([" ", " ", " ", "-", ".", "@", "_", "/", ", ", "'s ", "\n", ""])
VALUE = st.lists(st.tuples(WORD, MARK), min_size=1, max_size=5).map(
    lambda pieces: "".join(f"{word}{mark}" for word, mark in pieces).strip()
)
LABEL = st.sampled_from([*sorted(LABELS), "X-OWN"])


@settings(max_examples=600)
@given(VALUE, VALUE, LABEL)
def test_both_see_the_same_likeness(fake, real, label):
    assert likeness(fake, real, label) == makers_likeness(fake, real, label)


@settings(max_examples=600)
@given(VALUE, LABEL)
def test_the_same_values_identify_by_their_form(value, label):
    theirs = identifying_forms.identifies_by_form(label, value)
    ours = identifying.identifies_by_form(label, value)
    bare = "".join(filter(str.isalnum, value))
    assert ours == theirs or (ours and len(bare) >= 15), "code without check digits"


@settings(max_examples=400)
@given(st.lists(WORD, min_size=1, max_size=4), st.lists(WORD, max_size=2))
def test_the_same_words_are_common_and_the_same_names_full(words, family):
    small = [word.lower() for word in words]
    last = [word.lower() for word in family]
    assert identifying.are_common(small) == identifying_forms.are_common(small)
    full = identifying_forms.is_full_name(small, last)
    assert identifying.is_full_name(small, last) == full
    assert tables.are_everyday(words) == word_tables.are_everyday(words)


@settings(max_examples=600)
@given(VALUE, st.data())
def test_words_are_read_alike_where_they_stand(text, data):
    found = list(written_names._LETTERS.finditer(text)) or [None]
    place = data.draw(st.sampled_from(found))
    assert identifying.reads_as_name(text) == identifying_forms.reads_as_name(text)
    if place is None:
        return
    span, word = place.span(), place.group()
    assert identifying.is_own_word(word) == inner_words.is_own_word(word)
    assert identifying.inner_surname(word) == inner_words.inner_surname(word)
    assert identifying.stands_in_term(text, *span) == inner_words.stands_in_term(text, *span)
    assert written_names.written_as_name(text, *span) == sentences.written_as_name(text, *span)
    assert written_names.stands_for_time(text, *span) == sentences.stands_for_time(text, *span)


@given(LABEL, st.from_regex(r"[a-z0-9]{1,9}", fullmatch=True))
def test_the_same_numbers_count_inside_words(label, value):
    assert identifying.inner_number(label, value) == inner_words.inner_number(label, value)


@given(st.tuples(st.integers(0, 30), st.integers(0, 150)))
def test_detectors_agree_for_both_alike(numbers):
    assert identifying.is_agreed(*numbers) == identifying_forms.is_agreed(*numbers)


@settings(max_examples=300)
@given(st.text(max_size=30))
def test_texts_are_folded_alike(text):
    ours, theirs = tables.fold(text), folding.fold(text)
    assert ours.text == theirs.text
    for at in range(len(ours.text)):
        assert ours.locate(at, at + 1) == theirs.locate(at, at + 1)
    assert tables.squeeze_text(text) == folding.squeeze_text(text)
    assert _plain(text) == plain_letters(text)


CALENDAR = (
    *("holiday", "holiday-bare", "dated-day", "dated-event", "season", "season-word", "weekday"),
    *("habit", "sure-relative", "numbered-week", "part-ordinal", "year-part", "time-unit"),
)
DATED = st.one_of(
    st.sampled_from([*facts().words(*CALENDAR), "Q3", "Q4", "week", "12", "2016", "3rd", "came"])
)
SPACE = st.sampled_from([" ", " ", " ", ", ", ". ", "s ", "'s ", "-", "\n"])
DATED_TEXT = st.lists(st.tuples(DATED, SPACE), max_size=7).map(
    lambda pieces: "".join(f"{word}{mark}" for word, mark in pieces)
)


@settings(max_examples=600)
@given(DATED_TEXT)
def test_every_calendar_word_of_the_makers_is_a_term_of_the_verifiers(text):
    ours = {(one.start, one.end): one for one in calendar_terms(text)}
    for word in calendar_words(text):
        held = [o for (low, high), o in ours.items() if low < word.end and word.start < high]
        assert held, (text, word)
        same = ours.get((word.start, word.end))
        assert same is None or same.sure == word.sure


def test_the_kinds_of_difference_are_few():
    assert len(KINDS) <= 20


SAID = ["MRN", "no.", "#", "platelets", "Glucose:", "aspirin", "order", "number", "in", "of", "a"]
SAID += [
    "BP",
    "CK",
    "K",
    "I/O",
    "mmol/L  ",
    "K/uL",
    "kg",
    "sugars ran",
    "MRN was",
    "glucose of",
    "ran",
]
BEHIND = ["mg", "%", "cells", "units.", ", and", "/80", "-12", "x", "and", "mg/dL", ""]
LONG = ["250000", "250,000", "1,250,000", "1234.56", "4471123", "555.0134", "12345.0", "44 71 12"]
LONG += [
    "7.31/44/193",
    "137/4.3/98/27",
    "3083/2096",
    "165/106",
    "127/1396/608",
    "150-400",
    "12.0-16.0",
    "44-71-12",
    "2016-05-03",
    "617-555-0134",
]


@settings(max_examples=400)
@given(
    st.sampled_from(SAID),
    st.sampled_from(["", " ", ": ", "  ", "\n"]),
    st.sampled_from(LONG),
    st.sampled_from(["", " "]),
    st.sampled_from(BEHIND),
)
def test_what_makers_take_for_an_amount_is_one_to_the_verifier(before, gap, value, blank, behind):
    text = f"{before}{gap}{value}{blank}{behind}"
    start = len(before) + len(gap)
    if measures.is_amount_at(text, start, start + len(value)):
        assert number_readings.kind_of_number(text, start, start + len(value)) == "amount"


@settings(max_examples=400)
@given(VALUE, st.data())
def test_both_see_where_a_passage_begins_a_clinical_term(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    theirs = inner_words.begins_term(text, start, end)
    assert identifying.begins_term(text, start, end) == theirs
