"""Build the graph of WordNet `src/textveil/lexicon/data/wordnet.bin`; equal input, equal bytes.

`WORDNET` is a folder with the files of WordNet 3.0 (`data.noun`, `index.noun`, `noun.exc` and so
on). `NOTICE` has the licence. Nothing is fetched, and nothing of this runs later. With `--check`
nothing is written, and the exit code is 1 if the file would change.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from textveil.lexicon.tables.named_arrays import pack_arrays  # noqa: E402

GRAPH = ROOT / "src" / "textveil" / "lexicon" / "data" / "wordnet.bin"
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

# The lexicographers' files by number. Debian's packages do not have the table, so we write it.
CLASSES = (
    *("adj.all", "adj.pert", "adv.all", "noun.Tops"),
    *("noun.act", "noun.animal", "noun.artifact", "noun.attribute", "noun.body", "noun.cognition"),
    *("noun.communication", "noun.event", "noun.feeling", "noun.food", "noun.group"),
    *("noun.location", "noun.motive", "noun.object", "noun.person", "noun.phenomenon"),
    *("noun.plant", "noun.possession", "noun.process", "noun.quantity", "noun.relation"),
    *("noun.shape", "noun.state", "noun.substance", "noun.time"),
    *("verb.body", "verb.change", "verb.cognition", "verb.communication", "verb.competition"),
    *("verb.consumption", "verb.contact", "verb.creation", "verb.emotion", "verb.motion"),
    *("verb.perception", "verb.possession", "verb.social", "verb.stative", "verb.weather"),
    "adj.ppl",
)
# Endings of inflected words and what stands in their place in the base form: the rules of WordNet's
# manual (morphy), in its order.
ENDINGS = {
    "n": "s:,ses:s,xes:x,zes:z,ches:ch,shes:sh,men:man,ies:y",
    "v": "s:,ies:y,es:e,es:,ed:e,ed:,ing:e,ing:",
    "a": "er:,est:,er:e,est:e",
}
POINTERS = {"@": "hypernyms", "@i": "instances", "#p": "holonyms"}


class Synset:
    """One line of a data file."""

    def __init__(self, part: str, line: str) -> None:
        fields = line.partition(" | ")[0].split()
        self.key = (part, int(fields[0]))
        self.kind = int(fields[1])
        count = int(fields[3], 16)
        words = fields[4 : 4 + 2 * count : 2]
        # Adjectives say where they may stand: "galore(ip)".
        self.words = [word.partition("(")[0].replace("_", " ") for word in words]
        at = 4 + 2 * count
        self.pointers: dict[str, list[tuple[str, int]]] = {name: [] for name in POINTERS.values()}
        for pointer in range(int(fields[at])):
            symbol, offset, target, _ = fields[at + 1 + 4 * pointer : at + 5 + 4 * pointer]
            if symbol in POINTERS:
                part_of_target = "a" if target == "s" else target
                self.pointers[POINTERS[symbol]].append((part_of_target, int(offset)))


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines of a file of WordNet without those of the licence."""
    text = path.read_text("ascii")
    return (line for line in text.splitlines() if line and not line.startswith("  "))


def flat(rows: list[list[int]]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return how long each row is, and all rows behind each other."""
    counts = np.array([len(row) for row in rows])
    assert counts.max() < 256, "a row is too long"
    items = [item for row in rows for item in row]
    return counts.astype(np.uint8), np.array(items, np.int32)


def text_array(lines: list[str]) -> NDArray[np.uint8]:
    """Return lines as bytes."""
    return np.frombuffer("\n".join(lines).encode("utf-8"), np.uint8)


def arrays_of(folder: Path) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of the graph."""
    synsets = {
        part: [Synset(part, line) for line in lines_of(folder / f"data.{name}")]
        for part, name in FILES.items()
    }
    every = [synset for part in FILES for synset in synsets[part]]
    numbers = {synset.key: at for at, synset in enumerate(every)}
    senses: dict[str, dict[str, list[int]]] = {part: {} for part in FILES}
    for part, name in FILES.items():
        for line in lines_of(folder / f"index.{name}"):
            word, _, count, *rest = line.split()
            offsets = rest[len(rest) - int(count) :]
            senses[part][word.replace("_", " ")] = [numbers[part, int(o)] for o in offsets]
    words = sorted(
        {word for part in FILES for word in senses[part]}, key=lambda word: word.encode()
    )
    places = {word: at for at, word in enumerate(words)}
    written = sorted({word for synset in every for word in synset.words} - places.keys())
    places |= {word: at for at, word in enumerate(written, len(words))}
    arrays: dict[str, NDArray[np.generic]] = {
        "words": text_array(words),
        "written": text_array(written),
        "class_names": text_array(list(CLASSES)),
        "classes": np.array([synset.kind for synset in every], np.uint8),
        "starts": np.cumsum([0, *(len(synsets[part]) for part in FILES)], dtype=np.int32),
        "exceptions": text_array(list(exceptions(folder))),
        "endings": text_array(
            [
                "\t".join([part, *rule.split(":")])
                for part, rules in ENDINGS.items()
                for rule in rules.split(",")
            ]
        ),
    }
    lists = {f"senses_{part}": [senses[part].get(word, []) for word in words] for part in FILES}
    lists["members"] = [[places[word] for word in synset.words] for synset in every]
    for name in POINTERS.values():
        lists[name] = [[numbers[key] for key in synset.pointers[name]] for synset in every]
    for name, rows in lists.items():
        arrays[f"{name}_counts"], arrays[name] = flat(rows)
    return arrays


def exceptions(folder: Path) -> Iterator[str]:
    """Yield the exceptions: part of speech, word and its base forms."""
    for part, name in FILES.items():
        for line in lines_of(folder / f"{name}.exc"):
            yield "\t".join([part, *(word.replace("_", " ") for word in line.split())])


def main() -> int:
    """Build the graph, tell what it holds, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wordnet", type=Path, metavar="WORDNET")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    arrays = arrays_of(options.wordnet)
    content = pack_arrays(arrays)
    print(f"{arrays['starts'][-1]:,} senses, {len(content):,} bytes")
    if options.check:
        same = GRAPH.exists() and GRAPH.read_bytes() == content
        print("same" if same else "differs")
        return 0 if same else 1
    GRAPH.write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
