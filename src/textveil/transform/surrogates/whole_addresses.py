"""Whole addresses: street, city, state, postal code and country in one passage; and coordinates."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final, NamedTuple

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.localities import (
    Locality,
    country_code,
    draw_place,
    read_locality,
    state_code,
)
from textveil.lexicon.places import Place
from textveil.transform.surrogates.addresses import (
    Cities,
    Countries,
    States,
    Zips,
    fake_place,
)
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.streets import Streets, is_street
from textveil.transform.surrogates.writing import written_like

__all__ = ["Addresses"]

_PIECE: Final = re.compile(r"[^,;\n]*[^,;\s]")
_US_ZIP: Final = re.compile(r"\b[0-9]{5}(?:-[0-9]{4})?$")
_ABROAD_ZIP: Final = re.compile(
    r"\b[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}$|\b[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]$"
)
_ZIP_FIRST: Final = re.compile(r"(?:[A-Z]{1,3}-)?([0-9]{4,5})(?= [^\W\d])")
_LAST_WORDS: Final = re.compile(r"(?:^|(?<=\s))(?:\S+\s+)?\S+$")
_FIGURE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_COORDINATES: Final = re.compile(
    r"-?[0-9]{1,2}\.[0-9]{3,}\D{1,6}[0-9]{1,3}\.[0-9]{3,}\W*[EW]?"
    r"|[0-9]{1,2}(?:\.[0-9]+)?\u00b0.*[NS].*[0-9]{1,3}(?:\.[0-9]+)?\u00b0.*[EW]"
)


class _Part(NamedTuple):
    start: int
    end: int
    label: str


class Addresses:
    """Make addresses of several parts, and names of places whose kind is not known.

    The parts are told apart by form and lists, and each is replaced as it would be by itself.
    """

    labels: frozenset[str] = frozenset({"ADDRESS"})
    unique: bool = True

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return letters and digits, short forms of streets and states as whole ones."""
        makers = _makers(self.language)
        return "|".join(
            makers[part.label].canonical(value[part.start : part.end], part.label)
            for part in _parts(value, self.language)
        ) or squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another address of the same writing."""
        rng = setting.draw.rng(
            "address",
            *(setting.scope, setting.identity, self.canonical(value, label), str(setting.attempt)),
        )
        if _COORDINATES.fullmatch(value):
            return _elsewhere(value, rng)
        parts = _parts(value, self.language)
        texts = {part.label: value[part.start : part.end] for part in parts}
        home = _home(texts)
        pieces, at = [], 0
        for part in parts:
            text = value[part.start : part.end]
            pieces += [value[at : part.start], _made(text, part.label, home, len(parts), setting)]
            at = part.end
        return "".join((*pieces, value[at:]))


@cache
def _makers(language: str) -> Mapping[str, Maker]:
    return {
        "CITY": Cities(),
        "COUNTRY": Countries(),
        "STATE": States(),
        "STREET": Streets(language),
        "ZIP": Zips(),
    }


def _home(texts: dict[str, str]) -> Locality:
    home = read_locality(*(texts.get(label, "") for label in ("CITY", "STATE", "COUNTRY", "ZIP")))
    moves = "COUNTRY" in texts and home.country not in ("", "US")
    return home._replace(country=f"{home.country}+") if moves else home


def _made(text: str, label: str, home: Locality, count: int, setting: Setting) -> str:
    if label == "CITY":
        # A place that is all of the passage must be nobody's; in an address the street sees to it.
        place = fake_place(home, setting, setting.attempt if count == 1 else 0)
        return written_like(place.city, text)
    identity = f"{squeeze_text(text)}|{home.text}" if label == "ZIP" else setting.identity
    moved = replace(setting, identity=identity)
    return _makers(setting.language)[label].make(text, label, moved)


def _parts(value: str, language: str) -> list[_Part]:
    """Tell the parts of an address apart, piece by piece between commas and line ends."""
    parts: list[_Part] = []
    for found in _PIECE.finditer(value):
        start = found.start() + len(found.group()) - len(found.group().lstrip())
        parts += _pieces(value, start, found.end(), bool(parts), language)
    return parts


def _pieces(value: str, start: int, end: int, later: bool, language: str) -> Iterator[_Part]:
    text = value[start:end]
    code = _US_ZIP.search(text) or _ABROAD_ZIP.search(text)
    first = _ZIP_FIRST.match(text)
    if set(text.split()) & set(facts(language).words("military-post")):
        yield _Part(start, end, "STREET")
    elif code is not None and (later or code.start()):
        yield from _before_zip(value, start, start + code.start(), later, language)
        yield _Part(start + code.start(), end, "ZIP")
    elif later and first is not None and not is_street(text[first.end() :], language=language):
        yield _Part(start + first.start(1), start + first.end(1), "ZIP")
        yield _Part(start + first.end() + 1, end, "CITY")
    elif later and state_code(text):
        yield _Part(start, end, "STATE")
    elif country_code(text):
        yield _Part(start, end, "COUNTRY")
    else:
        yield _named(value, start, end, language)


def _before_zip(value: str, start: int, end: int, later: bool, language: str) -> Iterator[_Part]:
    """Yield what stands before a postal code: a city, a state, or both."""
    text = value[start:end].rstrip()
    last = _LAST_WORDS.search(text)
    for words in (last.group() if last else "", text.split()[-1] if text.split() else ""):
        if words and state_code(words) and (later or len(words) < len(text)):
            head = text[: len(text) - len(words)].rstrip()
            if head:
                yield _named(value, start, start + len(head), language)
            yield _Part(start + len(text) - len(words), start + len(text), "STATE")
            return
    if text:
        yield _named(value, start, start + len(text), language)


def _named(value: str, start: int, end: int, language: str) -> _Part:
    street = is_street(value[start:end], language=language)
    return _Part(start, end, "STREET" if street else "CITY")


def _elsewhere(value: str, rng: Random) -> str:
    """Return coordinates near another city of the United States or, for the east, of the world."""
    east, south = ("-" not in value and "W" not in value), "S" in value or value.startswith("-")
    place: Place = draw_place(rng, "AU" if south else "DE" if east else "US", "", "")
    numbers = _FIGURE.findall(value)
    second = next((at for at in range(1, len(numbers)) if at == len(numbers) // 2), 0)
    fakes = [
        _figure(text, abs((place.latitude, place.longitude)[at >= second]), at in (0, second), rng)
        for at, text in enumerate(numbers)
    ]
    source = iter(fakes)
    return _FIGURE.sub(lambda _: next(source), value)


def _figure(text: str, degrees: float, whole: bool, rng: Random) -> str:
    places = len(text.partition(".")[2])
    number = degrees + rng.uniform(-0.3, 0.3) if whole else rng.uniform(0, 59.9)
    if not places:
        return f"{int(number):0{len(text) if not whole else 1}}"
    return f"{number:.{places}f}"
