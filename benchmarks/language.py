"""Recognition of languages: English that is refused, foreign text that is told, and the time.

Foreign texts are MEDDOCAN (Spanish) and, where the package Django is installed, the translations of
its messages: sentences in shuffled order, joined and cut at a length.
"""

import gettext
import io
import json
import random
import re
import tarfile
import time
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from benchmarks.measure import Row
from textveil.lexicon.style.language_of import language_name, language_of, short_language_of
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.languages import SHORT
from textveil.policy.policy import load_policy
from textveil.synth.corpus import KINDS, generate
from textveil.values.document import Document

LENGTHS: Final = (200, 500, 1000)
DRAWN: Final = 20
"""Texts of each language and length."""
MESSAGES: Final = Path(__file__).with_name("messages.tsv")
SIX: Final = 6
"""Words of a message from which on its language should be told."""
FOLDED: Final = {"zh_Hans": "zh"}
_HOLE: Final = re.compile(r"%\(?\w*\)?[sd]")


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield what is refused, what is told, and what it costs."""
    english = dict(english_sets(samples))
    for name, texts in english.items():
        yield refused(name, texts)
    yield from short_messages()
    for name, texts in english.items():
        if "single posts" in name:
            yield posts(name, texts)
    if samples is not None:
        yield spanish(samples)
        yield from cost(english)
    yield from translations()


def english_sets(samples: Path | None) -> Iterator[tuple[str, list[str]]]:
    """Yield English texts by the name of their set; generated ones need no folder."""
    for kind in KINDS:
        yield f"generated, {kind}", [d.text for d in generate(kind, 200, rng=random.Random(5))]  # noqa: S311
    if samples is None:
        return
    for path in (
        *("tab/dev.jsonl", "tab/train92_full.jsonl", "presidio_synth/dev.jsonl"),
        *("clinical/mtsamples.jsonl", "clinical/notes_ccby.jsonl"),
    ):
        lines = (samples / path).read_text("utf-8").splitlines()
        found = (json.loads(line) for line in lines)
        yield path, [row.get("text") or row.get("full_text", "") for row in found]
    for name in ("wnut17", "btc"):
        posts = list(_posts(samples / name / "dev.conll"))
        yield f"{name}, single posts", posts
        tens = range(0, len(posts), 10)
        yield f"{name}, ten posts joined", ["\n".join(posts[at : at + 10]) for at in tens]


def _posts(path: Path) -> Iterator[str]:
    """Yield the posts of a file with a token a line and blank lines between them."""
    for block in re.split(r"\n\s*\n", path.read_text("utf-8")):
        yield " ".join(line.split("\t")[0].split(" ")[0] for line in block.splitlines())


def refused(name: str, texts: list[str]) -> Row:
    """Return how many English texts would be refused."""
    long = [text for text in texts if len(text) >= SHORT]
    told = Counter(map(language_of, long))
    foreign = len(long) - told["en"] - told[""]
    figure = f"{foreign} of {len(long):,} refused, {told['']} not told"
    return Row("language", f"English: {name}", figure, "", "none refused", foreign == 0, 1)


def short_messages() -> Iterator[Row]:
    """Yield how many messages of six words or more are told, by language, of those held out."""
    lines = MESSAGES.read_text("utf-8").splitlines()
    held_out = [line.split("\t") for line in lines if line.startswith("B\t")]
    for code in sorted({code for _, code, _ in held_out}):
        texts = [text for _, own, text in held_out if own == code and len(text.split()) >= SIX]
        told = [short_language_of(text) for text in texts]
        figure = f"{sum(map(bool, told))} of {len(texts)} told, {told.count(code)} right"
        met = sum(map(bool, told)) >= 0.9 * len(texts)
        name = f"messages of six words or more, {language_name(code)}"
        yield Row("language", name, figure, "", "9 of 10 told", met, 1)


def posts(name: str, texts: list[str]) -> Row:
    """Return how many single posts are told to be of another language; some of them are."""
    foreign = sum(map(bool, map(short_language_of, texts)))
    share = foreign / len(texts)
    figure = f"{foreign} of {len(texts):,}"
    return Row("language", f"other languages among {name}", figure, "", "1 %", share <= 0.01, 1)


def spanish(samples: Path) -> Row:
    """Return how many documents of MEDDOCAN are told to be Spanish."""
    with tarfile.open(samples / "meddocan" / "brat_train_dev.tar.xz") as packed:
        names = [one for one in packed if one.name.endswith(".txt")]
        files = (packed.extractfile(one) or io.BytesIO() for one in names)
        told = Counter(language_of(file.read().decode("utf-8")) for file in files)
    figure = f"{told['es']:,} of {told.total():,}"
    met = told["es"] == told.total()
    return Row("language", "MEDDOCAN told as Spanish", figure, "", "all", met, 1)


def cost(english: dict[str, list[str]]) -> Iterator[Row]:
    """Yield the time of recognition beside that of default detection."""
    engine = Engine(load_policy("tag-only"))
    language_of("The table is read at the first text.")
    for name, number in (("tab/dev.jsonl", 20), ("presidio_synth/dev.jsonl", 60)):
        texts = [text for text in english[name] if len(text) >= SHORT][:number]
        shares = []
        for _ in range(3):
            start = time.perf_counter()
            for text in texts:
                language_of(text)
            middle = time.perf_counter()
            for text in texts:
                engine.scan(Document("text", text))
            shares.append((middle - start) / (time.perf_counter() - middle))
        share = sorted(shares)[1]
        yield Row(
            "language",
            f"recognition, {name}",
            f"{100 * share:.1f} % of the time of detection",
            f"{share:.3f}",
            "at most 0.03",
            share <= 0.03,
            3,
        )


def translations() -> Iterator[Row]:
    """Yield how often the language of translated messages is told, by length."""
    found = find_spec("django")
    if found is None or found.origin is None:
        return
    texts = dict(messages(Path(found.origin).parent))
    for length in LENGTHS:
        rng, told = random.Random(1), Counter[str]()  # noqa: S311
        wrong: Counter[str] = Counter()
        for code, sentences in texts.items():
            for _ in range(DRAWN):
                rng.shuffle(sentences)
                said = language_of(" ".join(sentences)[:length])
                kind = {code: "right", "": "none", "en": "as English"}.get(said, "other")
                told[kind] += 1
                wrong[code] += kind in ("none", "as English")
        total = told.total()
        worst = ", ".join(language_name(code) for code, n in wrong.most_common(5) if n)
        others = ", ".join(
            f"{100 * told[kind] / total:.1f} % {what}"
            for kind, what in (
                ("other", "another language"),
                ("none", "not told"),
                ("as English", "English"),
            )
        )
        yield Row(
            "language",
            f"{len(texts)} languages, {length} characters of messages; most often missed: {worst}",
            f"{100 * told['right'] / total:.1f} % right, {others}",
            "",
            "",
            None,
            1,
        )


def messages(package: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the translated messages of each recognised language with 20 or more long ones."""
    for folder in sorted((package / "conf" / "locale").iterdir()):
        code = FOLDED.get(folder.name, folder.name)
        paths = [
            *folder.glob("LC_MESSAGES/*.mo"),
            *package.glob(f"contrib/*/locale/{folder.name}/LC_MESSAGES/*.mo"),
        ]
        found = [one for path in sorted(paths) for one in _messages(path)]
        if language_name(code) != code and len(found) >= 20:
            yield code, found


def _messages(path: Path) -> Iterator[str]:
    with path.open("rb") as stream:
        catalog = gettext.GNUTranslations(stream)._catalog  # type: ignore[attr-defined]
    for key, text in catalog.items():
        if key and isinstance(text, str) and len(text) > 20 and "\n" not in text:
            yield _HOLE.sub("", text)
