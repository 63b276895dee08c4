"""Folding equals its twin, and every range of a view leads back to where it came from."""

# ruff: noqa: E501 - ambiguous characters and long tables are the point

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.text.folding import slow_fold, slow_fold_ascii, slow_squeeze

from textveil.lexicon.tables.folding import borders, fold, fold_ascii, squeeze, squeeze_text

ODD = "\u200b\u0301\u2469\u2474\ufb01\u00e9\u0430\uff11\u2013\u00a0\u65e5\U0001d400ßİ\ud800\u20dd½…ﾞ\u3164"
texts = st.text(st.one_of(st.sampled_from(ODD + "aB1 -_"), st.characters()), max_size=40)

EUROPEAN = st.one_of(
    st.characters(max_codepoint=0x52F), st.characters(min_codepoint=0x1E00, max_codepoint=0x1FFF)
)


@settings(max_examples=500)
@given(texts)
def test_fold_equals_its_twin(text: str) -> None:
    view, (folded, origin) = fold(text), slow_fold(text)
    assert view.text == folded
    assert [view.locate(at, at + 1) for at in range(len(view))] == origin
    plain = fold_ascii(text)
    assert plain.text == slow_fold_ascii(text)
    assert [plain.locate(at, at + 1) for at in range(len(plain))] == origin


@settings(max_examples=500)
@given(texts)
def test_squeeze_equals_its_twin(text: str) -> None:
    view, (squeezed, origin, edges) = squeeze(text), slow_squeeze(text)
    assert view.text == squeezed == squeeze_text(text)
    assert [view.locate(at, at + 1) for at in range(len(view))] == origin
    assert borders(view) == edges


@settings(max_examples=300)
@given(texts, st.data())
def test_what_a_range_stands_for_folds_to_it(text: str, data: st.DataObject) -> None:
    view = fold(text)
    if not len(view):
        return
    start = data.draw(st.integers(0, len(view) - 1))
    end = data.draw(st.integers(start + 1, len(view)))
    low, high = view.locate(start, end)
    inner = fold(text[low:high]).text
    # A range may cut through the several characters that one became; then all of it comes along.
    assert view.text[start:end] in inner
    alone = all(len(fold(c).text) <= 1 for c in text[low:high])
    assert not alone or inner == view.text[start:end]


@settings(max_examples=300)
@given(texts)
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text).text
    assert fold(once).text == once
    assert squeeze(squeeze(text).text).text == squeeze(text).text


@settings(max_examples=300)
@given(st.text(EUROPEAN, max_size=20))
def test_composed_and_decomposed_fold_alike_in_european_scripts(text: str) -> None:
    left, right = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert fold(left).text == fold(right).text
