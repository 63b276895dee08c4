"""Hostile texts: a search for texts that take more than twice the time at twice the length.

A text is a unit of one to four kinds of signs, again and again; or counted (each unit with another
word or number in it, so that thousands of different values stand in one document); or nested (one
kind, then another, as often); or drawn at random from a few kinds. Every command that reads text
reads it at `SIZE` characters and at twice as many, in this process. What takes more than
`RATIO_BAR` times as long is measured again. What still does is measured at four times the length,
too, and the smaller of both ratios counts: a model may read one word at the end as a name at one
length and not at the other, and each of its thousands of places is then work to do. That is a step,
twice as much for each character, once; what grows with the square of the length grows both times.
What is left is reported: way, kinds, seed.

    python -m benchmarks.hostile --seconds 600 --seed 7 -o found.jsonl

Times are processor times, less that of the same command on a line of text.
"""

import argparse
import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import chain, count, cycle, islice
from pathlib import Path
from random import Random
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.growth import RATIO_BAR
from benchmarks.measure import Row
from textveil.cli.app import run

SIZE = 20_000
LEAST_SECONDS = 0.15
"""Processor seconds at the greater length below which a ratio says nothing."""
TRIALS = 60
SEED = 27
STEP = 7_919
"""How far the numbers of two words are apart that follow one another in a counted text."""
LINE = "Patient John Smith was seen on 3 May 2016. Call 617-555-0134."

KINDS = (
    "j", "J", "ab", "Al", "John", "Smith", "the", "é", "ß", "\u043e", "ж", "中", "\u0627", "\u0301",
    "ﬁ", "1", "47", "2016", "3 May", "0", "٣", "½", " ", "  ", "\n", "\t", "\u00a0", "\u2800", ".",
    ",", ";", ":", "-", "\u2013", "'", "\u2019", '"', "(", ")", "[", "]", "<", ">", "</b>", "{",
    "*", "_", "#", "|", "~", "/", "\\", "@", "&#74;", "&amp;", "=C3", "%41", "\\u00e9", "$", "€",
    "+", "!", "?", "\u200b", "\u202e", "\u202c", "\u202d", "\ufe0f", "\U000e0041", "😀", "Dr.",
    "http://", "www.", "a@b.org", "617-555-0134", "-\n", "\r\n", "=\n", "[**", "x",
    "Mr. ", "Patient: ", "MRN ", " Street, ", " Hospital", "@b.org ",
)  # fmt: skip
"""What units are made of: letters, digits, blanks, marks, escapes, and pieces of known values."""


class Text(NamedTuple):
    """A hostile text: how it is made, and from what."""

    shape: str
    parts: tuple[str, ...]
    seed: int = 0

    def of(self, size: int) -> str:
        """Return the text at a length in characters."""
        if self.shape == "nested":
            first, *others = self.parts
            half, rest = size // 2, "".join(others) or first
            return "".join(islice(chain(islice(cycle(first), half), cycle(rest)), size))
        if self.shape == "random":
            rng = Random(self.seed)  # noqa: S311 - the same text every time
            return "".join(rng.choices(self.parts, k=size))[:size]
        if self.shape == "counted":
            return "".join(islice(chain.from_iterable(map(self._unit, count())), size))
        return "".join(islice(cycle("".join(self.parts)), size))

    def _unit(self, number: int) -> str:
        """Return the unit of a number: it stands after the first part, as digits or as a word."""
        first, *others = self.parts
        written = str(number) if self.seed % 3 == 0 else word(number * STEP + self.seed % STEP)
        return first + (written if self.seed % 3 < 2 else written.capitalize()) + "".join(others)


def word(number: int) -> str:
    """Return a number in letters."""
    letters = []
    while number or not letters:
        number, letter = divmod(number, len(ascii_lowercase))
        letters.append(ascii_lowercase[letter])
    return "".join(reversed(letters))


