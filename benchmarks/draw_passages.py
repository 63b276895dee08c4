"""Draw passages that a policy marks in the notes of suite `meaning`, for people to judge.

    python -m benchmarks.draw_passages --data FOLDER --count 1600 --seed 1 --out /tmp/drawn.jsonl
    (people add a verdict to each row)
    python -m benchmarks.draw_passages --strip /tmp/drawn.jsonl --out FILE

The drawn file holds the passages and 60 characters on either side: it shows source text, only its
owner may read it, and it is never written into the repository. `--strip` leaves ids, offsets,
labels and verdicts, for `reviewed_passages.jsonl` in this folder.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.meaning import read_notes
from benchmarks.readers import Asked, Detect, passages, reader, shipped_models
from benchmarks.reviewed import VERDICTS, stripped
from textveil.pipeline.pages import write_page
from textveil.values.document import Document
from textveil.values.span import Span

CONTEXT = 60
REPOSITORY = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.draw_passages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"verdicts: {', '.join(VERDICTS)}",
    )
    parser.add_argument("--data", type=Path, help="folder with corpora")
    parser.add_argument("--model", default=shipped_models()[0], help="name or folder of the model")
    parser.add_argument("--count", type=int, default=1_600, help="how many passages to draw")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=int, help="only the first notes of each set")
    parser.add_argument("--strip", type=Path, metavar="JUDGED", help="take the text out of a file")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    chosen = parser.parse_args()
    if chosen.strip:
        rows = [stripped(line) for line in chosen.strip.read_text("utf-8").splitlines()]
        chosen.out.write_text("".join(f"{row}\n" for row in sorted(rows)), "utf-8")
        return
    if chosen.out.resolve().is_relative_to(REPOSITORY):
        parser.error("the drawn passages are source text: write them outside the repository")
    notes = read_notes(Asked(chosen.data, limit=chosen.limit))
    if not notes:
        parser.error("--data holds no clinical notes")
    drawn = draw(notes, reader(chosen.model), chosen.count, chosen.seed)
    rows = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in drawn)
    write_page(chosen.out, rows, private=True)


def draw(
    notes: list[Document], detect: Detect, count: int, seed: int
) -> Iterator[dict[str, str | int]]:
    """Yield passages drawn without replacement, in random order; all if there are not so many."""
    marked = [(note, span) for note, found in passages(detect, notes) for span in found]
    rng = Random(seed)  # noqa: S311 - the same draw every time
    return (shown_row(note, span) for note, span in rng.sample(marked, min(count, len(marked))))


def shown_row(note: Document, span: Span) -> dict[str, str | int]:
    """Return a passage with its surroundings."""
    return {
        "id": note.id,
        "start": span.start,
        "end": span.end,
        "label": span.label,
        "before": note.text[max(0, span.start - CONTEXT) : span.start],
        "passage": note.covered_by(span),
        "after": note.text[span.end : span.end + CONTEXT],
        "verdict": "",
    }


if __name__ == "__main__":
    main()
