"""A workbench in a process of its own, browsers that are signed in, and what we ask of a page."""

import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WORDS = "four plain words here"
LOOKS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]

# Text that stands in a sentence is exempt from the size of targets (WCAG 2.5.8).
SMALL = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter((one) => one.checkVisibility() && one.type !== "hidden")
  .filter((one) => !one.closest(".skip, .prose, p, h1"))
  .filter((one) => !one.closest("label"))
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)
  .map(([html, box]) => `${html} ${box.width}x${box.height}`)"""
ORDER = """() => { const one = document.activeElement;
  if (!one || one === document.body) return null;
  const box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const place = [...document.querySelectorAll("*")].indexOf(one);
  return [one.tagName, place, style.outlineStyle, box.width]; }"""


@contextmanager
def serving(folder, *more):
    """Start a workbench on a free port; give its address and the link for the first account."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    key = folder / "key.txt"
    if not key.exists():
        key.write_bytes(b"an invented key of enough letters: 7Hq2 kP9x Zr4m\n")
    command = [sys.executable, "-m", "textveil", "serve", "--data", str(folder / "data")]
    command += ["--key", str(key), "--port", str(port), "--no-browser", *more]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as process:
        said = []
        for line in process.stderr:
            said.append(line)
            if re.fullmatch(rf"http://127\.0\.0\.1:{port}(/link/\S+)?\n", line):
                break
        try:
            yield f"http://127.0.0.1:{port}", said[-1].strip(), process
        finally:
            process.terminate()
            process.stderr.read()


@contextmanager
def browser():
    """Give Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        made = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


def entered(made, base, link="", *, width=1280, scheme="light"):
    """Return a page whose user is signed in, by a link or by the password."""
    context = made.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, base_url=base
    )
    page = context.new_page()
    page.goto(link or "/login")
    page.fill("#name", "ana")
    page.fill("#password", WORDS)
    if link:
        page.fill("#again", WORDS)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{base}/")
    return page


def problems(page):
    """Return what is wrong with a page: rules of WCAG 2.2 AA, width, headings, targets."""
    from axe_playwright_python.sync_playwright import Axe

    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": tags}})
    told = [
        f"{rule['id']}: {node['html'][:120]}"
        for rule in found.response["violations"]
        for node in rule["nodes"]
    ]
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    told += [f"{wide} px wider than the window"] if wide > 0 else []
    told += [] if page.locator("h1").count() == 1 else ["not one h1"]
    return told + [f"small target: {one}" for one in page.evaluate(SMALL)]


def focus_order(page, most=200):
    """Return, tab by tab, what has the focus: its name, place, outline and width."""
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    told = []
    for _ in range(most):
        page.keyboard.press("Tab")
        now = page.evaluate(ORDER)
        if now is None or (told and now[1] == told[0][1]):
            break
        told.append(now)
    return told


def plain_files(folder: Path):
    """Yield every file below a folder with its bytes."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path, path.read_bytes()
