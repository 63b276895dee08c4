"""Terms of policies that certificates hold too: roles of columns, rules for ids, and the hash."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

__all__ = ["DROP", "KEEP", "MAILBOXES", "NUMBER", "TEXT", "policy_hash"]

TEXT, KEEP, DROP, MAILBOXES = "text", "keep", "drop", "mailboxes"
"""What a column may be instead of a value with a label; mailboxes are names with addresses."""
NUMBER: Final = "number"
"""What may happen to the ids of documents instead of `keep`: numbers take their place."""


def policy_hash(content: Mapping[str, Any]) -> str:
    """Return the hash of a policy's JSON object without its own hash."""
    bare = {name: value for name, value in content.items() if name != "sha256"}
    return sha256(json.dumps(bare, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
