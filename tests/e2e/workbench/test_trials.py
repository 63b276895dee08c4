"""Pages on which commands are tried, in a browser: looks, keys, live answers, two newcomers."""

import re

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
PAGES = ("compose", "kanon", "dictionary", "sequences", "plan", "policies", "trace")
OTHERS = ("models", "risk")
FIELDS = {
    "compose": "message",
    "kanon": "texts",
    "dictionary": "terms",
    "sequences": "texts",
    "plan": "curves",
    "policies": "text",
    "trace": "leak",
}
EXAMPLE = (
    "I love this city! My sister and I visit Seattle tomorrow at 9 am and stay for two weeks, "
    "it will be a great trip."
)
FRIENDS = "family: [Ana, Ben]\nfriends: [Cleo, Dora]\npublic: [Eve]"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trials")
    with serving(folder) as (base, link, _), browser() as started:
        entered(started, base, link).context.close()
        yield folder, base, started


@pytest.fixture
def page(served):
    made = entered(served[2], served[1])
    made.set_default_timeout(240_000)
    made.errors = []
    made.on("pageerror", lambda error: made.errors.append(str(error)))
    yield made
    assert made.errors == []
    made.context.close()


def settled(page):
    page.wait_for_selector("#found h2")
    page.wait_for_selector("#found:not([aria-busy])")


def with_example(page, name):
    """Come to a page from home by its name, and try its example, by keys alone."""
    page.goto(f"/{name}")
    page.press("button[value=example]", "Enter")
    settled(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", sorted({width for width, _ in LOOKS}))
def test_every_page_is_for_everybody(served, width, scheme):
    page = entered(served[2], served[1], width=width, scheme=scheme)
    told = {}
    for name in (*PAGES, *OTHERS):
        if name in PAGES:
            with_example(page, name)
        else:
            page.goto(f"/{name}")
        for one in page.query_selector_all("details"):
            one.evaluate("one => one.open = true")
        told[name] = problems(page)
    page.context.close()
    assert {name: found for name, found in told.items() if found} == {}


def test_the_focus_goes_through_each_page_in_order_and_shows(page):
    for name in PAGES:
        with_example(page, name)
        # The next tab goes on from what had the focus last: begin at the top.
        page.focus(".skip")
        order = focus_order(page)
        assert len(order) >= 12, name
        # At the end the walk comes back to the link that it began at.
        places = [place for _, place, _, _ in order]
        places = places[:-1] if places[-1] < places[0] else places
        assert places == sorted(places), name
        assert [one for one in order if one[2] == "none"] == [], name


def test_what_is_typed_is_answered_and_stands_in_no_address_or_file(served, page):
    urls = []
    page.on("request", lambda request: urls.append(request.url))
    for name, field in FIELDS.items():
        with_example(page, name)
        page.evaluate("document.querySelectorAll('form details').forEach((one) => one.open = true)")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.focus(f"#{field}")
            page.keyboard.press("Control+End")
            page.keyboard.type(f" {CANARY}")
        page.wait_for_selector("#found:not([aria-busy])")
        assert CANARY in page.input_value(f"#{field}")
        with page.expect_download() as coming:
            page.press(".save button", "Enter")
        saved = coming.value.path().read_text("utf-8")
        assert CANARY not in saved, name
        assert "<script" not in saved, name
        assert "<h1" in saved, name
    assert not any(CANARY in url for url in urls)
    for path, content in plain_files(served[0] / "data"):
        assert CANARY.encode() not in content, path.name


def test_a_saved_page_has_texts_only_if_they_are_asked_for(page):
    with_example(page, "kanon")
    page.check(".save input")
    with page.expect_download() as coming:
        page.press(".save button", "Enter")
    assert "fever" in coming.value.path().read_text("utf-8")


def test_private_phrases_turn_red_while_somebody_types(page):
    page.goto("/compose")
    page.focus("#message")
    page.keyboard.type("I live in Seattle.")
    page.wait_for_selector("#found mark")
    assert page.inner_text("#found mark") == "Seattle"
    assert page.evaluate("document.activeElement.id") == "message"


def wait_until(page, told):
    for _ in range(1200):
        if told():
            return
        page.wait_for_timeout(50)


def test_an_older_answer_never_replaces_a_newer_one(page):
    with_example(page, "kanon")
    seen = []
    page.on("response", lambda answer: seen.append(answer.status))
    for k in ("3", "4", "5", "2"):
        page.fill("#k", k)
    wait_until(page, lambda: re.search("-k 2( |$)", page.input_value("#command")))
    page.wait_for_selector("#found:not([aria-busy])")
    assert "-k 2" in page.input_value("#command")


def test_a_slider_and_its_field_say_the_same(page):
    with_example(page, "plan")
    slider = page.locator("input[data-slides=value]")
    slider.focus()
    before = page.input_value("#value")
    page.keyboard.press("ArrowRight")
    assert page.input_value("#value") != before
    assert slider.input_value() == page.input_value("#value")
    value = page.input_value("#value")
    wait_until(page, lambda: f"value: {value}" in page.input_value("#file"))
    assert f"value: {value}" in page.input_value("#file")


def test_a_newcomer_makes_versions_for_five_friends_by_visible_names_alone(page):
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Compose", exact=True).click()
    page.get_by_label("Message", exact=True).fill(EXAMPLE)
    page.get_by_label("Friends", exact=True).fill(FRIENDS)
    page.get_by_role("button", name="Make versions").click()
    page.get_by_role("heading", name="What each friend will read").wait_for()
    rows = page.locator("#found tbody tr")
    assert rows.count() == 5
    texts = [row.locator("span.text").inner_text() for row in rows.all()]
    assert len(set(texts)) == 5
    assert "Seattle" in texts[0]
    assert "Seattle" not in texts[-1]
    assert page.locator("#found .status").first.inner_text() == "holds"


def test_a_newcomer_decides_a_release_with_plan_and_risk_by_visible_names_alone(page):
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Risk", exact=True).click()
    page.get_by_role("button", name=re.compile("sample", re.I)).click()
    review = page.get_by_role("link", name="Look through the findings")
    review.wait_for()
    review.click()
    page.get_by_role("button", name=re.compile("Release with these", re.I)).click()
    page.locator(".tiles").wait_for()
    page.get_by_role("navigation").get_by_role("link", name="Risk", exact=True).click()
    page.locator("main ul.plain a").first.click()
    page.get_by_role("button", name="Draw a sample").click()
    while "/sample/" in page.url:
        page.locator("form.sample button.main").click()
        page.wait_for_load_state()
    assert "hold a missed identifier" in page.inner_text("main")
    page.get_by_role("navigation").get_by_role("link", name="Plan", exact=True).click()
    for label, amount in (
        ("What the attacker pays to label a document", "4"),
        ("What the attacker pays for a false claim", "0.5"),
        ("What a true claim is worth to the attacker, and costs you", "0.5"),
    ):
        page.get_by_role("textbox", name=label).fill(amount)
    page.get_by_role("button", name="Decide").click()
    page.get_by_role("heading", name="All decisions").wait_for()
    assert "Decision: publish" in page.inner_text("#found")
