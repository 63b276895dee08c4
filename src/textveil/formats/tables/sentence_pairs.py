"""Pairs of sentences: a file with two sentences a line, or the columns of MRPC or PAWS.

Columns are separated by tabs, and quotes are ordinary characters. The number of columns of the
first line says which file it is; a line of headings is skipped.

========  ==================================================  =======
columns   content                                             truth
========  ==================================================  =======
2         sentence, sentence                                  none
4         number, sentence, sentence, 0 or 1 (PAWS)           last
5         0 or 1, number, number, sentence, sentence (MRPC)   first
========  ==================================================  =======
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from textveil.errors import InputError
from textveil.lexicon.style.language_of import language_of, short_language_of
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["MOST_WORDS", "SentencePair", "read_pairs"]

MOST_WORDS: Final = 2_000
"""Words of a sentence at most."""

_PLAIN, _PAWS, _MRPC = 2, 4, 5
_SENTENCES: Final = {_PLAIN: (0, 1), _PAWS: (1, 2), _MRPC: (3, 4)}
_TRUTH: Final = {_PAWS: 3, _MRPC: 0}
_HEADINGS: Final = {_PAWS: "label", _MRPC: "quality"}
_LARGEST: Final = 1 << 30
_RUNNING: Final = 40
"""Letters of a text whose language is told by its words."""


class SentencePair(NamedTuple):
    """Two sentences, whether they say the same if the file tells, and the line they stand in."""

    left: str
    right: str
    same: bool | None
    line: int

    def __repr__(self) -> str:
        return f"SentencePair(line {self.line})"


def read_pairs(path: Path, *, judged: bool = False) -> list[SentencePair]:
    """Return the pairs of a file.

    Parameters
    ----------
    path
        The file: UTF-8, a byte order mark allowed.
    judged
        Whether each pair must say whether it is the same.

    Raises
    ------
    InputError
        If the file cannot be read; names the line with another number of columns, an empty
        sentence, one of more than `MOST_WORDS` words, one in another language, or no truth.
    """
    rows = list(_rows(path))
    if not rows:
        raise InputError("there are no pairs", where=str(path), hint="give two sentences a line")
    columns = len(rows[0][1])
    if columns not in _SENTENCES:
        raise InputError(
            f"line {rows[0][0]} has {_columns(columns)}",
            where=str(path),
            hint="give two sentences, or the columns of MRPC or PAWS, with a tab between them",
        )
    if judged and columns not in _TRUTH:
        raise InputError(
            "the pairs do not say whether they are paraphrases",
            where=str(path),
            hint="give the columns of MRPC (0 or 1 first of five) or PAWS (last of four)",
        )
    if rows[0][1][_TRUTH.get(columns, 0)].strip().lower() == _HEADINGS.get(columns):
        rows = rows[1:]
    if not rows:
        raise InputError(
            "there are no pairs", where=str(path), hint="give pairs below the headings"
        )
    return [_pair(number, cells, columns, str(path)) for number, cells in rows]


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(
                "the file is larger than a gigabyte", where=str(path), hint="divide it"
            )
        content = path.read_bytes()
    except OSError:
        raise InputError(
            "there is no such file, or it cannot be read", where=str(path), hint="check the path"
        ) from None
    lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if lines and not lines[-1].strip():
        lines.pop()
    for number, line in enumerate(lines, start=1):
        try:
            text = line.removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError:
            raise InputError(
                f"line {number} is not UTF-8", where=str(path), hint="convert the file to UTF-8"
            ) from None
        yield number, text.split("\t")


def _pair(number: int, cells: list[str], columns: int, where: str) -> SentencePair:
    if len(cells) != columns:
        raise InputError(
            f"line {number} has {_columns(len(cells))}, not {columns}",
            where=where,
            hint="put a tab between the columns, and none inside a sentence",
        )
    left, right = (cells[at].strip() for at in _SENTENCES[columns])
    for text in (left, right):
        _check(text, number, where)
    same = None
    if columns in _TRUTH:
        told = cells[_TRUTH[columns]].strip()
        if told not in {"0", "1"}:
            raise InputError(
                f"line {number} says neither 0 nor 1", where=where, hint="1 is a paraphrase"
            )
        same = told == "1"
    return SentencePair(left, right, same, number)


def _check(text: str, number: int, where: str) -> None:
    if not any(letter.isalnum() for letter in text):
        raise InputError(
            f"line {number} has an empty sentence", where=where, hint="remove the line"
        )
    count = len(text.split())
    if count > MOST_WORDS:
        raise InputError(
            f"line {number} has a sentence of {count:,} words, more than {MOST_WORDS:,}",
            where=where,
            hint="cut it into sentences",
        )
    told = (language_of if len(text) > _RUNNING else short_language_of)(text)
    if told not in {"", ENGLISH}:
        raise InputError(
            f"line {number} is in another language than English ({told})",
            where=where,
            hint="paraphrases are told in English only",
        )


def _columns(count: int) -> str:
    return "one column" if count == 1 else f"{count} columns"
