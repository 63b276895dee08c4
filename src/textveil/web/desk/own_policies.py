"""Policies of a user: saved on the page Policies, offered on the page Release; sealed."""

from typing import Final

from textveil.web.asking import PageRequest

__all__ = ["OWN", "own_policies", "save_policy"]

OWN: Final = "own:"
"""How the names of these policies begin where shipped ones are offered beside them."""


def own_policies(asked: PageRequest) -> dict[str, str]:
    """Return the saved policies of the user: YAML by name."""
    found = asked.place.server().fetch_all(_kind(asked))
    return {name: content.decode() for name, content in found.items()}


def save_policy(asked: PageRequest, name: str, text: str) -> None:
    """Keep a policy; one of the same name is replaced."""
    asked.place.server().put(_kind(asked), name, text.encode())


def _kind(asked: PageRequest) -> str:
    return f"policies of {asked.user}"
