"""Time and memory of the substring k-anonymity kernels, beside a suffix array alone.

The floor is `pydivsufsort` alone on the same text, one thread. Each line gives a whole
transformation (encode, suffix array, repeats, covering) as a multiple of it, the symbols
it suppresses as a multiple of the fewest, and its peak memory beyond the text in bytes a
symbol. Floor and transformation alternate, and the median of the rounds counts.
"""

import gc
import lzma
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"  # before the library is loaded

import numpy as np
import pydivsufsort

from benchmarks.measure import Row
from textveil.strings.alphabet import Coded, encode
from textveil.strings.coverings.covering import minimum
from textveil.strings.coverings.longest_covering import longest_first, paper
from textveil.strings.coverings.self_covering import self_covering
from textveil.strings.suffixes.repeats import longest_repeats
from textveil.strings.suffixes.subject_repeats import longest_shared
from textveil.strings.suffixes.suffix_array import suffix_array
from textveil.strings.warm import warm
from textveil.transform.rarity.suppress import Suppress, suppress
from textveil.values.document import Document
from textveil.verify.rare.k_anonymity import check_k_anonymity

LINES_A_SUBJECT = 10


def occurrences(documents: list[Any], k: int, cover: Callable[..., Any]) -> tuple[Coded, Any]:
    coded = encode(documents)
    longest = longest_repeats(coded.codes, suffix_array(coded.codes), k)
    return coded, cover(longest)


