"""Files of rules: reads entries and named expressions with their line numbers.

A file holds definitions (`name = expression`) and entries: a head `[id] LABEL`, and under it lines
of a key and what it says. A line that begins with a blank goes on where the last one ended; one
that begins with `#` is a comment. `docs/methods/patterns.md` lists the keys.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Final

from textveil.errors import FormatError

__all__ = ["RuleFiles", "Said", "WrittenRule", "undefined"]

_HEAD: Final = re.compile(r"\[([a-z0-9.-]+)\][ \t]+([A-Z-]+)")
_DEFINITION: Final = re.compile(r"([a-z][a-z0-9-]{0,60})[ \t]{1,20}=[ \t]{1,20}(.+)")
_KEY: Final = re.compile(r"([a-z-]{1,60})(?:[ \t]{1,20}(.+))?")
_NAMED: Final = re.compile(r"\{([a-z][a-z0-9-]{0,60})\}")
_FLAGS: Final = frozenset(["alone", "unbounded"])
_SAYING: Final = frozenset(
    ["after", "before", "ceiling", "check", "find", "not-after", "not-before", "not-in", "only-in"]
).union(["unlike", "veto"])


@dataclass(frozen=True, slots=True)
class Said:
    """Some text of a file, and its file and line."""

    text: str
    where: str


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """A rule as it is written."""

    id: str
    label: str
    where: str
    said: dict[str, Said] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleFiles:
    """The content of rule files, by folder in the order given, then by file name.

    Raises
    ------
    FormatError
        If a line is malformed; the message names file and line.
    """

    definitions: dict[str, Said] = field(default_factory=dict)
    entries: dict[str, WrittenRule] = field(default_factory=dict)

    def read(self, folder: Traversable) -> None:
        """Read the files of one more folder."""
        files = {name: path for path in folder.iterdir() if (name := path.name).endswith(".rules")}
        for _, path in sorted(files.items()):
            entry = None
            for line in _lines(path):
                if head := _HEAD.fullmatch(line.text):
                    entry = self._begin(WrittenRule(head[1], head[2], line.where))
                elif definition := _DEFINITION.fullmatch(line.text):
                    self._define(definition[1], Said(definition[2], line.where))
                else:
                    _fill(entry, line)

    def _begin(self, entry: WrittenRule) -> WrittenRule:
        if other := self.entries.get(entry.id):
            raise FormatError(
                f"there are two rules {entry.id}",
                where=entry.where,
                hint=f"the other: {other.where}",
            )
        self.entries[entry.id] = entry
        return entry

    def _define(self, name: str, said: Said) -> None:
        if other := self.definitions.get(name):
            raise FormatError(
                f"there are two definitions of {name}",
                where=said.where,
                hint=f"the other: {other.where}",
            )
        # Only what was defined before, so that nothing is defined by itself.
        for named in _NAMED.findall(said.text):
            if named not in self.definitions:
                raise undefined(named, said.where)
        self.definitions[name] = said


def undefined(name: str, where: str) -> FormatError:
    """Return the error for an undefined name."""
    hint = "define it above: NAME = EXPRESSION; words are written {words:ROLE}"
    return FormatError(f"nothing defines {{{name}}}", where=where, hint=hint)


def _fill(entry: WrittenRule | None, line: Said) -> None:
    """Put a key into its entry."""
    found = _KEY.fullmatch(line.text)
    if found is None or found[1] not in (_SAYING if found[2] else _FLAGS):
        keys = ", ".join(sorted(_SAYING | _FLAGS))
        hint = f"a line is [ID] LABEL, NAME = EXPRESSION, or a key: {keys}"
        raise FormatError("this line says nothing that rules know", where=line.where, hint=hint)
    if entry is None or found[1] in entry.said:
        what = "the key stands twice in its rule" if entry else "the key stands before any rule"
        raise FormatError(what, where=line.where, hint="a rule begins with [ID] LABEL")
    entry.said[found[1]] = Said(found[2] or "", line.where)


def _lines(path: Traversable) -> Iterator[Said]:
    """Yield the lines of a file without comments; continued lines are joined."""
    text, first = "", 0
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        if line[0] in " \t":
            text += line.strip()
            continue
        if first:
            yield Said(text, f"{path.name}, line {first}")
        text, first = line.rstrip(), number
    if first:
        yield Said(text, f"{path.name}, line {first}")
