"""Registry: the one table of component names (`components.tsv`), and the only dynamic import.

A component is named `textveil.<name>.v<n>`; the version changes when its results do. Installed
packages add their own names through entry points in the groups `textveil.detectors`,
`textveil.screens`, `textveil.transformers`, `textveil.companions`, `textveil.verifiers`,
`textveil.attacks`, `textveil.strategies` and `textveil.formats`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from inspect import getdoc
from typing import Any, Final, get_type_hints

from textveil.errors import ComponentError, InvalidValueError, UsageError, suggest
from textveil.formats.catalog import FORMATS
from textveil.lexicon.languages import ENGLISH, language_named
from textveil.values.attacking import Attack
from textveil.values.contracts import (
    Companion,
    Detector,
    Format,
    Screen,
    Strategy,
    Transformer,
    Verifier,
)
from textveil.values.document import AUTO
from textveil.values.option import check_options, typed_inside
from textveil.values.secret import Secret
from textveil.values.vault import Vault
from textveil.values.word_lists import NO_LISTS, WordLists

__all__ = [
    "GONE",
    "RENAMED",
    "ComponentKind",
    "DescribedComponent",
    "Entry",
    "Step",
    "build",
    "catalogue",
    "describe",
    "load",
    "missing",
    "suggest",
    "verifier_options",
]


_OWN: Final = "textveil"


class ComponentKind(StrEnum):
    """What a component does; each has a contract in `textveil.values`."""

    DETECTOR = "detector"
    SCREEN = "screen"
    TRANSFORMER = "transformer"
    COMPANION = "companion"
    VERIFIER = "verifier"
    ATTACK = "attack"
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


_OF_THE_RUN: Final = ("key", "vault", "lists", "fresh")
"""What a component may be handed by a run; none of it stands among the options of a policy."""

_CONTRACTS: Final[Mapping[ComponentKind, type[Any]]] = {
    ComponentKind.DETECTOR: Detector,
    ComponentKind.SCREEN: Screen,
    ComponentKind.TRANSFORMER: Transformer,
    ComponentKind.COMPANION: Companion,
    ComponentKind.VERIFIER: Verifier,
    ComponentKind.ATTACK: Attack,
    ComponentKind.STRATEGY: Strategy,
    ComponentKind.FORMAT: Format,
}

_PATH: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_SURROGATE: Final = "textveil.surrogate.v1"
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
    told = entry.summary
    try:
        component = load(kind, name)
        if kind is ComponentKind.ATTACK:
            told = build(kind, name).meaning
    except ComponentError as error:
        if entry.package == _OWN:
            raise
        # One broken package must not hide all others.
        told = f"cannot be used: {error.what}"
        return DescribedComponent(kind, name, told, entry.package, {}, keyed=False)
    known = fields(component) if is_dataclass(component) else ()
    options = {
        one.name: (_shown_type(one.type), repr(one.default))
        for one in known
        if one.init and one.name not in _OF_THE_RUN and one.default is not MISSING
    }
    for holder in known:
        inside = ((f"{holder.name}.{one.name}", one) for one in typed_inside(holder))
        options |= {path: (_shown_type(one.type), repr(one.default)) for path, one in inside}
    first = " ".join((getdoc(component) or "").split("\n\n")[0].split())
    keyed = "key" in {one.name for one in known}
    return DescribedComponent(kind, name, told or first, entry.package, options, keyed)


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


def _option_in(where: str, options: Iterable[str]) -> str:
    """Return the option that the place of an error names, with its path; nothing if none."""
    named = _PATH.findall(where)
    return next((path for path in named if path.partition(".")[0] in options), "")


def build(
    kind: ComponentKind,
    name: str,
    options: dict[str, Any] | None = None,
    key: Secret | None = None,
    vault: Vault | None = None,
    language: str = ENGLISH,
    lists: WordLists = NO_LISTS,
    *,
    fresh: bool = False,
) -> Any:
    """Construct a component from its name and options.

    It gets the key, the vault and the word lists if it takes them, and whether the run is `fresh`:
    no earlier one gave surrogates away. It gets the language of the policy if it has an option
    `language` that is not set. This may be `auto`: the component then takes the
    language of each document. Detectors and screens are told a language.
    """
    given = dict(zip(_OF_THE_RUN, (key, vault, lists, fresh), strict=True))
    component = load(kind, name)
    known = {f.name for f in fields(component) if f.init} if is_dataclass(component) else set()
    options = dict(options or {})
    try:
        # A component that is no dataclass says by itself which options it has.
        kinds = {one: _kinds(component).get(one, Any) for one in known or options}
        check_options(name, {k: v for k, v in kinds.items() if k not in given}, options)
    except InvalidValueError as error:
        raise ComponentError(error.what, where=error.where, hint=error.hint) from None
    spelt = tuple(options)
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
        where = _option_in(error.where, spelt) or error.where or name
        raise ComponentError(error.what, where=where, hint=error.hint) from None
    if not isinstance(made, _CONTRACTS[kind]):
        raise ComponentError(
            f"{name} lacks something that each {kind.value} has",
            where=catalogue(kind)[RENAMED.get(name, name)].path,
            hint="the guide to plug-ins says what it must have",
        )
    return made


@dataclass(frozen=True, slots=True)
class Step:
    """One component with its options, as a policy names it.

    Attributes
    ----------
    use, options
        Its name, and what the policy says of it.
    where, lines
        File of the policy, and the line of each option by its path; that of the step is under "".
    language
        Language of the policy.
    """

    use: str
    options: Mapping[str, Any] = field(default_factory=dict)
    where: str = field(default="", compare=False)
    language: str = AUTO
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    def built(
        self,
        kind: ComponentKind,
        key: Secret | None = None,
        vault: Vault | None = None,
        lists: WordLists = NO_LISTS,
        *,
        fresh: bool = False,
    ) -> Any:
        """Construct the component; an error about an option names its line in the policy."""
        try:
            given = (key, vault, self.language, lists)
            return build(kind, self.use, dict(self.options), *given, fresh=fresh)
        except ComponentError as error:
            where = self._place(error.where)
            raise ComponentError(error.what, where=where, hint=error.hint) from None

    def _place(self, path: str) -> str:
        """Return where an option stands; if it is not written there, the nearest thing around."""
        if not self.where:
            return path
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        line = self.lines.get(path)
        return self.where if line is None else f"{self.where}, line {line}"

    def to_json(self) -> dict[str, Any]:
        """Return the step as a JSON object."""
        return {"use": self.use, **self.options}


def verifier_options(
    name: str, given: Mapping[str, Any], rules: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options of a verifier; what it shares with the surrogates need not be said twice.

    Parameters
    ----------
    name
        Name of the verifier.
    given
        Its options in the policy, which win.
    rules
        The part `transform` of the policy, as JSON. If it has several transformers that make
        surrogates, that of dates counts, then the default, then the first of the others.
    """
    labels = rules.get("labels", {})
    steps = (labels.get("DATE"), rules["default"], *labels.values())
    told = next((s for s in steps if isinstance(s, Mapping) and s["use"] == _SURROGATE), {})
    component = load(ComponentKind.VERIFIER, name)
    known = {one.name for one in fields(component) if one.init} if is_dataclass(component) else ()
    shared = {**told, **told.get("options", {})}
    own = {one: value for one, value in shared.items() if one in known and one != "language"}
    return {**own, **given}