def subjects(documents: list[Any], k: int) -> tuple[Coded, Any]:
    coded = encode(documents)
    people = (np.arange(len(documents)) // LINES_A_SUBJECT).astype(np.int32)
    order = suffix_array(coded.codes)
    longest = longest_shared(coded.codes, order, coded.starts, people, k)
    del order
    return coded, minimum(longest)


def output(documents: list[Any], k: int) -> tuple[Coded, Any]:
    coded = encode(documents)
    return coded, self_covering(coded.codes, suffix_array(coded.codes), k)


METHODS: dict[str, Callable[[Any, int], tuple[Coded, Any]]] = {
    "minimum occurrences": lambda text, k: occurrences([text], k, minimum),
    "minimum subjects": lambda text, k: subjects(lines_of(text), k),
    "longest-first": lambda text, k: occurrences([text], k, longest_first),
    "paper": lambda text, k: occurrences([text], k, paper),
    "output": lambda text, k: output([text], k),
}


def lines_of(text: Any) -> list[Any]:
    return text.split("\n" if isinstance(text, str) else b"\n")


def status(field: str) -> int:
    """Return a field of this process's memory status, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def measured(work: Callable[[], Any]) -> tuple[float, int, Any]:
    """Return seconds, peak memory beyond the present, and the result."""
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before = status("VmRSS")
    start = time.perf_counter()
    result = work()
    seconds = time.perf_counter() - start
    return seconds, status("VmHWM") - before, result


@dataclass(frozen=True)
class Comparison:
    """One method beside its floor on the same text."""

    ratio: float
    nanoseconds: float
    suppressed: int
    memory: float


def compare(text: Any, k: int, name: str, rounds: int) -> Comparison:
    """Alternate floor and method, and take the median of each."""
    plain = np.array(encode([text]).codes)
    floors, times, peak, gone = [], [], 0, 0
    for _ in range(rounds):
        floors.append(measured(lambda: pydivsufsort.divsufsort(plain) is None)[0])
        seconds, peak, (coded, kept) = measured(lambda: METHODS[name](text, k))
        times.append(seconds)
        gone = int((~kept & (coded.codes != 0)).sum())
        del coded, kept
    each = median(times) / len(text) * 1e9
    return Comparison(median(times) / median(floors), each, gone, peak / len(text))


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield the bars of substring k-anonymity, one by one."""
    warm()
    english, japanese = texts(samples)
    yield from english_rows(english)
    yield from japanese_rows(japanese)
    yield from large_rows(english, japanese)
    yield from verifier_rows(english)


def english_rows(text: bytes) -> Iterator[Row]:
    for size, k in ((10**6, 2), (10**6, 10), (10**6, 1000), (10**7, 2), (10**7, 10), (10**7, 1000)):
        part = text[:size]
        found = compare(part, k, "minimum occurrences", 3)
        yield row(f"minimum, occurrences, English, n = {size:.0e}, k = {k}", found, 1.7, 9, 3)
        if size < 10**7:
            continue
        shared = compare(part, k, "minimum subjects", 2)
        yield row(f"minimum, subjects, English, n = {size:.0e}, k = {k}", shared, 2.5, 24, 2)
        yield from saving_rows(part, "English", k, found.suppressed)


def japanese_rows(text: str) -> Iterator[Row]:
    for size, k in ((10**7, 2), (10**7, 10), (len(text), 10)):
        part = text[:size]
        found = compare(part, k, "minimum occurrences", 2)
        yield row(f"minimum, occurrences, Japanese, n = {size:.1e}, k = {k}", found, 2.0, None, 2)
        if size == 10**7:
            yield from saving_rows(part, "Japanese", k, found.suppressed)


def saving_rows(text: Any, language: str, k: int, fewest: int) -> Iterator[Row]:
    for name, bar in (("longest-first", 0.03), ("paper", 0.40)):
        other = compare(text, k, name, 1)
        saved = 1 - fewest / other.suppressed
        what = f"minimum suppresses fewer symbols than {name}, {language}, k = {k}"
        yield Row("kanon", what, "", f"{saved:.1%}", f"at least {bar:.0%}", saved >= bar, 1)
    if language == "English":
        found = compare(text, k, "output", 1)
        over = found.suppressed / fewest
        what = f"output, English, n = 1e7, k = {k}: symbols over the lower bound"
        yield Row("kanon", what, "", f"{over:.3f}", "at most 1.16", over <= 1.16, 1)
        yield row(f"output, English, n = 1e7, k = {k}", found, 15, None, 1)


def large_rows(english: bytes, japanese: str) -> Iterator[Row]:
    mixed = english + japanese.encode()
    small = compare(mixed[: 10**7], 10, "minimum occurrences", 2)
    for size in (10**8, len(mixed)):
        if size > len(mixed):
            continue
        found = compare(mixed[:size], 10, "minimum occurrences", 1)
        yield row(f"minimum, occurrences, mixed, n = {size:.1e}, k = 10", found, 1.7, 9, 1)
        if size == 10**8:
            grown = found.nanoseconds / small.nanoseconds
            what = "time a character at 1e8 over that at 1e7"
            yield Row("kanon", what, "", f"{grown:.2f}", "at most 1.6", grown <= 1.6, 1)


def verifier_rows(english: bytes) -> Iterator[Row]:
    text = english.decode("utf-8", "ignore")
    documents = [Document(str(n), line) for n, line in enumerate(text.split("\n"))]
    for guarantee in ("occurrences", "subjects"):
        settings = Suppress(10, guarantee, unit="char")
        made, _, result = measured(lambda s=settings: suppress(documents, s))
        checked, _, verdict = measured(
            lambda g=guarantee, r=result: check_k_anonymity(documents, r.texts, 10, g)
        )
        assert verdict.holds
        what = f"verifying {guarantee} of {len(text):.1e} characters over making it"
        ratio = checked / made
        yield Row("kanon", what, f"{checked:.1f} s", f"{ratio:.2f}", "at most 3", ratio <= 3, 1)


def row(name: str, found: Comparison, bar: float, memory: float | None, rounds: int) -> Row:
    figure = f"{found.nanoseconds:.0f} ns and {found.memory:.1f} B a character"
    limit = f"at most {bar}" + (f" and {memory} B" if memory else "")
    met = found.ratio <= bar and (memory is None or found.memory <= memory + 0.5)
    return Row("kanon", name, figure, f"{found.ratio:.2f} x suffix array", limit, met, rounds)


def texts(samples: Path | None) -> tuple[bytes, str]:
    """Return English bytes and Japanese text: corpora, or made-up text without them."""
    if samples is None:
        rng = np.random.default_rng(0)
        letters = [rng.integers(97, 123, rng.integers(2, 9)) for _ in range(20_000)]
        words = [bytes(word.astype(np.uint8)) for word in letters]
        zipf = np.minimum(rng.zipf(1.3, 3_000_000), len(words)) - 1
        made = b" ".join(words[int(z)] for z in zipf)
        return made, made.decode()[: 10**7].translate({c: 0x3041 + c for c in range(97, 123)})
    folder = samples / "text"
    with lzma.open(folder / "enwiki_50MB.txt.xz") as english:
        first = english.read()
    with lzma.open(folder / "aozora_ja_45.8Mchars.txt.xz", "rt", encoding="utf-8") as japanese:
        return first, japanese.read()
