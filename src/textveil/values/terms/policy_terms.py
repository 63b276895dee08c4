"""Terms of policies that certificates hold too: roles of columns, rules for ids, and the hash."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

__all__ = [
    "DROP",
    "FUNCTION",
    "KEEP",
    "MAILBOXES",
    "MASK",
    "NUMBER",
    "REPLACE",
    "TEXT",
    "is_operator",
    "masks_in_part",
    "policy_hash",
]

TEXT, KEEP, DROP, MAILBOXES = "text", "keep", "drop", "mailboxes"
"""What a column may be instead of a value with a label; mailboxes are names with addresses."""
NUMBER: Final = "number"
"""What may happen to the ids of documents instead of `keep`: numbers take their place."""


REPLACE: Final = "textveil.replace.v1"
MASK: Final = "textveil.mask.v1"
FUNCTION: Final = "textveil.function.v1"
"""Names of the transformers that are operators: what they write follows from their rule."""


def is_operator(rule: object) -> bool:
    """Tell whether a rule of `transform` is one that the verifier `operators` checks.

    Examples
    --------
    >>> is_operator({"use": REPLACE, "text": "X"}), is_operator({"use": MASK}), is_operator("keep")
    (True, False, False)
    """
    if not isinstance(rule, Mapping) or rule.get("use") != MASK:
        return isinstance(rule, Mapping) and rule.get("use") in (REPLACE, FUNCTION)
    return rule.get("style") == "hash" or bool(rule.get("keep_first") or rule.get("keep_last"))


def masks_in_part(rules: Mapping[str, Any]) -> bool:
    """Tell whether the part `transform` of a policy has a mask that shows a part of values."""
    steps = (rules.get("default"), *rules.get("labels", {}).values())
    return any(is_operator(s) and ("keep_first" in s or "keep_last" in s) for s in steps)


def policy_hash(content: Mapping[str, Any]) -> str:
    """Return the hash of a policy's JSON object without its own hash."""
    bare = {name: value for name, value in content.items() if name != "sha256"}
    return sha256(json.dumps(bare, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
