"""YAML with line numbers, so that an error in a policy can name its line.

Only plain data is accepted: no tags, no anchors, no duplicate keys.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import yaml

from textveil.errors import PolicyError
from textveil.pipeline.registry import suggest

__all__ = ["Located", "parse_yaml"]

_MISSING = object()
_LIMIT = 1_000_000


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
        return PolicyError(what, where=f"{self.where}, line {self.line}", hint=hint)

    def get(self, key: str, default: Any = _MISSING) -> "Located":
        """Return the value under a key of a mapping, or the default."""
        self.of_type(dict)
        found = self.inside.get(key) if isinstance(self.inside, dict) else None
        if found is not None:
            return found
        if default is _MISSING:
            raise self.error(f"the key `{key}` is missing")
        return _plain(default, self.where, self.line)

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
            raise self.error(f"{self.name} must be one of {', '.join(known)}")
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
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.AnchorToken | yaml.AliasToken | yaml.TagToken):
                line = token.start_mark.line + 1
                raise PolicyError(
                    "anchors, aliases and tags are not used in policies",
                    where=f"{where}, line {line}",
                )
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "it could not be parsed"
        raise PolicyError(f"this is not valid YAML: {problem}", where=f"{where}{line}") from None
    if node is None:
        raise PolicyError("the policy is empty", where=where)
    return _locate(node, where)


def _locate(node: yaml.Node, where: str) -> Located:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        inside: dict[str, Located] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key in inside:
                raise PolicyError(
                    f"the key `{key}` stands twice",
                    where=f"{where}, line {key_node.start_mark.line + 1}",
                )
            found = _locate(value_node, where)
            # A complaint about a key should point at the key, which may stand a line above.
            line_of_key = key_node.start_mark.line + 1
            inside[key] = Located(found.value, where, line_of_key, found.inside, f"`{key}`")
        return Located({k: v.value for k, v in inside.items()}, where, line, inside)
    if isinstance(node, yaml.SequenceNode):
        items = [_locate(item, where) for item in node.value]
        return Located([item.value for item in items], where, line, items)
    return Located(yaml.safe_load(yaml.serialize(node)), where, line)


def _plain(value: Any, where: str, line: int) -> Located:
    if isinstance(value, dict):
        inside = {k: _plain(v, where, line) for k, v in value.items()}
        return Located(value, where, line, inside)
    if isinstance(value, list):
        return Located(value, where, line, [_plain(item, where, line) for item in value])
    return Located(value, where, line)
