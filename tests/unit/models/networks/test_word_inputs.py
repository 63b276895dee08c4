"""Word inputs: what a neural model is told, from the books that it was trained with."""

from pathlib import Path

import numpy as np
import pytest

from textveil.lexicon.tables.clinical import ClinicalBook, ClinicalKind
from textveil.lexicon.tables.languages import ENGLISH, LANGUAGES, Language, reading_from
from textveil.lexicon.tables.words import Kind, WordBook, look_up
from textveil.models.bundle import load_bundle
from textveil.models.networks.word_inputs import WordTraits, shape_of
from textveil.models.roles import Books, books_of_today, read_roles, write_roles
from textveil.values.span import Span, Spans

KINDS = (Kind.TITLE, Kind.CITY)
TERMS = (ClinicalKind.UNIT, ClinicalKind.DEVICE)
FAMILIES = ("DATE", "NAME")
BOOKS = Books(
    WordBook([("Dr", Kind.TITLE)]),
    ClinicalBook([("zog", ClinicalKind.UNIT), ("Zar flooper", ClinicalKind.DEVICE)]),
)
LISTS = 28


def traits(books=BOOKS):
    return WordTraits(books, KINDS, TERMS, FAMILIES)


def told(text, *hints):
    """Return for each word which of the inputs after the four steps are set."""
    words = traits().read(text, Spans(Span(*hint) for hint in hints))
    names = ("TITLE", "CITY", "UNIT", "DEVICE", "DATE", "NAME", "small", "titled")
    return [
        (word, {name for name, value in zip(names, row[LISTS:], strict=True) if value})
        for word, row in zip(words.words, words.traits, strict=True)
    ]


def test_words_are_told_by_the_lists_the_terms_the_patterns_and_the_document():
    assert told("Dr. Zubrin, 5 zog. The Zar flooper was zubrin", (0, 10, "PATIENT")) == [
        ("Dr", {"TITLE", "NAME"}),
        (".", {"NAME"}),
        ("Zubrin", {"NAME", "small", "titled"}),
        (",", set()),
        ("5", set()),
        ("zog", {"UNIT"}),
        (".", set()),
        ("The", set()),
        ("Zar", {"DEVICE"}),
        ("flooper", {"DEVICE"}),
        ("was", set()),
        ("zubrin", set()),
    ]


def test_a_hint_of_a_family_that_the_model_does_not_know_is_left_out():
    assert told("on 5", (3, 4, "MRN")) == [("on", set()), ("5", set())]


def test_how_often_a_name_is_borne_is_one_of_seven_steps():
    mary = traits().read("Mary", Spans()).traits[0]
    known = look_up("Mary")
    assert known.female > 0
    assert mary[known.female - 1] == 1
    assert mary[:7].sum() == 1


def test_inputs_do_not_depend_on_what_was_read_before():
    text = "Dr. Mary Zubrin of Boston took 5 zog"
    fresh = traits().read(text, Spans()).traits
    used = traits()
    used.read(" ".join(f"word{chr(97 + at % 26) * (at // 26 + 1)}" for at in range(3000)), Spans())
    assert (used.read(text, Spans()).traits == fresh).all()


def test_more_words_than_are_kept_are_read_alike(monkeypatch):
    text = "Dr. Mary Zubrin of Boston took 5 zog"
    fresh = traits().read(text, Spans()).traits
    monkeypatch.setattr("textveil.models.networks.word_inputs._KEPT", 4)
    used = traits()
    for other in ("some words before", text, "Boston again, and Mary", text):
        made = used.read(other, Spans())
    assert (made.traits == fresh).all()


def test_a_text_without_words_has_no_inputs():
    made = traits().read(" \n\u2003", Spans())
    assert made.words == []
    assert made.traits.shape == (0, traits().width)


@pytest.mark.parametrize("word", ["½", "²", "\u0301", "\U0001f600", "_", "é", "Å", "東", "ⅷ", "ß"])
def test_every_word_has_a_shape(word):
    assert 1 <= shape_of(word) <= 12


def test_roles_are_read_as_they_were_written():
    today = books_of_today()
    again = read_roles(write_roles(today))
    assert again.words.entries == today.words.entries
    assert again.clinical.entries == today.clinical.entries
    words = ["Dr", "Boston", "mg", "Foley", "catheter", "Kovacs", "Avenue", "MD", "tuesday"]
    assert [again.words.look_up(w) for w in words] == [today.words.look_up(w) for w in words]
    assert again.clinical.kinds(words) == today.clinical.kinds(words)


def test_a_new_title_and_a_new_unit_reach_readers_at_once_and_a_loaded_model_not(tmp_path):
    text = "Zorgmaster Kovacs took 5 zogs"
    before = load_bundle("neural-en").tagger()
    [told_before] = before.tag([text], [Spans()])
    for table in Path(str(LANGUAGES[ENGLISH].folder)).iterdir():
        (tmp_path / table.name).write_text(table.read_text("utf-8"), "utf-8")
    with (tmp_path / "titles.tsv").open("a", encoding="utf-8") as table:
        table.write("Zorgmaster\ttitle\nzogs\tunit\n")
    with reading_from(ENGLISH, Language("English", tmp_path)):
        assert look_up("Zorgmaster").kinds & Kind.TITLE
        today = WordTraits(books_of_today(), KINDS, TERMS, FAMILIES).read(text, Spans())
        assert today.traits[0, LISTS] == 1
        assert today.traits[1, -1] == 1
        assert today.traits[4, LISTS + 2] == 1
        again = load_bundle("neural-en")
        own = WordTraits(again.books, KINDS, TERMS, FAMILIES).read(text, Spans())
        assert not own.traits[0, LISTS]
        assert not own.traits[1, -1]
        assert not own.traits[4, LISTS + 2]
        [told_after] = again.tagger().tag([text], [Spans()])
    assert np.array_equal(told_before.chances, told_after.chances)
