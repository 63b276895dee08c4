"""A server that is killed at any step of keeping marks loses nothing that it acknowledged."""

import os
import signal

import pytest
from tests.e2e.textveil_cli import copying

from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import read_state, spans_from_json
from textveil.learn.teamwork.founding import founded
from textveil.learn.teamwork.team_plan import TeamPlan
from textveil.learn.teamwork.team_project import GivenMarks, TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")
NAMES = ("n0", "n1", "n2")
ROWS = {"ana": [[8, 15, "NAME"]], "bea": [[12, 15, "NAME"]], "cleo": [[8, 15, "PATIENT"]]}
EVERY = 13
"""Of the statements, how many are passed over from one kill to the next."""


def team_in(store):
    return TeamProject(store, strategy_named)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A project in which two people annotate everything."""
    path = tmp_path_factory.mktemp("killed") / "whole.vault"
    with SqliteVault(path, KEY, create=True) as store:
        notes = [Document(name, f"Seen by Dr. Ruiz as {name}.") for name in NAMES]
        founded(store, notes, LoopSettings(batch=3, audit=0.0), strategy_named)
        team = team_in(store)
        team.records.set_plan(TeamPlan(share=1.0))
        team.learn()
    return path.read_bytes()


def work(path, step, acknowledged, taken):
    """Keep marks of two people and a decision for each document; die at a step."""

    def count(_):
        taken.value += 1
        if taken.value == step:
            os.kill(os.getpid(), signal.SIGKILL)

    with SqliteVault(path, KEY) as store:
        team = team_in(store)
        store._open().set_trace_callback(count)
        for name in NAMES:
            for user in ("ana", "bea"):
                team.keep(user, name, GivenMarks(0, ROWS[user], 1.0), 2)
                acknowledged.value += 1
            team.settle("cleo", name, GivenMarks(0, ROWS["cleo"], 1.0))
            acknowledged.value += 1


def ended(path, step):
    context = copying()
    acknowledged, taken = context.Value("i", 0), context.Value("i", 0)
    process = context.Process(target=work, args=(path, step, acknowledged, taken))
    process.start()
    process.join()
    return process.exitcode, acknowledged.value, taken.value


def check(path, acknowledged):
    """Assert that all that was told is there, and each act is whole or was never done."""
    with SqliteVault(path, KEY) as store:
        team = team_in(store)
        acts = []
        for name in NAMES:
            state = team.records.state(name)
            for user in ("ana", "bea"):
                marks = team.records.marks(user, name)
                acts.append(marks is not None)
                assert (marks is not None) == (user in state.people)
                if marks is not None:
                    assert marks.spans == spans_from_json(ROWS[user])
            decided = team.decision(name)
            submitted = read_state(store).annotations.get(name)
            acts.append(decided is not None)
            assert (decided is not None) == state.settled == (submitted is not None)
            assert state.disputed == (acts[-3:] == [True, True, False])
            assert (name in team.records.disputes(9)) == state.disputed
            if submitted is not None:
                assert submitted.spans == spans_from_json(ROWS["cleo"])
    done = sum(acts)
    assert acts == [True] * done + [False] * (len(acts) - done)
    assert done in (acknowledged, acknowledged + 1)


def test_a_server_that_is_killed_while_it_saves_loses_nothing(whole, tmp_path):
    path = tmp_path / "free.vault"
    path.write_bytes(whole)
    code, acknowledged, steps = ended(path, 0)
    assert (code, acknowledged) == (0, 9)
    check(path, 9)
    seen = set()
    for step in range(1, steps + 1, EVERY):
        path = tmp_path / f"{step}.vault"
        path.write_bytes(whole)
        code, acknowledged, _ = ended(path, step)
        assert code == -signal.SIGKILL
        check(path, acknowledged)
        seen.add(acknowledged)
    assert len(seen) > 5
