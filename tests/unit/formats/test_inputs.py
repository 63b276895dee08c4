import gzip
import io
import os
from pathlib import Path

import pytest

from textveil.errors import EncodingError, FormatError, InputError, UsageError
from textveil.formats import inputs
from textveil.formats.inputs import characters, lines
from textveil.formats.outputs import text_sink


def text_of(path: Path, encoding: str = "utf-8") -> str:
    return "".join(characters(path, encoding))


def test_an_encoding_error_names_file_line_and_offset(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("né\n".encode() + b"caf\xe9 CANARY\n")
    with pytest.raises(EncodingError) as raised:
        text_of(path)
    message = str(raised.value)
    assert f"{path}, line 2" in message
    assert "offset 7 " in message
    assert "CANARY" not in message


def test_the_offset_is_right_far_into_a_file_and_across_chunks(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    good = "é\n".encode() * 50_000
    path.write_bytes(b"a" + good + b"\xff")
    with pytest.raises(EncodingError, match=f"offset {len(good) + 1} .*") as raised:
        text_of(path)
    assert "line 50001" in str(raised.value)


def test_a_character_cut_off_at_the_end_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("ab€".encode()[:-1])
    with pytest.raises(EncodingError, match="offset 2 "):
        text_of(path)


def test_encodings(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"caf\xe9")
    assert text_of(path, "latin-1") == "café"
    path.write_bytes("\ufeffa\r\nb".encode())
    assert text_of(path) == "a\r\nb"
    assert "".join(characters(path, keep_mark=True)) == "\ufeffa\r\nb"
    path.write_bytes("a𝔸\n".encode("utf-16"))
    assert list(lines(path, "utf-16")) == [(1, "a𝔸")]
    with pytest.raises(UsageError, match="unknown"):
        text_of(path, "klingon")


def test_only_line_feeds_end_lines(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("a\u2028b\x85c\r\n\nd".encode())
    assert list(lines(path)) == [(1, "a\u2028b\x85c\r"), (2, ""), (3, "d")]
    path.write_bytes(b"")
    assert list(lines(path)) == []


def test_packed_input_is_known_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "no-suffix"
    path.write_bytes(gzip.compress(b"packed"))
    assert text_of(path) == "packed"
    path = tmp_path / "x.txt.gz"
    path.write_bytes(b"not packed")
    with pytest.raises(FormatError, match="not gz or xz"):
        text_of(path)
    path = tmp_path / "x.zip"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(FormatError, match="unpack"):
        text_of(path)


def test_streams_are_read_and_stay_open() -> None:
    stream = io.BytesIO(gzip.compress(b"from a pipe"))
    assert "".join(characters(stream)) == "from a pipe"
    assert not stream.closed


def test_pipes_that_give_little_at_a_time() -> None:
    class Slow(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(1)

    assert "".join(characters(Slow(gzip.compress("né".encode())))) == "né"


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        text_of(tmp_path / "absent")
    with pytest.raises(InputError, match="is a folder"):
        text_of(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(InputError, match="may not read"):
        text_of(path)


def test_permission_and_read_errors_are_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.txt"
    path.write_text("x")

    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(InputError, match="Input/output error"):
        list(characters(Broken()))

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match="may not read"):
        text_of(path)


@pytest.mark.parametrize("encoding", ["hex", "base64", "rot13", "zip", "undefined", "", "a\0b"])
def test_codecs_that_are_no_encodings_are_refused(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"text")
    with pytest.raises(UsageError, match="none of text"):
        text_of(path, encoding)
    with pytest.raises(UsageError, match="none of text"), text_sink(tmp_path / "y.txt", encoding):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["x.txt"]


def test_an_encoding_that_fails_in_its_own_way_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"Call Ana on 617-555-0134.")
    with pytest.raises(EncodingError, match="not punycode"):
        text_of(path, "punycode")


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "pipe"])
def test_pipes_and_devices_are_refused_before_they_are_opened(device: str, tmp_path: Path) -> None:
    path = tmp_path / device
    if device == "pipe":
        os.mkfifo(path)
    with pytest.raises(InputError, match="a pipe or a device"):
        text_of(path)


def test_standard_input_may_be_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    monkeypatch.setattr(inputs, "STDIN", path)
    # Both ends are open here, so that opening does not wait.
    both = os.open(path, os.O_RDWR)
    os.write(both, b"text that is long enough")
    with inputs.opened(path) as stream:
        assert stream.read(4) == b"text"
    os.close(both)
