"""An engineer moves a job from Presidio, with a table of thousands of tickets: `from-presidio.md`.

The table has columns `body`, `customer` and `minutes`, and each customer has several tickets. It
has 200 rows; `TEXTVEIL_JOB_ROWS=20000` runs the whole job.
"""

import csv
import os

import pandas as pd
from tests.e2e.jobs.guided import Guide

ROWS = int(os.environ.get("TEXTVEIL_JOB_ROWS", "200"))
PEOPLE = ("Maria Ruiz", "Ben Holt", "Katarzyna Nowak", "Tom Okafor", "Ines Duarte")


def number(at):
    return f"(617) 555-01{at % 100:02}"


def tickets():
    rows = [
        {
            "body": f"{PEOPLE[at % 5]} called from {number(at)} about T-{200000 + at}. "
            f"Mail ticket{at % 40}@example.org; Zephyr in Boston.",
            "customer": PEOPLE[at % 5],
            "minutes": at % 60,
        }
        for at in range(ROWS)
    ]
    return pd.DataFrame(rows)


def test_the_guide_moves_a_table_of_tickets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = tickets()
    guide = Guide("from-presidio", tmp_path)
    guide.follow(("A worked migration",), values={"frame": given})
    made = guide.names["made"]
    assert {verdict["status"] for verdict in made.attrs["verdicts"]} == {"holds"}
    assert list(made["minutes"]) == list(given["minutes"])
    with (tmp_path / "out/publish/texts/tickets.csv").open(newline="") as written:
        released = list(csv.DictReader(written))
    assert [row["body"] for row in released] == list(made["body"])
    for at, row in enumerate(released):
        assert row["body"].startswith("[NAME] called from ***** ******")
        assert "Zephyr" not in row["body"]
        assert row["body"].endswith("in Boston.")
        assert number(at)[:9] not in row["body"]
        assert "example.org" not in row["body"]
        assert row["customer"] == "[NAME]"
    [checked] = [told for command, told in guide.printed.items() if "textveil verify" in command]
    assert "nothing refuted" in checked
