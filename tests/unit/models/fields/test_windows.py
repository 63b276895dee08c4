"""Windows: words that are read together."""

from itertools import pairwise

import pytest

from textveil.models.fields.windows import FULL, LONGEST, OVERLAP, windows


def test_words_of_a_line():
    [window] = windows("Dr. O'Neil_x, 47b")
    assert window.words == ["Dr", ".", "O'Neil", "_", "x", ",", "47", "b"]
    assert window.core == (0, 8)
    assert (window.starts[2], window.ends[2]) == (4, 10)


@pytest.mark.parametrize("text", ["", " \t\n\r\n ", "\u2028\u2029"])
def test_nothing_to_read(text):
    assert list(windows(text)) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\f", "\x0b", "\x85", "\u2028", "\u2029"])
def test_every_line_end_ends_a_window_and_blank_lines_are_not_counted(end):
    found = list(windows(f"one{end}{end}two"))
    assert [window.words for window in found] == [["one"], ["two"]]
    assert [window.line for window in found] == [0, 1]


def test_a_long_line_is_read_in_windows_that_overlap():
    found = list(windows("a " * 1000))
    assert [len(window.words) for window in found] == [LONGEST] * 4 + [200]
    assert all(window.line == 0 for window in found)
    for one, other in pairwise(found):
        assert one.starts[-OVERLAP:] == other.starts[:OVERLAP]


def test_a_line_of_exactly_the_longest_length_loses_no_word():
    found = list(windows("a " * LONGEST))
    judged = [start for w in found for start in w.starts[w.core[0] : w.core[1]]]
    assert judged == [2 * at for at in range(LONGEST)]


def test_memory_stays_bounded_on_a_line_without_end():
    for window in windows("a1" * 200_000):
        assert len(window.words) <= LONGEST


def test_a_line_that_was_full_is_read_with_the_next():
    full = "seen at the clinic on Main Street by Doctor Ana"
    assert len(full) >= FULL
    [window] = windows(f"{full}\nRuiz\n")
    assert window.words[-2:] == ["Ana", "Ruiz"]
    assert window.breaks == (len(window.words) - 1,)


@pytest.mark.parametrize(
    "text",
    [
        f"{'a' * (FULL - 1)}\nb",
        f"{'a' * FULL}\n\nb",
        f"{'a' * FULL}\n b",
        f"{'a' * FULL}\fb",
    ],
)
def test_short_lines_blank_lines_and_insets_part(text):
    assert [window.words[-1][0] for window in windows(text)] == ["a", "b"]


def test_lines_are_counted_within_windows_and_across_them():
    words = "four words a line or rather a good many more of them" + " more" * 20
    found = list(windows(f"{words}\n" * 30 + "\nend"))
    lines = [window.line for window in found]
    assert lines[0] == 0
    assert found[-1].line == 30
    firsts = {0}
    for window in found:
        firsts |= {window.starts[at] for at in window.breaks}
    assert firsts == {at * (len(words) + 1) for at in range(30)}
