"""What was promised of sanitized sequences, as a certificate has it.

It says how letters are read and which claims there are; it holds no letter of the input.
"""

from dataclasses import dataclass, fields
from math import isfinite
from types import MappingProxyType
from typing import Any, Final

from textveil.certify.document.certificate_shape import misfit
from textveil.errors import FormatError
from textveil.formats.tables.events import EventColumns
from textveil.verify.sequences.claims import PROMISES

__all__ = ["INPUT", "KEEP", "KEY", "NEEDS", "ORDERED", "SEQUENCES", "SequenceSettings"]

_RECORDS: Final = frozenset({"fasta", "fastq"})
_UNITS: Final = frozenset({"char", "token", "event"})
_STRANDS: Final = frozenset({"one", "both"})
_QUALITIES: Final = frozenset({"lowest", "drawn"})
ORDERED: Final = frozenset({"tfs", "etfs", "tm", "tmi", "substitute", "ba"})
"""Methods that leave kept letters in the order of the input."""
_SEPARATED: Final = frozenset({"tfs", "etfs", "pfs", "ba"})
_COMPARED: Final = frozenset({"ba", "ph"})
_MOST: Final = 1 << 31
_LONGEST: Final = 1 << 12
"""The largest k: whoever hides longer patterns hides parts of them."""


def _among(words: frozenset[str]) -> Any:
    return lambda value: isinstance(value, str) and value in words


def _number(value: Any) -> bool:
    return type(value) is int and 1 <= value <= _MOST


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _threshold(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value) and value < 0


_COLUMNS: Final = {**dict.fromkeys(("who", "when", "what", "form"), _text), "kept": [_text]}


def _columns(value: Any) -> bool:
    if value is None:
        return True
    if misfit(value, _COLUMNS):
        return False
    named = [value["who"], value["when"], value["what"], *value["kept"]]
    return len(set(named)) == len(named)


SEQUENCES: Final[dict[str, Any]] = {
    "method": _among(frozenset(PROMISES)),
    "k": lambda value: _number(value) and value <= _LONGEST,
    "tau": _number,
    "rho": _threshold,
    "separator": lambda value: isinstance(value, str) and value.split() == [value],
    "format": _text,
    "unit": _among(_UNITS),
    "wildcard": _text,
    "strands": _among(_STRANDS),
    "nucleic": _flag,
    "decoys": _number,
    "quality": _among(_QUALITIES),
    "events": _columns,
    "mapped": _flag,
    "reference": _flag,
}
"""The fields of the settings in a certificate, a `Shape`."""


