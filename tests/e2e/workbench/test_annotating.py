"""Annotation in a browser: by keys alone, counted, without loading a page."""

import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
from tests.e2e.workbench.workbench_pages import (
    CHROMIUM,
    LOOKS,
    ORDER,
    WORDS,
    browser,
    entered,
    problems,
    serving,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

PEOPLE = ("Ana Ruiz", "Tom Berg", "Eva Lind", "Ida Holm", "Max Stone")
PAGES = (
    "",
    "/progress",
    "/map",
    "/guideline",
    "/decisions",
    "/agreement",
    "/exchange",
    "/settings",
)
CHANGES = {0: ("label", "1"), 1: ("spurious", "Backspace"), 2: ("short", "]")}
CARET = """() => { const chosen = getSelection();
  return chosen.rangeCount ? chosen.toString() : null; }"""


def long_note(number, marks):
    """Return a text with an emoji and so many names, and their spans."""
    text, spans = f"Note {number} \U0001f600.\n", []
    for at in range(marks):
        name = PEOPLE[(number + at) % 5]
        text += "Seen by Dr. "
        spans.append([len(text), len(text) + len(name), "NAME"])
        text += f"{name} on the ward \U0001f3e5, as planned.{' ' if at % 4 else chr(10)}"
    return text, spans


def wrong_note(number):
    """Return a note, what is marked in it, and by which key each wrong mark is put right."""
    text, right = long_note(number, 10)
    marked, keys = [list(one) for one in right], {}
    for at in {0: (1,), 1: (2, 7)}[number % 2]:
        what, key = CHANGES[(number + at) % 3]
        start, end, _ = marked[at]
        if what == "label":
            marked[at] = [start, end, "DATE"]
        elif what == "short":
            marked[at] = [start, start + 3, "NAME"]
        else:
            # "Seen" in front of the name is marked, and no name.
            marked[at] = [start - 12, start - 8, "NAME"]
            right.remove([start, end, "NAME"])
        keys[marked[at][0]] = key
    return text, marked, sorted(right), keys


def sent(page, rows, batch=10):
    page.goto("/projects")
    page.fill("#name", "Notes")
    page.click("summary")
    page.fill("#batch", str(batch))
    page.select_option("#first", "random")
    content = "\n".join(json.dumps(row) for row in rows).encode()
    file = {"name": "notes.jsonl", "mimeType": "text/plain", "buffer": content}
    page.set_input_files("#files", file)
    page.press("#name", "Enter")
    page.wait_for_url(re.compile(r"/projects/[0-9a-f]{16}$"))
    path = re.search(r"/projects/[0-9a-f]{16}$", page.url)[0]
    page.wait_for_selector("a.button.main")
    return path


def row_of(number, text, spans):
    rows = [{"start": a, "end": b, "label": label} for a, b, label in spans]
    return {"id": f"n{number}", "text": text, "subject": f"p{number}", "spans": rows}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("annotating")
    with serving(folder) as (base, link, _), browser() as made:
        page = entered(made, base, link)
        page.set_default_timeout(60_000)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        rows = [row_of(at, *long_note(at, 3)) for at in range(12)]
        rows[3] |= {"text": "\U0001f600\U0001f600 Ana \U0001f600 met Ana.", "spans": []}
        path = sent(page, rows)
        yield SimpleNamespace(base=base, made=made, page=page, path=path, folder=folder)
        assert page.errors == []


def text_of(page):
    return page.locator("#text")


def at(place, number):
    page = place.page
    page.goto(f"{place.path}/documents/{number}")
    page.wait_for_selector("#text .line")
    until(page, "document.activeElement.id === 'text'")
    until(page, "document.getElementById('queue').textContent")
    return page


def marks(page):
    return [
        [one.text_content(), one.get_attribute("data-label")]
        for one in page.locator("#text mark").all()
    ]


def kept(page, path, number):
    asked = {"accept": "application/json"}
    return page.request.get(f"{path}/documents/{number}", headers=asked).json()


def until_kept(page, path, number, spans):
    for _ in range(100):
        if kept(page, path, number)["spans"] == spans:
            return
        page.wait_for_timeout(50)
    assert kept(page, path, number)["spans"] == spans


def until(page, expression):
    """Wait for something; the rules of our pages forbid what Playwright would do for it."""
    for _ in range(400):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(25)
    assert page.evaluate(expression)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_two_keys_a_correction_and_one_a_document_without_a_page_load(place):
    page = place.page
    notes = [wrong_note(number) for number in range(20)]
    assert sum(len(marked) for _, marked, _, _ in notes) == 200
    assert sum(len(keys) for *_, keys in notes) == 30
    path = sent(page, [row_of(n, text, marked) for n, (text, marked, _, _) in enumerate(notes)], 20)
    page.press("a.button.main", "Enter")
    page.wait_for_selector("#text mark")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.loaded = 'once'")
    pressed = 0
    for _ in range(20):
        number = int(re.search(r"\d+$", page.url)[0])
        text, _, _, keys = notes[number - 1]
        for start, key in keys.items():
            unit = len(text[:start].encode("utf-16-le")) // 2
            hint = page.locator(f'#text mark[data-start="{unit}"]').get_attribute("data-hint")
            press(page, hint, key)
            pressed += 2
        press(page, "Enter")
        pressed += 1
        until(
            page,
            f"!location.pathname.endsWith('/{number}') || "
            "document.getElementById('says').textContent.includes('empty')",
        )
    assert pressed == 2 * 30 + 20
    assert page.evaluate("window.loaded") == "once"
    for number, (_, _, right, _) in enumerate(notes, 1):
        until_kept(page, path, number, right)


def test_caret_and_selection_go_by_letter_and_by_word_and_are_marked_exactly(place):
    page = at(place, 4)
    press(page, "Control+Home")
    for _ in range(3):
        press(page, "ArrowRight")
    press(page, "Control+Shift+ArrowRight")
    assert page.evaluate(CARET).strip() == "Ana"
    press(page, "Control+Home", *["ArrowRight"] * 3, *["Shift+ArrowRight"] * 2, "1")
    assert marks(page) == [["An", "NAME"]]
    until_kept(page, place.path, 4, [[3, 5, "NAME"]])
    # The label stays chosen; exactly the selection is marked, an emoji included.
    press(page, "ArrowRight", "Control+Home", "Shift+ArrowRight", "Space")
    assert marks(page) == [["\U0001f600", "NAME"], ["An", "NAME"]]
    until_kept(page, place.path, 4, [[0, 1, "NAME"], [3, 5, "NAME"]])
    press(page, "Control+z", "Control+z")
    assert marks(page) == []
    press(page, "Control+y")
    assert marks(page) == [["An", "NAME"]]
    press(page, "Control+z")
    until_kept(page, place.path, 4, [])


def test_one_key_marks_all_equal_strings(place):
    page = at(place, 4)
    press(page, "Control+Home", *["ArrowRight"] * 4, "=")
    assert marks(page) == [["Ana", "NAME"], ["Ana", "NAME"]]
    press(page, "Control+z")
    assert marks(page) == []


def test_edges_move_by_word_and_by_letter(place):
    page = at(place, 1)
    hint = page.locator("#text mark").first.get_attribute("data-hint")
    press(page, hint, "]")
    assert marks(page)[0][0] == "Ana Ruiz on"
    press(page, "}", "}")
    assert marks(page)[0][0] == "Ana"
    press(page, ">", ">")
    assert marks(page)[0][0] == "Ana R"
    press(page, "<", "[", ")")
    assert marks(page)[0][0] == "r. Ana "
    for _ in range(8):
        press(page, "Control+z")
    assert marks(page)[0][0] == "Ana Ruiz"


def test_undo_has_no_end(place):
    page = at(place, 2)
    before = marks(page)
    hint = page.locator("#text mark").first.get_attribute("data-hint")
    press(page, hint)
    for turn in range(150):
        press(page, str(1 + turn % 9 + 1)[-1])
    assert marks(page)[0][1] != "NAME"
    for _ in range(150):
        press(page, "Control+z")
    assert marks(page) == before
    press(page, "Control+z")
    assert marks(page) == before


def test_search_goes_to_the_next_place_which_a_digit_marks(place):
    page = at(place, 5)
    press(page, "/")
    page.keyboard.type("planned")
    press(page, "Enter")
    assert page.evaluate("document.activeElement.id") == "text"
    assert page.evaluate(CARET) == "planned"
    press(page, "2")
    assert ["planned", "DATE"] in marks(page)
    press(page, "Control+z")


def test_next_previous_and_skip(place):
    page = at(place, 6)
    press(page, "P")
    page.wait_for_url("**/documents/5")
    press(page, "S")
    until(page, "!location.pathname.endsWith('/5')")
    page.go_back()
    page.wait_for_url("**/documents/5")


def test_keys_can_be_changed_and_stay_so(place):
    page = at(place, 7)
    press(page, "?")
    row = page.locator("#key-list li", has_text="remove the mark")
    row.locator("button").focus()
    with page.expect_response("**/keys"):
        press(page, "Enter", "X")
    press(page, "Escape")
    page = at(place, 7)
    before = marks(page)
    hint = page.locator("#text mark").first.get_attribute("data-hint")
    press(page, hint, "X")
    assert marks(page) == before[1:]
    press(page, "Control+z")
    assert marks(page) == before


def test_two_tabs_lose_nothing(place):
    page = at(place, 8)
    other = page.context.new_page()
    other.goto(f"{place.base}{place.path}/documents/8")
    other.wait_for_selector("#text mark")
    until(other, "document.activeElement.id === 'text'")
    first = [page.locator("#text mark").nth(n).get_attribute("data-hint") for n in (0, 1)]
    press(page, first[0], "2")
    until(page, "document.getElementById('says').textContent === 'Kept.'")
    stands = kept(page, place.path, 8)["spans"]
    press(other, first[1], "3")
    other.wait_for_selector("#conflict:not([hidden])")
    assert kept(page, place.path, 8)["spans"] == stands
    other.focus("#mine")
    press(other, "Enter")
    until(other, "document.getElementById('says').textContent === 'Kept.'")
    labels = [label for *_, label in kept(page, place.path, 8)["spans"]]
    assert labels == ["NAME", "ADDRESS", "NAME"]
    other.close()


def test_an_ended_session_loses_nothing(place):
    page = entered(place.made, place.base)
    page.goto(f"{place.path}/documents/10")
    page.wait_for_selector("#text mark")
    until(page, "document.activeElement.id === 'text'")
    page.context.clear_cookies()
    press(page, "a", "4")
    until(page, "document.getElementById('says').textContent.includes('signed out')")
    other = page.context.new_page()
    other.goto("/login")
    other.fill("#name", "ana")
    other.fill("#password", WORDS)
    other.keyboard.press("Enter")
    other.wait_for_url(f"{place.base}/")
    until(page, "document.getElementById('says').textContent === 'Kept.'")
    assert kept(page, place.path, 10)["spans"][0][2] == "PHONE"
    page.context.close()


def test_a_note_is_written_by_keys(place):
    page = at(place, 9)
    press(page, "C")
    page.keyboard.type("Is the ward a name?")
    press(page, "Tab", "Enter")
    page.wait_for_selector("#beside li")
    assert "Is the ward a name?" in page.locator("#beside").text_content()


def test_no_text_of_a_document_stands_in_an_address_or_title(place):
    page = at(place, 1)
    assert "Ana" not in page.url + page.title()


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_pages_are_right_at_each_width_and_theme(place, width, scheme):
    page = entered(place.made, place.base, width=width, scheme=scheme)
    told = {}
    for path in ("/projects", *(f"{place.path}{end}" for end in PAGES)):
        page.goto(path)
        told[path] = problems(page)
    page.goto(f"{place.path}/documents/1")
    page.wait_for_selector("#text mark")
    told["document"] = problems(page)
    page.keyboard.press("?")
    told["keys"] = problems(page)
    page.context.close()
    assert {path: found for path, found in told.items() if found} == {}


def test_the_focus_goes_everywhere_in_order_and_is_seen(place):
    page = at(place, 1)
    page.evaluate("document.querySelector('.skip').focus()")
    order = [page.evaluate(ORDER)]
    while len(order) < 100 and order[-1] and len({one[1] for one in order}) == len(order):
        press(page, "Tab")
        order.append(page.evaluate(ORDER))
    reached = [one for one in order if one][: len(order) - 1]
    assert len(reached) > 25
    assert [one for one in reached if one[3] == 0 or one[2] == "none"] == []
    places = [one[1] for one in reached]
    assert places == sorted(places)


def of_bea(place, folder):
    """Return a page of a second user, who entered by a link."""
    command = [sys.executable, "-m", "textveil", "serve", "link", "--user", "bea"]
    command += ["--data", str(folder / "data"), "--key", str(folder / "key.txt")]
    made = subprocess.run(command, capture_output=True, text=True, check=True)
    page = place.made.new_context(base_url=place.base).new_page()
    page.goto("/link/" + made.stdout.strip().rpartition("/")[2])
    page.fill("#password", WORDS)
    page.fill("#again", WORDS)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{place.base}/")
    return page


def test_people_differ_somebody_decides_and_both_see_it(place):
    bea = of_bea(place, place.folder)
    ana = place.page
    path = sent(ana, [row_of(n, *long_note(n, 3)) for n in range(10)])
    ana.goto(f"{path}/settings")
    ana.fill("#share", "100")
    ana.press("#share", "Enter")
    ana.wait_for_load_state()
    ana.fill("#user", "bea")
    ana.press("#user", "Enter")
    ana.wait_for_load_state()
    for page, keys in ((ana, ()), (bea, ("a", "2"))):
        page.goto(f"{path}/documents/1")
        page.wait_for_selector("#text mark")
        until(page, "document.activeElement.id === 'text'")
        press(page, *keys, "Enter")
        until(page, "!location.pathname.endsWith('/1')")
    until_kept(bea, path, 1, [[*long_note(0, 3)[1][0][:2], "DATE"], *long_note(0, 3)[1][1:]])
    ana.goto(f"{path}/decisions")
    ana.press("a[href$='/decisions/1']", "Enter")
    ana.wait_for_selector("#beside section")
    assert problems(ana) == []
    sides = ana.locator("#beside section").all_text_contents()
    assert ["Marks of ana" in sides[0], "Marks of bea" in sides[1]] == [True, True]
    assert "≠ Ana Ruiz (DATE)" in sides[1]
    assert len(marks(ana)) == 2
    ana.locator("#beside section").nth(0).locator("button").press("Enter")
    assert len(marks(ana)) == 3
    with ana.expect_response("**/decisions/1/marks") as answer:
        press(ana, "Enter")
    assert answer.value.status == 200
    bea.goto(path)
    assert "Changed by a decision" in bea.text_content("main")
    bea.goto(f"{path}/documents/1")
    bea.wait_for_selector("#beside section")
    assert "relabelled: Ana Ruiz (NAME)" in bea.text_content("#beside")
    assert problems(bea) == []
    bea.context.close()
