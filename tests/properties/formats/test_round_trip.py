"""read(write(x)) == x for what a format can carry; the rest is refused, and leaves nothing."""

import tempfile
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.properties.formats.strategies import (
    ANY,
    IDS,
    SIMPLE,
    WILD,
    WORDS,
    Shape,
    corpora,
)

from textveil.errors import InputError, OutputError, TextveilError
from textveil.formats.catalog import FORMATS
from textveil.values.metadata import Metadata

ONE_LINE = ANY.map(lambda text: text.replace("\n", " ").replace("\r", " "))
XML = ANY.map(lambda text: "".join(c for c in text if c >= " " or c in "\t\n\r"))
XML = XML.filter(lambda text: not {"\ufffe", "\uffff"} & set(text))
NUMBERS = st.lists(
    st.lists(st.integers(0, 99).map(str), min_size=1, max_size=3).map(",".join), max_size=5
).map(" ".join)


def load(name: str, **options: Any) -> Any:
    module, _, attribute = FORMATS[name].partition(":")
    return getattr(import_module(module), attribute)(**options)


def shape(name: str, **more: Any) -> Shape:
    return Shape(load(name).carries, **more)


# Name of the format, its options, the target's name, and documents that it can carry.
CASES: dict[str, tuple[str, dict[str, Any], str, Shape]] = {
    "text": ("text", {}, "folder", shape("text")),
    "lines": ("lines", {}, "x.lines", shape("lines", texts=ONE_LINE)),
    "jsonl": ("jsonl", {}, "x.jsonl", shape("jsonl")),
    "jsonl-fields": (
        "jsonl",
        {"text_field": "body", "id_field": "key", "subject_field": "who"},
        "x.jsonl",
        shape("jsonl"),
    ),
    "doccano": (
        "doccano",
        {},
        "x.jsonl",
        shape("doccano", attributes=st.just({})),
    ),
    "doccano-relations": (
        "doccano",
        {"relations": True},
        "x.jsonl",
        shape("doccano", attributes=st.fixed_dictionaries({"id": st.integers()})),
    ),
    "prodigy": ("prodigy", {}, "x.jsonl", shape("prodigy")),
    "label-studio": ("label-studio", {}, "x.json", shape("label-studio")),
    "csv": (
        "csv",
        {"subject_field": "who"},
        "x.csv",
        shape("csv", names=st.just("note")),
    ),
    "tsv": ("tsv", {"subject_field": "who"}, "x.tsv", shape("tsv", names=st.just("note"))),
    "tsv-unquoted": (
        "tsv",
        {"subject_field": "who", "quoting": False},
        "x.tsv",
        shape(
            "tsv",
            texts=ONE_LINE.map(lambda text: text.replace("\t", '"')),
            names=st.just("note"),
            values=st.text('a" ,'),
        ),
    ),
    "parquet": (
        "parquet",
        {},
        "x.parquet",
        shape("parquet", names=st.just("note"), values=st.none() | st.floats(-1, 1)),
    ),
    "brat": ("brat", {}, "folder", replace(shape("brat"), values=None)),
    "conll": (
        "conll",
        {},
        "x.conll",
        shape(
            "conll", solid_spans=True, ids=IDS.filter(lambda name: name not in ("_", "O", "-X-"))
        ),
    ),
    "conll-sentences": (
        "conll",
        {"sentences": True},
        "x.conll",
        shape(
            "conll", solid_spans=True, ids=IDS.filter(lambda name: name not in ("_", "O", "-X-"))
        ),
    ),
    "i2b2-2006": (
        "i2b2-2006",
        {},
        "x.xml",
        shape(
            "i2b2-2006", texts=XML, values=XML, attributes=st.dictionaries(WORDS, XML, max_size=2)
        ),
    ),
    "i2b2-2014": (
        "i2b2-2014",
        {},
        "folder",
        shape(
            "i2b2-2014",
            texts=XML,
            attributes=st.dictionaries(WORDS.map(lambda w: f"x{w}"), XML, max_size=2),
        ),
    ),
    "tab": ("tab", {}, "x.json", shape("tab")),
    "tab-lines": ("tab", {}, "x.jsonl", shape("tab")),
    "fasta": (
        "fasta",
        {"width": 3},
        "x.fasta",
        shape(
            "fasta",
            texts=st.text("ACGTNacgt*-"),
            names=st.just("description"),
            values=st.text("abc >;é", min_size=1),
        ),
    ),
    "fastq": (
        "fastq",
        {},
        "x.fastq",
        shape(
            "fastq",
            texts=st.text("ACGTNacgt*-@+"),
            names=st.just("description"),
            values=st.text("abc @+é", min_size=1),
        ),
    ),
    "spmf": ("spmf", {}, "x.spmf", shape("spmf", texts=NUMBERS)),
}
NUMBERED = {"lines", "spmf"}
NO_METADATA = {"brat"}
PACKINGS = st.sampled_from(["", "", ".gz", ".xz"])


