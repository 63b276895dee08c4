"""Risk by classes, against the definition subject by subject."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.evaluate.classes import class_risk

VALUES = st.dictionaries(
    st.text(min_size=1, max_size=3), st.integers(0, 4), min_size=1, max_size=30
)


@given(VALUES, st.lists(st.integers(0, 4), max_size=30), st.integers(1, 6))
def test_each_subject_by_hand(values: dict[str, int], others: list[int], k: int) -> None:
    people = [*values.values(), *others]
    found = class_risk(values, k, people)
    alike = {name: [v for v in values.values() if v == own] for name, own in values.items()}
    inside = [1 / len(same) for same in alike.values()]
    outside = [1 / people.count(own) for own in values.values()]
    assert found.prosecutor_highest == max(inside)
    assert found.prosecutor_mean == pytest.approx(sum(inside) / len(values))
    assert found.journalist_highest == max(outside)
    assert found.journalist_mean == pytest.approx(sum(outside) / len(values))
    assert found.marketer == pytest.approx(sum(outside) / len(values))
    assert found.uniques == sum(len(same) == 1 for same in alike.values())
    assert found.below == pytest.approx(sum(len(s) < k for s in alike.values()) / len(values))


def test_without_a_population_a_marketer_has_the_release() -> None:
    found = class_risk({"a": 1, "b": 1, "c": 2})
    assert found.journalist_mean is None
    assert found.marketer == pytest.approx(2 / 3)


def test_a_population_without_the_release_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="fewer"):
        class_risk({"a": 1, "b": 1}, population=[1])
    with pytest.raises(InvalidValueError, match="no subjects"):
        class_risk({})
