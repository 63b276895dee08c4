"""Reading many documents takes memory for digests of their ids, not for their texts."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.formats.samples import load

from textveil.formats.plain.pieces import read_pieces

LETTERS = "abcdefghij" * 100
ROWS = 20_000

WRITERS: dict[str, Callable[[int], str]] = {
    "jsonl": lambda at: json.dumps({"id": f"n{at}", "text": LETTERS}) + "\n",
    "doccano": lambda at: json.dumps({"text": LETTERS, "label": [[0, 4, "A"]]}) + "\n",
    "csv": lambda at: ("id,text\n" if not at else "") + f'n{at},"{LETTERS}"\n',
    "lines": lambda at: LETTERS + "\n",
    "conll": lambda at: f"-DOCSTART-\tn{at}\tO\n\n" + f"{LETTERS}\tO\n\n",
    "fasta": lambda at: f">n{at}\n{LETTERS}\n",
    "fastq": lambda at: f"@n{at}\n{LETTERS[:500]}\n+\n{LETTERS[:500]}\n",
    "spmf": lambda at: "1 -1 " * 200 + "-2\n",
    "label-studio": lambda at: (",\n" if at else "[") + json.dumps({"data": {"text": LETTERS}}),
    "i2b2-2006": lambda at: (
        ("" if at else "<ROOT>") + f'<RECORD ID="{at}"><TEXT>{LETTERS}</TEXT></RECORD>'
    ),
}
ENDS = {"label-studio": "]", "i2b2-2006": "</ROOT>"}


def peak_of(action: Callable[[], int]) -> tuple[int, int]:
    tracemalloc.start()
    try:
        result = action()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", WRITERS)
def test_reading_stays_flat(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    with path.open("w") as out:
        out.writelines(WRITERS[name](at) for at in range(ROWS))
        out.write(ENDS.get(name, ""))
    assert path.stat().st_size > 19 << 20
    count, peak = peak_of(lambda: sum(1 for _ in load(name).read(path)))
    assert count == ROWS
    # 20,000 digests in a set take about 2 MB; the texts would take 20.
    assert peak < 6 << 20


def test_parquet_stays_flat(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from textveil.values.document import Document

    path = tmp_path / "x.parquet"
    load("parquet").write((Document(str(at), f"{at}{LETTERS}") for at in range(ROWS)), path)
    before = pa.total_allocated_bytes()
    most = max(pa.total_allocated_bytes() for _ in load("parquet").read(path))
    assert most - before < 6 << 20


def test_writing_stays_flat(tmp_path: Path) -> None:
    from textveil.values.document import Document

    documents = (Document(f"n{at}", f"{at}{LETTERS}") for at in range(ROWS))
    count, peak = peak_of(lambda: load("jsonl").write(documents, tmp_path / "x.jsonl"))
    assert count == ROWS
    assert peak < 6 << 20


def test_pieces_of_a_large_text_stay_flat(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("ten letter " * 2_000_000)

    def read() -> int:
        pieces = read_pieces(path, overlap=200, size=1 << 16)
        return sum(piece.core_end - piece.core_start for piece in pieces)

    count, peak = peak_of(read)
    assert count == 22_000_000
    assert peak < 4 << 20
