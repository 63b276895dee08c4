"""Whole addresses: street, city, state, postal code and country in one passage."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from textveil.lexicon.geography.localities import Locality, country_code, read_locality, state_code
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.whereabouts.addresses import (
    Cities,
    Countries,
    States,
    Zips,
    fake_place,
)
from textveil.transform.surrogates.whereabouts.coordinates import are_coordinates, draw_coordinates
from textveil.transform.surrogates.whereabouts.streets import Streets, is_street
from textveil.transform.surrogates.writing import written_like

__all__ = ["Addresses"]

_PIECE: Final = re.compile(r"[^,;\n]{0,200}[^,;\s]")
_ZIP_LAST: Final = re.compile(
    r"\b(?:[0-9]{5}(?:-[0-9]{4})?|[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}"
    r"|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9])$"
)
"""A postal code of the United States, the United Kingdom or Canada at the end."""
_ZIP_FIRST: Final = re.compile(r"(?:[A-Z]{1,3}-)?([0-9]{4,5})(?= [^\W\d])")
_LAST_WORDS: Final = (
    re.compile(r"(?<!\S)\S{1,60}\s{1,20}\S{1,60}$"),
    re.compile(r"(?<!\S)\S{1,60}$"),
)


class Addresses(Maker):
    """Make addresses of several parts, and names of places whose kind is not known.

    The parts are told apart by form and lists, and each is replaced as it would be by itself.
    """

    labels: frozenset[str] = frozenset({"ADDRESS"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return letters and digits, short forms of streets and states as whole ones."""
        makers = _makers(self.language)
        parts = _parts(value, self.language)
        return "|".join(makers[kind].canonical(text, kind) for kind, text in parts) or squeeze_text(
            value
        )

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another address of the same writing."""
        if are_coordinates(value):
            parts = (setting.scope, setting.identity, self.canonical(value, label))
            return draw_coordinates(value, setting.draw.rng("address", *parts, *setting.tries))
        found = _parts(value, self.language)
        home = _home(dict(found), setting.language)
        pieces, at = [], 0
        for kind, text in found:
            start = value.index(text, at)
            pieces += [value[at:start], _made(text, kind, home, len(found), setting)]
            at = start + len(text)
        return "".join((*pieces, value[at:]))


@cache
def _makers(language: str) -> Mapping[str, Maker]:
    kinds = (Cities, Countries, States, Streets, Zips)
    return {label: kind(language) for kind in kinds for label in kind.labels}


def _home(texts: dict[str, str], language: str) -> Locality:
    said = (texts.get(label, "") for label in ("CITY", "STATE", "COUNTRY", "ZIP"))
    home = read_locality(*said, language=language)
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


def _parts(value: str, language: str) -> list[tuple[str, str]]:
    """Return label and text of the parts of an address, piece by piece, in their order."""
    parts: list[tuple[str, str]] = []
    for found in _PIECE.finditer(value):
        parts += _parts_of_piece(found.group().lstrip(), bool(parts), language)
    return parts


def _parts_of_piece(text: str, later: bool, language: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of what stands between commas and line ends."""
    last, first = _ZIP_LAST.search(text), _ZIP_FIRST.match(text)
    if set(text.split()) & set(facts(language).words("military-post")):
        yield "STREET", text
    elif last is not None and (later or last.start()):
        head = text[: last.start()].rstrip()
        state = _state_behind(head, later)
        city = head[: len(head) - len(state)].rstrip()
        if city:
            yield _named(city, language)
        if state:
            yield "STATE", state
        yield "ZIP", last.group()
    elif later and first is not None and not is_street(text[first.end() :], language=language):
        yield "ZIP", first.group(1)
        yield "CITY", text[first.end() + 1 :]
    elif later and state_code(text):
        yield "STATE", text
    else:
        yield ("COUNTRY", text) if country_code(text, language) else _named(text, language)


def _state_behind(text: str, later: bool) -> str:
    """Return the state of one or two words that ends a text, or nothing."""
    for pattern in _LAST_WORDS:
        found = pattern.search(text)
        if found and state_code(found.group()) and (later or found.start()):
            return found.group()
    return ""


def _named(text: str, language: str) -> tuple[str, str]:
    return ("STREET" if is_street(text, language=language) else "CITY"), text