def drawn(rng: Random) -> Text:
    """Draw a text: most are repeated or counted units of one to four kinds."""
    shape = rng.choice(("repeated", "repeated", "counted", "counted", "nested", "random"))
    least = 1 if shape == "repeated" else 2
    parts = tuple(rng.choice(KINDS) for _ in range(rng.randint(least, 4)))
    return Text(shape, parts, rng.randrange(1 << 30))


def first_texts() -> Iterator[Text]:
    """Yield each kind alone, repeated, then texts of different names that share a word."""
    for kind in KINDS:
        yield Text("repeated", (kind,))
    yield Text("counted", ("John ", " "), 3)
    yield Text("counted", ("Mr. John ", ". "), 2)
    yield Text("counted", ("Patient: ", " Smith\n"), 2)
    yield Text("counted", ("", "@b.org "), 1)


class Way(NamedTuple):
    """A command that reads text: what makes its other files, and its own arguments."""

    name: str
    arguments: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = ()


_KEY, _RELEASE = ("--key", "key.txt"), ("release", "notes.jsonl", "out", "--key", "key.txt")
_SEALED = ("--vault", "project.vault", *_KEY, "--quiet")
_KEPT = ("--keep-refuted", "--quiet", "--force")
_RELEASED = ((*_RELEASE, *_KEPT),)
WAYS = (
    Way("scan", ("scan", "notes.jsonl", "-o", "found.jsonl", "--quiet")),
    Way("release", (*_RELEASE, "--policy", "hide-in-plain-sight", *_KEPT)),
    Way("verify", ("verify", "out", "--input", "notes.jsonl", *_KEY, "--quiet"), _RELEASED),
    Way("attack", ("attack", "out", "--quiet"), _RELEASED),
    Way("protect", ("protect", "notes.jsonl", "-o", "safe.jsonl", *_SEALED)),
    Way(
        "restore",
        ("restore", "safe.jsonl", "-o", "back.jsonl", *_SEALED),
        (("protect", "notes.jsonl", "-o", "safe.jsonl", *_SEALED),),
    ),
    Way("kanon", ("kanon", "notes.jsonl", "-k", "2", "-o", "k.jsonl", "--quiet")),
    Way(
        "kanon, characters",
        ("kanon", "notes.jsonl", "-k", "2", "--unit", "char", "-o", "k.jsonl", "--quiet"),
    ),
    Way(
        "dictionary apply",
        ("dictionary", "apply", "terms.dict", "notes.jsonl", "-k", "2", "-o", "d.jsonl", "--quiet"),
        (("dictionary", "build", "terms.txt", "-o", "terms.dict", "--quiet"),),
    ),
    Way("dictionary propose", ("dictionary", "propose", "notes.jsonl", "--quiet")),
    Way(
        "evaluate",
        ("evaluate", "found.jsonl", "found.jsonl", "--quiet"),
        (("scan", "notes.jsonl", "-o", "found.jsonl", "--quiet"),),
    ),
    Way("evaluate meaning", ("evaluate", "--meaning", "notes.jsonl", "--quiet")),
    Way("sanitize", ("sanitize", "notes.txt", "-s", "motif.txt", "-k", "4", "-o", "s.txt",
                     "--quiet")),
)  # fmt: skip


