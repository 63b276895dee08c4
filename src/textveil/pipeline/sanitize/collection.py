"""Documents of any format as sequences over one alphabet, and the way back."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from textveil.certify.sequences.checking import Given
from textveil.certify.sequences.reading import Records, read_given
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import InputError, UsageError
from textveil.formats.inputs import lines
from textveil.formats.sequences.fastq import QUALITIES
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns
from textveil.lexicon.numbers.nucleotides import bases_in, complements, is_nucleic
from textveil.pipeline.memory import within_memory
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.pipeline.sanitize.lettering import letters_of, texts_of
from textveil.pipeline.sanitize.nucleotides import BIOLOGICAL, check_patterns
from textveil.pipeline.sanitize.records import folded, lower_letters, restored, signs_of
from textveil.transform.sanitization.sanitize import Sanitized
from textveil.values.document import Document
from textveil.values.keys.draw import Draw
from textveil.values.runs.watch import Track, untracked
from textveil.values.sequences import Sequences
from textveil.values.terms.format_abilities import Encoded, PlainTexts

__all__ = [
    "UNITS",
    "Pattern",
    "SequenceCollection",
    "is_there",
    "read_patterns",
    "separator_of",
    "unit_of",
]

UNITS: Final = ("char", "token")

Pattern = tuple[str, ...]

_HELD: Final[dict[str, tuple[str, re.Pattern[str], str]]] = {
    "spmf": ("0", re.compile(r"[0-9]+(?:,[0-9]+)*"), "a number"),
    "fasta": ("#", re.compile(r"[^\s>;]"), "one character, and neither > nor ;"),
    "fastq": ("#", re.compile(r"\S"), "one character"),
}
"""Formats that cannot hold every separator: their own, what they can hold, in words."""

_OFFERED: Final = ("#", "|", "$", "%", "&", "@", "~", "_", "+", "=")


def unit_of(source: Source, asked: str = "") -> str:
    """Return what a letter is: the unit asked for, or `token` for SPMF and `char` elsewhere."""
    unit = asked or ("token" if source.format_name == "spmf" else "char")
    if unit not in UNITS:
        raise UsageError("a unit is char or token", where="--unit")
    return unit


def separator_of(source: Source, unit: str, asked: str | None) -> str:
    """Return the separator to use, and make sure that the format can hold it.

    Nothing is read for that; whether it is a letter is known only later.
    """
    own, held, words = _HELD.get(source.format_name, ("#", None, ""))
    if asked is None:
        return own
    if unit == "char" and len(asked) != 1:
        raise UsageError("with the unit char, a separator is one character", where="--separator")
    if not asked or asked.split() != [asked]:
        raise UsageError("a separator must not contain white space", where="--separator")
    if held is not None and not held.fullmatch(asked):
        raise UsageError(
            f"the {source.format_name} format cannot hold this separator: it must be {words}",
            where="--separator",
            hint=f"{own!r} unless it occurs",
        )
    encoding = (isinstance(source.format, Encoded) and source.format.encoding) or "utf-8"
    try:
        asked.encode(encoding)
    except UnicodeEncodeError:
        raise UsageError(f"{encoding} cannot write this separator", where="--separator") from None
    return asked


@dataclass(frozen=True, slots=True, repr=False)
class SequenceCollection:
    """Documents as sequences over one alphabet, and the way back.

    Attributes
    ----------
    source
        Where they came from.
    documents
        As they were read; empty where texts and their numbers are all that there is.
    sequences
        The same as letters.
    unit
        `char` or `token`.
    nucleic
        Whether these are records of DNA or RNA: then the four bases are letters of the alphabet,
        and what pairs with its letters.
    """

    letter: ClassVar[str] = "letter"
    """What users call a letter of these sequences."""

    source: Source
    documents: Sequence[Document]
    sequences: Sequences
    unit: str
    nucleic: bool = False

    @classmethod
    def load(
        cls,
        source: Source,
        unit: str = "",
        track: Track = untracked,
        *,
        separator: str | None = None,
    ) -> "SequenceCollection":
        """Read all sequences.

        Parameters
        ----------
        source
            Documents. The line end at the end of a plain text is no letter. FASTA and FASTQ are
            read in upper case.
        unit
            `char`, each character is a letter; `token`, what stands between white space is one.
            Without it, `token` for SPMF and `char` elsewhere.
        separator
            Is checked before anything is read.
        """
        unit = unit_of(source, unit)
        separator_of(source, unit, separator)
        documents: list[Document] = []
        subjects: tuple[str | None, ...] = ()
        if isinstance(source.format, PlainTexts):
            texts = _numbered_texts(source.format, source.path, track)
            ids = tuple(map(str, range(1, len(texts) + 1)))
        else:
            documents = list(within_memory(track(source, "read", None), source.path))
            plain = source.format_name == "text"
            texts = [_body(d.text) if plain else d.text for d in documents]
            ids = tuple(document.id for document in documents)
            if any(document.subject is not None for document in documents):
                subjects = tuple(document.subject for document in documents)
        also, nucleic = "", False
        if _is_biological(source, unit):
            texts = [folded(text) for text in texts]
            counts = Counter("".join(texts))
            nucleic = is_nucleic(counts)
            also = "".join(complements({*counts, *bases_in(counts)})) if nucleic else ""
        sequences = letters_of(ids, texts, unit, subjects, also)
        if not sequences.buffer:
            raise InputError("the input has no letters", where=str(source.path))
        return cls(source, documents, sequences, unit, nucleic)

    @property
    def biological(self) -> bool:
        """Whether these are records of biologists, in which case does not matter."""
        return _is_biological(self.source, self.unit)

    @property
    def columns(self) -> EventColumns | None:
        """The columns of an event table."""
        return None

    @property
    def always_mapped(self) -> bool:
        """Whether claims rest on the coordinate map."""
        return self.biological

    def patterns(self, path: Path, wildcard: str = "") -> list[Pattern]:
        """Read patterns, one per line; those of biologists in upper case.

        Raises
        ------
        InputError
            If a pattern of biologists cannot occur.
        """
        found = read_patterns(path, self.unit)
        if not self.biological:
            return found
        found = [tuple(x if x == wildcard else folded(x) for x in pattern) for pattern in found]
        known = {*self.sequences.alphabet.symbols, wildcard}
        check_patterns(found, known, str(path), nucleic=self.nucleic)
        return found

    def separator(self, asked: str | None) -> str:
        """Return the separator to use: the one asked for, or one that fits the format."""
        chosen, alphabet = separator_of(self.source, self.unit, asked), self.sequences.alphabet
        if chosen not in alphabet:
            return chosen
        if self.source.format_name == "spmf":
            free = next(str(n) for n in range(len(alphabet) + 1) if str(n) not in alphabet)
        else:
            free = next((mark for mark in _OFFERED if mark not in alphabet), "")
        raise UsageError(
            "the separator is a letter of the alphabet",
            where="--separator",
            hint=f"{free!r} is not" if free else "name one that is not",
        )

    def notices(self) -> list[str]:
        """Return notices about letters that may surprise a user."""
        found, alphabet = [], self.sequences.alphabet
        if self.unit == "char" and "\n" in alphabet:
            found.append(
                "line ends inside the text count as letters; --lines makes each line a sequence"
            )
        if self.biological:
            lower = sum(int(lower_letters(document.text).sum()) for document in self.documents)
            if lower:
                found.append(
                    f"{lower:,} of {len(self.sequences.codes):,} letters are lower case "
                    "(soft-masked): patterns are found there too, and letters keep their case"
                )
        return found

    def given(self, promised: SequenceSettings) -> Given:
        """Return the input as those read it who check it: anew, if it can be read twice."""
        if self.documents and not is_there(self.source.path):
            return Records.of(self.documents, promised, self.source)
        return read_given(self.source, promised)

    def coordinates(self, result: Sanitized) -> CoordinateMap:
        """Return where kept letters stand in the release."""
        return CoordinateMap.of(result)

    def signs(
        self, result: Sanitized, kept: NDArray[np.bool_], draw: Draw | None
    ) -> NDArray[np.uint8] | None:
        """Return the quality of each letter of a result; None where letters have none.

        Parameters
        ----------
        result
            What becomes of the sequences.
        kept
            For each letter of the result, whether it is a kept one, which keeps its quality.
        draw
            Draws the quality of all others from kept letters beside them; None gives the lowest.
        """
        if self.source.format_name != "fastq" or not self.biological:
            return None
        bounds = pairwise(result.offsets.tolist())
        records = enumerate(zip(self.documents, bounds, strict=True), 1)
        origin, kept = _places(result, kept)
        return np.concatenate(
            [
                signs_of(d.metadata[QUALITIES], origin[a:b], kept[a:b], draw, number)
                for number, (d, (a, b)) in records
            ]
        )

    def release(
        self,
        result: Sanitized,
        target: Path,
        kept: NDArray[np.bool_],
        signs: NDArray[np.uint8] | None,
        draw: Draw,  # noqa: ARG002 - tables need it
    ) -> None:
        """Write all sequences, or nothing, in the format of the input.

        Parameters
        ----------
        result
            What becomes of them.
        target
            The file or folder to write.
        kept
            For each letter of the result, whether it is a kept one.
        signs
            The quality of each letter of the result, where letters have one.
        draw
            Is for tables, whose new rows need a time.
        """
        texts = texts_of(result.released, self.unit)
        writer: Any = self.source.writer()
        if not self.documents:
            writer.write_texts(texts, target)
        else:
            writer.write(self._released(texts, result, kept, signs), target)

    def _released(
        self,
        texts: Sequence[str],
        result: Sanitized,
        kept: NDArray[np.bool_],
        signs: NDArray[np.uint8] | None,
    ) -> Iterator[Document]:
        plain = self.source.format_name == "text"
        bounds = pairwise(result.offsets.tolist())
        every, kept = _places(result, kept)
        for document, text, (start, stop) in zip(self.documents, texts, bounds, strict=True):
            if self.biological:
                own = None if signs is None else signs[start:stop]
                yield restored(document, text, every[start:stop], kept[start:stop], own)
                continue
            end = document.text[len(_body(document.text)) :] if plain else ""
            yield replace(document, text=text + end, spans=None, layers=())


def _places(result: Sanitized, kept: NDArray[np.bool_]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the letter of the input from which each letter has case and quality, if it has one."""
    if not result.in_place:
        return result.origin, kept
    begins = np.repeat(result.offsets[:-1], np.diff(result.offsets))
    return np.arange(kept.size) - begins, np.ones(kept.size, np.bool_)


def is_there(path: Path) -> bool:
    """Tell whether a path can be read again: a pipe can be read only once."""
    return path.is_file() or path.is_dir()


def _is_biological(source: Source, unit: str) -> bool:
    return source.format_name in BIOLOGICAL and unit == "char"


def read_patterns(path: Path, unit: str, encoding: str = "utf-8") -> list[Pattern]:
    """Read sensitive patterns, one per line; empty lines are skipped.

    With the unit `char` every character of a line is a letter, blanks included.
    """
    rows = (line.removesuffix("\r") for _, line in lines(path, encoding))
    patterns = [tuple(row if unit == "char" else row.split()) for row in rows]
    patterns = [pattern for pattern in patterns if pattern]
    if not patterns:
        raise InputError("there is no pattern in it", where=str(path))
    return patterns


def _numbered_texts(reader: PlainTexts, path: Path, track: Track) -> list[str]:
    batches = track(reader.read_texts(path), "read", None)
    texts: list[str] = []
    for batch in within_memory(batches, path, lambda batch: sum(map(len, batch))):
        texts += batch
    return texts


def _body(text: str) -> str:
    """Take the line end off the end of a text."""
    return text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text
