"""Pages on which commands are tried: from the last key or move to paint, and the answer's share.

`library` is the time of the server for the same answer, without browser and pause. The pause of
100 ms is part of every figure.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.annotating import CHROMIUM, RUNS, USER, WORDS, _Client, _serving
from benchmarks.measure import Row

MESSAGE = (
    "I love this city! My sister and I visit Seattle tomorrow at 9 am and stay for two weeks, it "
    "will be a great trip. We moved here from Boise last year, and on Friday we meet my doctor in "
    "the hospital near the lake. He was very happy when he saw the lamp that we bought him. More"
)[:279]
TYPED = """([name, value]) => new Promise((told) => {
  const field = document.getElementById(name), found = document.getElementById("found");
  const watcher = new MutationObserver(() => {
    if (found.hasAttribute("aria-busy")) return;
    watcher.disconnect();
    requestAnimationFrame(() => { const turn = new MessageChannel();
      turn.port1.onmessage = () => told(performance.now() - began);
      turn.port2.postMessage(null); });
  });
  watcher.observe(found, { attributes: true, attributeFilter: ["aria-busy"] });
  field.value = value;
  const began = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
})"""


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - all texts are generated
    """Measure each page in a browser."""
    if not CHROMIUM:
        return
    from playwright.sync_api import sync_playwright

    with (
        TemporaryDirectory() as name,
        _serving(Path(name)) as (_, port),
        sync_playwright() as playing,
    ):
        chromium = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_context(base_url=f"http://127.0.0.1:{port}").new_page()
        page.goto("/login")
        page.fill("#name", USER)
        page.fill("#password", WORDS)
        page.keyboard.press("Enter")
        page.wait_for_url("**/")
        client = _Client(port)
        yield from _measured(page, client)
        chromium.close()


def _measured(page: Any, client: _Client) -> Iterator[Row]:
    page.goto("/compose")
    spent = _paints(page, "message", [f"{MESSAGE}{at % 10}" for at in range(RUNS + 1)])
    yield _row("private phrases in a message of 280 characters", spent, 0.25)
    page.goto("/plan")
    page.click("button[value=example]")
    page.wait_for_selector("#file", timeout=120_000)
    prices = [f"{0.5 + at / 100:.2f}" for at in range(RUNS + 1)]
    yield _row("decision, plot and map of 2,500 points", _paints(page, "value", prices), 0.2)
    yield _kanon(page)
    yield _sequence(page)
    yield from _terms(client)


def _paints(page: Any, field: str, values: list[str]) -> list[float]:
    first, *others = values
    page.evaluate(TYPED, [field, first])
    return [page.evaluate(TYPED, [field, value]) / 1000 for value in others]


def _row(what: str, times: list[float], bar: float, first: float = 0.0) -> Row:
    found = statistics.median(times)
    shown = f"{1000 * found:.0f} ms" + (f", first {1000 * first:.0f} ms" if first else "")
    met = found <= bar and (not first or found <= 0.2 * first)
    told = f"{1000 * bar:.0f} ms" + (", at most 0.2 of the first answer" if first else "")
    ratio = f"{found / first:.2f} of the first" if first else ""
    return Row("trials", what, shown, ratio, told, met, len(times))


def _kanon(page: Any) -> Row:
    draw = np.random.default_rng(1)
    words = [f"w{at}" for at in range(2000)]
    lines, size = [], 0
    while size < 100_000:
        line = " ".join(words[min(1999, int(1 + draw.pareto(0.7)))] for _ in range(20))
        lines.append(line)
        size += len(line) + 1
    page.goto("/kanon")
    first = page.evaluate(TYPED, ["texts", "\n".join(lines)]) / 1000
    ks = [str(5 + at % 10) for at in range(RUNS + 1)]
    return _row("k moved on 100 KB of text", _paints(page, "k", ks), 0.3, first)


def _sequence(page: Any) -> Row:
    text = "".join(np.random.default_rng(2).choice(list("abcd"), 20_000))
    page.goto("/sequences")
    page.fill("#patterns", f"{text[100:108]}\n{text[900:908]}\n")
    texts = [f"{text}{'abcd'[at % 4]}" for at in range(RUNS + 1)]
    return _row("20,000 letters sanitized and aligned", _paints(page, "texts", texts), 1.0)


def _terms(client: _Client) -> Iterator[Row]:
    """Measure a term among few and among many typed terms; the browser adds the pause."""
    from urllib.parse import urlencode

    draw = np.random.default_rng(3)

    def listed(count: int) -> str:
        made = {"".join(row) for row in draw.choice(list("abcdefghij"), (count, 8))}
        return "\n".join(sorted(made))

    times: dict[int, float] = {}
    for count in (2_000, 20_000):
        terms = listed(count)
        names = terms.splitlines()[:: max(1, count // (RUNS + 2))]

        def ask(term: str, terms: str = terms) -> None:
            sent = {"terms": terms, "k": "5", "guarantee": "count", "term": term, "do": "lookup"}
            kind = {"content-type": "application/x-www-form-urlencoded"}
            answer, body = client.ask("POST", "/dictionary", urlencode(sent), kind)
            if answer.status != 200:
                raise RuntimeError(body.decode()[:200])

        times[count] = _timed(ask, names)
    small, large = times.values()
    shown = f"{1000 * large:.0f} ms among 20,000, {1000 * small:.0f} ms among 2,000"
    met = large <= 0.15 and large <= 1.5 * small
    bar = "150 ms, at most 1.5 times"
    yield Row("trials", "a term looked up (server alone)", shown, f"{large / small:.2f}", bar, met,
              RUNS)  # fmt: skip


def _timed(ask: Callable[[str], None], names: list[str]) -> float:
    ask(names[0])
    spent = []
    for name in names[1 : RUNS + 1]:
        began = time.perf_counter()
        ask(name)
        spent.append(time.perf_counter() - began)
    return statistics.median(spent)
