"""The pages do what they say: every shown command and session runs and prints what is shown."""

import re
import runpy
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.meta.markdown_blocks import Block, Command, blocks_of, commands_of, matches, run_page

from textveil.version import VERSION

ROOT = Path(__file__).parents[2]
PAGES = [
    page
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if page.is_file() and blocks_of(page)
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_of_the_page_runs_as_shown(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TEXTVEIL_KEY", raising=False)
    problems = run_page(page, tmp_path)
    assert not problems, "\n\n".join(problems)


def test_guides_have_executed_blocks():
    guides = {page.name for page in PAGES if page.parent.name == "guides"}
    # What these two say is done in a browser, by tests/e2e.
    walked = {"annotate-together.md", "workbench.md"}
    assert guides | walked == {page.name for page in (ROOT / "docs" / "guides").glob("*.md")}


JOBS = (
    "release-a-folder",
    "from-presidio",
    "release-mail-and-chats",
    "hide-motifs",
    "verify-a-release",
    "write-a-plug-in",
)


@pytest.mark.parametrize("job", JOBS)
def test_the_guide_to_a_job_begins_with_the_users_words(job):
    text = (ROOT / "docs" / "guides" / f"{job}.md").read_text("utf-8")
    assert re.match(r'# .+\n\n\*"[^*]+"\*\n\n', text)
    for page in ("README.md", "docs/index.md"):
        assert f"guides/{job}.md" in (ROOT / page).read_text("utf-8"), page


def test_the_home_page_shows_a_small_picture_and_a_drawing():
    docs = ROOT / "docs"
    home = (docs / "index.md").read_text("utf-8")
    for name, least in (("report.png", 20_000), ("architecture.svg", 1_000)):
        assert f"]({name})" in home
        assert least < (docs / name).stat().st_size < 200_000


_SHOWN_CODE = runpy.run_path(str(ROOT / "scripts" / "shown_code.py"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_copy_button_takes_the_commands_that_are_run(page):
    for block in blocks_of(page):
        if block.kind == "console":
            run = "\n".join(command.text for command in commands_of(block)).splitlines()
            assert list(_SHOWN_CODE["typed"]("\n".join(block.lines))) == run


def test_what_a_session_prints_is_not_copied():
    typed, page = _SHOWN_CODE["typed"], _SHOWN_CODE["on_page_content"]
    assert list(typed(">>> for x in y:\n...     x\n...\n1\n>>> a\n... b")) == [
        "for x in y:",
        "    x",
        "",
        "a",
        "b",
    ]
    assert list(typed("$ cat f\nprinted\n> printed too")) == ["cat f"]
    assert list(typed("no session\n$ cat f")) == []
    made = page(
        '<div class="highlight"><pre><code><a></a>$ echo &quot;1&quot;\n1\n</code></pre></div>'
    )
    assert 'data-copy="echo &quot;1&quot;&#10;"' in made


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("<code>--a-b C</code>", "<code><w>--a-b</w> <w>C</w></code>"),
        ("<pre><code>--a-b</code></pre>", "<pre><code>--a-b</code></pre>"),
        ("<code>" + "long-" * 20 + "</code>", "<code>" + "long-" * 20 + "</code>"),
        ("<p>--a-b</p>", "<p>--a-b</p>"),
    ],
)
def test_words_of_inline_code_are_kept_whole(code, made):
    assert _SHOWN_CODE["on_page_content"](code) == made.replace(
        "<w>", '<span class="whole">'
    ).replace("</w>", "</span>")


@pytest.mark.parametrize(
    ("shown", "printed", "fits"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\n...", "a\nb\nc\n", True),
        ("...\nc", "a\nb\nc\n", True),
        ("a\n...\nc", "a\nc\n", True),
        ("a ... c", "a b c\n", True),
        ("a ... c", "a b\nc\n", False),
        ("", "", True),
        ("", "a\n", False),
        ("a", "", False),
        ("a.c", "abc\n", False),
    ],
)
def test_dots_match_anything_and_nothing_else_does(shown, printed, fits):
    assert matches(shown, printed) is fits


def test_console_blocks_are_cut_into_commands():
    block = Block("console", 7, ("$ cat > f <<'END'", "> one", ">", "> END", "$ cat f", "one", ""))
    assert commands_of(block) == [
        Command(7, "cat > f <<'END'\none\n\nEND", ""),
        Command(11, "cat f", "one\n"),
    ]


def test_a_page_that_shows_something_else_is_found_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo one\ntwo\n```\n\n```pycon\n>>> 1 + 1\n3\n```\n", "utf-8")
    assert len(run_page(page, tmp_path)) == 2


def test_internal_links_in_habit_files_lead_somewhere():
    names = ("README.md", "CONTRIBUTING.md", "STYLE.md", "SECURITY.md", "CHANGELOG.md")
    for name in names:
        text = (ROOT / name).read_text("utf-8")
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            assert "://" in target or (ROOT / target).exists(), f"{name} links to {target}"


def test_the_citation_names_the_version():
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


class _Loaded(HTMLParser):
    """Collects what a page loads by itself; an `<a>` loads nothing until somebody follows it."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            return
        wanted = ("src", "href", "srcset", "action", "data", "poster")
        self.found += [value for name, value in attrs if name in wanted and value]
        self.found += [v for n, v in attrs if n == "style" and v and "url(" in v]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    target = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.mark.slow
def test_built_pages_load_nothing_from_another_host(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        loaded = _Loaded()
        loaded.feed(page.read_text("utf-8"))
        outside = [place for place in loaded.found if re.match(r"(?:[a-z]+:)?//", place)]
        assert not outside, f"{page.relative_to(site)} loads {outside}"


@pytest.mark.slow
def test_styles_load_nothing_from_another_host(site):
    for style in site.rglob("*.css"):
        places = re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s]+)", style.read_text("utf-8"))
        outside = [place for place in places if re.match(r"(?:https?:)?//", place)]
        assert not outside, f"{style.relative_to(site)} loads {outside}"
