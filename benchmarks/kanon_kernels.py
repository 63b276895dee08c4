"""Time and memory of the substring k-anonymity kernels, beside a suffix array alone.

    python -m benchmarks.kanon_kernels --text FILE --sizes 1e6,1e7 --k 2,10,1000

The floor is `pydivsufsort` alone on the same text, one thread. Each line gives a whole
transformation (encode, suffix array, repeats, covering) as a multiple of it, the symbols
it suppresses as a multiple of the fewest, and its peak memory beyond the text in bytes a
symbol. Floor and transformation alternate, and the best of the rounds counts.
"""

import argparse
import gc
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"  # before the library is loaded

import numpy as np
import pydivsufsort

from textveil.strings.alphabet import Coded, encode
from textveil.strings.covering import minimum
from textveil.strings.placing import longest_first, paper
from textveil.strings.repeats import longest_repeats
from textveil.strings.self_covering import self_covering
from textveil.strings.subjects import longest_shared
from textveil.strings.suffix_array import suffix_array
from textveil.strings.warm import warm

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


def compare(text: Any, k: int, names: list[str], rounds: int) -> None:
    plain = np.array(encode([text]).codes)
    fewest = 0
    for name in names:
        floors, times, peak = [], [], 0
        for _ in range(rounds):
            floors.append(measured(lambda: pydivsufsort.divsufsort(plain) is None)[0])
            seconds, peak, (coded, kept) = measured(lambda n=name: METHODS[n](text, k))
            times.append(seconds)
        gone = int((~kept & (coded.codes != 0)).sum())
        fewest = gone if name == "minimum occurrences" else fewest
        beyond = f"{gone / fewest:6.3f}" if fewest and "subjects" not in name else "     -"
        each = min(times) / len(text) * 1e9
        print(
            f"{len(text):>11,} k={k:<5} {name:<20} floor {min(floors):7.3f} s"
            f"  ratio {min(times) / min(floors):6.2f}  {each:7.1f} ns/symbol"
            f"  suppressed {gone / len(text):.4f}  of fewest {beyond}"
            f"  memory {peak / len(text):5.1f} B/symbol",
            flush=True,
        )
        del coded, kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--text", type=Path, nargs="+", required=True, help="files, concatenated")
    parser.add_argument("--sizes", default="1e6", help="symbols, comma-separated")
    parser.add_argument("--k", default="2,10,1000")
    parser.add_argument("--unit", choices=["byte", "char"], default="byte")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    warm()
    data: Any = b"".join(path.read_bytes() for path in arguments.text)
    if arguments.unit == "char":
        data = data.decode("utf-8")
    for size in (int(float(s)) for s in arguments.sizes.split(",")):
        if size > len(data):
            print(f"{size:>11,} left out: the text has {len(data):,} symbols")
            continue
        for k in map(int, arguments.k.split(",")):
            compare(data[:size], k, arguments.methods.split(","), arguments.rounds)


if __name__ == "__main__":
    main()
