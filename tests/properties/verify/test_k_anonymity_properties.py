"""k-anonymity of small collections: the verifiers say what counting every place says."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.oracles.sequences import k_anonymity as naive

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.rare.k_anonymity import KOccurrences, KOutput, KSubjects, check_k_anonymity

MARK = "*"
ALPHABETS = st.sampled_from(["a", "ab", "ab*", "a\ud800*", "a\U0001f600\0*", "абв"])
GUARANTEES = st.sampled_from(["occurrences", "subjects", "output"])
KS = st.integers(2, 5)
VERIFIERS = {"occurrences": KOccurrences, "subjects": KSubjects, "output": KOutput}


@st.composite
def inputs(draw):
    """Documents over a small alphabet, some empty, some with marks, several of one subject."""
    alphabet = draw(ALPHABETS)
    subjects = st.none() | st.sampled_from("pq")
    texts = draw(st.lists(st.text(alphabet, max_size=10), max_size=6))
    return [Document(f"d{n}", text, subject=draw(subjects)) for n, text in enumerate(texts)]


@st.composite
def suppressed(draw):
    """Documents with any release that has their lengths, mostly an honest one."""
    documents = draw(inputs())
    choice = st.sampled_from("kkkkm" if draw(st.booleans()) else "kkkkkmc")
    after = [
        "".join({"k": character, "m": MARK, "c": "b"}[draw(choice)] for character in document.text)
        for document in documents
    ]
    return documents, after


def told(documents, verdict):
    numbers = {document.id: number for number, document in enumerate(documents)}
    return [(numbers[w.document], w.start, w.end, w.count) for w in verdict.witnesses]


def agrees(verdict, documents, after, expected):
    assert verdict.checked == sum(len(naive.kept_runs(text)) for text in after)
    assert verdict.failures == len(expected)
    assert told(documents, verdict) == expected[:10]
    assert verdict.holds == (not expected)
    assert ("nothing was kept" in verdict.reason) == (not verdict.checked)


@given(suppressed(), KS, GUARANTEES)
@example(([Document("d0", "a" * 40)], ["a" * 40]), 2, "occurrences")
@example(([Document("d0", "a*" * 20)], ["a*" * 20]), 5, "output")
def test_exact_and_exhaustive_agree_with_the_slow_twin(collection, k, guarantee):
    documents, after = collection
    expected = naive.failures(documents, after, k, guarantee)
    verdict = check_k_anonymity(documents, after, k, guarantee)
    agrees(verdict, documents, after, expected)
    assert check_k_anonymity(documents, after, k, guarantee, method="exhaustive") == verdict


@given(suppressed(), KS)
def test_the_release_alone_decides_about_itself(collection, k):
    _, after = collection
    numbered = [Document(str(number), text) for number, text in enumerate(after, 1)]
    verdict = check_k_anonymity(None, after, k, "output")
    agrees(verdict, numbered, after, naive.failures(None, after, k, "output"))
    assert check_k_anonymity(None, after, k, "output", method="exhaustive") == verdict


@given(inputs(), KS, GUARANTEES)
def test_a_release_made_by_brute_force_holds(documents, k, guarantee):
    after = naive.release(documents, k, guarantee)
    assert check_k_anonymity(documents, after, k, guarantee).holds


def marks(text):
    return tuple(Edit(i, i + 1, "*", "RARE") for i, c in enumerate(text) if c == "*")


@given(suppressed(), KS, GUARANTEES)
def test_verifiers_of_releases_say_the_same(collection, k, guarantee):
    documents, after = collection
    cases = [
        Case(document, Release(document.id, text, marks(text), len(text)))
        for document, text in zip(documents, after, strict=True)
    ]
    verdict = VERIFIERS[guarantee](k).verify(cases)
    assert verdict.claim == VERIFIERS[guarantee].claim
    assert verdict == check_k_anonymity(documents, after, k, guarantee)


@given(suppressed(), KS, GUARANTEES, st.integers(1, 4), st.integers(0, 9))
def test_a_sample_never_accuses_falsely(collection, k, guarantee, sample, seed):
    documents, after = collection
    verdict = check_k_anonymity(
        documents,
        after,
        k,
        guarantee,
        method="sample",
        rng=np.random.default_rng(seed),
        sample=sample,
    )
    expected = naive.failures(documents, after, k, guarantee)
    assert set(told(documents, verdict)) <= set(expected)
    changed = [failure for failure in expected if failure[3] is None]
    assert len(changed) <= verdict.failures <= len(expected)
    whole = sum(len(naive.kept_runs(text)) for text in after)
    assert min(sample, whole) <= verdict.checked + len(changed)
    if sample >= whole:
        agrees(verdict, documents, after, expected)


@given(suppressed(), KS, st.data())
def test_texts_of_another_length_are_refuted_and_support_nothing(collection, k, data):
    documents, after = collection
    documents = [*documents, Document("odd", "a" * 6)]
    after = [*after, "a" * data.draw(st.sampled_from([0, 5, 7]))]
    verdict = check_k_anonymity(documents, after, k, "output")
    assert verdict == check_k_anonymity(documents, after, k, "output", method="exhaustive")
    assert verdict.status is Status.REFUTED
    rest = naive.failures(documents[:-1], after[:-1], k, "output")
    assert verdict.failures == len(rest) + 1


@pytest.mark.parametrize("mark", ["*", "^", "]", "-", "\\", "█", "\0", "\ud800"])
@pytest.mark.parametrize("guarantee", ["occurrences", "subjects", "output"])
def test_any_character_may_be_the_mark(mark, guarantee):
    documents = [Document(str(n), f"ab{mark}c") for n in range(3)]
    after = [f"ab{mark}{mark}", f"ab{mark}{mark}", f"ab{mark}c"]
    verdict = check_k_anonymity(documents, after, 2, guarantee, mark=mark)
    expected = naive.failures(documents, after, 2, guarantee, mark)
    agrees(verdict, documents, [text.replace(mark, MARK) for text in after], expected)
