"""Dictionary files: what is written is read, and nothing else is."""

import json
import struct
import zlib

import numpy as np
import pytest
from benchmarks.form_table import write_forms

from textveil.errors import FormatError, InputError, UsageError
from textveil.formats.tables.term_index import VERSION, read_dictionary, write_dictionary
from textveil.lexicon.forms.wildcard_forms import Dictionary

TERMS = [f"{a}{b}{c}" for a in "abcd" for b in "xyz" for c in ("", "é", "東京", "*")]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "terms.dict"
    write_dictionary(Dictionary.build(TERMS, mutual=[3]), path)
    return path


def test_round_trip(file):
    built, read = Dictionary.build(TERMS, mutual=[3]), read_dictionary(file)
    assert list(read.terms) == list(built.terms)
    assert read.sha256 == built.sha256
    assert sorted(read.stored.groups) == [3]
    for guarantee in ("mutual", "count"):
        assert [read.form(t, 3, guarantee) for t in read.terms] == [
            built.form(t, 3, guarantee) for t in built.terms
        ]


def test_groups_worked_out_later_are_written_too(file, tmp_path):
    read = read_dictionary(file)
    read.group(4)
    write_dictionary(read, tmp_path / "more.dict")
    assert sorted(read_dictionary(tmp_path / "more.dict").stored.groups) == [3, 4]


def test_case_folding_is_remembered(tmp_path):
    write_dictionary(Dictionary.build(["Ab", "aC"], fold_case=True), tmp_path / "d")
    assert "AB" in read_dictionary(tmp_path / "d")


def test_equal_dictionaries_are_equal_bytes(file, tmp_path):
    write_dictionary(Dictionary.build(reversed(TERMS), mutual=[3]), tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == file.read_bytes()


def test_a_packed_name_is_refused(tmp_path):
    with pytest.raises(UsageError):
        write_dictionary(Dictionary.build(["ab"]), tmp_path / "d.gz")


def test_a_missing_file(tmp_path):
    with pytest.raises(InputError):
        read_dictionary(tmp_path / "none")


@pytest.mark.parametrize("data", [b"", b"hello", b"TVTERMS\0", b"PK\3\4" * 100])
def test_a_foreign_file_is_refused(tmp_path, data):
    (tmp_path / "d").write_bytes(data)
    with pytest.raises(FormatError):
        read_dictionary(tmp_path / "d")


def test_every_truncation_and_every_flipped_byte_is_refused(file):
    data = file.read_bytes()
    for size in {*range(0, len(data), 997), len(data) - 1}:
        file.write_bytes(data[:size])
        with pytest.raises(FormatError):
            read_dictionary(file)
    for at in range(0, len(data), 991):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        if at >= 20 + _header(data)[1] or at < 20:
            with pytest.raises(FormatError):
                read_dictionary(file)
    file.write_bytes(data + b"\0")
    with pytest.raises(FormatError, match="truncated"):
        read_dictionary(file)


def test_another_version_says_so(file):
    data = file.read_bytes()
    file.write_bytes(data[:8] + struct.pack("<I", 99) + data[12:])
    with pytest.raises(FormatError, match="version 99"):
        read_dictionary(file)


def _header(data):
    length = struct.unpack("<I", data[12:16])[0]
    return json.loads(data[20 : 20 + length]), length


def _forged(data, change):
    """Return a file whose header is changed and whose checksums are right."""
    described, length = _header(data)
    arrays = data[20 + length + -(20 + length) % 64 :]
    arrays = change(described, bytearray(arrays)) or arrays
    described["crc32"], described["size"] = zlib.crc32(arrays), len(arrays)
    header = json.dumps(described).encode()
    head = struct.pack("<8sIII", b"TVTERMS\0", VERSION, len(header), zlib.crc32(header)) + header
    return head + bytes(-len(head) % 64) + arrays


def _array(described, arrays, name):
    kind, place, count = described["arrays"][name]
    return np.frombuffer(arrays, kind, count, place)


def _set(name, at, value):
    def change(described, arrays):
        _array(described, arrays, name)[at] = value
        return arrays

    return change


def _describe(name, value):
    def change(described, arrays):
        described["arrays"][name] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        _set("starts", 1, 1 << 40), _set("starts", 0, 1), _set("codes", 0, 60_000),
        _set("list_2", 0, 1 << 30), _describe("first_1", ["<u4", 0, 4]),
        _set("first_3", 1, 1 << 30), _set("group@3", 0, 1000),
        _set("group@3", 0, -2), _set("forms@3", 0, 1 << 30), _set("starts@3", 1, -5),
        _describe("counts@3", ["<i8", 0, 1]), _describe("counts@3", ["<i4", 0, 1]),
        _describe("starts", ["<u4", 0, 4]), _describe("codes", ["<u2", 0, 1 << 50]),
        _describe("letters", ["<u8", 0, 1]), _describe("codes", ["<O8", 0, 1]),
        _describe("codes", 7), _describe("first_4", ["<u4", 0, 4]),
        lambda described, arrays: described["arrays"].pop("codes") and None,
        lambda described, arrays: described.update(mutual=7),
        lambda described, arrays: described.update(sha256=7),
    ],
)  # fmt: skip
def test_a_forged_file_is_refused(file, change):
    file.write_bytes(_forged(file.read_bytes(), change))
    with pytest.raises(FormatError):
        read_dictionary(file)


def test_forging_alone_is_not_refused(file):
    file.write_bytes(_forged(file.read_bytes(), lambda described, arrays: None))
    assert len(read_dictionary(file)) == len(TERMS)


@pytest.mark.parametrize("guarantee", ["mutual", "count"])
def test_the_whole_dictionary_on_one_thread_and_two(tmp_path, guarantee):
    dictionary, told = Dictionary.build(TERMS), []
    one, two = tmp_path / "one", tmp_path / "two"
    removed = write_forms(dictionary, one, 3, guarantee, progress=lambda *now: told.append(now))
    assert write_forms(dictionary, two, 3, guarantee, threads=2) == removed
    assert one.read_bytes() == two.read_bytes()
    assert told[-1] == (len(TERMS), len(TERMS))
    lines = [json.loads(line) for line in one.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["sha256"] == dictionary.sha256
    assert [line["term"] for line in lines[1:]] == list(dictionary.terms)
    assert sum(line["form"] is None for line in lines[1:]) == removed


def test_an_interrupted_run_goes_on(tmp_path):
    dictionary = Dictionary.build([f"{n:04}" for n in range(700)])
    whole, path = tmp_path / "whole", tmp_path / "forms"
    removed = write_forms(dictionary, whole, 20)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_forms(dictionary, path, 20, progress=stop)
    part = tmp_path / "forms.part"
    assert not path.exists()
    part.write_bytes(part.read_bytes() + b'{"term": "hal')
    started = []
    assert write_forms(dictionary, path, 20, progress=lambda *now: started.append(now)) == removed
    assert started[0][0] > 256
    assert path.read_bytes() == whole.read_bytes()
    assert not part.exists()


def test_an_unfinished_file_of_another_run_is_refused(tmp_path):
    (tmp_path / "forms.part").write_text('{"k": 7}\n')
    with pytest.raises(UsageError):
        write_forms(Dictionary.build(TERMS), tmp_path / "forms", 3)


def test_a_run_for_short_terms_leaves_long_ones_out(tmp_path):
    write_forms(Dictionary.build(TERMS), tmp_path / "forms", 3, longest=2)
    assert len((tmp_path / "forms").read_text(encoding="utf-8").splitlines()) == 13
