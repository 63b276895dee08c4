"""Trials that can be stopped anywhere: what is finished is kept, and the same study is known."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from textveil.errors import OutputError
from textveil.study.resume import KeptTrials


class Square(NamedTuple):
    number: int
    square: int


class StoppedError(Exception):
    pass


def squared(number):
    return [Square(number, number**2)]


def kept(folder):
    trials = KeptTrials(folder, "study", Square)
    trials.begin({"numbers": "small"})
    return trials


def test_rows_come_back_in_the_order_of_the_trials(tmp_path):
    one, two = (kept(tmp_path / f"{jobs}").run([3, 1, 2], squared, "s", jobs) for jobs in (1, 2))
    assert one == two == {3: [Square(3, 9)], 1: [Square(1, 1)], 2: [Square(2, 4)]}


def test_only_what_is_left_is_done(tmp_path):
    kept(tmp_path / "out").run([1, 2], squared, "s")
    again = kept(tmp_path / "out")
    assert again.left([1, 2, 3]) == [3]
    assert list(again.run([1, 2, 3], squared, "s")) == [1, 2, 3]


def test_another_study_and_other_files_are_left_alone(tmp_path):
    kept(tmp_path / "out")
    with pytest.raises(OutputError, match="another study"):
        KeptTrials(tmp_path / "out", "study", Square).begin({"numbers": "large"})
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="is no study"):
        kept(tmp_path)


@pytest.mark.parametrize("step", ["rmtree", "unlink", "rmdir"])
def test_a_stop_while_the_folder_is_removed_is_no_harm(tmp_path, monkeypatch, step):
    def stop(*_, **__):
        raise StoppedError

    out = tmp_path / "out"
    trials = kept(out)
    first = trials.run([1, 2], squared, "s")
    with monkeypatch.context() as patch:
        patch.setattr(shutil if step == "rmtree" else Path, step, stop)
        with pytest.raises(StoppedError):
            trials.remove()
    again = kept(out)
    assert again.run([1, 2], squared, "s") == first
    again.remove()
    assert not out.exists()


def test_a_part_that_cannot_be_read_is_named(tmp_path):
    trials = kept(tmp_path / "out")
    trials.run([1], squared, "s")
    part = tmp_path / "out" / "parts" / "0.json"
    part.write_text("[[1]]")
    with pytest.raises(OutputError, match="cannot be read") as caught:
        trials.left([1])
    assert caught.value.where == str(part)
