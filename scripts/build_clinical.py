"""Build the clinical vocabulary `src/textveil/lexicon/data/clinical.bin`; equal input, equal bytes.

`NOTICE` names the packages and their licences, `docs/methods/lexicon.md` their releases. `DATA` is
a folder with the SCOWL word list (`lists/american-english-insane.txt.xz`), `WORDNET` one with the
nouns of WordNet 3.0 (`data.noun`, whole or in parts). Nothing is fetched, and nothing of this runs
later. With `--check` nothing is written, and the exit code is 1 if the table would change.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "scripts")]

from lexicon_sources.clinic import clinical_table  # noqa: E402

from textveil.lexicon.tables.clinical import ClinicalKind  # noqa: E402
from textveil.lexicon.tables.packed_table import pack  # noqa: E402

TABLE = ROOT / "src" / "textveil" / "lexicon" / "data" / "clinical.bin"


def main() -> int:
    """Build the table, tell what it holds, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("wordnet", type=Path, metavar="WORDNET")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    table = clinical_table(options.data, options.wordnet)
    content = pack(table)
    counts = Counter(kind.name for kinds, _ in table.values() for kind in ClinicalKind(kinds))
    print(f"{len(table):,} keys, {len(content):,} bytes;", dict(counts.most_common()))
    if options.check:
        same = TABLE.exists() and TABLE.read_bytes() == content
        print("same" if same else "differs")
        return 0 if same else 1
    TABLE.write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
