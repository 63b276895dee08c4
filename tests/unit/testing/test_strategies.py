"""The strategies give what they say, and say what is missing without hypothesis."""

import subprocess
import sys
from itertools import combinations

import hypothesis.strategies as st
from hypothesis import given, settings

from textveil.testing import strategies

few = settings(max_examples=50)


@few
@given(st.data())
def test_spans_lie_inside_the_text(data):
    text = data.draw(strategies.texts(20))
    assert data.draw(strategies.spans(text)).within(len(text)) is not None


@few
@given(strategies.spans("x" * 20, disjoint=True))
def test_disjoint_spans_do_not_overlap(found):
    assert not any(one.overlaps(other) for one, other in combinations(found, 2))


@few
@given(strategies.documents(annotated=True), strategies.documents(annotated=False))
def test_documents_are_annotated_or_not(yes, no):
    assert yes.spans is not None
    assert no.spans is None


@few
@given(strategies.corpora(max_size=3))
def test_corpora_are_small(corpus):
    assert len(corpus) <= 3


@few
@given(strategies.releases())
def test_releases_belong_to_their_document(pair):
    document, release = pair
    assert release.id == document.id
    assert release.input_length == len(document.text)


def without_hypothesis(command):
    program = f"import sys; sys.modules['hypothesis'] = None\n{command}"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)


def test_the_checks_need_no_hypothesis():
    assert without_hypothesis("import textveil.testing").returncode == 0


def test_the_strategies_say_that_hypothesis_is_missing():
    ran = without_hypothesis("import textveil.testing.strategies")
    assert "MissingExtraError" in ran.stderr
    assert "hint: pip install hypothesis" in ran.stderr
