"""The annotation pages: key to paint, marks acknowledged, a page of the queue, the first page."""

import http.client
import json
import re
import shutil
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measure import Row
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.teamwork.founding import founded
from textveil.learn.teamwork.team_project import TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.keys import new_secret
from textveil.values.document import Document
from textveil.values.keys.password import Password
from textveil.values.span import Span, Spans
from textveil.web.application import application
from textveil.web.bench import ServerSettings, Workbench
from textveil.web.people.accounts import Accounts
from textveil.web.people.members import Members

RUNS, USER, WORDS = 20, "ana", "four plain words here"
SMALL, LARGE = 50, 5000
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PAINTED = """(key) => new Promise((told) => {
  const place = document.getElementById("text");
  const began = performance.now();
  place.dispatchEvent(new KeyboardEvent("keydown", { key, code: `Digit${key}`, bubbles: true }));
  requestAnimationFrame(() => { const turn = new MessageChannel();
    turn.port1.onmessage = () => told(performance.now() - began);
    turn.port2.postMessage(null); });
})"""


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the notes are generated
    """Measure a server with a small and a large project."""
    with TemporaryDirectory() as name, _serving(Path(name)) as (place, port):
        small, large = (_project(place, USER, count) for count in (SMALL, LARGE))
        yield from _requests(_Client(port), small, large)
        if CHROMIUM:
            yield from _keys(place, USER, port)


@contextmanager
def _serving(folder: Path) -> Iterator[tuple[Workbench, int]]:
    import uvicorn

    place = Workbench(ServerSettings(folder), new_secret())
    place.prepare()
    known = Accounts(place.server())
    known.enter_by_link(known.new_link(USER), USER, Password(WORDS))
    config = uvicorn.Config(application(place), "127.0.0.1", 0, log_config=None, access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield place, server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()
    place.close_own()


def _project(place: Workbench, user: str, count: int, documents: Any = None) -> str:
    made = Members(place).new(f"{count} notes", user)
    store = place.vault(made.id, made.key)
    notes = documents or [
        Document(f"n{at}", f"Note {at}. Seen by Dr. Ruiz on day {at}. " * 20, f"p{at}")
        for at in range(count)
    ]
    settings = LoopSettings(batch=min(50, count))
    founded(store, notes, settings, strategy_named)
    TeamProject(store, strategy_named).learn()
    return made.id


class _Client:
    """A signed-in program, over one connection."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._head: dict[str, str] = {}
        body = f"name={USER}&password={WORDS.replace(' ', '+')}"
        kind = {"content-type": "application/x-www-form-urlencoded"}
        answer, _ = self.ask("POST", "/login", body, kind)
        self._head = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
        _, page = self.ask("GET", "/account")
        found = re.search(rb'name="csrf-token" content="([^"]+)"', page)
        self._head["x-csrf-token"] = found[1].decode() if found else ""
        self._head["accept"] = "application/json"

    def ask(
        self, method: str, path: str, body: str | None = None, more: dict[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        kind = {"content-type": "application/json"} if body else {}
        self._connection.request(method, path, body, {**kind, **self._head, **(more or {})})
        answer = self._connection.getresponse()
        return answer, answer.read()


def _requests(client: _Client, small: str, large: str) -> Iterator[Row]:
    asked = {SMALL: _queue(client, small), LARGE: _queue(client, large)}
    ids = {SMALL: small, LARGE: large}
    versions = dict.fromkeys(ids, 0)

    def keep(size: int) -> None:
        told = {"version": versions[size], "spans": [[0, 4, "NAME"]], "seconds": 1}
        path = f"/projects/{ids[size]}/documents/{asked[size][0]}/marks"
        answer, _ = client.ask("PUT", path, json.dumps(told))
        if answer.status != 200:
            raise RuntimeError(f"marks were not kept: {answer.status}")
        versions[size] += 1

    def queue(size: int) -> None:
        _queue(client, ids[size])

    yield _row("marks acknowledged", keep)
    yield _row("a page of 50 of the queue", queue)
    home = _median(lambda: client.ask("GET", "/", more={"accept": "text/html"}))
    shown = f"{1000 * home:.0f} ms"
    yield Row("annotating", "the first page", shown, "", "300 ms", home <= 0.3, RUNS)


def _queue(client: _Client, project: str) -> list[int]:
    _, body = client.ask("GET", f"/projects/{project}/queue")
    return [one["number"] for one in json.loads(body)["documents"]]


def _row(what: str, task: Callable[[int], None]) -> Row:
    times: dict[int, list[float]] = {SMALL: [], LARGE: []}
    for size in times:
        task(size)
    for _ in range(RUNS):
        for size, some in times.items():
            began = time.perf_counter()
            task(size)
            some.append(time.perf_counter() - began)
    small, large = (statistics.median(some) for some in times.values())
    figure = f"{1000 * large:.0f} ms in {LARGE:,} notes, {1000 * small:.0f} ms in {SMALL}"
    met = large <= 1.5 * small and large <= 0.2
    bar = "at most 1.5 times, 200 ms"
    return Row("annotating", what, figure, f"{large / small:.2f}", bar, met, RUNS)


def _median(task: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        task()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _marked(name: str, length: int, spans: int) -> Document:
    part = length // spans
    text = "".join(f"Ana Ruiz{' came by' * part}"[: part - 1] + " " for _ in range(spans))
    return Document(name, text, spans=Spans(Span(at * part, at * part + 8, "NAME")
                                            for at in range(spans)))  # fmt: skip


def _keys(place: Workbench, user: str, port: int) -> Iterator[Row]:
    from playwright.sync_api import sync_playwright

    notes = [_marked("short", 500, 5), _marked("long", 10_000, 300)]
    project = _project(place, user, len(notes), notes)
    times: dict[int, list[float]] = {1: [], 2: []}
    with sync_playwright() as playing:
        chromium = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_context(base_url=f"http://127.0.0.1:{port}").new_page()
        page.goto("/login")
        page.fill("#name", user)
        page.fill("#password", WORDS)
        page.press("#password", "Enter")
        page.wait_for_url("**/")
        for number, some in times.items():
            page.goto(f"/projects/{project}/documents/{number}")
            page.wait_for_selector("#text mark")
            page.wait_for_timeout(1000)
            for turn in range(RUNS + 2):
                page.keyboard.press(("a", "Control+Home")[turn % 2])
                # A mark in the middle of the text gets another label.
                half = page.locator("#text mark").nth(page.locator("#text mark").count() // 2)
                page.keyboard.press("Control+Home")
                for letter in half.get_attribute("data-hint") or "":
                    page.keyboard.press(letter)
                page.wait_for_timeout(30)
                took = page.evaluate(PAINTED, str(2 + turn % 2))
                if turn > 1:
                    some.append(took)
        chromium.close()
    small, large = (statistics.median(some) for some in times.values())
    figure = f"{large:.1f} ms with 300 spans in 10,000 characters, {small:.1f} ms with 5 in 500"
    met = large <= 2 * small and large <= 50
    yield Row("annotating", "key to paint", figure, f"{large / small:.2f}",
              "at most 2 times, 50 ms", met, RUNS)  # fmt: skip
