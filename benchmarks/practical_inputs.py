"""Inputs as people have them: folders of twelve formats, chats, tables whose ids say too much."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from textveil.formats.annotated.conll import Conll
from textveil.formats.catalog import FORMATS
from textveil.formats.mail.whatsapp import WhatsApp
from textveil.formats.tables.parquet import Parquet
from textveil.formats.tables.text_table import Csv
from textveil.policy.registry import ComponentKind, build
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Spans

KINDS = {
    "text": "{}.txt",
    "lines": "{}.lines",
    "jsonl": "{}.jsonl",
    "csv": "{}.csv",
    "tsv": "{}.tsv",
    "parquet": "{}.parquet",
    "brat": "{}",
    "conll": "{}.conll",
    "i2b2-2014": "{}.xml",
    "eml": "{}.eml",
    "mbox": "{}.mbox",
    "whatsapp": "{}_chat.txt",
}
"""The formats of a mixed folder, with the names of their files."""
SINGLE = frozenset({"text", "brat", "i2b2-2014", "eml"})
"""Formats of which a file is one document."""

SENDERS = ("Ana Ruiz", "Bo Lund", "Eva Kovacs", "+1 617 555 0134")


def mixed_folder(folder: Path, files: int) -> list[Path]:
    """Fill a folder with as many files, two of which cannot be read; return the broken ones."""
    assert KINDS.keys() <= FORMATS.keys()
    source = notes(4 * files)
    for number in range(files - 2):
        name = list(KINDS)[number % len(KINDS)]
        place = folder / f"part{number % 3}" / KINDS[name].format(f"{name}-{number:03}")
        place.parent.mkdir(parents=True, exist_ok=True)
        own = enumerate(islice(source, 1 if name in SINGLE else 3), 1)
        _write(name, [_fitting(name, replace(one, id=str(at))) for at, one in own], place)
    broken = [folder / "part0" / "broken.csv", folder / "part1" / "broken.parquet"]
    broken[0].write_text("id,text\n1,one,too many\n")
    broken[1].write_bytes(b"PAR1 and then nothing")
    return broken


def notes(number: int, kind: str = "everyday") -> Iterator[Document]:
    """Yield generated documents without annotations and fields."""
    rng = Random(15)  # noqa: S311 - the same documents every time
    for at, one in enumerate(generate(kind, number, rng=rng, subjects=max(1, number // 4))):
        yield Document(str(at + 1), one.text.replace("\r", " "), one.subject)


def one_line(document: Document) -> Document:
    """Return a document without line breaks."""
    return replace(document, text=" ".join(document.text.split()))


def _fitting(name: str, document: Document) -> Document:
    """Return what a format can carry of a document."""
    if name == "whatsapp":
        return message(document)
    one = replace(document, subject=None)
    if name in ("lines", "conll", "tsv"):
        one = one_line(one)
    if name in ("brat", "conll", "i2b2-2014"):
        one = replace(one, spans=Spans())
    if name in ("eml", "mbox"):
        return replace(one_line(one), subject="Ana Ruiz <ana@example.org>")
    return one


def message(document: Document) -> Document:
    """Return a document as a message of a chat."""
    at = int(document.id)
    clock = f"{at // 60 % 24:02}:{at % 60:02}"
    fields = {"date": "31.12.20", "clock": clock, "style": "D, T - "}
    sender = SENDERS[at % len(SENDERS)]
    return replace(one_line(document), subject=sender, metadata=Metadata(fields))


def _write(name: str, documents: list[Document], place: Path) -> None:
    made = Conll() if name == "conll" else build(ComponentKind.FORMAT, name, {})
    made.write(iter(documents), place)


def chat_lines(place: Path, number: int) -> None:
    """Write short messages, one a line, in which numbers of as many digits as lines stand."""
    texts = (one_line(one).text for one in notes(number))
    lines = (f"{text} My ID is {1000 + at}." for at, text in enumerate(texts))
    place.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def chat_export(place: Path, number: int) -> None:
    """Write a chat as WhatsApp exports it."""
    WhatsApp().write(map(message, notes(number)), place)


def table_without_ids(place: Path, number: int) -> None:
    """Write a Parquet table with a column of texts and nothing else."""
    Parquet().write((replace(one, subject=None) for one in notes(number)), place)
    import pyarrow.parquet as pq

    pq.write_table(pq.read_table(place).select(["text"]), place)


def telling_ids(place: Path, number: int) -> None:
    """Write a table in which the id of each row is a record number that its text says."""

    def rows() -> Iterator[Document]:
        for at, one in enumerate(notes(number)):
            own = f"{4_482_190 + 7 * at}"
            yield Document(own, f"MRN: {own}. {one.text}")

    Csv().write(rows(), place)


INPUTS: dict[str, tuple[str, Callable[[Path, int], None], tuple[str, ...]]] = {
    "chat lines in a text, `--lines`": ("chat.txt", chat_lines, ("--lines",)),
    "messages of a WhatsApp export": ("family_chat.txt", chat_export, ()),
    "rows of a Parquet table without ids": ("table.parquet", table_without_ids, ()),
    "rows whose ids equal removed numbers, `--ids number`": (
        "ids.csv",
        telling_ids,
        ("--ids", "number"),
    ),
}
"""Inputs whose ids once refuted a release: the file, what writes it, and options."""