@dataclass(frozen=True, slots=True)
class SequenceSettings:
    """How sequences were sanitized, as far as a claim depends on it.

    Attributes
    ----------
    method
        One of `verify.sequences.claims.PROMISES`.
    k
        Letters of the patterns that are hidden and counted.
    tau, rho
        From how many occurrences on a pattern is frequent; below which z-score it is implausible.
    separator
        The letter between blocks.
    format
        Name of the format; FASTA and FASTQ are read in upper case, and the line end at the end of a
        plain text is no letter.
    unit
        What a letter is: `char`, `token` or `event`.
    wildcard
        Stands for any letter in sensitive patterns; empty for none.
    strands
        `one`, or `both`: reverse complements are hidden too.
    nucleic
        Whether letters are those of DNA or RNA.
    decoys
        M: among how many patterns each sensitive one is hidden; 1 for no others.
    quality
        Of letters that came in, in FASTQ: `lowest` or `drawn`. A letter that has the place of
        another has the quality of that one.
    events
        The columns of an event table; None for sequences.
    mapped
        Whether there is a coordinate map.
    reference
        Whether other sequences than the input say what is implausible.
    """

    method: str
    k: int
    tau: int = 1
    rho: float = -1.0
    separator: str = "#"
    format: str = "text"
    unit: str = "char"
    wildcard: str = ""
    strands: str = "one"
    nucleic: bool = False
    decoys: int = 1
    quality: str = "lowest"
    events: EventColumns | None = None
    mapped: bool = False
    reference: bool = False

    @classmethod
    def of(cls, content: Any, where: str = "") -> "SequenceSettings":
        """Read settings from JSON.

        Raises
        ------
        FormatError
            If a field is missing, malformed or not known, or two do not fit each other.
        """
        wrong = misfit(content, SEQUENCES, "sequences")
        if wrong:
            raise FormatError(f"the certificate's {wrong}", where=where)
        columns = content["events"]
        if columns is not None:
            columns = EventColumns(**{**columns, "kept": tuple(columns["kept"])})
        made = cls(**{**content, "events": columns})
        if not made._fits():
            raise FormatError("the certificate's `sequences` contradict each other", where=where)
        return made

    def _fits(self) -> bool:
        events = self.events is not None
        return (
            events == (self.unit == "event")
            and not (self.nucleic and not self.biological)
            and not (self.strands == "both" and not self.nucleic)
            and not (self.decoys > 1 and self.method in _COMPARED)
            and not (self.reference and self.method != "tmi")
            and self.separator != self.wildcard
            and (self.mapped or not (events or self.biological))
            and not (self.quality == "drawn" and (self.in_place or not self.has_qualities))
        )

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        shown = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.events is not None:
            columns = {part.name: getattr(self.events, part.name) for part in fields(self.events)}
            shown["events"] = {**columns, "kept": list(self.events.kept)}
        return shown

    @property
    def biological(self) -> bool:
        """Whether these are records of biologists, in which case does not matter."""
        return self.format in _RECORDS and self.unit == "char"

    @property
    def has_qualities(self) -> bool:
        """Whether each letter has a quality."""
        return self.biological and self.format == "fastq"

    @property
    def keeps_separators(self) -> bool:
        """Whether the release may hold separators."""
        return self.method in _SEPARATED

    @property
    def in_place(self) -> bool:
        """Whether every letter stands in the place of one of the input."""
        return self.method == "substitute"

    @property
    def whole(self) -> bool:
        """Whether patterns are hidden as they are named, and not in parts of k letters."""
        return self.in_place and self.decoys == 1

    @property
    def ordered(self) -> bool:
        """Whether kept letters stand in the order of the input; kept events always do."""
        return self.method in ORDERED or self.events is not None

    @property
    def draws(self) -> bool:
        """Whether anything was drawn by a key."""
        by_choice = self.quality == "drawn" or self.events is not None
        return self.decoys > 1 or self.in_place or by_choice

    @property
    def claims(self) -> tuple[str, ...]:
        """The names of all claims, in the order in which they are told."""
        more = {
            "motifs": True,
            "alphabet": True,
            "made-places": self.decoys > 1 and not self.in_place,
            "decoys": self.decoys > 1 and not self.in_place,
            "groups": self.decoys > 1 and self.in_place,
            "map": self.mapped,
            "order": self.mapped and self.ordered,
            "records": True,
            "case": self.biological,
            "qualities": self.has_qualities,
            "rows": self.events is not None,
            "times": self.events is not None,
            "draws": self.draws,
        }
        return (*PROMISES[self.method], *(claim for claim, made in more.items() if made))


KEEP: Final = "keep"
INPUT: Final = "input"
KEY: Final = "key"

NEEDS: Final = MappingProxyType(
    {
        "no-separator": frozenset[str](),
        "motifs": frozenset({KEEP}),
        **dict.fromkeys(
            ("short-unchanged", "equal-lengths", "alphabet", "records"), frozenset({INPUT})
        ),
        **dict.fromkeys(
            (
                *("C1", "P1", "Pi1", "P2", "not-lowered", "plausible", "fewest"),
                *("made-places", "decoys", "groups"),
            ),
            frozenset({KEEP, INPUT}),
        ),
        **dict.fromkeys(
            ("map", "order", "case", "qualities", "rows", "times"), frozenset({KEEP, INPUT})
        ),
        "draws": frozenset({KEEP, INPUT, KEY}),
    }
)
"""What each claim needs beside the released file; a nonce does for a key."""
