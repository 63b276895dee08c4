"""Time phrases: collected with the rule that means the same at every moment."""

import pytest

from textveil.errors import InputError
from textveil.pipeline.messages.time_phrases import (
    collected,
    phrases_of,
    read_phrases,
    written_phrases,
)
from textveil.values.document import Document


def test_phrases_keep_the_word_that_leads_up_to_them():
    assert phrases_of("We met in May and again last week.") == ["in may", "last week"]


def test_only_phrases_with_a_rule_are_collected():
    told = [Document("1", "Last week was good, every Monday is not. Last week!")]
    assert collected(told) == [("last week", "week -1")]


def test_a_file_reads_back(tmp_path):
    path = tmp_path / "p.tsv"
    phrases = (("last week", "week -1"), ("this year", "year 0"))
    path.write_text(written_phrases(phrases))
    assert read_phrases(path) == phrases


@pytest.mark.parametrize("content", ["", "x\n", "textveil-time-phrases 1\nlast week\n"])
def test_another_file_is_refused(tmp_path, content):
    path = tmp_path / "p.tsv"
    path.write_text(content)
    with pytest.raises(InputError):
        read_phrases(path)
