"""YAML with line numbers, so that an error in a policy can name its line.

Only plain data is accepted: no tags, no anchors, no duplicate keys.
"""

import json
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import yaml

from textveil.errors import PolicyError, suggest

__all__ = ["Located", "located", "parse_yaml"]

_MISSING = object()
_LIMIT = 1_000_000
_UNQUOTED = ("allow", "deny", "patterns")
_DEEPEST = 30
_OPENING = (
    yaml.BlockMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.FlowSequenceStartToken,
)
_CLOSING = (yaml.BlockEndToken, yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)


@dataclass(frozen=True, slots=True)
class Located:
    """A value with the line it stands on and the lines of what is inside it."""

    value: Any
    where: str
    line: int
    inside: "dict[str, Located] | list[Located] | None" = None
    name: str = "this"

    def error(self, what: str, hint: str = "") -> PolicyError:
        """Return an error that points here."""
        where = f"{self.where}, line {self.line}" if self.line else self.where
        return PolicyError(what, where=where, hint=hint)

    def get(self, key: str, default: Any = _MISSING) -> "Located":
        """Return the value under a key of a mapping, or the default."""
        self.of_type(dict)
        found = self.inside.get(key) if isinstance(self.inside, dict) else None
        if found is not None:
            return found
        if default is _MISSING:
            raise self.error(f"the key `{key}` is missing")
        return _plain(default, self.where, self.line)

    def lines(self, path: str = "") -> dict[str, int]:
        """Return the line of this value and of everything inside it, by path: `options.jitter`."""
        inside = self.inside or {}
        named = inside.items() if isinstance(inside, dict) else enumerate(inside)
        found = {path: self.line}
        for key, item in named:
            found |= item.lines(f"{path}.{key}" if path else str(key))
        return found

    def items(self) -> "list[Located]":
        """Return the items of a non-empty list."""
        self.of_type(list)
        if not isinstance(self.inside, list) or not self.inside:
            raise self.error(f"{self.name} must not be empty")
        return self.inside

    def of_type(self, kind: type) -> Any:
        """Return the value; raise if it has another type."""
        if not isinstance(self.value, kind):
            names = {dict: "a mapping", list: "a list", str: "text", bool: "true or false"}
            raise self.error(f"{self.name} must be {names.get(kind, kind.__name__)}")
        return self.value

    def one_of(self, known: Iterable[str]) -> str:
        """Return the value; raise if it is not a known word."""
        if self.value not in tuple(known):
            hint = suggest(str(self.value), known)
            raise self.error(f"{self.name} must be one of {', '.join(known)}", hint)
        return str(self.value)

    def only_keys(self, known: Iterable[str]) -> "Located":
        """Return self; raise with a suggestion if a mapping has other keys."""
        self.of_type(dict)
        for key, item in (self.inside or {}).items() if isinstance(self.inside, dict) else ():
            if key not in tuple(known):
                raise item.error(
                    f"there is no key `{key}` here",
                    suggest(key, known) or f"known: {', '.join(known)}",
                )
        return self


def parse_yaml(text: str, where: str) -> Located:
    """Parse one YAML document of plain data."""
    if len(text) > _LIMIT:
        raise PolicyError(f"a policy has at most {_LIMIT} characters", where=where)
    try:
        _check_tokens(text, where)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        told = error if isinstance(error, yaml.MarkedYAMLError) else yaml.MarkedYAMLError()
        line = f", line {told.problem_mark.line + 1}" if told.problem_mark else ""
        problem = told.problem or "it could not be parsed"
        raise PolicyError(f"this is not valid YAML: {problem}", where=f"{where}{line}") from None
    if node is None:
        raise PolicyError("the policy is empty", where=where)
    return _locate(node, where)


def _check_tokens(text: str, where: str) -> None:
    """Raise at the first token that policies do not have; the rest is then not even read.

    Nesting is bounded here, because all that follows is recursive.
    """
    depth = 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
        refused = isinstance(token, yaml.AnchorToken | yaml.AliasToken | yaml.TagToken)
        if refused or depth > _DEEPEST:
            unused = "anchors, aliases and tags are not used in policies"
            raise PolicyError(
                unused if refused else f"a policy has at most {_DEEPEST} levels",
                where=f"{where}, line {token.start_mark.line + 1}",
            )


def _locate(node: yaml.Node, where: str) -> Located:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        inside: dict[str, Located] = {}
        for key_node, value_node in node.value:
            # A complaint about a key should point at the key, which may stand a line above.
            line_of_key = key_node.start_mark.line + 1
            key = _key(key_node, inside, f"{where}, line {line_of_key}")
            found = _locate(value_node, where)
            inside[key] = Located(found.value, where, line_of_key, found.inside, f"`{key}`")
        return Located({k: v.value for k, v in inside.items()}, where, line, inside)
    if isinstance(node, yaml.SequenceNode):
        items = [_locate(item, where) for item in node.value]
        return Located([item.value for item in items], where, line, items)
    return Located(_scalar(node, f"{where}, line {line}"), where, line)


def _key(node: yaml.Node, taken: Container[str], where: str) -> str:
    # The key is not quoted: it may be a word that the policy denies.
    if not isinstance(node, yaml.ScalarNode):
        raise PolicyError("a key must be text", where=where)
    if node.value in taken:
        raise PolicyError("a key stands twice", where=where, hint="remove one of the two lines")
    return str(node.value)


def _scalar(node: yaml.Node, where: str) -> Any:
    """Return what YAML makes of a word; only what JSON has too."""
    try:
        value = yaml.constructor.SafeConstructor().construct_object(node)
    except (yaml.YAMLError, ValueError, OverflowError):
        value = _MISSING
    is_plain = value is None or isinstance(value, str | int | float)
    if not is_plain or (isinstance(value, float) and not isfinite(value)):
        raise PolicyError(
            "YAML does not read this as text, or as a number that is finite",
            where=where,
            hint="dates and the like are texts here: put them in quotes",
        )
    return value


def located(content: Any, where: str) -> Located:
    """Take plain data that stands in no file: the way to a value stands in place of its line."""
    return _plain(content, where, 0)


def _plain(value: Any, where: str, line: int) -> Located:
    if isinstance(value, dict):
        inside = {
            k: replace(_plain(v, _way(where, k, line), line), name=f"`{k}`")
            for k, v in value.items()
        }
        return Located(value, where, line, inside)
    if isinstance(value, list):
        items = [_plain(v, _way(where, at, line), line) for at, v in enumerate(value)]
        return Located(value, where, line, items)
    return Located(value, where, line)


def _way(where: str, key: str | int, line: int) -> str:
    # Words of lists are not quoted: they may name somebody.
    listed = where.endswith(tuple(f'["{name}"]' for name in _UNQUOTED))
    return where if line or listed else f"{where}[{json.dumps(key)}]"
