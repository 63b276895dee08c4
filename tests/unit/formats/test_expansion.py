import gzip
import io
import lzma
import tracemalloc
import zlib
from pathlib import Path

import pytest

from textveil.errors import ExpansionError, FormatError
from textveil.formats.expansion import Expanded, ExpansionLimit, packing_of
from textveil.formats.inputs import characters
from textveil.formats.plain.jsonl import JsonLines

PACK = {"gz": gzip.compress, "xz": lzma.compress}
TEXT = b"one line of text\n" * 1000


def read_all(expanded: Expanded, size: int = 1000) -> bytes:
    parts = []
    while part := expanded.read(size):
        assert len(part) <= size
        parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("padding", [b"", b"\0" * 8])
def test_members_follow_each_other(packing: str, padding: bytes) -> None:
    packed = PACK[packing](TEXT) + padding + PACK[packing](b"and more") + padding
    assert packing_of(packed) == packing
    assert read_all(Expanded(io.BytesIO(packed), packing, "x")) == TEXT + b"and more"


@pytest.mark.parametrize("packing", PACK)
def test_an_empty_member_is_empty(packing: str) -> None:
    assert read_all(Expanded(io.BytesIO(PACK[packing](b"")), packing, "x")) == b""


@pytest.mark.parametrize("packing", PACK)
@pytest.mark.parametrize("cut", [7, 20, -1])
def test_a_truncated_file_is_an_error(packing: str, cut: int) -> None:
    packed = PACK[packing](TEXT)[:cut]
    with pytest.raises(FormatError, match="ends too early"):
        read_all(Expanded(io.BytesIO(packed), packing, "x"))


def test_a_wrong_checksum_is_an_error() -> None:
    packed = bytearray(gzip.compress(TEXT))
    packed[-8] ^= 1
    with pytest.raises(FormatError, match="damaged"):
        read_all(Expanded(io.BytesIO(bytes(packed)), "gz", "x"))


def bomb(packing: str, megabytes: int = 256) -> bytes:
    block = b"\0" * (1 << 20)
    if packing == "xz":
        compressor = lzma.LZMACompressor(preset=0)
        return b"".join(compressor.compress(block) for _ in range(megabytes)) + compressor.flush()
    squeezer = zlib.compressobj(9, wbits=31)
    return b"".join(squeezer.compress(block) for _ in range(megabytes)) + squeezer.flush()


@pytest.mark.parametrize("packing", PACK)
def test_a_bomb_is_refused_in_little_memory(packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"bomb.jsonl.{packing}"
    path.write_bytes(bomb(packing))
    assert path.stat().st_size < 1_000_000
    seen = []
    tracemalloc.start()
    try:
        with pytest.raises(ExpansionError, match="limit") as raised:
            seen.extend(map(len, characters(path)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert str(path) in str(raised.value)
    assert sum(seen) < 100 << 20
    assert peak < 8 << 20


def test_a_bomb_in_a_line_reaches_the_reader_of_documents(tmp_path: Path) -> None:
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(bomb("gz", 64))
    with pytest.raises(ExpansionError):
        list(JsonLines().read(path))


def test_ordinary_ratios_pass() -> None:
    packed = gzip.compress(b"ab" * (9 << 20))
    limit = ExpansionLimit(ratio=2000)
    assert len(read_all(Expanded(io.BytesIO(packed), "gz", "x", limit), 1 << 16)) == 18 << 20
    with pytest.raises(ExpansionError):
        read_all(Expanded(io.BytesIO(packed), "gz", "x"), 1 << 16)


def test_the_total_is_limited_whatever_the_ratio() -> None:
    limit = ExpansionLimit(total=1000)
    with pytest.raises(ExpansionError):
        read_all(Expanded(io.BytesIO(gzip.compress(TEXT)), "gz", "x", limit))


def test_an_xz_header_that_asks_for_much_memory_is_refused() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 30}]
    # The header alone matters; compressing with such a dictionary needs the memory, so patch it.
    small = lzma.compress(TEXT, filters=[{**filters[0], "dict_size": 1 << 20}])
    header = bytearray(small[12:24])
    assert header[4] == 16  # 1 MiB, in the coding of the dictionary's size
    header[4] = 40  # 4 GiB
    header[8:12] = zlib.crc32(bytes(header[:8])).to_bytes(4, "little")
    packed = small[:12] + bytes(header) + small[24:]
    with pytest.raises(FormatError, match="memory"):
        read_all(Expanded(io.BytesIO(packed), "xz", "x"))