def same(name: str, first: list[Any], second: list[Any]) -> bool:
    return sorted(first) == sorted(second) if load(name).folder else first == second


def prepared(name: str, drawn: list[Any]) -> list[Any]:
    """Meet what a format asks of the corpus as a whole: numbers as ids, the same columns."""
    if name in NUMBERED:
        return [replace(document, id=str(at)) for at, document in enumerate(drawn, 1)]
    if name in NO_METADATA:
        return [replace(document, metadata=type(document.metadata)()) for document in drawn]
    if name in ("csv", "tsv", "parquet"):
        names = {frozenset(document.metadata) for document in drawn}
        assume(len(names) == 1)
    if name == "fastq":
        # A sign for each letter, whatever it says.
        signs = [{**document.metadata, "qualities": document.text} for document in drawn]
        return [replace(d, metadata=Metadata(s)) for d, s in zip(drawn, signs, strict=True)]
    if name == "conll":
        # White space alone gives no token to hang it on.
        return [
            document if document.text.strip() or not document.text else replace(document, text="x")
            for document in drawn
            if document.text.strip() or not document.spans
        ]
    return drawn


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=60)
@given(data=st.data())
def test_what_a_format_carries_comes_back(case: str, data: st.DataObject) -> None:
    name, options, target, drawn_shape = CASES[case]
    made = prepared(name, data.draw(corpora(drawn_shape)))
    assume(made)
    packing = data.draw(PACKINGS) if "." in target and name != "parquet" else ""
    form = load(name, **options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / (target + packing)
        assert form.write(made, path) == len(made)
        assert [entry.name for entry in Path(folder).iterdir()] == [path.name]
        assert same(name, list(form.read(path)), made)


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=60)
@given(data=st.data(), wild=st.booleans())
def test_a_document_comes_back_or_is_refused(case: str, data: st.DataObject, wild: bool) -> None:
    """The strong form: whatever is written, nothing is lost in silence."""
    name, options, target, drawn_shape = CASES[case]
    drawn = WILD if wild else replace(WILD, carries=drawn_shape.carries)
    made = data.draw(corpora(drawn, max_size=2))
    if name in NUMBERED and data.draw(st.booleans()):
        made = [replace(document, id=str(at)) for at, document in enumerate(made, 1)]
    form = load(name, **options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / target
        try:
            form.write(made, path)
        except (OutputError, InputError):
            assert list(Path(folder).iterdir()) == []
        else:
            assert same(name, list(form.read(path)), made)


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=10)
@given(made=corpora(SIMPLE), at=st.integers(0, 3), existing=st.booleans())
def test_an_interrupted_write_leaves_things_as_they_were(
    case: str, made: list[Any], at: int, existing: bool
) -> None:
    name, options, target, _ = CASES[case]

    class Interrupted(BaseException):
        pass

    def breaking() -> Any:
        yield from made[:at]
        raise Interrupted

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / target
        if existing and "." in target:
            path.write_bytes(b"as it was")
        before = {entry.name for entry in Path(folder).iterdir()}
        with pytest.raises((Interrupted, TextveilError)):
            load(name, **options).write(breaking(), path)
        assert {entry.name for entry in Path(folder).iterdir()} == before
        if path.is_file():
            assert path.read_bytes() == b"as it was"
