"""Registry: the one table of component names (`components.tsv`), and the only dynamic import.

A component is named `textveil.<name>.v<n>`; the version changes when its results do. Installed
packages add their own names through entry points in the groups `textveil.detectors`,
`textveil.screens`, `textveil.transformers`, `textveil.verifiers`, `textveil.strategies` and
`textveil.formats`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from textveil.errors import ComponentError, InvalidValueError, UsageError, suggest
from textveil.formats.catalog import FORMATS
from textveil.lexicon.languages import ENGLISH, language_named
from textveil.values.contracts import (
    Detector,
    Format,
    Screen,
    Strategy,
    Transformer,
    Verifier,
)
from textveil.values.document import AUTO
from textveil.values.secret import Secret
from textveil.values.vault import Vault
from textveil.values.word_lists import NO_LISTS, WordLists

__all__ = [
    "GONE",
    "RENAMED",
    "ComponentKind",
    "DescribedComponent",
    "Entry",
    "build",
    "catalogue",
    "describe",
    "load",
    "missing",
    "suggest",
]


_OWN: Final = "textveil"


class ComponentKind(StrEnum):
    """What a component does; each has its own contract in `textveil.values.contracts`."""

    DETECTOR = "detector"
    SCREEN = "screen"
    TRANSFORMER = "transformer"
    VERIFIER = "verifier"
    STRATEGY = "strategy"
    FORMAT = "format"

    @property
    def plural(self) -> str:
        """The word for several of them, as in the groups of entry points."""
        return "strategies" if self is ComponentKind.STRATEGY else f"{self.value}s"


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a component lives (`module:Class`) and one line about it."""

    path: str
    summary: str = ""
    package: str = _OWN


@dataclass(frozen=True, slots=True)
class DescribedComponent:
    """A component as a user may ask about it; `options` has type and default of each."""

    kind: str
    name: str
    summary: str
    package: str
    options: Mapping[str, tuple[str, str]]
    keyed: bool

    def to_json(self) -> dict[str, Any]:
        """Return all of it as a JSON object."""
        options = {name: {"type": t, "default": d} for name, (t, d) in self.options.items()}
        told = {"kind": self.kind, "name": self.name, "what_it_does": self.summary}
        return {**told, "package": self.package, "needs_key": self.keyed, "options": options}


_OF_THE_RUN: Final = ("key", "vault", "lists")
"""What a component may be handed by a run; none of it stands among the options of a policy."""

_CONTRACTS: Final[Mapping[ComponentKind, type[Any]]] = {
    ComponentKind.DETECTOR: Detector,
    ComponentKind.SCREEN: Screen,
    ComponentKind.TRANSFORMER: Transformer,
    ComponentKind.VERIFIER: Verifier,
    ComponentKind.STRATEGY: Strategy,
    ComponentKind.FORMAT: Format,
}

_SHIPPED: Final = files("textveil.pipeline") / "components.tsv"

RENAMED: Final = {"textveil.sequence.v1": "textveil.tagger.v1"}
"""Names of earlier versions, and what these components are called now."""

GONE: Final = {"textveil.gazetteer.v1": "textveil.tagger.v1"}
"""Components of earlier versions that were removed, and what to use instead."""


