"""What every value promises: equality, hashing, order and pickling agree."""

import pickle

import hypothesis.strategies as st
import numpy as np
from hypothesis import given

from textveil.testing.strategies import corpora, documents, json_values, metadata
from textveil.values.document import Corpus
from textveil.values.metadata import Metadata
from textveil.values.sequence import Alphabet, Sequence
from textveil.values.verdict import Witness

symbols = st.lists(st.sampled_from(["home", "ward", "東", "\U0001f600", ""]), max_size=20)


def round_trip(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


@given(st.dictionaries(st.text(max_size=3), json_values(), max_size=4))
def test_metadata_freezes_and_thaws(items):
    row = Metadata(items)
    assert row.to_json() == items
    assert Metadata(row.to_json()) == row
    assert round_trip(row) == row
    assert hash(row) == hash(round_trip(row))
    assert dict(row).keys() == items.keys()


@given(metadata(), metadata())
def test_metadata_equality_agrees_with_its_order(one, other):
    assert (one.sort_key() == other.sort_key()) == (one == other)
    assert (
        (one.sort_key() < other.sort_key()) or (other.sort_key() < one.sort_key()) or one == other
    )


@given(documents())
def test_documents_survive_pickling(document):
    copy = round_trip(document)
    assert copy == document
    assert hash(copy) == hash(document)
    assert len(document) == len(document.text)
    assert bool(document)


@given(corpora())
def test_corpora_keep_order_and_count_subjects(corpus):
    listed = list(corpus)
    assert round_trip(corpus) == corpus
    assert hash(round_trip(corpus)) == hash(corpus)
    assert Corpus(listed) == corpus
    assert corpus.characters == sum(len(document.text) for document in listed)
    named = {document.subject for document in listed if document.subject is not None}
    nameless = sum(document.subject is None for document in listed)
    assert corpus.subjects == len(named) + nameless
    assert all(corpus[document.id] is document for document in listed)
    assert sorted(listed) == sorted(listed, key=lambda document: document.id)


@given(symbols)
def test_sequences_encode_and_decode(listed):
    sequence = Sequence.of("s", listed)
    assert list(sequence) == listed
    assert [sequence.alphabet.symbols[code] for code in sequence.codes] == listed
    assert len(sequence) == len(listed)
    assert round_trip(sequence) == sequence
    assert hash(round_trip(sequence)) == hash(sequence)


@given(symbols)
def test_codes_reach_numpy_without_a_copy(listed):
    sequence = Sequence.of("s", listed)
    seen = np.frombuffer(sequence.codes, "i4")
    assert seen.tolist() == list(sequence.codes)
    assert not seen.flags.writeable
    if listed:
        assert np.shares_memory(seen, np.frombuffer(sequence.buffer, np.uint8))


@given(symbols)
def test_alphabets_index_their_symbols(listed):
    alphabet = Alphabet.of(listed)
    assert alphabet.symbols == tuple(sorted(set(listed)))
    assert all(alphabet.symbols[alphabet.index[symbol]] == symbol for symbol in listed)
    assert round_trip(alphabet) == alphabet
    assert round_trip(alphabet).index == alphabet.index


@given(st.lists(st.sampled_from([None, "", "p", "q"]), max_size=6))
def test_sequences_sort_with_and_without_subject(subjects):
    made = [Sequence.of("s", "ab", subject=subject) for subject in subjects]
    ordered = sorted(made)
    made.reverse()
    assert sorted(made) == ordered
    assert sorted(ordered, reverse=True) == ordered[::-1]


@given(st.lists(st.sampled_from([None, -1, 0, 3]), max_size=6))
def test_witnesses_sort_with_and_without_count(counts):
    made = [Witness("d", 0, 1, "rare", count) for count in counts]
    ordered = sorted(made)
    made.reverse()
    assert sorted(made) == ordered
