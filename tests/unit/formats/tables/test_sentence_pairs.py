"""Files of pairs: three kinds of columns, and errors that name the line."""

import pytest

from textveil.errors import InputError
from textveil.formats.tables.sentence_pairs import MOST_WORDS, read_pairs

MRPC = '\ufeffQuality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t1\t2\tHe said "no.\tHe said no.\n'
PAWS = "id\tsentence1\tsentence2\tlabel\n1\tAnn met Bob .\tBob met Ann .\t0\n"


def read(tmp_path, text, **how):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_pairs(path, **how)


def test_two_columns_are_two_sentences(tmp_path):
    [pair] = read(tmp_path, "Ann came.\tAnn arrived.\r\n")
    assert (pair.left, pair.right, pair.same, pair.line) == ("Ann came.", "Ann arrived.", None, 1)


def test_quotes_are_ordinary_characters_and_headings_are_skipped(tmp_path):
    [pair] = read(tmp_path, MRPC)
    assert (pair.left, pair.same, pair.line) == ('He said "no.', True, 2)


def test_paws_has_the_truth_last_and_may_have_no_headings(tmp_path):
    with_headings = read(tmp_path, PAWS)
    without = read(tmp_path, PAWS.split("\n", 1)[1])
    assert [(p.left, p.same) for p in with_headings] == [(p.left, p.same) for p in without]
    assert with_headings[0].same is False


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no pairs"),
        ("one column\n", "line 1 has one column"),
        ("a b\tc d\nalone\n", "line 2 has one column, not 2"),
        ("a b\tc d\n\na\tb\n", "line 2 has one column, not 2"),
        ("a b\tc d\ne\t \n", "line 2 has an empty sentence"),
        ("a b\tc d\te f\n", "line 1 has 3 columns"),
        (f"a\tb\nc\t{'word ' * (MOST_WORDS + 1)}\n", "line 2 has a sentence of 2,001 words"),
        ("1\ta b\tc d\tmaybe\n", "line 1 says neither 0 nor 1"),
        (b"a\tb\nc\t\xff\xfe\n", "line 2 is not UTF-8"),
        (
            "a b\tc d\nElle a \u00e9t\u00e9 vue hier, nous la reverrons dans deux semaines avec "
            "ses analyses.\tok\n",
            "line 2 is in another language",
        ),
    ],
)
def test_an_error_names_the_line(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)


def test_pairs_to_learn_from_say_whether_they_are_the_same(tmp_path):
    with pytest.raises(InputError, match="do not say"):
        read(tmp_path, "a b\tc d\n", judged=True)


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_pairs(tmp_path / "none.tsv")


def test_a_pair_never_shows_its_text(tmp_path):
    [pair] = read(tmp_path, "secret one\tsecret two\n")
    assert "secret" not in repr(pair)
