"""Rows of private messages that need corpora or other programs: language, pages, Duckling, CPU."""

import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from lzma import open as open_xz
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.measure import Row
from textveil.lexicon.geography.place_lists import countries
from textveil.lexicon.relations.page_index import DEFAULT_INDEX, open_index
from textveil.pipeline.messages.checking import told_language
from textveil.study.messages.alpha import measure_alpha, places_and_countries
from textveil.study.messages.times import expression_scores
from textveil.values.document import Document
from textveil.values.span import Span

SUITE: Final = "private_messages"
_MESSAGE: Final = ("I live in Seattle and work at night. " * 8)[:280]


def languages(table: Path, posts: Sequence[str]) -> Iterator[Row]:
    """Yield how many posts are called another language, and how many others are told."""
    other = sum(told_language(text) != "en" for text in posts)
    share, name = other / len(posts), f"{len(posts):,} posts of wnut17 and btc"
    told = f"{100 * share:.2f} % called another language"
    yield Row(SUITE, name, told, "", "at most 1 %", share <= 0.01, 1)
    lines = [line.split("\t") for line in table.read_text("utf-8").splitlines()]
    rows = [line for line in lines if len(line) == 2]
    right = Counter(code for code, text in rows if told_language(text) == code)
    for code in ("es", "fr", "de"):
        size = sum(row[0] == code for row in rows)
        figure, met = f"{right[code]} of {size} told", right[code] >= 0.9 * size
        yield Row(SUITE, f"messages in `{code}`, six words or more", figure, "", "9 of 10", met, 1)


def pages(packed: Path) -> Iterator[Row]:
    """Yield time, size and queries of an index of the 50 MB, and alpha for it and for our own."""
    yield _alpha(DEFAULT_INDEX, "the default index")
    with TemporaryDirectory() as folder:
        text, index = Path(folder) / "pages.txt", Path(folder) / "index"
        with open_xz(packed) as source:
            text.write_bytes(source.read())
        begin = time.perf_counter()
        _run("compose", "index", str(text), "-o", str(index), "--form-feeds", "--quiet")
        spent = time.perf_counter() - begin
        size = sum(one.stat().st_size for one in index.rglob("*")) if index.is_dir() else 0
        size = size or index.stat().st_size
        ratio = size / text.stat().st_size
        name = "index of 50 MB of Wikipedia"
        yield Row(SUITE, name, f"{spent:.0f} s", "", "180 s", spent <= 180, 1)
        yield Row(SUITE, f"{name}: size", f"{ratio:.2f} of the text", "", "1.5", ratio <= 1.5, 1)
        median = _query_ms(index)
        yield Row(SUITE, f"{name}: a query", f"{median:.2f} ms", "", "5 ms", median <= 5, 500)
        yield _alpha(str(index), "the 50 MB")


def _alpha(index: str, name: str) -> Row:
    found = measure_alpha(index)
    figure = f"{100 * (found['precision'] + found['recall']) / 2:.2f} % at {found['alpha']:.5f}"
    return Row(SUITE, f"places and countries, {name}", figure, "", "paper: 76.39 %", None, 1)


def _query_ms(index: Path) -> float:
    opened, lands = open_index(str(index)), sorted(one.strip() for one in countries().values())
    spent = []
    for at, city in enumerate(list(places_and_countries(500))):
        begin = time.perf_counter()
        opened.together(city, lands[at % len(lands)])
        spent.append(time.perf_counter() - begin)
    return 1000 * sorted(spent)[len(spent) // 2]


def cold() -> Row:
    """Return the CPU time of a cold `compose check` of one message beside a cold `scan`."""
    with TemporaryDirectory() as folder:
        text = Path(folder) / "post.txt"
        text.write_text(_MESSAGE, "utf-8")
        checks = [_run("compose", "check", str(text), "--quiet") for _ in range(5)]
        scans = [_run("scan", str(text), "--quiet") for _ in range(5)]
    check, scan = sorted(checks)[2], sorted(scans)[2]
    ratio, figure = check / scan, f"{check:.2f} s, `scan` {scan:.2f} s of CPU"
    return Row(SUITE, "280 characters, cold", figure, f"{ratio:.2f}", "2.5", ratio <= 2.5, 5)


def _run(*arguments: str) -> float:
    """Run textveil in a fresh process and return its seconds of CPU."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "textveil", *arguments], check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def duckling(documents: Iterable[Document]) -> Iterator[Row]:
    """Yield the figures of Duckling (`pyduckling-native-phihos`), if it is installed."""
    if find_spec("duckling") is None:
        return
    import duckling as peer  # type: ignore[import-not-found]

    zones = peer.load_time_zones("/usr/share/zoneinfo")
    locale = peer.parse_locale("EN_US", peer.default_locale_lang(peer.parse_lang("EN")))
    wanted = peer.parse_dimensions(["time", "duration"])
    pairs = []
    for document in documents:
        day = str(document.metadata.get("at") or "2012-01-01")[:10]
        noon = datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=UTC)
        moment = peer.parse_ref_time(zones, "UTC", int(noon.timestamp()))
        told = peer.parse(document.text, peer.Context(moment, locale), wanted, False)
        pairs.append((list(document.spans or ()), list(_expressions(told))))
    found = expression_scores(pairs)
    figure = f"relaxed {found['relaxed']:.3f}, strict {found['strict']:.3f}"
    values = f"{found['value']:.3f} values"
    yield Row(SUITE, "the same tweets, Duckling 0.3.0", figure, values, "", None, 1)


def _expressions(told: list[dict[str, Any]]) -> Iterator[tuple[Span, str]]:
    """Yield what Duckling found, the first of what overlaps, with values as TIMEX3 writes them."""
    sizes = {"year": 4, "month": 7, "day": 10, "hour": 16, "minute": 16, "second": 19}
    done = 0
    for one in told:
        if one["start"] < done:
            continue
        done = one["end"]
        grain = one["value"].get("grain", "")
        said = one["value"].get("value") or one["value"].get("from", {}).get("value")
        said = said if isinstance(said, str) else ""
        if grain == "week" and said:
            said = datetime.fromisoformat(said).strftime("%G-W%V")
        kind = "DURATION" if one["dim"] == "duration" else "DATE"
        yield Span(one["start"], done, kind), said[: sizes.get(grain, len(said))]
