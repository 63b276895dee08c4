"""Release transcribed notes, and write every changed passage to a file for people to judge.

    python -m benchmarks.changed_passages --data FOLDER --count 300 --out /tmp/changed.tsv

The notes are operative and clinic notes of MTSamples. Rules are written with the half of them whose
hash is even (`dev`); the other half (`held`) is for counting alone. Each note is about a person of
its own. A row of the file has the note's id, where the passage begins, its label, the original,
what became of it, its surroundings, and an empty column for the verdict:

- `ok`: it identifies somebody, or might;
- `false`: it identifies nobody, and a reader sees that something was changed;
- `believed`: it identifies nobody, and a reader without the original would believe it.

`--count-verdicts FILE` counts the notes of a judged file. The file shows source text: only its
owner may read it, and it is never written into the repository.
"""

import argparse
import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

from benchmarks.detect import lines
from benchmarks.draw_passages import REPOSITORY
from benchmarks.readers import TAGGER
from textveil.pipeline.pages import write_page
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import load_policy
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

KEY = Secret(b"a key that everybody may know")
CONTEXT = 40
FIELDS = ("id", "start", "label", "original", "fake", "before", "after", "verdict")
VERDICTS = ("ok", "false", "believed")
OTHER_TYPES = frozenset(
    {
        "Autopsy",
        "Chiropractic",
        "Diets and Nutritions",
        "Hospice - Palliative Care",
        "IME-QME-Work Comp etc.",
        "Lab Medicine - Pathology",
        "Letters",
        "Physical Medicine - Rehab",
        "Psychiatry / Psychology",
        "Radiology",
        "Sleep Medicine",
        "Speech - Language",
    }
)
"""Types of the file that are neither operative nor clinic notes."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.changed_passages",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, help="folder with corpora")
    parser.add_argument("--half", choices=("dev", "held"), default="dev")
    parser.add_argument("--count", type=int, default=143, help="how many notes to draw")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first notes of the draw")
    parser.add_argument("--policy", default="hide-in-plain-sight")
    parser.add_argument("--model", help="name or folder of the model")
    parser.add_argument("--count-verdicts", type=Path, metavar="JUDGED")
    parser.add_argument("--out", type=Path, help="file to write")
    chosen = parser.parse_args()
    if chosen.count_verdicts:
        print(counted(chosen.count_verdicts.read_text("utf-8")))
        return
    if chosen.data is None or chosen.out is None:
        parser.error("give --data and --out")
    if chosen.out.resolve().is_relative_to(REPOSITORY):
        parser.error("the passages are source text: write them outside the repository")
    notes = drawn(chosen.data, chosen.half, chosen.skip + chosen.count, chosen.seed)[chosen.skip :]
    page = io.StringIO()
    writer = csv.writer(page, delimiter="\t", lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows(changes(notes, chosen.policy, chosen.model))
    write_page(chosen.out, page.getvalue(), private=True)
    print(f"{len(notes)} notes")


def drawn(data: Path, half: str, count: int, seed: int) -> list[Document]:
    """Return notes of one half, drawn at random."""
    rows = lines(data / "clinical" / "mtsamples.jsonl")
    wanted = [
        Document(row["id"], row["text"], subject=row["id"])
        for row in rows
        if row["type"] not in OTHER_TYPES and is_dev(row["text"]) == (half == "dev")
    ]
    Random(seed).shuffle(wanted)  # noqa: S311 - the same draw every time
    return wanted[:count]


def is_dev(text: str) -> bool:
    """Tell whether a note is of the half that rules are written with."""
    return sha256(text.encode()).digest()[-1] % 2 == 0


def changes(
    notes: Sequence[Document], policy: str, model: str | None
) -> Iterator[tuple[str | int, ...]]:
    """Yield a row for each passage that is not the same in the release."""
    used = replace(load_policy(policy), verify=())
    used = used.tuned(TAGGER, {"model": model}) if model else used
    made, _ = Engine(used, KEY).release(notes)
    for one in made:
        text = one.whole.text
        for edit in one.release.edits:
            original = text[edit.start : edit.end]
            if original == edit.replacement:
                continue
            before = text[max(0, edit.start - CONTEXT) : edit.start]
            after = text[edit.end : edit.end + CONTEXT]
            shown = (original, edit.replacement, before, after)
            flat = (" ".join(part.split()) for part in shown)
            yield one.whole.id, edit.start, edit.label, *flat, ""


def counted(judged: str) -> str:
    """Return how many notes have a passage of each verdict; refuse rows without one."""
    rows = list(csv.DictReader(io.StringIO(judged), delimiter="\t"))
    unknown = [row for row in rows if row["verdict"] not in VERDICTS]
    if unknown:
        raise SystemExit(f"{len(unknown)} rows have no verdict of {', '.join(VERDICTS)}")
    passages = Counter(row["verdict"] for row in rows)
    notes = {one: {row["id"] for row in rows if row["verdict"] == one} for one in VERDICTS}
    wrong = len(notes["false"] | notes["believed"])
    return (
        f"passages: {', '.join(f'{one} {passages[one]:,}' for one in VERDICTS)}; notes with a "
        f"falsified passage: {wrong}, with a believed one: {len(notes['believed'])}"
    )


if __name__ == "__main__":
    main()