def _shipped(kind: ComponentKind) -> dict[str, Entry]:
    if kind is ComponentKind.FORMAT:
        return {name: Entry(path) for name, path in FORMATS.items()}
    lines = _SHIPPED.read_text("utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {name: Entry(*entry) for what, name, *entry in rows if what == kind}


@cache
def catalogue(kind: ComponentKind) -> dict[str, Entry]:
    """Return every component of a kind, shipped ones first, by name.

    An installed package may add names; it may not take one that is already there.
    """
    table = _shipped(kind)
    for point in sorted(entry_points(group=f"textveil.{kind.plural}"), key=lambda p: p.name):
        package = point.dist.name if point.dist else "unknown"
        if point.name in table:
            raise ComponentError(
                f"two packages offer a {kind.value} with the name {point.name}",
                where=f"{table[point.name].package} and {package}",
                hint="uninstall one of them",
            )
        table[point.name] = Entry(point.value, f"from {package}", package)
    return table


def load(kind: ComponentKind, name: str) -> Any:
    """Import a component's class by its name."""
    table = catalogue(kind)
    name = RENAMED.get(name, name)
    if name not in table:
        what, hint = missing(kind, name)
        raise ComponentError(what, hint=hint)
    module, _, attribute = table[name].path.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:  # what a plug-in raises when it is imported
        raise ComponentError(
            f"the {kind.value} {name} could not be imported ({type(error).__name__})",
            where=table[name].path,
            hint=f"is everything that {table[name].package} needs installed?",
        ) from error


def describe(kind: ComponentKind) -> list[DescribedComponent]:
    """Return every component of a kind with one line about it and its options."""
    return [_described(kind, name, entry) for name, entry in catalogue(kind).items()]


def _described(kind: ComponentKind, name: str, entry: Entry) -> DescribedComponent:
    try:
        component = load(kind, name)
    except ComponentError as error:
        if entry.package == _OWN:
            raise
        # One broken package must not hide all others.
        told = f"cannot be used: {error.what}"
        return DescribedComponent(kind, name, told, entry.package, {}, keyed=False)
    known = fields(component) if is_dataclass(component) else ()
    options = {
        field.name: (_shown_type(field.type), repr(field.default))
        for field in known
        if field.init and field.name not in _OF_THE_RUN and field.default is not MISSING
    }
    first = " ".join((getdoc(component) or "").split("\n\n")[0].split())
    keyed = "key" in {field.name for field in known}
    return DescribedComponent(kind, name, entry.summary or first, entry.package, options, keyed)


def _shown_type(annotation: Any) -> str:
    shown = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return shown.replace("collections.abc.", "")


def missing(kind: ComponentKind, name: str) -> tuple[str, str]:
    """Return an error and a hint for an unknown component name."""
    if name in GONE:
        return f"{name} is no longer part of textveil", f"use {GONE[name]}"
    known = catalogue(kind)
    return (
        f"there is no {kind.value} with the name {name}",
        suggest(name, known) or f"known: {', '.join(sorted(known))}",
    )


@cache
def _kinds(component: Any) -> dict[str, Any]:
    try:
        return get_type_hints(component)
    except (NameError, TypeError):
        # A plug-in may name types that only its type checker imports.
        return {}


def _check_types(name: str, component: Any, options: Mapping[str, Any]) -> None:
    """Raise if an option of a policy or certificate is a list, say, where a number belongs."""
    kinds = _kinds(component)
    for option, value in options.items():
        if not _is_of(value, kinds.get(option, Any)):
            raise ComponentError(f"{name} cannot use this value of {option}", where=name)


def _is_of(value: Any, kind: Any) -> bool:
    """Tell whether a plain value has a type; types that plain data cannot have are not judged."""
    inside, outside = get_args(kind), get_origin(kind)
    if outside in (Union, UnionType):
        return any(_is_of(value, one) for one in inside)
    if kind in (str, int, bool, NoneType):
        return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if outside is Mapping:
        return isinstance(value, Mapping)
    if outside in (Sequence, tuple, frozenset):
        several = isinstance(value, Iterable) and not isinstance(value, str | Mapping)
        return several and all(_is_of(item, inside[0]) for item in value)
    return True


def build(
    kind: ComponentKind,
    name: str,
    options: dict[str, Any] | None = None,
    key: Secret | None = None,
    vault: Vault | None = None,
    language: str = ENGLISH,
    lists: WordLists = NO_LISTS,
) -> Any:
    """Construct a component from its name and options.

    It gets the key, the vault and the word lists if it takes them, and the language of the policy
    if it has an option `language` that is not set. This may be `auto`: the component then takes the
    language of each document. Detectors and screens are told a language.
    """
    given = dict(zip(_OF_THE_RUN, (key, vault, lists), strict=True))
    component = load(kind, name)
    known = {f.name for f in fields(component) if f.init} if is_dataclass(component) else set()
    options = dict(options or {})
    for option in options:
        if option in given or (known and option not in known):
            raise ComponentError(
                f"{name} has no option {option}",
                hint=suggest(option, known - given.keys())
                or f"known: {', '.join(sorted(known - given.keys()))}",
            )
    _check_types(name, component, options)
    options |= {name: given[name] for name in given.keys() & known}
    spoken = str(options.get("language", language))
    if spoken == AUTO and kind in (ComponentKind.DETECTOR, ComponentKind.SCREEN):
        spoken = ENGLISH if language == AUTO else language
    if "language" in known and ("language" in options or spoken != ENGLISH):
        options["language"] = spoken
    try:
        if "language" in known and spoken != AUTO:
            language_named(spoken)
        made = component(**options)
    except UsageError as error:
        raise ComponentError(error.what, hint=error.hint) from None
    except TypeError:
        raise ComponentError(
            f"{name} refused its options", hint=f"known: {', '.join(sorted(known))}"
        ) from None
    except InvalidValueError as error:
        raise ComponentError(error.what, where=error.where or name, hint=error.hint) from None
    if not isinstance(made, _CONTRACTS[kind]):
        raise ComponentError(
            f"{name} has not all methods of a {kind.value}",
            where=catalogue(kind)[RENAMED.get(name, name)].path,
            hint="`textveil.values.contracts` says what it must have",
        )
    return made
