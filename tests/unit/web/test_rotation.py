"""New keys: projects open after a rotation, also one that was ended at any of its steps."""

import pytest
from tests.unit.store.cluster import cluster, needs_postgres
from tests.unit.web.workbench import KEY, post, started

from textveil.errors import WrongKeyError
from textveil.store.postgres import DatabaseAddress
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret
from textveil.web.bench import ServerSettings, Workbench
from textveil.web.people.members import Members
from textveil.web.project_keys import PENDING

OTHER = Secret(b"fedcba9876543210")


@pytest.fixture(params=["file", pytest.param("database", marks=needs_postgres)])
def settings(request, tmp_path):
    if request.param == "file":
        yield ServerSettings(tmp_path)
        return
    with cluster() as (url, _):
        yield ServerSettings(tmp_path, database=DatabaseAddress.of(url))


def place_of(settings, key=KEY):
    place = Workbench(settings, key)
    place.prepare()
    return place


def filled(settings):
    place = place_of(settings)
    members = Members(place)
    made = [members.new(f"Notes {n}", "ana") for n in range(3)]
    for one in made:
        place.vault(one.id, one.key).put("text", "a", one.id.encode())
    place.close()
    return made


def read_all(settings, key=KEY):
    place = place_of(settings, key)
    projects = Members(place).of("ana")
    told = {one.id: place.vault(one.id, one.key).fetch("text", "a").decode() for one in projects}
    keys = {one.id: one.key for one in projects}
    left = place.server().fetch_all(PENDING)
    place.close()
    assert left == {}
    return told, keys


def test_every_project_gets_a_new_key_and_opens(settings):
    made = filled(settings)
    place = place_of(settings)
    assert place.rotate(OTHER) == 3
    place.close()
    with pytest.raises(WrongKeyError):
        place_of(settings)
    told, keys = read_all(settings, OTHER)
    assert told == {one.id: one.id for one in made}
    assert all(keys[one.id] != one.key for one in made)


class _EndedError(BaseException):
    """Stands for the end of a process."""


@pytest.mark.parametrize("step", range(1, 14))
def test_a_rotation_that_ends_anywhere_loses_nothing(tmp_path, monkeypatch, step):
    settings = ServerSettings(tmp_path)
    made = filled(settings)
    place, left = place_of(settings), [step]

    def ending(name):
        was = getattr(SqliteVault, name)

        def counted(self, *given, **more):
            left[0] -= 1
            if left[0] == 0:
                raise _EndedError
            return was(self, *given, **more)

        return counted

    with monkeypatch.context() as patch:
        for name in ("put", "delete", "rotate"):
            patch.setattr(SqliteVault, name, ending(name))
        try:
            place.rotate()
            ended = False
        except _EndedError:
            ended = True
    place.close()
    assert ended == (step <= 13)
    told, _ = read_all(settings)
    assert told == {one.id: one.id for one in made}


def test_a_deleted_project_is_gone_with_its_key(settings):
    made = filled(settings)
    place = place_of(settings)
    Members(place).delete(made[0].id)
    assert Members(place).find(made[0].id) is None
    assert not place.project_path(made[0].id).exists()
    # A vault that is made anew knows nothing of the old one.
    assert place.vault(made[0].id, OTHER).fetch("text", "a") is None
    place.close()


@needs_postgres
def test_the_workbench_keeps_everything_in_a_database(tmp_path):
    with cluster() as (url, _), started(tmp_path, database=DatabaseAddress.of(url)) as made:
        ana = made.user("ana")
        assert ana.get("/").status_code == 200
        answer = post(ana, "/release/sample")
        assert ana.get(answer.headers["location"]).status_code == 200
        assert any(entry.user == "ana" for entry in made.place.server().log())
        assert list(tmp_path.glob("*.vault")) == []
