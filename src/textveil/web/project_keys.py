"""Projects as the server knows them: a name, and the key of a vault of its own."""

import base64
import json
from dataclasses import dataclass
from typing import Final

from textveil.values.keys.secret import Secret

__all__ = ["PENDING", "PROJECT", "SharedProject"]

PROJECT: Final = "project"
"""The kind of the server's records of projects."""
PENDING: Final = "project whose key changes"
"""The kind of records that stand while a key is exchanged."""


@dataclass(frozen=True, slots=True, repr=False)
class SharedProject:
    """A project as the server knows it: a vault of its own, and the key to it."""

    id: str
    name: str
    made: float
    key: Secret

    def with_key(self, key: Secret) -> "SharedProject":
        """Return the project with another key."""
        return SharedProject(self.id, self.name, self.made, key)

    def content(self) -> bytes:
        """Return what the server's vault keeps of it."""
        key = base64.b64encode(self.key.key).decode()
        return json.dumps({"name": self.name, "made": self.made, "key": key}).encode()

    @classmethod
    def of(cls, project: str, content: bytes) -> "SharedProject":
        """Return the project that `content` wrote."""
        told = json.loads(content)
        return cls(project, told["name"], told["made"], Secret(base64.b64decode(told["key"])))
