"""Bad input: each kind gets an error that names the file and the line, and quotes nothing."""

from pathlib import Path

import pytest
from tests.unit.formats.samples import load, write_file

from textveil.errors import DuplicateIdError, EncodingError, FormatError, InputError

GOOD = '{"id": "a", "text": "fine"}\n'


def jsonl(fields: str) -> str:
    return GOOD + '{"id": "b", "text": "CANARY x", ' + fields + "}\n"


def span(fields: str) -> str:
    return jsonl('"spans": [{"label": "L", ' + fields + "}]")


BROKEN: dict[str, tuple[str, str | bytes, str, type[InputError]]] = {
    "broken json": ("jsonl", GOOD + '{"id": "b", "text": "CANARY', "line 2", FormatError),
    "bad escape": ("jsonl", GOOD + '{"text": "CANARY \\q"}', "line 2", FormatError),
    "control character": ("jsonl", GOOD + '{"text": "CANARY \t"}', "line 2", FormatError),
    "two values": ("jsonl", GOOD + GOOD.strip() + '"CANARY"', "line 2", FormatError),
    "not an object": ("jsonl", GOOD + '"CANARY"', "line 2", FormatError),
    "key twice": ("jsonl", jsonl('"text": "CANARY"'), "same key twice", FormatError),
    "half a pair": ("jsonl", GOOD + '{"text": "CANARY \\ud800"}', "surrogate", FormatError),
    "deep": ("jsonl", GOOD + '{"text":' + "[" * 100_000, "nested too deeply", FormatError),
    "deep value": (
        "jsonl",
        GOOD + '{"text": "CANARY", "x": ' + "[" * 800 + "]" * 800 + "}",
        "line 2",
        FormatError,
    ),
    "long number": ("jsonl", jsonl(f'"x": {"9" * 5000}'), "too many digits", FormatError),
    "huge number": ("jsonl", jsonl('"x": 1e999'), "too large", FormatError),
    "no text": ("jsonl", GOOD + '{"id": "b", "txt": "CANARY"}', "did you mean 'txt'", FormatError),
    "text null": ("jsonl", GOOD + '{"text": null}', "not a string", FormatError),
    "id list": ("jsonl", GOOD + '{"id": [], "text": "CANARY"}', "line 2", FormatError),
    "id true": ("jsonl", GOOD + '{"id": true, "text": "CANARY"}', "line 2", FormatError),
    "id empty": ("jsonl", GOOD + '{"id": "", "text": "CANARY"}', "needs an id", FormatError),
    "metadata list": ("jsonl", jsonl('"metadata": []'), "not an object", FormatError),
    "metadata twice": ("jsonl", jsonl('"x": 1, "metadata": {"x": 2}'), "two levels", FormatError),
    "spans object": ("jsonl", jsonl('"spans": {}'), "not a list", FormatError),
    "span string": ("jsonl", jsonl('"spans": ["CANARY"]'), "not a JSON object", FormatError),
    "offset nan": ("jsonl", span('"start": NaN, "end": 2'), "NaN", FormatError),
    "offset text": ("jsonl", span('"start": "0", "end": 2'), "not an integer", FormatError),
    "offset float": ("jsonl", span('"start": 0.0, "end": 2'), "not an integer", FormatError),
    "offset true": ("jsonl", span('"start": true, "end": 2'), "not an integer", FormatError),
    "offset missing": ("jsonl", span('"start": 1'), "has no 'end'", FormatError),
    "offset negative": ("jsonl", span('"start": -1, "end": 2'), "[-1, 2)", FormatError),
    "span empty": ("jsonl", span('"start": 2, "end": 2'), "[2, 2)", FormatError),
    "span backwards": ("jsonl", span('"start": 3, "end": 2'), "line 2", FormatError),
    "span past end": ("jsonl", span('"start": 0, "end": 99'), "8 code points", FormatError),
    "score 2": ("jsonl", span('"start": 0, "end": 2, "score": 2'), "0 and 1", FormatError),
    "score text": ("jsonl", span('"start": 0, "end": 2, "score": "1"'), "number", FormatError),
    "reasons": (
        "jsonl",
        span('"start": 0, "end": 2, "explanation": {"rule": "r", "reasons": ["CANARY"]}'),
        "reason",
        FormatError,
    ),
    "duplicate": ("jsonl", GOOD + GOOD, "line 2", DuplicateIdError),
    "encoding": ("jsonl", GOOD.encode() + b'{"text": "CANARY a\xc3"}', "line 2", EncodingError),
    "empty": ("jsonl", "", "no document", FormatError),
    "blank": ("jsonl", "\n \n", "no document", FormatError),
    "doccano label": ("doccano", GOOD + '{"text": "CANARY", "label": [[0, 1]]}', "2", FormatError),
    "doccano bool": (
        "doccano",
        GOOD + '{"text": "CANARY", "label": [[false, 1, "L"]]}',
        "line 2",
        FormatError,
    ),
    "doccano two": ("doccano", '{"text": "CANARY", "label": [], "labels": []}', "1", FormatError),
    "prodigy past end": (
        "prodigy",
        GOOD + '{"text": "CANARY", "spans": [{"start": 0, "end": 7, "label": "L"}]}',
        "line 2",
        FormatError,
    ),
    "array: object": ("label-studio", '{"CANARY": 1}', "not a JSON array", FormatError),
    "array: text": ("label-studio", "CANARY", "not a JSON array", FormatError),
    "array: empty": ("label-studio", "", "not a JSON array", FormatError),
    "array: open": ("label-studio", '[\n{"data": {"text": "CANARY"}},', "not end", FormatError),
    "array: in a string": ("label-studio", '[\n{"data": "CANARY', "not end", FormatError),
    "array: comma": ("label-studio", '[{"data": {"text": "CANARY"}},\n]', "line 2", FormatError),
    "array: tail": ("label-studio", '[{"data": {"text": "x"}}]\nCANARY', "after", FormatError),
    "array: mixed": ("label-studio", '[{"data": {"text": "x"}]}', "line 1", FormatError),
    "task without data": ("label-studio", '[\n{"id": 1}]', "line 2", FormatError),
    "task labels": (
        "label-studio",
        '[{"data": {"text": "x"}, "annotations": [{"result": '
        '[{"value": {"start": 0, "end": 1, "labels": []}}]}]}]',
        "no list of labels",
        FormatError,
    ),
    "task quote": (
        "label-studio",
        '[{"data": {"text": "xy"}, "annotations": [{"result": '
        '[{"value": {"start": 0, "end": 1, "text": "CANARY", "labels": ["L"]}}]}]}]',
        "quoted",
        FormatError,
    ),
    "csv column": ("csv", "id,Text\na,CANARY\n", "did you mean 'Text'", FormatError),
    "csv no header": ("csv", "CANARY,CANARY Smith\n", "twice|no column 'text'", FormatError),
    "csv few": ("csv", "id,text\na,x\nCANARY\n", "line 3", FormatError),
    "csv many": ("csv", "id,text\na,x\nb,CANARY,y\n", "line 3", FormatError),
    "csv quote": ("csv", 'id,text\na,x\nb,"CANARY\n\n', "line 3", FormatError),
    "csv after quote": ("csv", 'id,text\na,x\nb,"CANARY"y\n', "line 3", FormatError),
    "csv twice": ("csv", "text,text\na,x\n", "twice", FormatError),
    "csv id empty": ("csv", "id,text\n,CANARY\n", "line 2", FormatError),
    "csv duplicate": ("csv", "id,text\na,x\na,CANARY\n", "line 3", DuplicateIdError),
    "csv empty": ("csv", "", "empty", FormatError),
    "conll column": ("conll", "x\tO\nCANARY\n", "line 2", FormatError),
    "conll tag": ("conll", "x\tO\nCANARY\tNOUN\n", "line 2", FormatError),
    "conll part": ("conll", "x\tO\nCANARY\t_\n", "line 2", FormatError),
    "conll duplicate": (
        "conll",
        "-DOCSTART-\ta\tO\n\nx\tO\n\n-DOCSTART-\ta\tO\n\nCANARY\tO\n",
        "line 5",
        DuplicateIdError,
    ),
    "2006 broken": ("i2b2-2006", "<ROOT>\n<RECORD ID='CANARY'>", "line 2", FormatError),
    "2006 element": ("i2b2-2006", "<ROOT>\n<TEXT>CANARY</TEXT></ROOT>", "line 2", FormatError),
    "2006 outside": ("i2b2-2006", "<ROOT>\nCANARY</ROOT>", "line", FormatError),
    "2006 id": (
        "i2b2-2006",
        "<ROOT>\n<RECORD><TEXT>CANARY</TEXT></RECORD></ROOT>",
        "without ID",
        FormatError,
    ),
    "2006 type": (
        "i2b2-2006",
        "<ROOT><RECORD ID='1'><TEXT>\n<PHI>CANARY</PHI></TEXT></RECORD></ROOT>",
        "line 2",
        FormatError,
    ),
    "2006 entities": (
        "i2b2-2006",
        '<!DOCTYPE x [<!ENTITY a "CANARY">]><ROOT><RECORD ID="1"><TEXT>&a;</TEXT></RECORD></ROOT>',
        "declares or uses entities",
        FormatError,
    ),
    "2006 external": (
        "i2b2-2006",
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><ROOT>&a;</ROOT>',
        "declares or uses entities",
        FormatError,
    ),
    "2006 duplicate": (
        "i2b2-2006",
        "<ROOT>" + "\n<RECORD ID='1'><TEXT>CANARY</TEXT></RECORD>" * 2 + "</ROOT>",
        "line 3",
        DuplicateIdError,
    ),
    "2006 encoding": ("i2b2-2006", b"<ROOT>\nCANARY a\xc3</ROOT>", "line 2", EncodingError),
    "2014 quote": (
        "i2b2-2014",
        "<deIdi2b2>\n<TEXT>some text</TEXT><TAGS>\n"
        '<NAME start="0" end="4" text="CANARY" TYPE="DOCTOR"/></TAGS></deIdi2b2>',
        "line 3",
        FormatError,
    ),
    "2014 offsets": (
        "i2b2-2014",
        "<deIdi2b2>\n<TEXT>CANARY</TEXT><TAGS>\n"
        '<NAME start="NaN" end="4" TYPE="DOCTOR"/></TAGS></deIdi2b2>',
        "line 3",
        FormatError,
    ),
    "2014 past end": (
        "i2b2-2014",
        '<deIdi2b2><TEXT>CANARY</TEXT><TAGS><ID start="0" end="9" TYPE="X"/></TAGS></deIdi2b2>',
        "6 code points",
        FormatError,
    ),
    "2014 root": ("i2b2-2014", "<other>CANARY</other>", "out of place", FormatError),
    "tab quote": (
        "tab",
        '[\n{"doc_id": "a", "text": "some text", "annotations": {"x": {"entity_mentions": '
        '[{"entity_type": "P", "start_offset": 0, "end_offset": 4, "span_text": "CANARY"}]}}}]',
        "line 2",
        FormatError,
    ),
    "tab annotations": ("tab", '[{"text": "CANARY", "annotations": []}]', "line 1", FormatError),
    "tab empty": ("tab", "[]", "no document", FormatError),
    "fasta start": ("fasta", "ACGT\n>a\n", "line 1", FormatError),
    "fasta id": ("fasta", ">a\nAC\n>\nCANARY\n", "line 3", FormatError),
    "fasta letters": ("fasta", ">a\nAC CANARY\n", "line 2", FormatError),
    "fasta duplicate": ("fasta", ">a\nAC\n>a\nAC\n", "line 3", DuplicateIdError),
    "fasta empty": ("fasta", "\n", "no document", FormatError),
    "fastq head": ("fastq", "@a\nAC\n+\nII\nCANARY\nAC\n+\nII\n", "line 5", FormatError),
    "fastq id": ("fastq", "@ CANARY\nAC\n+\nII\n", "line 1", FormatError),
    "fastq letters": ("fastq", "@a\nAC CANARY\n+\nII\n", "line 2", FormatError),
    "fastq plus": ("fastq", "@a\nAC\nCANARY\nII\n", "line 3", FormatError),
    "fastq other id": ("fastq", "@a\nAC\n+CANARY\nII\n", "line 3", FormatError),
    "fastq short": ("fastq", "@a\nAC\n+\nII\n@b\nACCANARY\n+\nI\n", "record 2", FormatError),
    "fastq long": ("fastq", "@a\nAC\n+\nCANARY\n", "2 letters and 6 qualities", FormatError),
    "fastq sign": ("fastq", "@a\nACC\n+\nI\u00e9 \n", "line 4", FormatError),
    "fastq cut": ("fastq", "@a\nAC\n+\nII\n@b\nCANARY\n+\n", "record 2", FormatError),
    "fastq cut in letters": ("fastq", "@a\nCANARY", "line 2", FormatError),
    "fastq duplicate": ("fastq", "@a\nA\n+\nI\n@a\nA\n+\nI\n", "line 5", DuplicateIdError),
    "fastq empty": ("fastq", "\n", "no document", FormatError),
    "spmf end": ("spmf", "1 -1 -2\n2 -1\n", "line 2", FormatError),
    "spmf item": ("spmf", "1 -1 -2\nCANARY -1 -2\n", "line 2", FormatError),
    "spmf open": ("spmf", "1 -2\n", "line 1", FormatError),
    "spmf hollow": ("spmf", "-1 -2\n", "line 1", FormatError),
    "spmf two": ("spmf", "1 -1 -2 2 -1 -2\n", "line 1", FormatError),
    "lines empty": ("lines", "", "no document", FormatError),
    "parquet": ("parquet", "CANARY", "not a Parquet file", FormatError),
}
SUFFIXES = {"label-studio": ".json", "tab": ".json", "i2b2-2014": ".xml", "i2b2-2006": ".xml"}


@pytest.mark.parametrize("case", BROKEN)
def test_the_error_says_where_and_quotes_nothing(case: str, tmp_path: Path) -> None:
    name, content, words, kind = BROKEN[case]
    path = write_file(tmp_path / f"x{SUFFIXES.get(name, f'.{name}')}", content)
    with pytest.raises(kind) as raised:
        list(load(name).read(path))
    message = str(raised.value)
    assert any(word in message for word in words.split("|"))
    assert str(path) in message
    assert "CANARY" not in message
    assert raised.value.__suppress_context__ or raised.value.__context__ is None


@pytest.mark.parametrize("name", ["jsonl", "csv", "label-studio", "conll", "parquet", "i2b2-2006"])
def test_a_missing_file_and_a_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(load(name).read(tmp_path / "absent"))
    with pytest.raises(InputError, match="is a folder"):
        list(load(name).read(tmp_path))


def test_documents_before_the_error_are_given(tmp_path: Path) -> None:
    documents = load("jsonl").read(write_file(tmp_path / "x.jsonl", GOOD + "CANARY"))
    assert next(documents).id == "a"
    with pytest.raises(FormatError):
        next(documents)
