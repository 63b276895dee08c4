"""Attacks on sequences: a decoy that was guessed is not a sensitive pattern."""

from textveil.formats.sources import Source
from textveil.pipeline.file_attack import AttackedFile, attack_file


def _files(folder):
    """Write an input, and a release that hides one sensitive pattern and one decoy alike."""
    before, after = folder / "before.txt", folder / "after.txt"
    before.write_text("abcdexxabcdeyyfghijzzfghij\n")
    after.write_text("abcdbcdexxabcdbcdeyyfghighijzzfghighij\n")
    (folder / "private.txt").write_text("abcde\n")
    return Source.open(after), Source.open(before)


def test_only_sensitive_patterns_are_right(tmp_path):
    after, before = _files(tmp_path)
    how = AttackedFile(k=5, sensitive=tmp_path / "private.txt")
    made = attack_file(after, (), before, how)
    told = {one.guess.value: one.right for one in made.guesses}
    assert told["abcde"] is True
    assert told["fghij"] is False, "it was hidden as well, and is a decoy"
    assert made.results[0].right == 1


def test_without_the_patterns_nobody_says_which_are_right(tmp_path):
    after, before = _files(tmp_path)
    made = attack_file(after, (), before, AttackedFile(k=5))
    told = {one.guess.value: one.right for one in made.guesses}
    assert told["abcde"] is None
    assert told["fghij"] is None
    [result] = made.results
    assert result.right is None
    assert "sensitive or decoys" in result.verdict
