"""Compute from the shipped lists which templates of organizations are used.

Run it after a change of a list of names, or of the words with the role `generic`. With `--check`
nothing is written, and the exit code is 1 if the file would change.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from textveil.transform.surrogates.organizations.templates import BUILT, computed  # noqa: E402


def main() -> int:
    """Write the file, or compare it, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    path = ROOT / "src" / "textveil" / "lexicon" / "data" / BUILT
    content = "".join("\t".join(map(str, row)) + "\n" for row in computed()).encode()
    if parser.parse_args().check:
        return int(path.read_bytes() != content)
    path.write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
