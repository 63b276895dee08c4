"""The workbench in a browser: by keyboard, at two widths, in two themes, read by axe."""

import json
import re
import zipfile
from types import SimpleNamespace

import pytest
from tests.e2e.workbench.workbench_pages import (
    CHROMIUM,
    LOOKS,
    browser,
    entered,
    focus_order,
    plain_files,
    problems,
    serving,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

CANARY = "Zanzibarquartz"
TEXT = f"Dr. Ana {CANARY} called 555-0142. The ward had no beds 😀. Call 555-0142 again."
PAGES = {
    "home": "/",
    "release": "/release",
    "jobs": "/jobs",
    "account": "/account",
    "missing": "/nothing",
    "findings": "/jobs/{found}",
    "review": "/release/{found}/1",
    "result": "/jobs/{made}",
    "report": "/release/{made}/report",
    "compare": "/release/{made}/compare/1",
    "changes": "/release/{made}/changes/1",
    "sample": "/release/{made}/sample/1",
    "risk": "/release/{made}/risk",
    "failed": "/jobs/{failed}",
    "checked": "/jobs/{checked}",
}


def job_of(page):
    return re.search(r"/jobs/([0-9a-f]{16})", page.url)[1]


def until_over(page):
    """Wait until a job has ended, and show how."""
    from playwright.sync_api import Error

    told = {"over": False}
    while not told["over"]:
        told = page.request.get(f"/jobs/{job_of(page)}/progress").json()
    job = job_of(page)
    for _ in range(3):
        try:
            page.goto(f"/jobs/{job}")
        except Error:
            # The page of a job loads itself anew when the job is over, perhaps just now.
            page.wait_for_load_state()
        else:
            return


def sent(page, content, name="notes.jsonl", button="find"):
    page.goto("/release")
    page.set_input_files("#files", {"name": name, "mimeType": "text/plain", "buffer": content})
    page.press(f"button[value={button}]", "Enter")
    page.wait_for_url("**/jobs/*")
    until_over(page)
    return job_of(page)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Walk the whole way once, by keys where a person would use them."""
    folder = tmp_path_factory.mktemp("workbench")
    lines = [{"id": f"n{n}", "text": TEXT.replace("ward", f"ward {n}")} for n in range(3)]
    content = "".join(json.dumps(line) + "\n" for line in lines).encode()
    with serving(folder) as (base, link, _), browser() as started:
        page = entered(started, base, link)
        told = SimpleNamespace(folder=folder, base=base, browser=started, errors=[], urls=[])
        page.on("pageerror", lambda error: told.errors.append(str(error)))
        page.on("framenavigated", lambda frame: told.urls.append(frame.url))
        told.found = sent(page, content)
        page.press("a.button.main", "Enter")
        page.wait_for_selector(".find")
        told.before = [one.inner_text() for one in page.query_selector_all(".find")]
        number = next(at for at, one in enumerate(told.before) if "555" in one)
        page.focus(".find")
        for _ in range(number):
            page.keyboard.press("n")
        told.why = page.inner_text(".spot:has(.find:focus) .why")
        page.keyboard.press("r")
        page.wait_for_selector(".find.stays")
        told.focus = page.evaluate("document.activeElement.className")
        told.stays = page.locator(".find.stays").count()
        page.fill("#overlooked", "beds")
        page.select_option("#add-label", "PROFESSION")
        page.check("input[name=everywhere]")
        page.press("form.add button", "Enter")
        page.wait_for_selector(".find.named")
        page.press("aside .end button", "Enter")
        page.wait_for_url("**/jobs/*")
        until_over(page)
        told.made = job_of(page)
        for part in ("publish", "keep"):
            with page.expect_download() as coming:
                page.press(f"a[href$='/{part}']", "Enter")
            coming.value.save_as(folder / f"{part}.zip")
        page.fill("#number", "3")
        page.press("form[action$=draw] button", "Enter")
        page.wait_for_url("**/sample/1")
        for number in (1, 2, 3):
            page.fill("#missed", "ward" if number == 2 else "")
            page.press("form.sample button.main", "Enter")
            page.wait_for_url("**/sample/*" if number < 3 else "**/risk")
        told.estimate = page.inner_text("main")
        told.failed = sent(page, b"\x00\xff\x00\xff" * 40, "broken.jsonl", "release")
        page.goto("/release")
        page.set_input_files("#release", folder / "publish.zip")
        page.press("form[action$=verify] button", "Enter")
        page.wait_for_url("**/jobs/*")
        until_over(page)
        told.checked, told.verdict = job_of(page), page.inner_text("main")
        yield told


def test_a_place_stays_everywhere_by_one_key_and_the_reason_shows_on_focus(made):
    assert made.errors == []
    assert "PHONE" in made.why
    assert made.stays == 2
    assert "find" in made.focus


def test_the_release_is_as_somebody_decided(made):
    with zipfile.ZipFile(made.folder / "publish.zip") as packed:
        texts = packed.read("publish/texts/notes.jsonl").decode()
    assert CANARY not in texts
    assert texts.count("555-0142") == 6
    assert texts.count("[PROFESSION]") == 3
    with zipfile.ZipFile(made.folder / "keep.zip") as packed:
        rows = packed.read("keep/decisions.jsonl").decode().splitlines()
    assert (
        sorted(str(json.loads(row)["label"]) for row in rows) == ["None"] * 6 + ["PROFESSION"] * 3
    )


def test_a_release_that_is_dropped_is_verified(made):
    assert "is what its certificate says" in made.verdict


def test_a_sample_is_read_on_the_spot_and_says_what_may_remain(made):
    assert "Read: 3 of 3" in made.estimate
    assert "documents hold a missed identifier" in made.estimate


def test_addresses_hold_no_text(made):
    assert made.urls
    assert not any(CANARY in url or "beds" in url for url in made.urls)


def test_no_file_of_the_server_holds_a_text(made):
    seen = 0
    for path, content in plain_files(made.folder / "data"):
        assert CANARY.encode() not in content, path.name
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", sorted({width for width, _ in LOOKS}))
def test_every_page_is_for_everybody(made, width, scheme):
    page = entered(made.browser, made.base, width=width, scheme=scheme)
    told = {}
    for name, path in PAGES.items():
        page.goto(path.format(**vars(made)))
        told[name] = problems(page)
    page.context.close()
    assert {name: found for name, found in told.items() if found} == {}


def test_the_focus_goes_through_each_page_in_order_and_shows(made):
    page = entered(made.browser, made.base)
    for name, path in PAGES.items():
        page.goto(path.format(**vars(made)))
        order = focus_order(page)
        if name != "report":
            assert len(order) >= 6, name
        places = [place for _, place, _, _ in order]
        assert places == sorted(places), name
        assert [one for one in order if one[2] == "none"] == [], name
    page.context.close()


def test_strangers_see_the_login_page_and_nothing_else(made):
    page = made.browser.new_context(base_url=made.base).new_page()
    for path in PAGES.values():
        page.goto(path.format(**vars(made)))
        assert page.url == f"{made.base}/login"
    assert problems(page) == []


def test_pages_work_without_scripts(made):
    context = made.browser.new_context(base_url=made.base, java_script_enabled=False)
    page = context.new_page()
    page.goto("/login")
    page.fill("#name", "ana")
    page.fill("#password", "four plain words here")
    page.press("#password", "Enter")
    page.goto(f"/release/{made.found}/2")
    page.click(".findings summary >> nth=0")
    with page.expect_navigation():
        page.click(".findings form button >> nth=0")
    assert page.url.endswith(f"/release/{made.found}/2")
    assert page.locator(".find").count() > 0
