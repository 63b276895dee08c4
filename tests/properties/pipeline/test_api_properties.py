"""Properties of the Python functions: order and shape stay, and a list is one corpus."""

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.pipeline.api import deidentify, protect, restore, scan
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import load_policy
from textveil.values.document import Document

KEY = "a key of more than sixteen bytes"
POLICY = load_policy("patterns-only")
PARTS = ["617-555-0134", "6175550134", "ana@example.org", "3 May 2016", "[NAME:tv1.x]", "é", "\n"]
texts = st.lists(st.sampled_from([*PARTS, "well", " ", ". "]), max_size=6).map(" ".join)
lists = st.lists(texts, max_size=5)


@settings(max_examples=40)
@given(lists)
def test_a_list_is_what_the_engine_makes_of_one_corpus(given_texts):
    made = deidentify(given_texts, POLICY)
    documents = [Document(f"text-{at}", text) for at, text in enumerate(given_texts, 1)]
    expected = Engine(POLICY).release(documents)[0] if documents else []
    assert [one.text for one in made] == [one.release.text for one in expected]


@settings(max_examples=40)
@given(lists)
def test_a_stream_is_each_text_for_itself(given_texts):
    streamed = [one.text for one in deidentify(iter(given_texts), POLICY)]
    assert streamed == [deidentify(text, POLICY).text for text in given_texts]
    assert list(scan(iter(given_texts), POLICY)) == [scan(text, POLICY) for text in given_texts]


@settings(max_examples=40)
@given(lists)
def test_scan_points_at_what_deidentify_changes(given_texts):
    found = scan(given_texts, POLICY)
    made = deidentify(given_texts, POLICY)
    assert len(found) == len(made) == len(given_texts)
    for spans, one in zip(found, made, strict=True):
        changed = {(edit.start, edit.end) for edit in one.release.edits}
        assert {(span.start, span.end) for span in spans} == changed


@settings(max_examples=40)
@given(lists.filter(any))
def test_everything_comes_back_in_its_order(given_texts):
    protected = [one.text for one in protect([*given_texts, PARTS[0]], POLICY, KEY)]
    assert restore(protected, KEY) == [*given_texts, PARTS[0]]
