"""Lists of a policy: `allow`, `deny` and `patterns`, read with the line of every mistake.

Errors quote no word: what people deny identifies somebody.
"""

from collections.abc import Callable, Iterator

from textveil.detect.listed import own_pattern
from textveil.errors import InvalidValueError
from textveil.pipeline.yaml_lines import Located
from textveil.values.word_lists import DENIED_LABEL, WordLists

__all__ = ["read_lists"]

Fault = Callable[[str], tuple[str, str]]


def read_lists(root: Located, fault: Fault) -> WordLists:
    """Return the lists of a policy.

    Parameters
    ----------
    root
        The policy.
    fault
        Returns an error and a hint for a label; both empty if the label may stand here.
    """
    allow, deny = root.get("allow", []), root.get("deny", [])
    labelled = isinstance(deny.value, dict)
    denied = _labelled(deny, fault) if labelled else ((DENIED_LABEL, one) for one in _several(deny))
    patterns = root.get("patterns", {})
    patterns.of_type(dict)
    return WordLists(
        tuple(_word(item) for item in _several(allow)),
        tuple((label, _word(item)) for label, item in denied),
        tuple((label, _pattern(item)) for label, item in _labelled(patterns, fault)),
    )


def _labelled(item: Located, fault: Fault) -> Iterator[tuple[str, Located]]:
    for label in item.of_type(dict):
        inside = item.get(label)
        what, hint = fault(label)
        if what:
            raise inside.error(what, hint)
        yield from ((label, one) for one in _several(inside))


def _several(item: Located) -> list[Located]:
    """Return the items of a list; a text alone is a list of one."""
    if isinstance(item.value, str):
        return [item]
    item.of_type(list)
    return item.inside if isinstance(item.inside, list) else []


def _word(item: Located) -> str:
    if not isinstance(item.value, str):
        hint = "YAML reads some words and numbers as other things: put them in quotes"
        raise item.error("a word of a list must be text", hint)
    if not any(map(str.isalnum, item.value)):
        raise item.error("a word of a list must have a letter or a digit")
    return item.value


def _pattern(item: Located) -> str:
    if not isinstance(item.value, str) or not item.value:
        raise item.error("a pattern must be text", "put it in single quotes")
    try:
        own_pattern(item.value)
    except InvalidValueError as error:
        raise item.error(error.what, error.hint) from None
    return item.value
