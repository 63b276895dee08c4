"""Suppression: known vectors, every method and guarantee, and what is refused."""

from dataclasses import replace

import pytest

from textveil.errors import InputError, InvalidValueError
from textveil.transform.rarity.prepared_corpus import Rarity
from textveil.transform.rarity.suppress import (
    CLAIMS,
    GUARANTEES,
    METHODS,
    PAPER_SYMBOLS,
    Promise,
    Suppress,
    suppress,
)
from textveil.values.document import Document
from textveil.verify.rare.k_anonymity import check_k_anonymity

LETTERS = Suppress(k=2, unit="char")


def one(text, **settings):
    """Suppress one text by occurrences and return it."""
    return suppress(
        [Document("d", text)], Suppress(guarantee="occurrences", unit="char", **settings)
    ).texts[0]


def many(*texts):
    return [Document(str(number), text) for number, text in enumerate(texts)]


def test_abracadabra():
    assert one("abracadabra", k=2, method="longest-first") == "abra*a*abra"
    assert one("abracadabra", k=2) == "abra*a*abra"


@pytest.mark.parametrize(
    ("text", "k", "expected"),
    [
        ("banana", 2, "*ana*a"),
        ("banana", 3, "*a*a*a"),
        ("bananan", 3, "*an*n*n"),
        ("aaaa", 2, "aaa*"),
        ("abcd", 2, "****"),
    ],
)
def test_minimum_extends_each_run_as_far_as_it_goes(text, k, expected):
    assert one(text, k=k) == expected


def test_a_shared_run_keeps_no_longer_than_it_is_shared():
    texts = suppress(many("fever and gout", "fever and mumps"), LETTERS).texts
    assert [text[:10] for text in texts] == ["fever and ", "fever and "]


def test_one_person_s_documents_do_not_count_twice():
    twins = [Document("a", "zebra", "p"), Document("b", "zebra", "p"), Document("c", "x", "q")]
    assert suppress(twins, LETTERS).texts[0] == "*****"
    assert suppress(twins, replace(LETTERS, guarantee="occurrences")).texts[0] == "zebra"


def test_whole_words_are_suppressed_with_a_mark_for_each_character():
    texts = suppress(many("see Xerxes now", "see Mo now"), Suppress(k=2)).texts
    assert list(texts) == ["see ****** now", "see ** now"]


def test_shown_symbols_are_never_suppressed():
    texts = suppress(many("a (b)", "a (c)"), Suppress(k=2, unit="char", show="paper")).texts
    assert list(texts) == ["a (*)", "a (*)"]
    assert len(set(PAPER_SYMBOLS)) == 16


def test_a_shown_symbol_that_is_too_rare_is_refuted_with_its_place():
    documents = many("ab!ab", "ab")
    settings = Suppress(k=2, unit="char", show="!")
    result = suppress(documents, settings)
    verdict = check_k_anonymity(documents, result.texts, 2, "subjects", show="!")
    assert (verdict.witnesses[0].document, verdict.witnesses[0].count) == ("0", 1)


def test_a_mark_in_the_input_counts_as_suppressed():
    assert one("ab*ab", k=2) == "ab*ab"
    assert one("a*a*", k=2) == "a*a*"
    assert one("x*x*y", k=2) == "x*x**"


def test_another_mark():
    assert one("banana", k=3, mark="·") == "·a·a·a"


def test_words_count_words_and_hybrid_needs_both():
    documents = many("red fox", "red cat", "red cow")
    assert list(suppress(documents, Suppress(k=3, method="words")).texts) == ["red ***"] * 3
    hybrid = suppress(documents, replace(LETTERS, method="hybrid")).texts
    minimum = suppress(documents, LETTERS).texts
    words = suppress(documents, Suppress(k=2, method="words")).texts
    for both, ours, theirs in zip(hybrid, minimum, words, strict=True):
        gone = [a == b == "*" for a, b in zip(ours, theirs, strict=True)]
        assert [c == "*" for c in both] == gone


def test_counts_describe_the_result():
    result = suppress(many("ab-ab", "ab"), LETTERS)
    assert (result.symbols, result.kept, result.runs) == (7, 6, 3)
    assert result.kept_ratio == 6 / 7
    assert "ab" not in repr(result)


@pytest.mark.parametrize("guarantee", GUARANTEES)
@pytest.mark.parametrize("method", METHODS)
def test_the_table_of_claims_is_what_the_settings_say(method, guarantee):
    claim = CLAIMS[method][guarantee]
    if claim is Promise.REFUSED:
        with pytest.raises(InvalidValueError, match="cannot give the guarantee"):
            Suppress(2, guarantee, method)
        return
    documents = many("the cat sat", "the cat ran", "a cat sat", "the the")
    settings = Suppress(2, guarantee, method)
    assert settings.claim is claim
    result = suppress(documents, settings)
    verdict = check_k_anonymity(documents, result.texts, 2, guarantee)
    assert verdict.holds or claim is Promise.NOT_CLAIMED


@pytest.mark.parametrize(
    "options",
    [
        {"k": 1},
        {"k": 2, "guarantee": "hope"},
        {"k": 2, "method": "magic"},
        {"k": 2, "unit": "page"},
        {"k": 2, "min_length": 0},
        {"k": 2, "mark": ""},
        {"k": 2, "mark": "**"},
        {"k": 2, "mark": " "},
        {"k": 2, "mark": "x"},
        {"k": 2, "show": "*"},
    ],
)
def test_bad_settings_are_refused(options):
    with pytest.raises(InvalidValueError):
        Suppress(**options)


def test_too_few_subjects_is_an_error_that_names_the_ways_out():
    with pytest.raises(InputError) as caught:
        suppress(many("one text"), Suppress(k=2))
    for way in ("--lines", "--subject-column", "--guarantee occurrences"):
        assert way in caught.value.hint


@pytest.mark.parametrize("documents", [[], many(""), many("", "")])
def test_an_empty_corpus_is_an_error(documents):
    with pytest.raises(InputError, match="no text"):
        suppress(documents, Suppress(k=2))


@pytest.mark.parametrize("text", ["😀a😀a", "\ud800a\ud800a", "日本日本"])
def test_any_characters(text):
    assert one(text, k=2) == text[:2] + "*" + text[3]
    assert one(text, k=2, min_length=2) in (text[:2] + "**", "**" + text[2:])


def test_a_prepared_collection_gives_the_same_for_every_setting():
    documents = many("the cat sat", "the cat ran", "a cat sat")
    rarity = Rarity(documents)
    for settings in (LETTERS, replace(LETTERS, k=3), Suppress(2), Suppress(2, "output")):
        assert suppress(rarity, settings).texts == suppress(documents, settings).texts
