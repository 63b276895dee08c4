"""Profiles of users: read from YAML, so that a mistake is named with its line."""

from pathlib import Path
from typing import Final

from textveil.errors import InputError, PolicyError
from textveil.policy.yaml_lines import Located, parse_yaml
from textveil.values.messages.profile import ATTRIBUTES

__all__ = ["load_profile", "profile_of"]

_HINT: Final = f"a YAML file with some of {', '.join(ATTRIBUTES)}"


def load_profile(path: Path) -> dict[str, str | list[str]]:
    """Return the phrases of a profile by attribute.

    Raises
    ------
    InputError
        If there is no such file.
    PolicyError
        If it is not YAML, has other keys, or says nothing; the message names the line.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"the profile cannot be read ({type(error).__name__})",
            where=str(path),
            hint=_HINT,
        ) from None
    return profile_of(text, str(path))


def profile_of(text: str, where: str) -> dict[str, str | list[str]]:
    """Return the phrases of a profile that stands in a text; raise as `load_profile` does."""
    if not text.strip():
        raise PolicyError("the profile says nothing", where=where, hint=_HINT)
    content = parse_yaml(text, where).only_keys(ATTRIBUTES)
    found = {key: _phrases(content.get(key)) for key in content.value}
    if not any(found.values()):
        raise content.error(
            "the profile says nothing", f"give at least one of {', '.join(ATTRIBUTES)}"
        )
    return found


def _phrases(given: Located) -> str | list[str]:
    if given.value is None:
        return []
    if isinstance(given.value, list):
        return [str(item.of_type(str)) for item in given.items()] if given.value else []
    return str(given.of_type(str))
