"""Names: what names of files, folders, fields, keys, channels and ids tell, read as text is.

A name is published like a text, and can say who or when: `Quigley_P10440.txt`, a field called like
a patient, a folder called like a day. One reader looks at all of them, for every method of release:
with the detectors of the policy, and with the values that were removed once they are known. What
tells something is numbered or refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from pathlib import PurePosixPath
from typing import Any, Final

from textveil.detect.lists.dictionary import QUASI
from textveil.formats.catalog import SUFFIXES
from textveil.lexicon.people.given_names import CALLED, given_bearers
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import are_everyday, function_words, look_up
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.pipeline.release.search.known_values import Known
from textveil.policy.policy import load_policy
from textveil.values.contracts import about, with_parts
from textveil.values.document import AUTO, Document
from textveil.values.label import family_of, identifies_alone
from textveil.values.span import Span
from textveil.verify.leftovers.counted_ids import without_counters

__all__ = ["NameReader", "ShownNames", "new_names", "own_strings", "strings_in", "without_keys"]

_PARTS: Final = re.compile(r"[_\W]+")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DIGITS: Final = re.compile(r"[0-9]+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_KEY: Final = re.compile(r"(?<!\w)(?:[a-z_]{1,30}|[A-Z]{1,10})=")
"""What stands before a value in the head of a sequence: `len=29`, `OS=Zea mays`."""
_LONG: Final = 3
"""Letters of a word, and digits of a number, that can name somebody."""
_TIME: Final = "TIME"
_TELLING: Final = frozenset({"NAME", "DATE"})
_FORMS: Final = "textveil.patterns.v1"
_ENDINGS: Final = frozenset(one.lstrip(".") for some in SUFFIXES.values() for one in some)
_LISTED: Final = 20
"""Numbers of names that a message lists."""
_WIDTH: Final = 4
"""Digits of the numbers that take the place of names."""
_OWNER: Final = ("policy", "settings", "output", "own_files", "protected", "unprotected")
"""Parts of a certificate that have names of the owner's; the others are figures and digests."""
_FORM: Final = ("encoding", "delimiter")
"""Options that name no field."""
_DECIDED: Final = ("files", "policy", "case", "attack")
_OURS: Final = re.compile(r"[0-9a-f]{64}|textveil\.[a-z0-9.-]{1,99}")
"""Digests, and names of components."""


