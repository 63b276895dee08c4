"""The audit log as a value: who did what, and when."""

from dataclasses import dataclass

from textveil.store.log import LogEntry

__all__ = ["AuditLog"]


@dataclass(frozen=True, slots=True)
class AuditLog:
    """All entries, oldest first; reading them has checked them."""

    entries: tuple[LogEntry, ...]

    def to_json(self) -> list[dict[str, str]]:
        """Return the entries as a JSON array."""
        return [entry.to_json() for entry in self.entries]
