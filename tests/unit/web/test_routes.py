"""Over the list of routes: strangers, viewers, other users and guessed ids.

A new page needs no test of its own here: every row of the table is walked.
"""

import re
from importlib.resources import files

import pytest
from tests.unit.web.workbench import csrf, started

from textveil.web.people.members import Members
from textveil.web.routes import Right, routes

GUESSED = {"project": "0123456789abcdef", "job": "0123456789abcdef", "token": "guessed"}
WRITES = [one for one in routes() if one.writes]


def named(route):
    return f"{route.method} {route.path}"


def address(route, **known):
    def value(match):
        return str({**GUESSED, "name": "look.css", "n": 1, **known}.get(match[1], "1"))

    return re.sub(r"\{(\w+)\}", value, route.path)


def ask(browser, route, path, **more):
    if route.method == "GET":
        return browser.get(path, **more)
    headers = {"x-csrf-token": csrf(browser), **more.pop("headers", {})}
    return browser.request(route.method, path, headers=headers, **more)


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("routes")) as made:
        made.owner, made.viewer, made.other = map(made.user, ("owner", "viewer", "other"))
        members = Members(made.place)
        made.project = members.new("Notes", "owner").id
        members.set(made.project, "viewer", Right.VIEWER)
        made.job = made.place.jobs.new("owner", "none", {}).id
        made.place.jobs.stop(made.job)
        yield made


@pytest.mark.parametrize("route", routes(), ids=named)
def test_every_row_names_a_function_and_its_words(route):
    from textveil.web.words import words

    assert callable(route.answer())
    if route.menu:
        assert words()[route.menu]
        assert route.path == "/" or words()[f"{route.menu}_about"]


@pytest.mark.parametrize("route", routes(), ids=named)
def test_strangers_get_the_login_page_only(bench, route):
    if route.right is Right.ANYBODY:
        return
    for known in ({}, {"project": bench.project, "job": bench.job}):
        path = address(route, **known)
        done = bench.browser().request(route.method, path)
        told = (done.status_code, done.headers.get("location", ""))
        assert told in {(303, "/login"), (401, "")}
        asked = {"accept": "application/json"}
        assert bench.browser().request(route.method, path, headers=asked).status_code == 401


@pytest.mark.parametrize("route", [one for one in WRITES if one.right], ids=named)
def test_nothing_is_written_without_the_token(bench, route):
    path = address(route, project=bench.project, job=bench.job)
    assert bench.owner.request(route.method, path).status_code == 403


@pytest.mark.parametrize("route", [one for one in routes() if one.right > Right.VIEWER], ids=named)
def test_viewers_can_only_look(bench, route):
    path = address(route, project=bench.project)
    assert ask(bench.viewer, route, path).status_code == 403


ROLES = [one for one in Right if one.in_project]
IN_PROJECTS = [one for one in routes() if one.right.in_project]


@pytest.mark.parametrize("route", IN_PROJECTS, ids=named)
def test_each_role_may_do_what_its_right_allows_and_no_more(bench, route):
    path = address(route, project=bench.project)
    for role in ROLES:
        user = bench.user(role.name.lower())
        Members(bench.place).set(bench.project, role.name.lower(), role)
        if role < route.right:
            assert ask(user, route, path).status_code == 403
            assert bench.place.server().log()[-1].look_up == "refused"
        elif route.method == "GET":
            assert ask(user, route, path).status_code != 403
            assert bench.place.server().log()[-1].look_up == route.audit
            assert bench.place.server().log()[-1].user == role.name.lower()


@pytest.mark.parametrize(
    "route", [one for one in routes() if "{project}" in one.path or "{job}" in one.path], ids=named
)
def test_a_guessed_id_tells_nothing(bench, route):
    there = ask(bench.other, route, address(route, project=bench.project, job=bench.job))
    never = ask(bench.other, route, address(route))
    assert there.status_code == never.status_code == 404
    assert there.text == never.text


@pytest.mark.parametrize(
    "route", [one for one in routes() if "{project}" in one.path and one.writes], ids=named
)
def test_no_viewer_may_write_in_a_project(route):
    assert route.right > Right.VIEWER


def test_whatever_shows_a_project_is_in_the_audit_log():
    silent = {one.path for one in routes() if "{project}" in one.path and not one.audit}
    assert silent == set()


def test_an_address_that_is_not_in_the_table_tells_strangers_nothing(bench):
    assert bench.browser().get("/no/such/page").headers["location"] == "/login"
    assert bench.owner.get("/no/such/page").status_code == 404
    assert bench.owner.put("/login", headers={"x-csrf-token": csrf(bench.owner)}).status_code == 405


TEMPLATES = sorted(
    (one.name, one.read_text("utf-8")) for one in (files("textveil.web") / "templates").iterdir()
)
SCRIPTS = sorted(
    (one.name, one.read_text("utf-8"))
    for one in (files("textveil.web") / "static").iterdir()
    if one.name.endswith(".js")
)


@pytest.mark.parametrize(("name", "text"), TEMPLATES, ids=[name for name, _ in TEMPLATES])
def test_words_of_the_interface_stand_in_one_file(name, text):
    text = re.sub(r"\{% block body %\}.*?\{% endblock %\}", "", text)
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!.*?>|<[^>]*>", " ", text, flags=re.S)
    assert re.findall(r"[A-Za-z]{2,}", bare) == []
    shown = re.findall(r'(?:placeholder|title|aria-label|alt)="([^"{]+)"', text)
    assert shown == []


def test_every_word_is_used_and_every_used_word_is_there():
    from textveil.web.words import words

    source = "".join(
        one.read_text("utf-8") for one in sorted(_folder().rglob("*")) if one.suffix in _READ
    )
    table = (_folder() / "words.tsv").read_text("utf-8").splitlines()
    known = [line.split("\t")[0] for line in table if line and not line.startswith("#")]
    assert len(known) == len(set(known))
    used = set(re.findall(r"\b(?:w|words\(\))\.([a-z_0-9]+)", source)) - {"starting"}
    assert {name for name in used if name not in known} == set()
    dynamic = ("job_", "kind_", "menu_", "role_", "state_", "label_")
    scripts = {f"js_{name}" for name in re.findall(r"\bwords\.([a-z_0-9]+)", source)}
    left = {
        name
        for name in known
        if name not in used | scripts and not name.startswith(dynamic) and name not in source
    }
    assert left == set()
    assert scripts <= {*known, "js_tsv"}
    assert words().product


_READ = {".py", ".j2", ".js"}


def _folder():
    from pathlib import Path

    import textveil.web

    return Path(textveil.web.__file__).parent
