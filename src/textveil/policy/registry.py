"""Registry: all components by name; `components.tsv` has those that make a release.

Verifiers are those of `certify`, formats those of `formats`. A component is named
`textveil.<name>.v<n>`; `docs/stability.md` says when the version changes. Installed packages add
their own names through entry points in the groups `textveil.detectors`, `textveil.screens`,
`textveil.transformers`, `textveil.companions`, `textveil.verifiers`, `textveil.attacks`,
`textveil.strategies` and `textveil.formats`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import partial
from importlib.resources import files
from inspect import getdoc
from typing import Any, Final

from textveil.errors import ComponentError, suggest
from textveil.formats.makers import FORMAT_SHELF
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.values.contracts import Companion, Detector, Screen, Strategy, Transformer
from textveil.values.document import AUTO
from textveil.values.figures.attack import Attack
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.terms.catalogue import OF_THE_RUN, OWN, Entry, Shelf
from textveil.values.terms.option import typed_inside
from textveil.values.terms.word_lists import NO_LISTS, WordLists
from textveil.verify.verifiers import VERIFIERS

__all__ = [
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
]


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


NO_RULES: Final[Mapping[str, Any]] = {}
_SHIPPED: Final = files("textveil.policy") / "components.tsv"


def _shipped(kind: ComponentKind) -> dict[str, Entry]:
    lines = _SHIPPED.read_text("utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return {name: Entry(*entry) for what, name, *entry in rows if what == kind}


_SHELVES: Final[Mapping[ComponentKind, Shelf]] = {
    kind: Shelf(kind.value, kind.plural, contract, partial(_shipped, kind), language_named)
    for kind, contract in {
        ComponentKind.DETECTOR: Detector,
        ComponentKind.SCREEN: Screen,
        ComponentKind.TRANSFORMER: Transformer,
        ComponentKind.COMPANION: Companion,
        ComponentKind.ATTACK: Attack,
        ComponentKind.STRATEGY: Strategy,
    }.items()
} | {ComponentKind.VERIFIER: VERIFIERS, ComponentKind.FORMAT: FORMAT_SHELF}


def catalogue(kind: ComponentKind) -> dict[str, Entry]:
    """Return every component of a kind, shipped ones first, by name."""
    return _SHELVES[kind].catalogue()


def load(kind: ComponentKind, name: str) -> Any:
    """Import a component's class by its name."""
    return _SHELVES[kind].load(name)


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
        if entry.package == OWN:
            raise
        # One broken package must not hide all others.
        told = f"cannot be used: {error.what}"
        return DescribedComponent(kind, name, told, entry.package, {}, keyed=False)
    known = fields(component) if is_dataclass(component) else ()
    options = {
        one.name: (_shown_type(one.type), repr(one.default))
        for one in known
        if one.init and one.name not in OF_THE_RUN and one.default is not MISSING
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
    return _SHELVES[kind].missing(name)


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
    rules: Mapping[str, Any] = NO_RULES,
) -> Any:
    """Construct a component from its name and options.

    It gets the key, the vault, the word lists and the policy's rules for labels if it takes them,
    and whether the run is `fresh`: no earlier one gave surrogates away. It gets the language of the
    policy if it has an option `language` that is not set. This may be `auto`: the component then
    takes the language of each document. Detectors and screens are told a language.
    """
    given = dict(zip(OF_THE_RUN, (key, vault, lists, fresh, rules), strict=True))
    options = dict(options or {})
    if kind in (ComponentKind.DETECTOR, ComponentKind.SCREEN):
        language = ENGLISH if language == AUTO else language
        if options.get("language") == AUTO:
            options["language"] = language
    return _SHELVES[kind].build(name, options, given, language)


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
        rules: Mapping[str, Any] = NO_RULES,
    ) -> Any:
        """Construct the component; an error about an option names its line in the policy."""
        try:
            given = (key, vault, self.language, lists)
            return build(kind, self.use, dict(self.options), *given, fresh=fresh, rules=rules)
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
        if line == 0:  # it was given as a dict
            return "".join((self.where, *(f'["{key}"]' for key in filter(None, path.split(".")))))
        return self.where if line is None else f"{self.where}, line {line}"

    def to_json(self) -> dict[str, Any]:
        """Return the step as a JSON object."""
        return {"use": self.use, **self.options}
