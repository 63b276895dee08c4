"""Friends: the groups of a file, in order of trust."""

from pathlib import Path
from typing import Any

import yaml

from textveil.errors import InputError
from textveil.pipeline.messages.levels import Group

__all__ = ["groups_from", "groups_of", "read_groups"]

_HINT = "write each group as `name: [friends]` or `name: {friends: [...], level: N}`"


def read_groups(path: Path) -> tuple[Group, ...]:
    """Return the groups of a YAML file.

    Raises
    ------
    InputError
        If the file has anything else in it, or a friend twice.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(error, str(path)) from None
    return groups_of(text, str(path))


def groups_of(text: str, where: str) -> tuple[Group, ...]:
    """Return the groups of a text in YAML; raise as `read_groups` does."""
    try:
        told = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise _unreadable(error, where) from None
    return groups_from(told, where)


def _unreadable(error: Exception, where: str) -> InputError:
    kind = type(error).__name__
    return InputError(f"the groups cannot be read ({kind})", where=where, hint=_HINT)


def groups_from(told: Any, where: str) -> tuple[Group, ...]:
    """Return the groups of a mapping from names to friends.

    Examples
    --------
    >>> [group.name for group in groups_from({"family": ["Ana"], "public": []}, "F.yaml")]
    ['family', 'public']
    """
    if not isinstance(told, dict) or not told:
        raise InputError("there are no groups in the file", where=where, hint=_HINT)
    groups = tuple(_group(str(name), content, where) for name, content in told.items())
    seen: dict[str, str] = {}
    for group in groups:
        for friend in group.friends:
            if friend in seen:
                raise InputError(
                    "a friend stands twice",
                    where=f"{where}, {seen[friend]} and {group.name}",
                    hint="keep each friend in one group",
                )
            seen[friend] = group.name
    return groups


def _group(name: str, content: Any, where: str) -> Group:
    level = None
    if isinstance(content, dict):
        level = content.get("level")
        unknown = content.keys() - {"friends", "level"}
        if unknown or not (level is None or (type(level) is int and level >= 0)):
            raise InputError(
                "a group has friends and a level", where=f"{where}, {name}", hint=_HINT
            )
        content = content.get("friends", [])
    if content is None:
        content = []
    if not isinstance(content, list) or not all(isinstance(one, str) for one in content):
        raise InputError("friends are a list of names", where=f"{where}, {name}", hint=_HINT)
    return Group(name, tuple(content), level)