@dataclass(frozen=True)
class NameReader:
    """Reads names as the texts of a run are read.

    Attributes
    ----------
    engine
        Has the detectors.
    known
        The values that were removed, once they are known.
    listed
        Whether only names of people count that a list of names knows: species in the heads of
        sequences and tags of annotations (`nmod`, `VVZ`) look like people to a model.
    """

    engine: Engine
    known: Known | None = None
    listed: bool = False
    _told: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, engine: Engine | None = None) -> "NameReader":
        """Return the reader for a run; methods without such a policy read all that tags hide."""
        if engine is not None and engine.policy.uses(_FORMS):
            return cls(engine)
        return cls(Engine(load_policy("tag-only")), listed=True)

    @property
    def language(self) -> str:
        """The language in which names are read."""
        stated = self.engine.policy.language
        return ENGLISH if stated == AUTO else stated

    @cached_property
    def _by_form(self) -> Detection:
        """The detectors that need no sentence around a value."""
        every = [p for pair in self.engine.detection.detectors for p in with_parts(*pair)]
        return Detection(
            [p for p in every if not about(p[1]).needs_context and len([*with_parts(*p)]) == 1]
        )

    def told(self, name: str) -> str:
        """Return of what kind the value is that a name holds; nothing if it holds none."""
        if name not in self._told:
            self._told[name] = ", ".join(dict.fromkeys(self._labels(name)))
        return self._told[name]

    def identifies(self, name: str) -> bool:
        """Tell whether a name may identify: all but everyday words and small numbers does."""
        nothing = function_words(self.language)
        shown = [word for word in _WORD.findall(_spaced(name)) if word.lower() not in nothing]
        words = [word.lower() for word in shown]
        short = [word for word in words if len(word) == 1]
        numbers = any(len(one) > _LONG for one in _DIGITS.findall(name))
        return (
            numbers
            or len(short) > 1
            or any(w[0].isupper() and given_bearers(w.lower()) >= CALLED for w in shown)
            or not self._are_ordinary(word for word in words if len(word) > 1)
            or bool(self.told(name))
        )

    def _labels(self, name: str) -> Iterator[str]:
        spaced = _spaced(name)
        for form in dict.fromkeys((name, spaced, re.sub(r"[_.]", "-", name))):
            document = Document("name", form, language=self.language)
            found = self.engine.allowance.cut(document, self._by_form.find(document))
            yield from (s.label for s in found if self._counts(s, document.covered_by(s)))
        yield from self._people(spaced)
        if self.known is not None and (self._removed(name) or self._removed(spaced)):
            yield "a removed value"

    def _removed(self, text: str) -> list[tuple[int, int, str]]:
        return [] if self.known is None else [*self.known.corpus.occurrences(text, self.language)]

    def is_shown_on(self, page: str) -> bool:
        """Tell whether a page shows a removed value of several words; its figures are its own."""
        found = (page[start:end] for start, end, _ in self._removed(page))
        return any(len(_WORD.findall(value)) > 1 for value in found)

    def _people(self, spaced: str) -> Iterator[str]:
        """Yield the labels of people whom detectors find that read sentences."""
        engine, text = self.engine, _DIGITS.sub(" ", spaced)
        if not engine.detection.in_context or not self._is_telling(text):
            return
        document = Document("name", text, language=self.language)
        found = engine.allowance.cut(document, engine.detection_in(self.language).find(document))
        for span in found:
            value = document.covered_by(span)
            named = family_of(span.label) == "NAME" and self._counts(span, value)
            if named and self._is_telling(value) and (_is_borne(value) or not self.listed):
                yield span.label

    def _is_telling(self, text: str) -> bool:
        # Three small letters are a code as often as a name: dev, ref, len.
        found = (w for w in _WORD.findall(text) if len(w) >= _LONG + w.islower())
        words = [word.lower() for word in found]
        return bool(words) and not self._are_ordinary(words)

    def _are_ordinary(self, words: Iterable[str]) -> bool:
        """Tell whether all words are everyday ones, or endings of files."""
        nothing = function_words(self.language)
        others = (word for word in words if word not in nothing and word not in _ENDINGS)
        return are_everyday(others, self.language)

    def _counts(self, span: Span, value: str) -> bool:
        """Tell whether a finding in a name is one: the policy hides it, and it says who or when."""
        if span.label == "DATE" and not _is_day(value):
            return False
        # What identifies only together with others may stand in a name.
        tells = identifies_alone(span.label) or family_of(span.label) in _TELLING
        excused = span.label in (QUASI, _TIME)
        return tells and not excused and self.engine.policy.rewrites(span.label)


@dataclass(slots=True)
class ShownNames:
    """The names that a release would show, by what they are names of."""

    reader: NameReader
    by_kind: dict[str, dict[str, None]] = field(default_factory=dict)

    def add(self, kind: str, names: Iterable[str]) -> None:
        """Take in names of one kind."""
        self.by_kind.setdefault(kind, {}).update(dict.fromkeys(names))

    def told(self, known: Known | None = None) -> Iterator[tuple[str, str]]:
        """Yield, by kind, which names look like what; values that were removed count if known."""
        reader = self.reader if known is None else replace(self.reader, known=known, _told={})
        for kind, names in self.by_kind.items():
            told = {at: labels for at, one in enumerate(names, 1) if (labels := reader.told(one))}
            if told:
                labels = ", ".join(dict.fromkeys(", ".join(told.values()).split(", ")))
                which = _numbered(kind, [*told])
                yield kind, f"{which} would be released, but {_look(told)} like {labels}"


