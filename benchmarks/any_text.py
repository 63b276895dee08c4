"""Texts of any code points: detection, rewriting, residue and restoring work on all of them.

A text is drawn from all of Unicode, lone surrogates too: signs that nobody sees, overrides, accents
by the thousand, tags, and names and numbers with any of these inside. Texts go through in batches;
if a batch fails, each of its texts is tried alone, and what fails alone is reported by its seed.

    python -m benchmarks.any_text --texts 100000 --seed 7 -o found.jsonl
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import textveil
from benchmarks.growth import KEY
from benchmarks.measure import Row

SEED, TEXTS, BATCH = 27, 2_000, 100
VALUES = (
    "John Smith", "Dr. Anna Thistlewood", "3 May 2016", "617-555-0134", "a@b.org", "842-A Haase",
    "Patient ", " was seen. ", "J o h n", "J0hn 5m1th", "&#74;ohn", "=C3=A9", "%20", "\\u00e9",
    "<b></b>", "-\n", "=\n", "Pa**tri**cia", "Thistle*wood", "[NAME:tv1.abc]", "[NAME]",
)  # fmt: skip
ODD = (
    "\u202e\u202d\u202c\u202b\u2066\u2067\u2068\u2069\u200b\u200d\ufeff\u0301\u0336\u20dd\ufe0f"
    "\U000e0041\U000e007f\u034f\u00ad\ud800\udfff\u2028\u0085\r\n\t\x1b\x7f\u2800\u3164\u05d0"
)
ACCENTS = 1_000


def drawn(rng: Random) -> str:
    """Draw a text."""
    return "".join(_piece(rng) for _ in range(rng.randint(1, 18)))


def _piece(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.35:
        return _sign(rng)
    if kind < 0.75:
        value = list(rng.choice(VALUES))
        for _ in range(rng.randint(0, 4)):
            value.insert(rng.randrange(len(value) + 1), _sign(rng))
        return "".join(value)
    return "e" + "\u0301" * ACCENTS if kind < 0.752 else " "


def _sign(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(ODD)
    return chr(rng.randrange(1, 0x300 if kind < 0.6 else 0x110000))


def tagged(texts: Sequence[str]) -> None:
    """Detect, rewrite with tags, and look for residue."""
    textveil.deidentify(list(texts), keep_refuted=True)


def faked(texts: Sequence[str]) -> None:
    """Detect, rewrite with surrogates, and verify."""
    textveil.deidentify(list(texts), policy="hide-in-plain-sight", key=KEY, keep_refuted=True)


def restored(texts: Sequence[str]) -> None:
    """Protect and restore; every text comes back as it was."""
    textveil.protect(list(texts), key=KEY)  # proves before it returns that each input comes back


WAYS: tuple[Callable[[Sequence[str]], None], ...] = (tagged, restored, tagged, faked)


def search(texts: int, seed: int) -> Iterator[dict[str, object]]:
    """Yield what fails, then how much was tried; each batch goes one way, in turn."""
    tried = failed = 0
    while tried < texts:
        batch = [drawn(Random(f"{seed} {tried + at}")) for at in range(BATCH)]  # noqa: S311
        way = WAYS[tried // BATCH % len(WAYS)]
        for at, error in failures(way, batch):
            failed += 1
            yield {"way": way.__name__, "seed": f"{seed} {tried + at}", "error": error}
        tried += BATCH
    yield {"tried": tried, "failed": failed, "seed": seed}


def failures(way: Callable[[Sequence[str]], None], batch: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the texts of a batch that fail on a way, each with the type of the error."""
    try:
        way(batch)
    except Exception as error:  # noqa: BLE001 - whatever is raised, it is a finding
        alone = list(_alone(way, batch))
        yield from alone or [(0, f"only together: {type(error).__name__}")]


def _alone(way: Callable[[Sequence[str]], None], batch: list[str]) -> Iterator[tuple[int, str]]:
    for at, text in enumerate(batch):
        try:
            way([text])
        except Exception as error:  # noqa: BLE001 - as above
            yield at, type(error).__name__


def rows(samples: Path | None) -> Iterator[Row]:
    """Try some texts; one row."""
    del samples
    begin = time.process_time()
    *found, told = search(TEXTS, SEED)
    figure = f"{len(found)} of {told['tried']:,} texts failed"
    taken = f"{time.process_time() - begin:.0f} s"
    yield Row("any_text", "texts of any code points", figure, taken, "none", not found, 1)


def main() -> None:
    """Search; write what was found, a line each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.any_text", description=__doc__)
    parser.add_argument("--texts", type=int, default=TEXTS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("-o", "--output", type=Path)
    asked = parser.parse_args()
    for found in search(asked.texts, asked.seed):
        line = json.dumps(found)
        print(line, flush=True)
        if asked.output:
            with asked.output.open("a", encoding="utf-8") as kept:
                kept.write(line + "\n")


if __name__ == "__main__":
    main()
