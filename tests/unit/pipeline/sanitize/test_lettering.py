"""Texts as letters, all at once, and back."""

from hypothesis import example, given
from hypothesis import strategies as st

from textveil.pipeline.sanitize.lettering import letters_of, texts_of

# Spaces of all widths, a character beyond 16 bits, a lone surrogate.
CHARACTERS = st.text("ab é\t\n\u0085\u2003\u3000\U0001f600\ud800", max_size=12)


@given(st.lists(CHARACTERS, max_size=5), st.sampled_from(["char", "token"]))
@example(["b a", "", "a  a"], "token")
def test_letters_are_what_python_splits(texts, unit):
    ids = tuple(f"s{number}" for number in range(len(texts)))
    made = letters_of(ids, texts, unit)
    split = [text.split() if unit == "token" else list(text) for text in texts]
    assert [list(sequence) for sequence in made] == split
    assert made.alphabet.symbols == tuple(sorted({s for symbols in split for s in symbols}))
    between = " " if unit == "token" else ""
    assert texts_of(made, unit) == [between.join(symbols) for symbols in split]


def test_many_distinct_tokens():
    words = [f"w{number}" for number in range(5000)]
    made = letters_of(("a", "b"), [" ".join(words), " ".join(reversed(words))], "token")
    assert list(made[0]) == words
    assert list(made[1]) == words[::-1]
