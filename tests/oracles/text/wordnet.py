"""WordNet read the slow way: each question reads the files of the dictionary from the top."""

from pathlib import Path

NAMES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def offsets(folder: Path, word: str, part: str) -> list[str]:
    """Return the offsets of the senses of a word, in order."""
    for line in (folder / f"index.{NAMES[part]}").read_text().splitlines():
        if line.startswith(word + " "):
            fields = line.split()
            return fields[-int(fields[2]) :]
    return []


def fields(folder: Path, offset: str, part: str) -> list[str]:
    """Return the fields of one synset."""
    for line in (folder / f"data.{NAMES[part]}").read_text().splitlines():
        if line.startswith(offset + " "):
            return line.split(" | ")[0].split()
    raise LookupError(offset)


def words(folder: Path, offset: str, part: str) -> list[str]:
    """Return the words of a synset, with blanks."""
    found = fields(folder, offset, part)
    count = int(found[3], 16)
    return [word.split("(")[0].replace("_", " ") for word in found[4 : 4 + 2 * count : 2]]


def targets(folder: Path, offset: str, part: str, symbol: str) -> list[str]:
    """Return the first word of each synset that a pointer leads to."""
    found = fields(folder, offset, part)
    at = 4 + 2 * int(found[3], 16)
    reached = []
    for number in range(int(found[at])):
        pointer, target, target_part, _ = found[at + 1 + 4 * number : at + 5 + 4 * number]
        if pointer == symbol:
            reached.append(words(folder, target, target_part)[0])
    return reached


def class_number(folder: Path, offset: str, part: str) -> int:
    """Return the number of the lexicographers' file."""
    return int(fields(folder, offset, part)[1])
