"""Build the table of the commonest words of each language, by which a language is recognised.

The words are the stop words of spaCy. How common each is follows from the counts of letters, pairs
and triples of the package langdetect, as the product of the chances of each letter behind the two
before it. `NOTICE` names licences. Nothing is fetched: `PACKAGES` is the folder where both packages
are installed. With `--check` nothing is written, and the exit code is 1 if the table would change.
"""

import argparse
import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import log2
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "src" / "textveil" / "lexicon" / "data" / "tongues"
HEAD = """\
# The commonest words of each language: a word, and by code of a language how much it tells, which
# is the binary logarithm of how much more common the word is there than once in 65,536 words.
# Made by scripts/build_tongues.py.
# Source: stop words of spaCy 3.8 (MIT License), weighed by the letter counts of langdetect 1.0.9
# (Apache License 2.0), which were made from Wikipedia.  Licence: as theirs, see NOTICE.
"""

SHORT_HEAD = """\
# Words by which the language of a short text is told: a word, and the codes of the languages in
# which it is common. Only languages in Latin letters.
# Made by scripts/build_tongues.py.
# Source: stop words of spaCy 3.8 (MIT License).  Licence: as theirs, see NOTICE.
"""

MOST = 150
"""Words of a language at most, the commonest ones."""
RARE = 16
LEAST = 3
"""What a word tells of which a triple of letters was not counted."""
UNKNOWN = 5
"""What a word tells where there are no letter counts of its language."""
OTHER_CODES = {"nb": "no"}


def main() -> int:
    """Build the table and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", type=Path, metavar="PACKAGES")
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    given = parser.parse_args()
    made = {"words.tsv": (HEAD, lines), "short_words.tsv": (SHORT_HEAD, short_lines)}
    changed = False
    for name, (head, build) in made.items():
        text = head + "".join(f"{line}\n" for line in build(given.packages))
        target = FOLDER / name
        changed |= not target.is_file() or target.read_text("utf-8") != text
        if not given.check:
            target.write_text(text, "utf-8")
    return int(given.check and changed)


def lines(packages: Path) -> Iterator[str]:
    """Yield the lines of the table, sorted by word."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for code in told_by_words():
        path = packages / "spacy" / "lang" / code / "stop_words.py"
        weights = weighed(stop_words(path), counts(packages, code))
        for word, weight in sorted(weights.items(), key=lambda one: (-one[1], one[0]))[:MOST]:
            found[word][code] = weight
    for word, told in sorted(found.items()):
        yield f"{word}\t{' '.join(f'{code}={weight}' for code, weight in sorted(told.items()))}"


def short_lines(packages: Path) -> Iterator[str]:
    """Yield the lines of the table for short texts, sorted by word."""
    found: dict[str, set[str]] = defaultdict(set)
    others = set().union(*(codes.split() for _, _, codes, *_ in rows("scripts.tsv")))
    for code in told_by_words():
        if code not in others:
            for word in stop_words(packages / "spacy" / "lang" / code / "stop_words.py"):
                found[word].add(code)
    for word, codes in sorted(found.items()):
        yield f"{word}\t{' '.join(sorted(codes))}"


def told_by_words() -> list[str]:
    """Return the codes of the languages that share their script with others."""
    written = [set(codes.split()) for _, _, codes, *_ in rows("scripts.tsv")]
    shared = set().union(*(codes for codes in written if len(codes) > 1))
    alone = set().union(*written) - shared
    return [code for code, *_ in rows("languages.tsv") if code not in alone]


def rows(name: str) -> list[list[str]]:
    """Return the rows of a table, split at tabs."""
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def stop_words(path: Path) -> set[str]:
    """Return the words of a list: every piece of its strings that has letters only."""
    words: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            pieces = re.split(r"[\s'’ʼ]+", node.value.casefold())  # noqa: RUF001 - apostrophes
            words.update(piece for piece in pieces if is_word(piece))
    return words


def is_word(piece: str) -> bool:
    """Tell whether a piece has two letters or more, some with marks, and nothing else."""
    return bool(re.fullmatch(r"[^\W\d_](?:[^\W\d_]|[\u0900-\u0dff])+", piece))


def counts(packages: Path, code: str) -> Mapping[str, int]:
    """Return the letter counts of a language; none where the package has none."""
    path = packages / "langdetect" / "profiles" / OTHER_CODES.get(code, code)
    found: Mapping[str, int] = json.loads(path.read_text("utf-8"))["freq"] if path.is_file() else {}
    return found


def weighed(words: set[str], counted: Mapping[str, int]) -> dict[str, int]:
    """Return how much each word tells; words that are too rare are left out."""
    if not counted:
        return dict.fromkeys(sorted(words), UNKNOWN)
    beginnings = sum(n for gram, n in counted.items() if len(gram) == 2 and gram[0] == " ")
    return {word: max(LEAST, round(RARE + chance(word, counted, beginnings))) for word in words}


def chance(word: str, counted: Mapping[str, int], beginnings: int) -> float:
    """Return the binary logarithm of the chance that a word of a text is this one."""
    framed = f" {word} "
    first = counted.get(framed[:2], 0)
    if not first:
        return -99.0
    total = log2(first / beginnings)
    for at in range(len(framed) - 2):
        before, all_three = counted.get(framed[at : at + 2], 0), counted.get(framed[at : at + 3], 0)
        if not before or not all_three:
            return -99.0
        total += min(0.0, log2(all_three / before))
    return total


if __name__ == "__main__":
    sys.exit(main())
