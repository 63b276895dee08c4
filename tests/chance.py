"""Chance that is the same in every run of a test.

Where a user gives no key, the toolkit draws one. A promise that holds for nearly every key would
then fail once in a hundred runs, and nobody could run that one again.
"""

import secrets
from hashlib import sha256
from itertools import count

KEY_BYTES = 32
_DRAWN = secrets.token_bytes


def draw_from(name):
    """Let keys that are drawn from now on follow from a name; names of files are still drawn."""
    numbers = count()

    def token_bytes(size=None):
        if size != KEY_BYTES:
            return _DRAWN(size)
        return sha256(f"{name} {next(numbers)}".encode()).digest()

    secrets.token_bytes = token_bytes
