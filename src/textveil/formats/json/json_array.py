"""A JSON array, one element at a time: memory grows with the largest element, not with the file.

`json.load` would hold the whole array. Here a small scanner finds where each element ends, and the
element alone is decoded.
"""

import re
from collections.abc import Iterator
from typing import Any

from textveil.errors import FormatError
from textveil.formats.inputs import Source, characters, name_of
from textveil.formats.json.json_text import parse

__all__ = ["elements"]

_STRUCTURE = re.compile(r'["{}\[\],]')
_STRING_END = re.compile(r'["\\]')
_SPACE = " \t\r\n"


class _Splitter:
    """Cuts the text of an array at the commas of its outermost level."""

    def __init__(self) -> None:
        self.depth = 0
        self.in_string = False
        self._closed = False
        self.broken = False
        self._escaped = False
        self._parts: list[str] = []

    def feed(self, text: str) -> Iterator[str]:
        """Yield each element (with the space around it) that is complete."""
        at = begin = 0
        while at < len(text):
            if self.in_string:
                at = self._skip_string(text, at)
                continue
            match = _STRUCTURE.search(text, at)
            if match is None:
                break
            at = match.end()
            cut = self._structure(match.group())
            if cut:
                yield self._take(text[begin : match.start()])
                begin = at
            if self._closed:
                self._parts.append(text[at:])
                return
        self._parts.append(text[begin:])

    def ended(self) -> bool:
        """Tell whether the array's closing bracket was seen."""
        return self._closed

    def rest(self) -> str:
        """Return the rest after the last cut."""
        return self._take("")

    def _take(self, last: str) -> str:
        taken = "".join((*self._parts, last))
        self._parts.clear()
        return taken

    def _structure(self, mark: str) -> bool:
        """Follow one structural character; tell whether an element ends before it."""
        if self.depth == 0 and mark != "[":
            self.broken = True
            return True
        if mark == '"':
            self.in_string = True
        elif mark == ",":
            return self.depth == 1
        elif mark in "{[":
            self.depth += 1
            return self.depth == 1
        else:
            self.depth -= 1
            self._closed = self.depth == 0
            self.broken = self._closed and mark != "]"
        return self._closed

    def _skip_string(self, text: str, at: int) -> int:
        if self._escaped:
            self._escaped = False
            return at + 1
        match = _STRING_END.search(text, at)
        if match is None:
            return len(text)
        if match.group() == "\\":
            self._escaped = True
        else:
            self.in_string = False
        return match.end()


def elements(source: Source, encoding: str = "utf-8") -> Iterator[tuple[int, Any]]:
    """Yield each element of a JSON array with the line it begins on."""
    name = name_of(source)
    splitter = _Splitter()
    line, count, begun = 1, 0, False
    for text in characters(source, encoding):
        if splitter.ended():
            _require_blank(text, name, line)
            continue
        for raw in splitter.feed(text):
            if splitter.broken or (not begun and raw.strip(_SPACE)):
                raise _not_an_array(name, line)
            if begun and (not splitter.ended() or count or raw.strip(_SPACE)):
                element = raw.lstrip(_SPACE)
                first = line + raw.count("\n", 0, len(raw) - len(element))
                count += 1
                yield first, parse(element, name, first)
            begun = True
            line += raw.count("\n")
    if not begun:
        raise _not_an_array(name, line)
    if not splitter.ended():
        raise FormatError("broken JSON: the array does not end", where=f"{name}, line {line}")
    _require_blank(splitter.rest(), name, line)


def _not_an_array(name: str, line: int) -> FormatError:
    return FormatError(
        "this is not a JSON array",
        where=f"{name}, line {line}",
        hint="is it the right format? see --format",
    )


def _require_blank(raw: str, name: str, line: int) -> None:
    if raw.strip(_SPACE):
        raise FormatError("broken JSON: text after the array", where=f"{name}, line {line}")
