"""Count the n-grams that ship: `python scripts/build_ngrams.py DATA`.

DATA is the folder of the sets whose licence allows shipping what is counted in them: posts (wnut17,
btc), paraphrase pairs (paws), invented sentences with details of persons (presidio_synth) and
clinical notes. No text of theirs is kept: the file has hashes and counts.
"""

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src")]

from textveil.lexicon.relations.ngrams import counted  # noqa: E402

OUT = ROOT / "src" / "textveil" / "lexicon" / "data" / "ngrams.bin"
MOST = 1_240_000
"""12 bytes each: below 15 MB."""


def texts(data: Path) -> Iterator[str]:
    """Yield every text that is counted."""
    for folder in ("wnut17", "btc"):
        for path in sorted((data / folder).iterdir()):
            yield from _conll(path)
    with (data / "paws" / "dev.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield from row[1:3]
    for name in ("presidio_synth/dev.jsonl", "clinical/notes_ccby.jsonl"):
        for line in (data / name).read_text("utf-8").splitlines():
            row = json.loads(line)
            yield from (value for value in row.values() if isinstance(value, str))


def _conll(path: Path) -> Iterator[str]:
    words: list[str] = []
    for line in path.read_text("utf-8", "replace").splitlines():
        if line.strip():
            words.append(line.split("\t")[0].split(" ")[0])
        elif words:
            yield " ".join(words)
            words = []
    yield " ".join(words)


def main() -> int:
    """Count, write, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    counts = counted(texts(parser.parse_args().data), (1, 1, 2, 2), MOST)
    OUT.write_bytes(counts.to_bytes())
    sys.stderr.write(f"{len(counts):,} n-grams, {OUT.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
