"""Names planted in every place that has a name, and runs that would publish them."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

PEOPLE = (
    ("Philippa", "Underwoodley"),
    ("Eva", "Lund"),
    ("Gerald", "Quigley"),
    ("Maria", "Lopez"),
    ("Henrietta", "Kovacs"),
)
DAYS = ("2019-03-04", "20190304", "04.03.2019")
TEXT = "The patient slept well and ate a little."


def _folder(name: str) -> Callable[[Path], Path]:
    def make(root: Path) -> Path:
        path = root / "in" / name / "visit.txt"
        path.parent.mkdir(parents=True)
        path.write_text(TEXT)
        (root / "in" / "note.txt").write_text(TEXT)
        return root / "in"

    return make


def _file(name: str, ending: str) -> Callable[[Path], Path]:
    def make(root: Path) -> Path:
        (root / "in").mkdir()
        (root / "in" / f"{name}{ending}").write_text(
            TEXT if ending == ".txt" else json.dumps({"text": TEXT}) + "\n"
        )
        (root / "in" / "note.txt").write_text(TEXT)
        return root / "in"

    return make


def _rows(ending: str, field: str, where: str) -> Callable[[Path], Path]:
    """Return what writes a table or JSON lines with a field, key or id of a name."""

    def make(root: Path) -> Path:
        path = root / f"rows{ending}"
        row = {"id": field if where == "id" else "1", "text": TEXT}
        if where == "field":
            row[field] = "7"
        if where == "key":
            row["scores"] = {field: {"score": 7}}
        if ending == ".csv":
            out = io.StringIO()
            writer = csv.DictWriter(out, list(row))
            writer.writeheader()
            writer.writerow(row)
            path.write_text(out.getvalue())
        else:
            path.write_text(json.dumps(row) + "\n")
        return path

    return make


def _slack(name: str) -> Callable[[Path], Path]:
    def make(root: Path) -> Path:
        export = root / "export"
        (export / name).mkdir(parents=True)
        (export / "users.json").write_text("[]")
        (export / "channels.json").write_text("[]")
        message = {"type": "message", "user": "U1", "text": TEXT, "ts": "1551700000.0"}
        (export / name / "2019-03-04.json").write_text(json.dumps([message]))
        return export

    return make


def _mail(name: str) -> Callable[[Path], Path]:
    def make(root: Path) -> Path:
        path = root / "letter.eml"
        parts = (
            f"From: {name} <a@example.org>\nTo: {name} <b@example.org>\nX-Patient: {name}\n"
            f"Subject: About {name}\nDate: Mon, 4 Mar 2019 10:00:00 +0000\nMIME-Version: 1.0\n"
            'Content-Type: multipart/mixed; boundary="x"\n\n--x\nContent-Type: text/plain\n\n'
            f"{TEXT}\n--x\nContent-Type: application/pdf\n"
            f'Content-Disposition: attachment; filename="{name}.pdf"\n\nx\n--x--\n'
        )
        path.write_text(parts)
        return path

    return make


def plants() -> Iterator[tuple[str, str, Callable[[Path], Path], tuple[str, ...]]]:
    """Yield where a name is planted, the name, what writes the input, and options of the run."""
    for number, (given, family) in enumerate(PEOPLE):
        full, low = f"{given} {family}", f"{family}_{given}".lower()
        for ids in ("keep", "number"):
            option = ("--ids", ids)
            yield f"folder {ids}", family, _folder(full), option
            yield f"file {ids}", family, _file(f"{low}_{number + 3}", ".txt"), option
            yield f"table {ids}", family, _file(full, ".jsonl"), option
        yield "field kept", family, _rows(".jsonl", full, "field"), ("--column", "*=keep")
        yield "field dropped", family, _rows(".jsonl", full, "field"), ("--column", f"{full}=drop")
        yield "key", family, _rows(".jsonl", full, "key"), ("--column", "scores=keep")
        yield "column", family, _rows(".csv", full, "field"), ("--column", "*=keep")
        yield (
            "id",
            family,
            _rows(".jsonl", low, "id"),
            ("--ids", "number" if number % 2 else "keep"),
        )
        yield "channel", family, _slack(f"team-{low}"), ()
    for name in ("Philippa Underwoodley", "Eva Lund"):
        yield "headers and attachments", name.split()[1], _mail(name), ()
    for day in DAYS:
        yield "day", day, _file(f"note_{day}", ".txt"), ("--ids", "keep")
        yield "day", day, _file(f"note_{day}", ".txt"), ("--ids", "number")
