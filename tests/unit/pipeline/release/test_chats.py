"""Chats: how the days of their messages are read."""

from datetime import date

import pytest

from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy
from textveil.values.keys.secret import Secret

KEY = Secret(b"invented for this test, 32 bytes")
POLICY = """
name: chats
detect: [textveil.patterns.v1]
transform: {default: {use: textveil.surrogate.v1, scope: corpus, options: {OPTIONS}}}
verify: [textveil.alignment.v1, textveil.intervals.v1]
columns: {'*': drop}
"""


def released(folder, days, options=""):
    """Return the days of a released chat, as they are written, and what was said."""
    path, told = folder / "_chat.txt", []
    path.write_text("".join(f"{day}, 09:1{at} - Ana: ok\n" for at, day in enumerate(days)))
    policy = parse_policy(POLICY.replace("OPTIONS", options), "chats.yaml")
    run = Run(Source.open(path), folder / "out", policy, key=KEY, notice=told.append)
    assert all(verdict.holds for verdict in release(run).verdicts)
    lines = (folder / "out" / "publish" / "texts" / "_chat.txt").read_text().splitlines()
    told = [one for one in told if "--vault" not in one]
    return [line.partition(",")[0] for line in lines], told


def apart(days, order):
    one, other = (dict(zip(order, map(int, day.split("/")), strict=True)) for day in days)
    return (date(other["y"], other["m"], other["d"]) - date(one["y"], one["m"], one["d"])).days


def test_messages_of_two_days_stay_a_day_apart_and_the_guess_is_said(tmp_path):
    days, told = released(tmp_path, ["03/04/2024", "04/04/2024"])
    assert apart(days, "dmy") == 1
    assert "day before the month" in told[0]


def test_the_policy_says_the_order_and_nothing_is_guessed(tmp_path):
    days, told = released(tmp_path, ["03/04/2024", "04/04/2024"], "day_first: false")
    assert apart(days, "mdy") == 31
    assert told == []


@pytest.mark.parametrize(
    ("days", "order", "between"),
    [(["03/01/2024", "01/02/2024"], "dmy", 29), (["01/03/2024", "02/01/2024"], "mdy", 29)],
)
def test_messages_do_not_go_back_in_time(tmp_path, days, order, between):
    moved, told = released(tmp_path, days)
    assert apart(moved, order) == between
    assert told == []
