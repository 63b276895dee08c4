"""A folder as a custodian has it: many endings, some unreadable files, names in file names.

The first try must say everything that is wrong, in at most five seconds; the second releases.
"""

import gzip
import json
import lzma
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.measure import Row

NAMES: Final = (
    *("Quigley", "Ostrander", "Fairweather", "Pennington", "Abernathy", "Lindqvist"),
    *("Hargreaves", "Bellweather", "Castellanos", "Drummond", "Ellsworth", "Fitzsimmons"),
    *("Gallagher", "Holloway", "Iverson", "Jankowski", "Kowalczyk", "Lundgren"),
)
UNREADABLE: Final = {
    "a.pdf": b"%PDF-1.4 \xff\xfe\x00",
    "b.csv": b"id,text\n1,two,many\n",
    "c.jsonl": b"{not json\n",
    "d.docx": b"PK\x03\x04junk",
    "e.csv": b"id,words\n1,hello\n",
    "f.txt": b"cut off: caf\xc3",
    "g.parquet": b"PAR1junk",
    "h.xml": b"<other>",
    "i.txt.gz": b"not gz",
}
ENDINGS: Final = (
    *(".txt", ".txt.gz", ".csv", ".tsv", ".jsonl", ".ndjson"),
    *(".eml", ".mbox", ".conll", ".lines", ".json", ".txt.xz"),
)
_HEAD: Final = (
    "From: A Person <a{0}@example.org>\nTo: b@example.org\nSubject: visit\n"
    "Date: Mon, 2 May 2016 10:00:00 +0000\nMessage-ID: <{0}@example.org>\n\n"
)
LIMIT: Final = 5.0


def make_folder(folder: Path, files: int = 300, named: int = 18) -> None:
    """Write a folder of files of twelve endings, nine of which cannot be read."""
    for at in range(files - named - len(UNREADABLE)):
        ending = ENDINGS[at % len(ENDINGS)]
        place = ("cardiology", "surgery", "letters")[at % 3]
        _put(folder / place / f"note_{at:03}{ending}", _content(ending, at))
    for at in range(named):
        who = NAMES[at % len(NAMES)]
        _put(folder / "letters" / f"{who}_{at}.txt", _note(at, who).encode())
    for name, data in UNREADABLE.items():
        _put(folder / "attic" / name, data)


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _note(at: int, who: str = "Quigley") -> str:
    return (
        f"Anna {who} came on {1 + at % 28} May 2016. Number on file: 617-555-01{at % 100:02}. "
        f"MRN: {5510000 + at}. All well.\n"
    )


def _content(ending: str, at: int) -> bytes:
    text = _note(at)
    if ending == ".txt" and at % 36 == 0:
        return text.replace("All well", "Café, Señor").encode("cp1252")
    if ending in (".txt.gz", ".txt.xz"):
        return (gzip if ending == ".txt.gz" else lzma).compress(text.encode())
    mark = "\t" if ending == ".tsv" else ","
    made = {
        ".csv": f'id{mark}text\n1{mark}"{text.strip()}"\n2{mark}"Nothing to report."\n',
        ".jsonl": json.dumps({"id": "1", "text": text}) + "\n",
        ".eml": _HEAD.format(at) + text,
        ".mbox": f"From a@example.org Mon May  2 10:00:00 2016\n{_HEAD.format(at)}{text}\n",
        ".conll": "".join(f"{word} O\n" for word in text.split()),
        ".json": json.dumps([{"id": 1, "data": {"text": text}}]),
    }
    made[".tsv"], made[".ndjson"] = made[".csv"], made[".jsonl"]
    return made.get(ending, text).encode()


def rows(_: Path | None) -> Iterator[Row]:
    """Yield what the first try says and how long it takes, and whether the second releases."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        make_folder(folder / "in")
        first, seconds = _release(folder)
        said = first.stderr
        everything = all(f"- attic/{name}" in said for name in UNREADABLE) and "18 docum" in said
        yield Row(
            "mixed_folder",
            "first try: 300 files, 9 unreadable, 18 names in file names",
            f"{seconds:.1f} s, {'all' if everything else 'not all'} said",
            "",
            f"all said in {LIMIT:.0f} s",
            everything and seconds <= LIMIT,
            1,
        )
        second, seconds = _release(folder, "--skip-unreadable", "--ids", "number")
        done = second.returncode == 0
        figure = f"{seconds:.1f} s, {'released' if done else 'refused'}"
        yield Row("mixed_folder", "second try, with the options it said", figure, "", "", done, 1)


def _release(folder: Path, *more: str) -> tuple[subprocess.CompletedProcess[str], float]:
    command = [sys.executable, "-m", "textveil", "release", "in", "out", *more]
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done, time.perf_counter() - begun
