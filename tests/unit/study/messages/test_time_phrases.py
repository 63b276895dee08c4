"""Time phrases: how many phrases of a corpus cover one."""

import pytest

from textveil.errors import InputError
from textveil.study.messages.time_phrases import measure_phrases
from textveil.values.document import Document


def test_parts_of_a_day_cover_each_other_to_the_second_alone():
    told = [Document("1", "At 8am. At 9am. At 10am. At 11am. This morning. Today. This year.")]
    found = measure_phrases(told, "2014-04-09T08:00")
    assert (found["phrases"], found["tried"]) == (4, 3)
    assert found["to the second"] > found["by date"]


def test_texts_without_times_are_refused():
    with pytest.raises(InputError):
        measure_phrases([Document("1", "It rains.")])
