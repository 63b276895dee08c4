import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.lexicon.relations.page_index_build import packed
from textveil.study.messages.alpha import (
    measure_alpha,
    places_and_countries,
    precision_and_recall,
)


def test_precision_and_recall_count_pairs_above_alpha():
    scores, true = np.array([0.9, 0.5, 0.1]), np.array([True, False, True])
    assert precision_and_recall(scores, true, np.array([0.0, 0.6])) == [
        (0.0, 2 / 3, 1.0),
        (0.6, 1.0, 0.5),
    ]


def test_a_city_of_two_countries_has_both():
    found = places_and_countries(1589)
    assert len(found) == 1589
    assert "Japan" in found["Tokyo"]
    assert any(len(lands) > 1 for lands in found.values())


def test_an_index_that_tells_everything_is_always_right(tmp_path):
    pages = [f"{city}, {land}" for city, own in places_and_countries(5).items() for land in own]
    (tmp_path / "own.idx").write_bytes(packed(pages))
    study = measure_alpha(str(tmp_path / "own.idx"), 5)
    assert study["known"] == 5
    assert max(row["precision"] for row in study["rows"]) == 1.0


def test_an_index_without_places_is_refused(tmp_path):
    (tmp_path / "own.idx").write_bytes(packed(["nothing of the kind"]))
    with pytest.raises(InvalidValueError):
        measure_alpha(str(tmp_path / "own.idx"), 5)
