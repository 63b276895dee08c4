"""Own ladders: read from YAML and CSV, and refused if they lead back."""

import pytest

from textveil.errors import InputError, PolicyError
from textveil.pipeline.messages.own_ladders import read_ladders


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("l.yaml", "Tokyo: [Japan, Asia]\nbeer: [drink]\n"),
        ("l.csv", "Tokyo,Japan,Asia\nbeer,drink\n"),
    ],
)
def test_both_kinds_say_the_same(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    assert read_ladders(path) == {"Tokyo": ("Japan", "Asia"), "beer": ("drink",)}


@pytest.mark.parametrize(
    "content",
    ["Tokyo: [Japan, tokyo]", "Tokyo: [Japan]\nJapan: [Tokyo]", "a: [b, c]\nc: [d]\nd: [b]"],
)
def test_a_ring_is_refused(tmp_path, content):
    path = tmp_path / "l.yaml"
    path.write_text(content)
    with pytest.raises(InputError, match="back"):
        read_ladders(path)


def test_wrong_files_are_refused_with_their_line(tmp_path):
    path = tmp_path / "l.csv"
    path.write_text("Tokyo,Japan\nbeer\n")
    with pytest.raises(InputError, match="line 2"):
        read_ladders(path)
    path = tmp_path / "l.yaml"
    path.write_text("Tokyo: Japan\n")
    with pytest.raises(PolicyError, match="line 1"):
        read_ladders(path)
    with pytest.raises(InputError):
        read_ladders(tmp_path / "nothing.yaml")
