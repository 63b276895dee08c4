"""What is known about a word, however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.geography import place_lists as places
from textveil.lexicon.people import name_lists as names
from textveil.lexicon.tables import terms
from textveil.lexicon.tables.words import COARSE, FINE, UNKNOWN, Kind, ListedWord, key_of, look_up


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("Boston", Kind.CITY),
        ("Winston-Salem", Kind.CITY),
        ("Massachusetts", Kind.STATE),
        ("MA", Kind.STATE_CODE),
        ("Turkey", Kind.COUNTRY),
        ("Danes", Kind.DEMONYM),
        ("Kurdish", Kind.DEMONYM),
        ("nurses", Kind.OCCUPATION),
        ("Hospital", Kind.HOSPITAL),
        ("metformin", Kind.DRUG),
        ("sarcoma", Kind.DISEASE),
        ("Parkinson's", Kind.EPONYM),
        ("catheter", Kind.EPONYM_HEAD),
        ("University", Kind.ORGANIZATION),
        ("GmbH", Kind.LEGAL_FORM),
        ("Blvd.", Kind.STREET),
        ("Dr.", Kind.TITLE),
        ("Ph.D", Kind.CREDENTIAL),
        ("Catholic", Kind.RELIGION),
        ("Tagalog", Kind.LANGUAGE),
        ("May", Kind.MONTH),
        ("Sunday", Kind.WEEKDAY),
        ("Peggy", Kind.NICKNAME),
        ("San", Kind.PHRASE_START),
        ("bus", Kind.OCCUPATION_START),
        ("hope", Kind.WORD),
        ("street", Kind.WORD),
        ("Strasbourg", Kind.PROPER),
    ],
)
def test_kinds(token, kind):
    assert look_up(token).kinds & kind


@pytest.mark.parametrize("token", ["Smith", "Nguyen", "Garcia", "Boston", "Kowalski", "Robert"])
def test_names_are_no_everyday_words(token):
    assert not look_up(token).kinds & Kind.WORD


AMBIGUOUS = """
    may grace lima long will mark rose hope reading mobile turkey jordan chad georgia
"""


@pytest.mark.parametrize("token", AMBIGUOUS.split())
def test_ambiguous_words(token):
    assert look_up(token).kinds & Kind.WORD


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GARCÍA", "garcia"),
        ("Garci\u0301a", "garcia"),
        ("Gar\u200bcia", "garcia"),
        ("O\u2019Brien", "OBRIEN"),
        ("Mary's", "mary"),
        ("Mary\u2019s", "mary"),
        ("U.S.", "us"),
    ],
)
def test_spelling_does_not_matter(one, other):
    assert key_of(one) == key_of(other)
    assert look_up(one) == look_up(other) != UNKNOWN


def test_counts_become_steps():
    assert look_up("Mary").female == 7
    assert look_up("Smith").surname == 7
    assert look_up("the").common == 7
    assert 0 < look_up("Xiuying").female < 3
    assert look_up("qwertzuiop") is UNKNOWN


def test_a_hyphenated_name_is_what_its_parts_are():
    word = look_up("Garcia-Nguyen")
    assert word.surname == min(look_up("Garcia").surname, look_up("Nguyen").surname)
    assert look_up("Garcia-qwertzuiop").surname == 0
    assert look_up("--") is UNKNOWN


def test_clusters_group_words_that_are_used_alike():
    months = {look_up(month).cluster for month in ("january", "february", "october", "november")}
    assert months != {0}
    assert len(months) == 1
    assert look_up("monday").coarse == look_up("tuesday").coarse != 0
    assert look_up("monday").cluster != look_up("surgeon").cluster


@given(
    st.tuples(*[st.integers(0, 7)] * 4),
    st.integers(0, 2**26 - 1),
    st.integers(0, FINE),
    st.integers(0, COARSE),
)
def test_records_hold_every_word(steps, kinds, cluster, coarse):
    word = ListedWord(*steps, kinds, cluster, coarse)
    assert ListedWord.unpacked(*word.packed()) == word


@given(st.text(max_size=12))
def test_any_token_can_be_looked_up(token):
    word = look_up(token)
    assert word == look_up(token)
    assert 0 <= word.cluster <= FINE
    assert (word.cluster == 0) == (word.coarse == 0)


def test_every_listed_name_is_in_the_table():
    assert all(look_up(name.value).surname for name in names.surnames())
    assert all(look_up(name.value).female for name in names.first_names("female"))
    assert all(look_up(name.value).male for name in names.first_names("male"))
    assert all(look_up(drug).kinds & Kind.DRUG for drug in terms.drugs())
    single = (city for city in places.us_states().values() if " " not in city)
    assert all(look_up(state).kinds & Kind.STATE for state in single)
