"""Calls: carries out a function for one corpus, or for each document of a stream."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.plan.deciding import decided
from textveil.pipeline.python.arguments import VaultLike, opened, require_vault
from textveil.pipeline.python.frames import TableRules
from textveil.pipeline.python.given import Shape, shape_of, streamed
from textveil.pipeline.python.loading import load
from textveil.pipeline.python.running import require_no_screen
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import Policy
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault

__all__ = ["Call", "CarryOut", "roles_of", "with_rules"]

CarryOut = Callable[[Shape, Secret | None, Vault | None], Any]
"""Works on the documents of a call, and returns what it gives."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function: its name and what it works with."""

    verb: str
    policy: Policy | None
    rules: TableRules
    key: Secret | None
    vault: VaultLike | None

    def of(self, given: object, carry_out: CarryOut) -> Any:
        """Carry out the call for one corpus, or return a generator for a stream."""
        require_vault(self.vault, self.key)
        if isinstance(given, Iterator):
            if self.policy is not None:
                require_no_screen(self.policy, self.verb)
            self._prepare()
            return self._each(given, carry_out)
        if isinstance(given, Source) and self.policy is not None and not given.subjects:
            given = given.with_subjects(self.policy.subjects)
        shape = shape_of(given, self.verb, self.rules)
        self._prepare()
        with self._opened() as (vault, key):
            return carry_out(shape, key, vault)

    def _prepare(self) -> None:
        """Load what the policy names, unless it decides that nothing is given away."""
        if self.policy is None:
            return
        if self.policy.publish:
            decided(self.policy.publish)
        load(Engine(self.policy, self.key))

    def _each(self, given: Iterator[object], carry_out: CarryOut) -> Iterator[Any]:
        with self._opened() as (vault, key):
            for shape in streamed(given, self.verb, self.rules):
                yield carry_out(shape, key, vault)

    def _opened(self) -> AbstractContextManager[tuple[Vault | None, Secret | None]]:
        return opened(self.vault, self.key, self.verb, create=self.policy is not None)


def with_rules(policy: Policy, columns: Mapping[str, str] | None) -> tuple[Policy, TableRules]:
    """Return a policy with more rules for columns, and the rules of both."""
    roles = roles_of(columns)
    try:
        chosen = policy.with_columns(roles) if roles else policy
    except UsageError as error:
        raise UsageError(error.what, where="columns", hint=error.hint) from None
    return chosen, TableRules(chosen.columns, given=bool(roles))


def roles_of(columns: Mapping[str, str] | None) -> Mapping[str, str]:
    """Return rules for columns; raise if they are no mapping of names to rules."""
    right = isinstance(columns, Mapping) and all(
        isinstance(name, str) and isinstance(role, str) for name, role in columns.items()
    )
    if columns is not None and not right:
        raise UsageError(
            "columns map the name of a column to its rule",
            where="columns",
            hint='for example columns={"note": "text", "mrn": "MRN", "ward": "drop"}',
        )
    return columns or {}
