"""Projects as the server knows them: a name, and the key of a vault of its own."""

import base64
import json
from dataclasses import dataclass
from typing import Final

from textveil.values.secret import Secret

__all__ = ["PROJECT", "SharedProject"]

PROJECT: Final = "project"
"""The kind of the server's records of projects."""


@dataclass(frozen=True, slots=True, repr=False)
class SharedProject:
    """A project as the server knows it: a vault of its own, and the key to it."""

    id: str
    name: str
    made: float
    key: Secret

    def content(self) -> bytes:
        """Return what the server's vault keeps of it."""
        key = base64.b64encode(self.key.key).decode()
        return json.dumps({"name": self.name, "made": self.made, "key": key}).encode()

    @classmethod
    def of(cls, project: str, content: bytes) -> "SharedProject":
        """Return the project that `content` wrote."""
        told = json.loads(content)
        return cls(project, told["name"], told["made"], Secret(base64.b64decode(told["key"])))
