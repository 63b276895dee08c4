"""How time grows with the size of hostile texts, and what one long line costs.

Each text is made at n and at 2n; a stage that is linear takes twice as long. Times are processor
times, the better of the runs stated, so that other work on the machine counts little.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random

import textveil
from benchmarks.measure import Row
from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

RUNS = 2
RATIO_BAR, LINE_BAR = 2.3, 0.5
POLICY = "hide-in-plain-sight"
KEY = Secret(b"a key that everybody may know...")
LINE, READ_LINE = 20_000_000, 1_000_000
"""Characters of one long line, for patterns alone and with the model."""

REPEATED = {
    "digits": ("8675309142", 80_000),
    "one long word": ("a", 80_000),
    "`a `": ("a ", 30_000),
    "`A `": ("A ", 30_000),
    "opening brackets": ("(", 30_000),
    "names in a row": ("Mary Smith ", 30_000),
    "dates in a row": ("3 May 2016 ", 30_000),
    "telephone numbers in a row": ("617-555-0134 ", 30_000),
    "strokes": ("3/4/", 30_000),
    "zero-width characters": ("ab\u200bcd ", 30_000),
}
"""What is repeated, and to which length."""
HIDING = ("a ", "a. ", "<b>", "\\u00e9", "x-\n", "a<b></b>", "J0hn_", "a**", "a$")
"""What is repeated for the reader of hidden writing alone; other stages take far longer."""
HIDDEN_SIZE, LETTERS, LETTERS_BAR = 160_000, 300_000, 60
"""Characters for that reader, characters of `a ` for a whole scan, and its seconds at most."""


def rows(samples: Path | None) -> Iterator[Row]:
    """Measure every kind of text, then one long line."""
    deidentified("Patient John Smith was seen on 3 May 2016.")
    for name, (piece, size) in REPEATED.items():
        yield growth(name, size, partial(repeated, piece))
    for piece in HIDING:
        shown = f"`{piece}`".replace("\n", "\\n")
        make = partial(repeated, piece)
        yield growth(shown, HIDDEN_SIZE, make, cleared, "read what hides in")
    yield letters()
    whole = ordinary(LINE, samples)
    yield growth("ordinary text in one line", 100_000, lambda n: one_line(whole[:n]))
    yield line("patterns-only", whole)
    yield line("tag-only", whole[:READ_LINE])


def repeated(piece: str, size: int) -> str:
    """Return a text that is one piece again and again."""
    return "".join(islice(cycle(piece), size))


def growth(
    name: str,
    size: int,
    make: Callable[[int], str],
    task: Callable[[str], object] | None = None,
    stages: str = "detect, rewrite and verify",
) -> Row:
    """Compare the time of a text with that of one twice as long, over all stages or one of them."""
    work = task or deidentified
    once, twice = (best(partial(work, text)) for text in (make(size), make(2 * size)))
    ratio = twice / once
    return Row(
        "growth",
        f"{stages} {name}, {size:,} and {2 * size:,} characters",
        f"{once:.2f} s and {twice:.2f} s",
        f"{ratio:.2f}",
        f"at most {RATIO_BAR}",
        ratio <= RATIO_BAR,
        RUNS,
    )


def letters() -> Row:
    """Measure a scan of letters that stand alone, with the model: each is a word of its own."""
    seconds = best(lambda: scanned(repeated("a ", LETTERS), "tag-only"), 1)
    name = f"scan of {LETTERS:,} characters of `a ` under tag-only"
    bar = f"at most {LETTERS_BAR} s"
    return Row("growth", name, f"{seconds:.1f} s", "", bar, seconds <= LETTERS_BAR, 1)


def line(policy: str, text: str) -> Row:
    """Compare the rate of one long line with that of the same text in paragraphs."""
    paragraphs = best(lambda: scanned(text, policy), 1)
    joined = best(lambda: scanned(one_line(text), policy), 1)
    ratio = paragraphs / joined
    return Row(
        "growth",
        f"scan of {len(text):.0e} characters in one line under {policy}",
        f"{len(text) / joined / 1e3:.0f} KB/s, in paragraphs {len(text) / paragraphs / 1e3:.0f}",
        f"{ratio:.2f} of the rate in paragraphs",
        f"at least {LINE_BAR}",
        ratio >= LINE_BAR,
        1,
    )


def ordinary(size: int, samples: Path | None) -> str:
    """Return ordinary text in paragraphs: of a corpus, or generated notes again and again."""
    stored = samples / "text" / "enwiki_50MB.txt.xz" if samples else None
    if stored is not None and stored.is_file():
        [document] = textveil.read(stored, "text")
        return document.text[:size]
    rng = Random(2016)  # noqa: S311 - the same notes every time
    notes = "\n".join(note.text for note in generate("hospital", 400, rng=rng, subjects=100))
    return (notes * (size // len(notes) + 1))[:size]


def one_line(text: str) -> str:
    """Return a text without line breaks."""
    return text.replace("\n", " ")


def deidentified(text: str) -> object:
    """Run all stages on a text; whether its verdicts hold is not the question here."""
    return textveil.deidentify(text, policy=POLICY, key=KEY, keep_refuted=True)


def cleared(text: str) -> object:
    """Read a text with nothing hidden, after another one: the view of the last one is kept."""
    unhidden("")
    return unhidden(text)


def scanned(text: str, policy: str) -> object:
    """Run detection on a text."""
    return list(textveil.scan([Document("text", text)], policy))


def best(task: Callable[[], object], runs: int = RUNS) -> float:
    """Return the least processor seconds of some runs."""
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        task()
        seconds.append(time.process_time() - start)
    return min(seconds)