def _look(told: Mapping[int, str]) -> str:
    return "look" if len(told) > 1 else "looks"


def _numbered(kind: str, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"the name of {kind} number {numbers[0]:,}"
    shown = ", ".join(f"{number:,}" for number in numbers[:_LISTED])
    more = f" and {len(numbers) - _LISTED:,} more" if len(numbers) > _LISTED else ""
    return f"the names of {len(numbers):,} {kind}s (number {shown}{more})"


def _is_day(value: str) -> bool:
    """Tell whether a date is more than a year, or a month of one."""
    parts = re.findall(r"[^\W_]+", value)
    return len(parts) > 2 or not any(len(one) == 4 and one.isdecimal() for one in parts)


def _is_borne(value: str) -> bool:
    """Tell whether people are called so, as lists of names have it."""
    words = [word for word in _WORD.findall(value) if len(word) >= _LONG]
    return any(given_bearers(w.lower()) > 1 or look_up(w).surname > 1 for w in words)


def _spaced(name: str) -> str:
    """Return a name as words: without the endings of files, signs and humps between them."""
    return _HUMP.sub(" ", _PARTS.sub(" ", name)).strip()


def without_keys(head: str) -> str:
    """Return the head of a sequence without the names of its values."""
    return _KEY.sub(" ", head)


def own_strings(certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield the strings of a certificate that names and files of the owner decide."""
    decision, source = certificate.get("decision") or {}, certificate.get("source", {})
    options = source.get("options", {}).items()
    parts = [certificate.get(name) for name in _OWNER]
    parts += [source.get("name"), [value for name, value in options if name not in _FORM]]
    every = [*parts, *(decision.get(name) for name in _DECIDED)]
    strings = (one for one in strings_in(every) if not _OURS.fullmatch(one))
    yield from (part for one in strings for part in one.split("/"))


def strings_in(content: Any, *, values: bool = True) -> Iterator[str]:
    """Yield the keys of all objects inside a value, and the strings unless told otherwise."""
    if isinstance(content, Mapping):
        for name, inner in content.items():
            yield name
            yield from strings_in(inner, values=values)
    elif isinstance(content, list | tuple):
        for inner in content:
            yield from strings_in(inner, values=values)
    elif values and isinstance(content, str):
        yield content


def new_names(endings: Mapping[str, str], reader: NameReader) -> dict[str, str]:
    """Return the path that each file gets: what may identify becomes a number, the rest stays.

    Parameters
    ----------
    endings
        By path, the ending that a file needs, in an order that tells nothing: numbers follow it.
    reader
        Decides, for every folder and file alike.
    """
    said = without_counters(endings)
    parts: dict[str, tuple[str, str]] = {}
    for path, ending in endings.items():
        steps, rest = path.split("/"), said[path].split("/")
        for at in range(len(steps)):
            end = ending if at == len(steps) - 1 else ""
            parts["/".join(steps[: at + 1])] = (rest[at].removesuffix(end), end)
    tells = {old: reader.identifies(rest) for old, (rest, _) in parts.items()}
    # What stays is known before numbers are given, so that none is given twice.
    taken = {old.lower() for old in parts if not tells[old]}
    names = {old: PurePosixPath(old).name for old in parts}
    for old in (old for old in parts if tells[old]):
        above, end = old.removesuffix(names[old]), parts[old][1]
        numbers = (f"{number:0{_WIDTH}}{end}" for number in count(1))
        names[old] = next(one for one in numbers if f"{above}{one}".lower() not in taken)
        taken.add(f"{above}{names[old]}".lower())
    return {path: _renamed(path, names) for path in endings}


def _renamed(path: str, names: Mapping[str, str]) -> str:
    parts = path.split("/")
    return "/".join(names["/".join(parts[:at])] for at in range(1, len(parts) + 1))
