"""Accounts by one-time links, sessions, passwords, limits."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.unit.web.workbench import KEY, WORDS, csrf, post, started

from textveil.values.keys.password import Password
from textveil.web.bench import ServerSettings, Workbench
from textveil.web.people.accounts import Accounts


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("entrance")) as made:
        yield made


def test_a_link_makes_one_account_and_is_used_up(bench):
    token = Accounts(bench.place.server()).new_link()
    browser = bench.browser()
    assert browser.get(f"/link/{token}").status_code == 200
    sent = {"name": "ana", "password": WORDS, "again": WORDS}
    done = browser.post(f"/link/{token}", data=sent)
    assert (done.status_code, done.headers["location"]) == (303, "/")
    cookie = done.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert browser.get("/").status_code == 200
    assert bench.browser().get(f"/link/{token}").status_code == 404
    assert bench.browser().post(f"/link/{token}", data=sent).status_code == 400


def test_an_open_link_changes_no_account_that_stands(bench):
    bench.user("bea")
    token = Accounts(bench.place.server()).new_link()
    sent = {"name": "bea", "password": "another four words", "again": "another four words"}
    done = bench.browser().post(f"/link/{token}", data=sent)
    assert done.status_code == 400
    assert "Somebody has this name already" in done.text
    bench.user("bea")


def test_a_link_for_an_account_sets_its_password_and_ends_its_sessions(bench):
    browser = bench.user("cleo")
    token = Accounts(bench.place.server()).new_link("cleo")
    sent = {"name": "dora", "password": "another four words", "again": "another four words"}
    assert bench.browser().post(f"/link/{token}", data=sent).status_code == 303
    assert not Accounts(bench.place.server()).knows("dora")
    assert browser.get("/").headers["location"] == "/login"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"name": "", "password": WORDS, "again": WORDS}, "1 to 60 visible"),
        ({"name": "x" * 61, "password": WORDS, "again": WORDS}, "1 to 60 visible"),
        ({"name": "eve", "password": "short", "again": "short"}, "at least 8 characters"),
        ({"name": "eve", "password": WORDS, "again": "other words"}, "differ"),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_the_link_stays_good(bench, sent, told):
    token = Accounts(bench.place.server()).new_link()
    done = bench.browser().post(f"/link/{token}", data=sent)
    assert done.status_code == 400
    assert told in done.text
    assert 'aria-invalid="true"' in done.text
    assert bench.browser().get(f"/link/{token}").status_code == 200


def test_names_do_not_break_pages(bench):
    name = '"><script>alert(1)</script>&{{7*7}}'
    browser = bench.user(name)
    shown = browser.get("/account").text
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)" in shown


def test_many_guesses_are_refused_and_a_right_password_later_is_not(bench):
    bench.user("fay")
    answers = []
    with ThreadPoolExecutor(6) as pool:
        guess = {"name": "fay", "password": "wrong wrong wrong"}
        sent = [pool.submit(bench.browser().post, "/login", data=guess) for _ in range(14)]
        answers = sorted(one.result().status_code for one in sent)
    assert answers.count(401) == 8
    assert answers.count(429) == 6
    right = bench.browser().post("/login", data={"name": "fay", "password": WORDS})
    assert right.status_code == 429
    bench.place.limit.forgive("fay", "testclient")
    bench.user("fay")


def test_a_name_that_nobody_has_is_told_like_a_wrong_password(bench):
    guess = {"name": "nobody at all", "password": WORDS}
    done = bench.browser().post("/login", data=guess)
    assert (done.status_code, "Name or password is wrong" in done.text) == (401, True)
    bench.place.limit.forgive("nobody at all", "testclient")
    assert "nobody at all" not in str(bench.place.server().log())


def test_a_changed_password_ends_other_sessions(bench):
    one, two = bench.user("gil"), bench.user("gil")
    new = "another four words"
    done = post(one, "/account", old=WORDS, password=new, again=new)
    assert done.status_code == 303
    assert one.get("/").status_code == 200
    assert two.get("/").status_code == 303


def test_signing_out_ends_the_session_at_the_server(bench):
    browser = bench.user("hal")
    kept = browser.cookies["textveil"]
    assert post(browser, "/logout").status_code == 303
    assert browser.get("/").status_code == 303
    thief = bench.browser()
    thief.cookies.set("textveil", kept)
    assert thief.get("/").status_code == 303


def test_sessions_survive_a_restart_and_end_when_idle(tmp_path, monkeypatch):
    with started(tmp_path) as bench:
        kept = bench.user("ana").cookies["textveil"]
    with started(tmp_path) as bench:
        browser = bench.browser()
        browser.cookies.set("textveil", kept)
        assert browser.get("/").status_code == 200
        import textveil.web.people.sessions as sessions

        monkeypatch.setattr(sessions, "IDLE_SECONDS", -1)
        assert browser.get("/").status_code == 303


@pytest.mark.parametrize("field", [{}, {"csrf": "x"}])
def test_a_form_without_the_token_changes_nothing(bench, field):
    browser = bench.user("ida")
    assert browser.post("/logout", data=field).status_code == 403
    assert browser.get("/").status_code == 200


def test_foreign_hosts_and_origins_are_refused(bench):
    browser = bench.user("jo")
    assert browser.get("/", headers={"host": "evil.example"}).status_code == 400
    token = csrf(browser)
    for headers in (
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "null"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
    ):
        done = browser.post("/logout", data={"csrf": token}, headers=headers)
        assert done.status_code == 403
    own = {"origin": "null", "sec-fetch-site": "same-origin"}
    assert browser.post("/logout", data={"csrf": token}, headers=own).status_code == 303


def test_every_answer_has_the_headers(bench):
    for path in ("/login", "/static/look.css", "/nothing", "/"):
        told = bench.browser().get(path).headers
        assert "default-src 'none'" in told["content-security-policy"]
        assert "unsafe" not in told["content-security-policy"]
        assert told["x-content-type-options"] == "nosniff"
        assert told["referrer-policy"] == "no-referrer"
        assert path.startswith("/static") or told["cache-control"] == "no-store"


def test_a_wrong_key_is_told_and_changes_nothing(tmp_path):
    from textveil.errors import WrongKeyError
    from textveil.values.keys.secret import Secret

    place = Workbench(ServerSettings(tmp_path), KEY)
    place.prepare()
    place.close()
    other = Workbench(ServerSettings(tmp_path), Secret(b"another key of 16 bytes"))
    with pytest.raises(WrongKeyError):
        other.prepare()
    other.close()


def test_one_link_used_at_once_makes_one_account(bench):
    token = Accounts(bench.place.server()).new_link()

    def use(name):
        try:
            return Accounts(bench.place.server()).enter_by_link(token, name, Password(WORDS))
        except Exception as error:  # noqa: BLE001 - counted below
            return error
        finally:
            bench.place.close_own()

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(use, ["k1", "k2", "k3", "k4"]))
    assert sum(isinstance(one, str) for one in made) == 1
