"""Private messages: the hand-written sets, posts of others, and expressions of time.

The sets are `message_sets/private.tsv` and `places.tsv`; posts of wnut17 and btc are labelled by id
in `posts_places.tsv`, and need the folder with the corpora, as the tweets with TIMEX3 do.
"""

import re
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.measure import Row
from textveil.detect.messages.location import Location
from textveil.formats.annotated.timeml import TimeMl
from textveil.learn.training.privacy_model import privacy_scores
from textveil.lexicon.tables.languages import ENGLISH
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.study.messages.times import measure_times
from textveil.values.document import Document
from textveil.values.span import Span, Spans

SETS: Final = Path(__file__).with_name("message_sets")
NOON: Final = "2020-06-01T12:00"
SUITE: Final = "private_messages"


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield a row for each set."""
    checker = Checker(CheckSettings(at=NOON))
    yield by_hand(checker)
    yield places_by_hand(checker)
    yield speed(checker)
    if samples is not None:
        yield from posts([samples / "wnut17", samples / "btc"])
        yield from times(samples / "time" / "tweets_timex3_train.tar.xz")


def labelled(name: str) -> list[list[str]]:
    """Return the rows of a set: id, label, and what follows."""
    lines = (SETS / name).read_text("utf-8").splitlines()
    found = [line.split("\t") for line in lines]
    return [row for row in found if len(row) > 1 and row[1] in ("private", "open")]


def by_hand(checker: Checker) -> Row:
    """Return F1 of private messages."""
    told = [row[1] == "private" for row in labelled("private.tsv")]
    texts = [Document(row[0], row[-1]) for row in labelled("private.tsv")]
    scores = privacy_scores(told, [checker.check(one).private for one in texts])
    return Row(SUITE, "300 messages by hand", scores.told, "", "F1 0.85", scores.f1 >= 0.85, 1)


def places_by_hand(checker: Checker) -> Row:
    """Return the accuracy of private places."""
    right = 0
    for name, label, text in labelled("places.tsv"):
        passages = checker.check(Document(name, text)).passages
        found = [one.private for one in passages if (one.span.source or "").count("location")]
        right += any(found) == (label == "private")
    share = right / len(labelled("places.tsv"))
    return Row(SUITE, "300 places by hand", f"{share:.3f} right", "", "0.90", share >= 0.90, 1)


def speed(checker: Checker) -> Row:
    """Return the time of a message of 280 characters, warm."""
    text = "I live in Seattle and work at night. " * 8
    spent = []
    for at in range(31):
        begin = time.perf_counter()
        checker.check(Document("1", f"{text[:276]} {at:03}"))
        spent.append(time.perf_counter() - begin)
    median = 1000 * sorted(spent[1:])[15]
    return Row(SUITE, "280 characters, warm", f"{median:.1f} ms", "", "50 ms", median < 50, 30)


def posts(folders: list[Path]) -> Iterator[Row]:
    """Yield accuracy on posts of others, with the annotated places given."""
    kept = {
        f"{folder.name}-{part}-{at}": tokens
        for folder in folders
        for part in ("train", "dev")
        for at, tokens in enumerate(tokens_of(folder / f"{part}.conll"))
    }
    rule, right = Location(language=ENGLISH), 0
    table = labelled("posts_places.tsv")
    for name, label in table:
        document, given = joined(name, kept[name])
        told = any(one.private for one in rule.passages(document, given))
        right += told == (label == "private")
    share = right / len(table)
    name = f"{len(table)} posts with I and an annotated place, places given"
    yield Row(SUITE, name, f"{share:.3f} right", "", "0.85", share >= 0.85, 1)


def tokens_of(path: Path) -> Iterator[list[tuple[str, str]]]:
    """Yield the tokens of each post with their tags."""
    for block in re.split(r"\n\s*\n", path.read_text("utf-8").strip()):
        lines = [re.split(r"[\t ]", line) for line in block.splitlines() if line.strip()]
        yield [(line[0], line[-1].lower()) for line in lines]


def joined(name: str, tokens: list[tuple[str, str]]) -> tuple[Document, Spans]:
    """Return a post as text, with its annotated places."""
    text, spans = "", list[Span]()
    for word, tag in tokens:
        glued = re.fullmatch(r"n't|'(?:m|s|re|ve|ll|d|t)|[.,!?;:)]", word) or text.endswith("'")
        text += word if glued or not text or text[-1] in "@#(" else f" {word}"
        start, bare = len(text) - len(word), word.strip("#@.,)(")
        if tag.endswith(("-loc", "-location")) and bare:
            start += word.index(bare)
            if tag.startswith("i") and spans and start - spans[-1].end <= 2:
                spans[-1] = Span(spans[-1].start, start + len(bare), "CITY")
            else:
                spans.append(Span(start, start + len(bare), "CITY"))
    return Document(name, text), Spans(spans)


def times(packed: Path) -> Iterator[Row]:
    """Yield F1 of expressions of time."""
    with TemporaryDirectory() as folder:
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        [inside] = Path(folder).iterdir()
        found = measure_times(TimeMl().read(inside))["rows"][0]
    figure = f"relaxed {found['relaxed']:.3f}, strict {found['strict']:.3f}"
    met = found["relaxed"] >= 0.90 and found["strict"] >= 0.80
    name = "742 tweets with TIMEX3"
    yield Row(SUITE, name, figure, f"{found['value']:.3f} values", "0.90, 0.80", met, 1)
