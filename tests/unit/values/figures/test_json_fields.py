"""Fields as JSON: values inside by their own way, and nothing that JSON does not know."""

import json
from dataclasses import dataclass

from textveil.values.figures.json_fields import json_fields, plain
from textveil.values.figures.score import Score


@dataclass(frozen=True)
class Measured:
    scores: tuple[Score, ...]
    by_name: dict[str, float]
    beside: str = "left out"


def test_infinity_is_null_wherever_it_stands():
    endless = float("inf")
    made = Measured(
        (Score.exact("error", endless),), {"most": endless, "least": -endless, "one": 1.5}
    )
    told = json_fields(made, {"beside"})
    assert told["by_name"] == {"most": None, "least": None, "one": 1.5}
    assert told["scores"][0]["value"] is None
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert plain([True, 2, "inf"]) == [True, 2, "inf"]
