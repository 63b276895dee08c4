"""Hiding from lists: enough is hidden, no more than needed in plain cases, nothing comes back."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.lexicon.people.completions import FittingWords
from textveil.transform.rarity.hide_listed import hide_listed
from textveil.transform.rarity.suppress import Suppress, Suppressed, suppress
from textveil.values.document import Document
from textveil.verify.rare.k_anonymity import check_k_anonymity

NAMES = ["Anna", "Anne", "Enno", "Asta", "Olga", "Li", "Lu", "Bo"]


def hidden(before, after, k=2, names=NAMES, **options):
    made = Suppressed([Document("d", before)], [after], len(before), 0, 0)
    return hide_listed(made, Suppress(k=k, **options), FittingWords(names))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Anna", "Ann*", "Ann*"),  # Anna and Anne fit already
        ("Asta", "A*ta", "A**a"),  # without the t Anna fits too
        ("Asta", "Ast*", "A***"),
        ("Asta", "Asta", "Asta"),  # wholly shown: k people have it
        ("Olga", "****", "****"),
        ("zebra", "ze**a", "*****"),  # no listed word is as long
        ("12 Li", "1* *i", "** **"),
        ("Li Anna", "L*****a", "L*****a"),  # a hidden blank parts the words all the same
    ],
)
def test_letters_go_until_two_names_fit(before, after, expected):
    assert hidden(before, after).texts[0] == expected


def test_counts_describe_what_is_left():
    made = hidden("Asta is Anna", "A*ta is Ann*")
    assert made.texts[0] == "A**a is Ann*"
    assert (made.kept, made.runs) == (9, 2)


def test_characters_that_are_never_hidden_stay():
    assert hidden("Asta", "As*a", show="s").texts[0] == "*s**"


@settings(max_examples=100)
@given(
    st.lists(st.lists(st.sampled_from([*NAMES, "and", "Ana"]), min_size=1), min_size=2, max_size=6),
    st.integers(2, 3),
)
def test_every_partly_shown_word_fits_k_names_and_runs_stay_shared(rows, k):
    documents = [Document(str(n), " ".join(words)) for n, words in enumerate(rows)]
    if len(documents) < k:
        return
    asked = Suppress(k=k, unit="char")
    made = suppress(documents, asked)
    safe = hide_listed(made, asked, FittingWords(NAMES))
    for document, was, text in zip(documents, made.texts, safe.texts, strict=True):
        assert all(new in ("*", old) for new, old in zip(text, was, strict=True))
        for match in re.finditer(r"\w+", document.text):
            shape = text[match.start() : match.end()]
            if "*" in shape and shape.strip("*"):
                pattern = re.compile(shape.replace("*", "."), re.IGNORECASE)
                assert sum(bool(pattern.fullmatch(name)) for name in NAMES) >= k
    assert check_k_anonymity(documents, safe.texts, k, "subjects").holds
