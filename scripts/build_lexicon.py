"""Build the lists of `src/textveil/lexicon/data/` from public packages; equal input, equal bytes.

`NOTICE` names the packages and their licences, `docs/methods/lexicon.md` their releases. `DATA`
is a folder with the SCOWL word list (`lists/american-english-insane.txt.xz`) and the table of
universities (`knowledge/us_university_enrollment.csv`). Nothing is fetched, and nothing of this
runs later. With `--check` nothing is written; files that would change are named, and the exit code
is 1 if there are any.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "scripts")]

from lexicon_sources import geography, people, vocabulary  # noqa: E402
from lexicon_sources.checks import require_clean  # noqa: E402

FOLDER = ROOT / "src" / "textveil" / "lexicon" / "data"

Rows = Iterable[tuple[object, ...]]


def lists(data: Path) -> Iterator[tuple[str, Rows]]:
    """Yield the lists that are read as text, by file name."""
    for gender in ("female", "male"):
        yield f"first_{gender}.tsv", people.first_name_rows(gender)
    yield "surnames.tsv", people.surname_rows()
    yield "world_cities.tsv", geography.world_rows()
    yield "us_places.tsv", geography.us_rows()
    yield "countries.tsv", geography.country_rows()
    yield "zip_prefixes.tsv", geography.prefix_rows()
    for name, rows in (
        ("hospitals.tsv", vocabulary.hospital_rows()),
        ("universities.tsv", vocabulary.university_rows(data)),
    ):
        yield name, require_clean(name, rows)
    yield "companies.tsv", vocabulary.company_rows()
    yield "occupations.tsv", vocabulary.occupation_rows()
    yield "drugs.tsv", vocabulary.drug_rows()
    yield "diseases.tsv", vocabulary.disease_rows()
    yield "street_names.tsv", vocabulary.street_rows()


def files(data: Path, *, tables_only: bool) -> Iterator[tuple[str, bytes]]:
    """Yield every file with its content: the lists, then the tables that are made from them."""
    for name, rows in () if tables_only else lists(data):
        lines = ("\t".join(map(str, row)) for row in rows)
        yield name, "".join(f"{line}\n" for line in lines).encode()
    # These read the lists that were written just now.
    from lexicon_sources import tables

    from textveil.lexicon.tables.packed_table import pack

    yield "words.bin", pack(tables.word_table(data))
    yield "phrases.bin", pack(tables.phrase_table())


def main() -> int:
    """Build everything, or the packed tables alone, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("--tables-only", action="store_true", help="keep the lists")
    parser.add_argument("--check", action="store_true", help="write nothing, name what differs")
    options = parser.parse_args()
    changed = 0
    for name, content in files(options.data, tables_only=options.tables_only):
        path = FOLDER / name
        if options.check:
            same = path.exists() and path.read_bytes() == content
            print(f"{name}: {'same' if same else 'differs'}")
            changed += not same
        else:
            path.write_bytes(content)
            print(f"{name:24} {len(content):10,} bytes")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
