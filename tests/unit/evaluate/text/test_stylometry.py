"""Stylometry: the worked example of the page, slow twins, and documents without a style."""

import re
from pathlib import Path

import numpy as np
import pytest
from tests.oracles.text import stylometry as oracle

from textveil.errors import InputError
from textveil.evaluate.text.stylometry import measure_style
from textveil.lexicon.style.richness import RICHNESS
from textveil.lexicon.style.writing import read_writing, syllables_of
from textveil.lexicon.style.writing_style import STYLE, style_of
from textveil.values.document import Document

PAGE = Path(__file__).parents[4] / "docs" / "methods" / "stylometry.md"
EXAMPLE = (
    "The patient had a severe headache. The headache was treated with aspirin 81 mg.\n"
    "No fever, no déjà-vu."
)


def test_the_example_has_the_counts_of_the_page():
    counted = read_writing(EXAMPLE)
    assert len(counted.words) == 18
    assert counted.sentences == 3
    assert counted.syllables == [1, 2, 1, 1, 2, 2, 1, 2, 1, 2, 1, 3, 1, 1, 1, 2, 1, 3]
    assert (counted.letters, counted.characters, counted.signs, counted.gaps) == (77, 79, 84, 17)
    assert (counted.punctuation, counted.long_words, counted.foreign, counted.clinical) == (
        (4, 5, 1, 4)
    )


def test_every_measure_has_the_worked_value_of_the_page():
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\| (-?[\d.]+) \|$", PAGE.read_text(), re.MULTILINE)
    worked = {name: float(value) for name, value in rows}
    assert tuple(worked) == STYLE
    measured = dict(zip(STYLE, style_of(EXAMPLE), strict=True))
    assert measured == pytest.approx(worked, abs=6e-4)


@pytest.mark.parametrize("seed", range(4))
def test_richness_of_long_texts_is_that_of_the_slow_twins(seed):
    drawn = np.random.default_rng(seed).pareto(0.7, 130 + 90 * seed)
    words = [f"w{int(number) % 90}" for number in drawn]
    writing = read_writing(" ".join(words))
    assert list(writing.words) == words
    for name, slow in {
        "msttr": oracle.msttr,
        "mattr": oracle.mattr,
        "hd-d": oracle.hdd,
        "mtld": oracle.mtld,
        "yule-k": oracle.yule,
    }.items():
        assert RICHNESS[name](writing) == pytest.approx(slow(words)), name


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("tubes", 1),
        ("table", 2),
        ("tables", 2),
        ("handled", 2),
        ("called", 1),
        ("noses", 2),
        ("discharged", 2),
        ("admitted", 3),
        ("the", 1),
        ("don't", 1),
        ("x-ray", 2),
        ("rhythm", 1),
        ("81", 1),
    ],
)
def test_syllables_follow_the_stated_rule(word, count):
    assert syllables_of(word) == count


def test_numbers_with_signs_inside_are_one_word():
    assert read_writing("At 13:18 on 12/03/2010, 3.5 mg and/or 4.").words == (
        ["at", "13:18", "on", "12/03/2010", "3.5", "mg", "and", "or", "4"]
    )


def test_titles_initials_and_broken_lines_end_no_sentence():
    text = "Dr. J. Ray saw her on the ward in the early morning hours of\nthat day. She left."
    assert read_writing(text).sentences == 2


def test_only_measures_that_divide_by_repetitions_are_undefined_without_any():
    style = style_of("Cats sleep. Dogs bark.")
    assert {STYLE[at] for at in np.flatnonzero(np.isnan(style))} == {"uber"}
    assert {STYLE[at] for at in np.flatnonzero(np.isnan(style_of("No. No.")))} == {"summer-s"}


@pytest.mark.parametrize("text", ["", " \n ", "...", "Only one sentence here."])
def test_a_document_without_two_sentences_is_refused_and_can_be_left_out(text):
    documents = [Document("long", "The cat sat. The dog ran."), Document("short", text)]
    with pytest.raises(InputError, match="two sentences") as caught:
        measure_style(documents)
    assert "short" in str(caught.value)
    table = measure_style(documents, skip_short=True)
    assert (list(table.kept), table.too_short, table.values.shape) == ([0], 1, (1, 32))
    with pytest.raises(InputError, match="no document"):
        measure_style(documents[1:], skip_short=True)


def test_scores_are_means_between_the_lowest_and_the_highest_value():
    texts = ["The cat sat. The dog ran.", "The cat sat. The cat sat."]
    scores = measure_style([Document(str(at), text) for at, text in enumerate(texts)]).scores()
    ttr = scores[STYLE.index("ttr")]
    assert (ttr.value, ttr.low, ttr.high) == pytest.approx((2 / 3, 0.5, 5 / 6))
