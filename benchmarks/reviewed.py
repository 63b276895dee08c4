"""Judged passages: what people said of passages that a policy marked, without a word of text."""

import json
from math import sqrt
from pathlib import Path

PATH = Path(__file__).with_name("reviewed_passages.jsonl")

IDENTIFYING = ("identifying", "date", "age", "title")
"""Verdicts of passages that may be changed."""
HARMLESS = ("harmless", "drug", "disease", "test", "dose", "value")
"""Verdicts of passages that identify nobody; all but the first say what the passage is."""
VERDICTS = (*IDENTIFYING, *HARMLESS)

FIELDS = ("id", "start", "end", "label", "verdict")
"""What a row of the committed file has: no text."""

Reviewed = dict[tuple[str, int, int], str]
"""Verdicts by document id, start and end."""

_Z = 1.959963984540054


def read_reviewed(path: Path = PATH) -> Reviewed:
    """Return the verdicts of a file; none if it is not there."""
    if not path.is_file():
        return {}
    found: Reviewed = {}
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        if tuple(row) != FIELDS:
            raise SystemExit(f"{path.name}: a row has other fields than {', '.join(FIELDS)}")
        if row["verdict"] not in VERDICTS:
            raise SystemExit(f"{path.name}: there is no verdict {row['verdict']}")
        found[row["id"], row["start"], row["end"]] = row["verdict"]
    return found


def stripped(line: str) -> str:
    """Return a judged row with id, offsets, label and verdict alone; refuse one without verdict."""
    row = json.loads(line)
    if row.get("verdict") not in VERDICTS:
        raise SystemExit(f"{row['id']} at {row['start']}: no verdict of {', '.join(VERDICTS)}")
    return json.dumps({name: row[name] for name in FIELDS})


def wilson(right: int, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share; 0 to 1 for a share of nothing."""
    if not count:
        return 0.0, 1.0
    share, spread = right / count, _Z**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)
