"""The mapping of a project: what is taken, by whom, and what stands for every later batch."""

import json
from dataclasses import replace

import pytest

from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.persons.mapping import find_mapped, found_by, mapped
from textveil.transform.persons.project import Given, Identity, Project
from textveil.values.keys.secret import Secret
from textveil.values.person import Person

KEY = Secret(b"sixteen bytes or more")
RUIZ = Person("ana", family="ruiz")
ANA = Identity("subject:p1", "NAME", RUIZ)
BO = Identity("subject:p2", "NAME", Person("bo", family="ruiz"))
MARY = Given("mary||jones", 2, "", "PATIENT", "Ana RUIZ", "Mary JONES")


@pytest.fixture
def vault(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as opened:
        yield opened


@pytest.fixture
def project(vault):
    return Project(vault, "subject", {})


def test_a_value_is_taken_once(project):
    assert project.claim("NAME", {"mary||jones": ANA, "eve||hill": BO}) == {
        "mary||jones",
        "eve||hill",
    }
    assert project.claim("NAME", {"mary||jones": BO}) == set()
    assert project.claim("NAME", {"mary||jones": ANA}) == {"mary||jones"}
    assert project.claim("MRN", {"mary||jones": BO}) == {"mary||jones"}


def test_a_real_value_is_nobodys_surrogate(project):
    assert project.note_real("NAME", ["ana||ruiz", "bo||ruiz"]) == 0
    assert project.claim("NAME", {"bo||ruiz": ANA, "eve||hill": ANA}) == {"eve||hill"}
    assert project.real("NAME", ["bo||ruiz", "eve||hill", "cy||lee"]) == {"bo||ruiz"}


def test_a_surrogate_that_turns_out_to_be_real_is_counted_and_stays(project):
    project.claim("NAME", {"eve||hill": ANA})
    assert project.note_real("NAME", ["eve||hill", "cy||lee"]) == 1
    assert project.claim("NAME", {"eve||hill": ANA}) == {"eve||hill"}
    assert project.real("NAME", ["eve||hill"]) == set()


def test_what_stands_is_returned_to_who_comes_second(project):
    assert project.keep("NAME", {ANA: MARY}) == {ANA: MARY}
    later = Given("eve||hill", 0, "", "NAME", "Ana Ruiz", "Eve Hill")
    assert project.keep("NAME", {ANA: later, BO: later}) == {ANA: MARY, BO: later}
    assert project.recall("NAME", [ANA, BO, Identity("", "NAME", "x")]) == {ANA: MARY, BO: later}


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ({"window": "2000-2004", "keep_weekday": False, "top_code": True}, True),
        ({"keep_gender": True, "replace_free_mail": False}, True),
        ({"keep_gender": False}, False),
        ({"an_option_of_tomorrow": 1}, False),
    ],
)
def test_options_that_change_surrogates_have_a_mapping_of_their_own(vault, project, options, same):
    project.keep("NAME", {ANA: MARY})
    other = Project(vault, "subject", options)
    assert other.recall("NAME", [ANA]) == ({ANA: MARY} if same else {})
    assert other.claim("NAME", {"mary||jones": BO}) == {"mary||jones"}
    assert project.claim("NAME", {"mary||jones": ANA}) == set()


def test_scopes_are_kept_apart(vault, project):
    project.keep("NAME", {ANA: MARY})
    assert Project(vault, "document", {}).recall("NAME", [ANA]) == {}


def test_the_first_key_of_the_draws_stays(vault, project):
    assert project.draw_key(b"a" * 32) == b"a" * 32
    assert project.draw_key(b"b" * 32) == b"a" * 32


def test_names_belong_to_who_bore_them_first(project):
    project.introduce({ANA: RUIZ})
    longer = Identity("subject:p1", "NAME", Person("ana", "maria", "ruiz"))
    project.introduce({longer: RUIZ})
    assert project.known_as({longer: RUIZ, BO: BO.who}) == {longer: RUIZ}


