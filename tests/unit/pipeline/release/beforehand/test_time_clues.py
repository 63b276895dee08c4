"""Time clues: what tells real days beside moved ones is said before a run begins."""

from textveil.pipeline.release.beforehand.time_clues import TimeClues
from textveil.policy.policy import load_policy, parse_policy
from textveil.values.document import Document
from textveil.values.metadata import Metadata

MOVED = load_policy("hide-in-plain-sight")
ONE_CLOCK = parse_policy(
    "name: p\ndetect: [textveil.patterns.v1]\n"
    "transform: {default: {use: textveil.surrogate.v1, scope: corpus}}"
)


def told(fields, kept=(), policy=MOVED, vault=True):
    clues = TimeClues(policy)
    for number, one in enumerate(fields):
        clues.learn(Document(f"n{number}", "", metadata=Metadata(one)), kept)
    return list(clues.told(vault=vault))


def rows(*days):
    return [{"seen": day, "n": "7"} for day in days]


def test_without_a_vault_other_runs_will_not_fit():
    [said] = told(rows("2016-05-03"), vault=False)
    assert "--vault" in said
    assert not told(rows("2016-05-03"))
    assert not told(rows("2016-05-03"), vault=False, policy=load_policy("tag-only"))


def test_a_kept_field_of_days_is_named():
    [said] = told(rows("2016-05-03", "05/04/2016"), kept=("seen", "n"))
    assert "'seen'" in said
    assert "seen=drop" in said


def test_rows_in_the_order_of_time_are_named():
    ordered = [f"2016-{month:02}-{day:02}" for month in (1, 2) for day in range(1, 20)]
    assert "order of 'seen'" in told(rows(*ordered))[0]
    assert "order of 'seen'" in told(rows(*reversed(ordered)))[0]
    mixed = [ordered[at * 17 % len(ordered)] for at in range(len(ordered))]
    assert not told(rows(*mixed))
    assert not told(rows(*ordered[:10]))


def test_messages_are_offered_one_clock():
    chat = [{"clock": "09:12", "date": "03/04/2024"}] * 3
    assert "scope: corpus" in told(chat)[0]
    assert not told(chat, policy=ONE_CLOCK)


def test_ids_with_days_are_told():
    for name, told_of in (("visit-2022-05-05", True), ("v20220505", True), ("note_042", False)):
        clues = TimeClues(MOVED)
        clues.learn(Document(name, ""), ())
        assert any("ids of documents" in one for one in clues.told(vault=True)) == told_of
