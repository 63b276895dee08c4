"""Recognition never raises, and does not depend on names, numbers and repetition.

English is nothing else, and lists, tables and capitals tell of no language that is not installed.
"""

from hypothesis import given
from hypothesis import strategies as st
from tests.sentences import SENTENCES

from textveil.lexicon.style.language_of import language_name, language_of
from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.languages import LANGUAGES
from textveil.lexicon.tables.words import are_everyday

LATIN = [code for code in SENTENCES if SENTENCES[code].isascii() or code in {"es", "fr", "de"}]
digits = st.text("0123456789", min_size=1, max_size=9)
names = st.from_regex(r"[A-Z][a-z]{1,9}", fullmatch=True)
idents = st.builds(lambda a, b: f"{a}{b}", st.text("ABCXYZ", min_size=1, max_size=3), digits)
mails = st.builds(lambda a, b: f"{a.lower()}@{b.lower()}.example.org", names, names)


@given(st.text(max_size=4000))
def test_it_never_raises_and_names_a_known_language(text):
    code = language_of(text)
    assert code == "" or language_name(code) != code


@given(st.one_of(st.text(max_size=1400), st.sampled_from(sorted(SENTENCES.values()))))
def test_a_text_that_stands_twice_has_the_same_language(text):
    assert language_of(f"{text}\n{text}") == language_of(text)


def filled(words, values):
    """Return a text with a value after each fifth word: shorter rows are no running text."""
    pieces = []
    for at, word in enumerate(words):
        pieces.append(word)
        if at % 5 == 4 and values:
            pieces.append(values[at % len(values)])
    return " ".join(pieces)


def like(value, digit):
    """Return another value of the same form: another digit, other letters of the same case."""
    return "".join(digit if c.isdigit() else _next(c) if c.isalpha() else c for c in value)


def _next(letter):
    first = ord("a" if letter.islower() else "A")
    return chr((ord(letter) - first + 7) % 26 + first)


WORDS = sorted({word for text in SENTENCES.values() for word in text.split()})


@given(
    st.sampled_from(LATIN),
    st.lists(st.one_of(digits, names, idents, mails), max_size=12),
    st.sampled_from("0123456789"),
)
def test_other_names_and_numbers_of_the_same_form_do_not_change_it(code, values, digit):
    words = SENTENCES[code].split()
    before = language_of(filled(words, values))
    after = language_of(filled(words, [like(value, digit) for value in values]))
    assert before == after == code


@given(
    st.lists(st.sampled_from(WORDS), max_size=80),
    st.lists(st.one_of(digits, idents, mails), min_size=1, max_size=8),
)
def test_whatever_the_words_ids_and_addresses_do_not_matter(words, values):
    others = [like(value, "7") for value in values]
    assert language_of(filled(words, values)) == language_of(filled(words, others))


COMMON = sorted(
    word for word, *_ in rows("tongues/words.tsv") if word.isalpha() and max(word) < "\u0250"
)
"""The words that tell a language in Latin letters from another."""
ENGLISH = [word for word in COMMON if are_everyday([word])]
"""Those among them that an English text may have."""
JOINTS = ["\n", "\n- ", ", ", "; ", "\t", " | ", "  ", ": ", " 4.5 ", " 120/80 ", " (", "\n1. "]


def in_table(cells, joint):
    return joint.join(" ".join(cell) for cell in cells)


def is_foreign(text):
    return language_of(text) not in ("", *LANGUAGES)


@given(
    st.lists(st.lists(st.sampled_from(COMMON), min_size=1, max_size=3), min_size=8, max_size=80),
    st.sampled_from(JOINTS),
)
def test_lists_and_tables_tell_of_no_other_language_whatever_their_words(cells, joint):
    assert not is_foreign(in_table(cells, joint))


@given(
    st.lists(st.lists(st.sampled_from(COMMON), min_size=1, max_size=12), min_size=8, max_size=40),
    st.sampled_from([*JOINTS, " "]),
)
def test_capitals_tell_of_no_other_language_whatever_their_words(cells, joint):
    assert not is_foreign(in_table(cells, joint).upper())


@given(
    st.lists(st.lists(st.sampled_from(ENGLISH), min_size=1, max_size=12), min_size=8, max_size=40),
    st.sampled_from([*JOINTS, " ", ". "]),
    st.sampled_from([str.lower, str.upper, str.capitalize, str.title]),
)
def test_english_words_tell_of_no_other_language_however_they_are_laid_out(cells, joint, case):
    assert not is_foreign(in_table([map(case, cell) for cell in cells], joint))
