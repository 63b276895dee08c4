"""Shelves: the components of one kind by name, from a table and from installed packages.

Components are imported nowhere else. What makes a release and what checks it have shelves of
their own.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, get_type_hints

from textveil.errors import ComponentError, InvalidValueError, UsageError, suggest
from textveil.values.document import AUTO
from textveil.values.terms.option import check_options

__all__ = ["OF_THE_RUN", "OWN", "Entry", "Shelf"]

OWN: Final = "textveil"
"""The package of shipped components."""
OF_THE_RUN: Final = ("key", "vault", "lists", "fresh", "rules")
"""What a component may be handed by a run; none of it stands among the options of a policy."""
_PATH: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_UNSAID: Final = "en"
"""The language that components have unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a component lives (`module:Class`) and one line about it."""

    path: str
    summary: str = ""
    package: str = OWN


@dataclass(frozen=True, slots=True)
class Shelf:
    """The components of one kind.

    Attributes
    ----------
    kind, plural
        What such a component is called; packages add theirs in the group `textveil.<plural>`.
    contract
        What each of them must be.
    shipped
        Returns those that come with textveil, by name.
    check_language
        Raises if there is no such language.
    """

    kind: str
    plural: str
    contract: type[Any]
    shipped: Callable[[], Mapping[str, Entry]]
    check_language: Callable[[str], object] = field(default=str)

    def catalogue(self) -> dict[str, Entry]:
        """Return every component, shipped ones first, by name.

        An installed package may add names; it may not take one that is already there.
        """
        return _catalogue(self)

    def load(self, name: str) -> Any:
        """Import a component's class by its name."""
        table = self.catalogue()
        if name not in table:
            what, hint = self.missing(name)
            raise ComponentError(what, hint=hint)
        module, _, attribute = table[name].path.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except Exception as error:  # what a plug-in raises when it is imported
            raise ComponentError(
                f"the {self.kind} {name} could not be imported ({type(error).__name__})",
                where=table[name].path,
                hint=f"is everything that {table[name].package} needs installed?",
            ) from error

    def missing(self, name: str) -> tuple[str, str]:
        """Return an error and a hint for a name that is not known."""
        known = self.catalogue()
        return (
            f"there is no {self.kind} with the name {name}",
            suggest(name, known) or f"known: {', '.join(sorted(known))}",
        )

    def options_of(self, name: str) -> set[str]:
        """Return the names of all that a component can be given."""
        return _known(self.load(name))

    def build(
        self,
        name: str,
        options: Mapping[str, Any] | None = None,
        given: Mapping[str, Any] | None = None,
        language: str = _UNSAID,
    ) -> Any:
        """Construct a component from its name and options.

        Parameters
        ----------
        name, options
            As a policy or certificate has them.
        given
            The key, the vault and the word lists; a component gets those that it takes.
        language
            That of the policy, for a component with an option `language` that is not set.
        """
        component, given = self.load(name), given or {}
        known, asked = _known(component), dict(options or {})
        try:
            # A component that is no dataclass says by itself which options it has.
            kinds = {one: _kinds(component).get(one, Any) for one in known or asked}
            check_options(name, {k: v for k, v in kinds.items() if k not in OF_THE_RUN}, asked)
        except InvalidValueError as error:
            raise ComponentError(error.what, where=error.where, hint=error.hint) from None
        spelt = tuple(asked)
        asked |= {one: given[one] for one in given.keys() & known}
        spoken = str(asked.get("language", language))
        if "language" in known and ("language" in asked or spoken != _UNSAID):
            asked["language"] = spoken
        try:
            if "language" in known and spoken != AUTO:
                self.check_language(spoken)
            made = component(**asked)
        except UsageError as error:
            raise ComponentError(error.what, hint=error.hint) from None
        except TypeError:
            raise ComponentError(
                f"{name} refused its options", hint=f"known: {', '.join(sorted(known))}"
            ) from None
        except InvalidValueError as error:
            where = _option_in(error.where, spelt) or error.where or name
            raise ComponentError(error.what, where=where, hint=error.hint) from None
        if not isinstance(made, self.contract):
            raise ComponentError(
                f"{name} lacks something that each {self.kind} has",
                where=self.catalogue()[name].path,
                hint="the guide to plug-ins says what it must have",
            )
        return made


@cache
def _catalogue(shelf: Shelf) -> dict[str, Entry]:
    table = dict(shelf.shipped())
    for point in sorted(entry_points(group=f"textveil.{shelf.plural}"), key=lambda p: p.name):
        package = point.dist.name if point.dist else "unknown"
        if point.name in table:
            raise ComponentError(
                f"two packages offer a {shelf.kind} with the name {point.name}",
                where=f"{table[point.name].package} and {package}",
                hint="uninstall one of them",
            )
        table[point.name] = Entry(point.value, f"from {package}", package)
    return table


def _known(component: Any) -> set[str]:
    return {f.name for f in fields(component) if f.init} if is_dataclass(component) else set()


@cache
def _kinds(component: Any) -> dict[str, Any]:
    try:
        return get_type_hints(component)
    except (NameError, TypeError):
        # A plug-in may name types that only its type checker imports.
        return {}


def _option_in(where: str, options: Iterable[str]) -> str:
    """Return the option that the place of an error names, with its path; nothing if none."""
    named = _PATH.findall(where)
    return next((path for path in named if path.partition(".")[0] in options), "")