@pytest.mark.parametrize(
    "text", ["Ana Ruiz", "ruiz, ana", "RUIZ", "mary jones", "Jones", "ana\nruiz"]
)
def test_a_name_is_found_by_either_side_and_in_part(vault, project, text):
    project.keep("NAME", {ANA: MARY})
    [found] = find_mapped(vault, text)
    assert found.shown() == ("NAME", "Ana RUIZ", "Mary JONES", "subject:p1")
    assert found.to_json()["original"] == "Ana RUIZ"


@pytest.mark.parametrize("text", ["", " ", "?", "Ana Jones", "An", "anaruiz", "p1"])
def test_nothing_else_is_found(vault, project, text):
    project.keep("NAME", {ANA: MARY})
    assert find_mapped(vault, text) == []


@pytest.mark.parametrize("text", ["Ana Ruiz", "Mary Jones", "Ana", "ruiz ana"])
def test_a_full_name_is_found_though_the_vault_shows_a_part_of_it(vault, project, text):
    project.keep("NAME", {ANA: replace(MARY, value="RUIZ", fake="JONES")})
    assert [one.shown()[1] for one in find_mapped(vault, text)] == ["RUIZ"]


@pytest.mark.parametrize("text", ["Ana Ruiz", "Mary Jones", "Mary", "Ana Jones"])
def test_a_part_that_no_writing_has_is_not_found(vault, project, text):
    """Of an entity whose family name alone is known, a given name was made and never shown."""
    only = ANA._replace(who=Person(family="ruiz"))
    project.keep("NAME", {only: replace(MARY, value="RUIZ", fake="JONES")})
    assert find_mapped(vault, text) == []


def test_a_name_is_found_by_rows_of_relatives_who_have_it_together(vault, project):
    ana = Identity("subject:p1", "NAME", Person(given="ana"))
    tom = Identity("subject:p1", "NAME", Person("tom", family="ruiz"))
    other = Identity("subject:p2", "NAME", Person(given="ana"))
    rows = {
        ana: Given("mary||jones", 0, "", "NAME", "Ana", "Mary"),
        tom: Given("bill||jones", 0, "", "NAME", "Tom Ruiz", "Bill Jones"),
        other: Given("zoe||hall", 0, "", "NAME", "Ana", "Zoe"),
    }
    project.keep("NAME", rows)
    for text, sides in (("Ana Ruiz", (True, False)), ("JONES, Mary", (False, True))):
        found = find_mapped(vault, text)
        assert [one.shown()[1] for one in found] == ["Ana", "Tom Ruiz"]
        assert found_by(found, text) == sides
    assert [one.shown()[1] for one in find_mapped(vault, "Tom Ruiz")] == ["Tom Ruiz"]
    strangers = {
        Identity("", "NAME", Person(given="eva")): Given("ida||", 0, "", "NAME", "Eva", "Ida"),
        Identity("", "NAME", Person(family="lund")): Given("||lee", 0, "", "NAME", "Lund", "Lee"),
    }
    Project(vault, "corpus", {}).keep("NAME", strangers)
    for text in ("Eva Lund", "Ana Hall", "Ana Jones", "Zoe Ruiz", "Ana Ruiz Quinn"):
        assert find_mapped(vault, text) == []
        assert found_by([], text) == (False, False)


def test_a_number_is_found_however_it_is_written(vault, project):
    phone = Given("1|3035550175", 0, "", "PHONE", "617.735.1234", "303.555.0175")
    project.keep("PHONE", {Identity("", "PHONE", "1|6177351234"): phone})
    for text in ("(617) 735-1234", "+1 303 555 0175", "3035550175"):
        assert len(find_mapped(vault, text)) == 1, text
    assert find_mapped(vault, "735-1234") == []


def test_only_surrogates_are_listed_and_nothing_shows_in_a_repr(vault, project):
    project.note_real("NAME", ["ana||ruiz"])
    project.claim("NAME", {"mary||jones": ANA})
    project.introduce({ANA: RUIZ})
    project.keep("NAME", {ANA: MARY})
    [one] = mapped(vault)
    assert "ruiz" not in (repr(one) + repr(MARY)).lower()
    # The same person under other options is one line.
    Project(vault, "subject", {"keep_gender": False}).keep("NAME", {ANA: MARY})
    assert len(list(mapped(vault))) == 2
    assert len(find_mapped(vault, "Ruiz")) == 1
    assert {json.dumps(row) for row in vault.mappings()}
