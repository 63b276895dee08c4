import pytest

from textveil.errors import InputError, PolicyError
from textveil.pipeline.messages.profiles import load_profile


def written(tmp_path, content):
    (tmp_path / "me.yaml").write_text(content, "utf-8")
    return tmp_path / "me.yaml"


def test_phrases_and_lists_are_read(tmp_path):
    path = written(tmp_path, "hometown: Shinjuku\nwork: [student, cook]\n")
    assert load_profile(path) == {"hometown": "Shinjuku", "work": ["student", "cook"]}


@pytest.mark.parametrize("content", ["", "   \n", "hometown:\n"])
def test_a_profile_that_says_nothing_is_refused(tmp_path, content):
    with pytest.raises(PolicyError, match="says nothing"):
        load_profile(written(tmp_path, content))


def test_an_unknown_key_is_named_with_its_line(tmp_path):
    with pytest.raises(PolicyError) as caught:
        load_profile(written(tmp_path, "hometwn: Leeds\n"))
    assert "line 1" in str(caught.value)


def test_a_missing_file_is_an_error_of_the_input(tmp_path):
    with pytest.raises(InputError):
        load_profile(tmp_path / "none.yaml")
