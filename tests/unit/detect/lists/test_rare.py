"""The rare screen: what it finds, what it leaves to others, and the claim that follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.lists.rare import Rare
from textveil.errors import InputError, InvalidValueError
from textveil.transform.masks.mask import Mask
from textveil.transform.rarity.suppress import Suppress, suppress
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.verify.rare.k_anonymity import KSubjects

NOTES = [
    Document("a", "seen with fever, call 555-0134, likes chess", "p1"),
    Document("b", "seen with fever, call 555-0199, likes tea", "p2"),
    Document("c", "seen with fever, likes tea and chess", "p1"),
]
NOTHING = [Spans()] * 3


def values(documents, found):
    return [
        [d.text[s.start : s.end] for s in spans] for d, spans in zip(documents, found, strict=True)
    ]


def test_words_that_too_few_share_are_found():
    found = list(Rare(k=2).screen(NOTES, NOTHING))
    assert "chess" in " ".join(values(NOTES, found)[0])
    assert all(span.label == "RARE" and span.explanation for spans in found for span in spans)


def test_what_others_found_is_left_to_them_and_does_not_count():
    phones = [Spans([Span(22, 30, "PHONE")]), Spans([Span(22, 30, "PHONE")]), Spans()]
    found = list(Rare(k=2).screen(NOTES, phones))
    for before, after in zip(phones, found, strict=True):
        assert not after.overlap(before)


@given(
    st.lists(
        st.tuples(st.text("ab ", max_size=12), st.sampled_from("pqr")), min_size=3, max_size=6
    ),
    st.data(),
    st.sampled_from(["char", "token"]),
)
def test_what_is_left_stands_with_k_subjects(rows, data, unit):
    documents = [Document(str(n), text, who) for n, (text, who) in enumerate(rows)]
    if len({who for _, who in rows}) < 2:
        return
    found = []
    for document in documents:
        end = data.draw(st.integers(0, len(document.text)))
        found.append(Spans([Span(end // 2, end, "ID")] if end // 2 < end else []))
    rare = list(Rare(k=2, unit=unit).screen(documents, found))
    mask = Mask()
    cases = [
        Case(document, mask.transform(document, (a | b).partition()))
        for document, a, b in zip(documents, found, rare, strict=True)
    ]
    assert KSubjects(2).verify(cases).holds


def test_it_finds_what_suppression_suppresses():
    documents = [Document(str(n), t) for n, t in enumerate(["the cat", "the dog", "a cat"])]
    texts = suppress(documents, Suppress(2, unit="char")).texts
    for spans, text in zip(Rare(2, unit="char").screen(documents, NOTHING), texts, strict=True):
        assert [i for i, c in enumerate(text) if c == "*"] == [
            i for span in spans for i in range(span.start, span.end)
        ]


def test_too_few_subjects():
    with pytest.raises(InputError, match="subjects is 2 and k is 3"):
        list(Rare(k=3).screen(NOTES, NOTHING))


@pytest.mark.parametrize("options", [{"k": 1}, {"guarantee": "output"}, {"unit": "page"}])
def test_bad_options(options):
    with pytest.raises(InvalidValueError):
        Rare(**options)