class Trials:
    """Commands in a folder of their own, and what each takes for a line of text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._floors: dict[str, float] = {}
        (folder / "key.txt").write_text("a key that everybody may know, 32+ bytes long", "utf-8")
        (folder / "terms.txt").write_text("smith\nsmyth\njohn\njon\njoan\n", "utf-8")
        (folder / "motif.txt").write_text("John\n", "utf-8")
        self._given = set(folder.iterdir())

    def seconds(self, way: Way, text: str) -> float:
        """Return what a command takes on a text, beyond what it takes on a line."""
        if way.name not in self._floors:
            self._measured(way, LINE)
            self._floors[way.name] = min(self._measured(way, LINE) for _ in range(2))
        return max(0.0, self._measured(way, text) - self._floors[way.name])

    def _measured(self, way: Way, text: str) -> float:
        for left in set(self._folder.iterdir()) - self._given:
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        notes = [
            {"id": "1", "subject": "a", "text": text},
            {"id": "2", "subject": "b", "text": LINE},
        ]
        written = "\n".join(map(json.dumps, notes)) + "\n"
        (self._folder / "notes.jsonl").write_text(written, "utf-8")
        (self._folder / "notes.txt").write_text(text, "utf-8", "replace")
        for arguments in way.before:
            self.command(arguments)
        begin = time.process_time()
        self.command(way.arguments)
        return time.process_time() - begin

    def command(self, arguments: tuple[str, ...]) -> int:
        """Run a command on files of the folder; return its exit code."""
        named = [
            str(self._folder / one) if "." in one[1:] or one == "out" else one for one in arguments
        ]
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            return run(named)


def ratio(seconds: Callable[[str], float], text: Text, size: int = SIZE) -> tuple[float, float]:
    """Return how much longer twice the length takes, and how long; 0 if it takes no time.

    Of a ratio above the bar, the smaller of those for twice and for four times the length.
    """
    once, twice = seconds(text.of(size)), seconds(text.of(2 * size))
    if twice < LEAST_SECONDS:
        return 0.0, twice
    if twice > RATIO_BAR * once:
        once = min(once, *(seconds(text.of(size)) for _ in range(2)))
        once = max(once, LEAST_SECONDS / 4)
        twice = min(twice, *(seconds(text.of(2 * size)) for _ in range(2)))
    grown = twice / once
    if grown > RATIO_BAR:
        grown = min(grown, min(seconds(text.of(4 * size)) for _ in range(2)) / twice)
    return grown, twice


def search(seconds: float, seed: int, names: list[str]) -> Iterator[dict[str, object]]:
    """Yield what grows faster than its length, until the time is over; then how much was tried."""
    rng = Random(seed)  # noqa: S311 - the same texts for the same seed
    end, tried, most = time.monotonic() + seconds, 0, 0.0
    ways = [way for way in WAYS if not names or way.name in names]
    with TemporaryDirectory() as folder:
        trials = Trials(Path(folder))
        for text in iter(lambda: drawn(rng), None):
            for way in ways:
                if time.monotonic() > end:
                    yield {"tried": tried, "largest": round(most, 2), "seed": seed}
                    return
                grown, taken = ratio(lambda one, way=way: trials.seconds(way, one), text)
                tried, most = tried + 1, max(most, grown)
                if grown > RATIO_BAR:
                    found = {"way": way.name, "shape": text.shape, "parts": text.parts}
                    yield {**found, "seed": text.seed, "ratio": round(grown, 2), "seconds": taken}


def rows(samples: Path | None) -> Iterator[Row]:
    """Try some texts on every way; one row for each way, with its largest ratio."""
    del samples
    rng = Random(SEED)  # noqa: S311 - the same texts every time
    texts = [*first_texts(), *(drawn(rng) for _ in range(TRIALS))]
    with TemporaryDirectory() as folder:
        trials = Trials(Path(folder))
        for way in WAYS:
            grown = [ratio(lambda one, way=way: trials.seconds(way, one), text) for text in texts]
            most, taken = max(grown)
            slow = sum(one > RATIO_BAR for one, _ in grown)
            figure = f"{slow} of {len(texts)} texts, longest {taken:.2f} s"
            name = f"{way.name}: hostile texts of {SIZE:,} and {2 * SIZE:,} characters"
            yield Row("hostile", name, figure, f"{most:.2f}", f"at most {RATIO_BAR}", not slow, 1)


def main() -> None:
    """Search for a stated time; write what was found, a line each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--way", action="append", default=[])
    parser.add_argument("-o", "--output", type=Path)
    asked = parser.parse_args()
    for found in search(asked.seconds, asked.seed, asked.way):
        line = json.dumps(found)
        print(line, flush=True)
        if asked.output:
            with asked.output.open("a", encoding="utf-8") as kept:
                kept.write(line + "\n")


if __name__ == "__main__":
    main()
