"""Encodings are recognised file by file; what is not clear is an error, not a guess."""

import codecs
import io

import pytest

from textveil import read
from textveil.cli.shell.inputs import Input
from textveil.errors import EncodingError, InputError
from textveil.formats.encodings import recognised
from textveil.formats.mixed import Mixed
from textveil.formats.sources import Source

TEXTS = {
    "de": "Herr Müller kam am Montag mit starken Schmerzen, möchte aber nicht länger bleiben.",
    "fr": "Madame Lefèvre désire rentrer dès que possible; sa fille viendra la chercher à midi.",
    "es": "El señor Núñez acudió a la consulta; la niña fue dada de alta según indicación.",
    "en": "The café nurse said naïve Mr Jönsson’s résumé was “fine” – twice.",
}
ENCODINGS = ("utf-8", "utf-16", "cp1252", "mac_roman")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("language", TEXTS)
def test_a_text_is_read_as_it_was_written(tmp_path, encoding, language):
    path = tmp_path / "note.txt"
    path.write_bytes(TEXTS[language].encode(encoding))
    [document] = read(path)
    assert document.text == TEXTS[language]


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_latin_1_is_read_as_what_contains_it(tmp_path, language):
    path = tmp_path / "note.txt"
    path.write_bytes(TEXTS[language].encode("latin-1"))
    assert [one.text for one in read(path)] == [TEXTS[language]]


@pytest.mark.parametrize(
    "data",
    [
        "Пациент пришёл в понедельник с болью в груди.".encode("cp1251"),
        "Pani Wójcik została przyjęta w poniedziałek, częste wizyty.".encode("cp1250"),
        "患者は月曜日に来院した。".encode("shift_jis"),
        "Müller kam. ".encode() + b"\xff",
        b"cut off: caf\xc3",
    ],
)
def test_what_is_none_of_them_is_an_error(tmp_path, data):
    assert recognised(io.BytesIO(data)) == "utf-8"
    path = tmp_path / "note.txt"
    path.write_bytes(data)
    with pytest.raises(EncodingError):
        list(read(path))


def test_characters_of_valid_utf_8_are_kept_whatever_they_are(tmp_path):
    path = tmp_path / "note.txt"
    path.write_bytes(b"a\0b\0")
    assert [one.text for one in read(path)] == ["a\0b\0"]


def test_utf_8_that_is_asked_for_is_not_recognised_as_something_else(tmp_path):
    path = tmp_path / "note.txt"
    path.write_bytes("Señor".encode("cp1252"))
    with pytest.raises(EncodingError):
        list(Input(encoding=["utf-8"]).open(str(path)))


def test_a_mark_decides():
    assert recognised(io.BytesIO(codecs.BOM_UTF32_LE + "a".encode("utf-32-le"))) == "utf-32"


def test_a_late_character_decides_for_the_whole_file(tmp_path):
    text = "All well. " * 60_000 + "Señor Núñez"
    path = tmp_path / "note.txt"
    path.write_bytes(text.encode("cp1252"))
    assert [one.text for one in read(path)] == [text]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "a.txt").write_text("All well.")
    (tmp_path / "old" / "b.txt").write_bytes("ñ".encode("mac_roman") + b" en Espa\x96a")
    (tmp_path / "old" / "c.csv").write_bytes("id,text\n1,señor\n".encode("cp1252"))
    return tmp_path


def test_a_pattern_says_the_encoding_of_some_files(folder):
    source = Source.open(folder, "mixed", {"encodings": {"old/*.txt": "mac_roman"}})
    assert [one.text for one in source] == ["All well.", "ñ en España", "señor"]
    assert source.read_as() == {"old/b.txt": "mac_roman", "old/c.csv": "cp1252"}
    assert "encodings" not in source.released_options


def test_what_is_written_is_utf_8(folder, tmp_path):
    source = Source.open(folder, "mixed", {"encodings": {"old/*": "mac_roman", "x": "cp1252"}})
    made = tmp_path.parent / "made"
    source.writer().write(list(source), made)
    assert (made / "old" / "b.txt").read_text("utf-8") == "ñ en España"


def test_all_files_that_cannot_be_read_are_listed_at_once(tmp_path):
    (tmp_path / "a.txt").write_text("All well.")
    (tmp_path / "b.csv").write_text("id,text\n1,two,many\n")
    (tmp_path / "c.pdf").write_bytes(b"%PDF")
    (tmp_path / "d.csv").write_text("id,words\n1,hello\n")
    (tmp_path / "e.txt").write_bytes(b"cut off: caf\xc3")
    with pytest.raises(InputError) as refused:
        list(read(tmp_path))
    told = str(refused.value)
    assert "4 files cannot be read" in told
    assert all(f"- {name}" in told for name in ("b.csv, line 2", "c.pdf", "d.csv", "e.txt, line 1"))
    assert "--skip-unreadable" in refused.value.hint
    assert [one.id for one in Mixed(skip_unreadable=True).read(tmp_path)] == ["a.txt"]


def test_all_bad_files_of_a_folder_of_texts_are_listed_at_once(tmp_path):
    (tmp_path / "a.txt").write_text("All well.")
    for name in "bc":
        (tmp_path / f"{name}.txt").write_bytes(b"cut off: caf\xc3")
    with pytest.raises(InputError, match="2 files cannot be read") as refused:
        list(read(tmp_path))
    assert "b.txt" in str(refused.value)
    assert "c.txt" in str(refused.value)
