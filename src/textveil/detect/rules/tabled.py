"""Rules from files: fills in the words of a language, and connects the checks.

Rules for every language lie in `detect/data/rules/`. A language may bring its own: files of the
same kind in its folder, whose rules come first.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from types import ModuleType
from typing import Any, Final, TypeVar

import re2

from textveil.detect.rules.checks import forms, network, official, places, secrets, telephones
from textveil.detect.rules.entries import RuleFiles, Said, WrittenRule, undefined
from textveil.detect.rules.rule import (
    Check,
    Context,
    Hit,
    Rule,
    choice,
    compiled,
    framed,
    goes_on,
    named,
    refused_expression,
    valued,
    words,
)
from textveil.errors import FormatError, InvalidValueError
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import language_named

__all__ = ["tabled_rules"]

_T = TypeVar("_T")

_SHELF: Final = files("textveil.detect") / "data" / "rules"
_MODULES: Final[tuple[ModuleType, ...]] = (
    *(forms, network, official, places, secrets, telephones),
)
_CHECKS: Final[Mapping[str, Callable[..., Hit | None]]] = {
    name.replace("_", "-"): vars(module)[name] for module in _MODULES for name in module.__all__
}
_FILLED: Final = re.compile(r"\{([a-z]{1,60}):([^{}]{1,4000})\}|\{([a-z][a-z0-9-]{0,60})\}")
_GROUPS: Final = ("(?P<value>", "(?P<other>")
_NEAR: Final = 32
"""How many characters before a value `not-before` looks at."""


def _values(language: str, *roles: str) -> str:
    """Return an expression for the values of words, and for the words that have none."""
    known = facts(language)
    return choice(value or word for role in roles for word, value in known.values(role).items())


def _forms(language: str, role: str) -> str:
    """Return an expression for words that end the name of a street, whole or short."""
    short = facts(language).values("street")
    return choice(
        form
        for word in facts(language).words(role)
        for form in (word, *short.get(word, "").split(", "))
        if form
    )


def _lower(language: str, *roles: str) -> str:
    return choice(map(str.lower, facts(language).words(*roles)))


def _capitalized(language: str, *roles: str) -> str:
    return choice(map(str.capitalize, facts(language).words(*roles)))


_FILLS: Final[Mapping[str, Callable[..., str]]] = {
    function.__name__.lstrip("_"): function
    for function in (words, named, valued, _values, _forms, _lower, _capitalized)
}


@cache
def tabled_rules(language: str, region: str) -> tuple[Rule, ...]:
    """Return the rules of the files for a language and a region, in order of priority.

    Raises
    ------
    FormatError
        If a file is wrong; the message names file and line.
    """
    said = RuleFiles()
    said.read(_SHELF)
    shared = len(said.entries)
    said.read(language_named(language).folder)
    entries = [*said.entries.values()]
    maker = _Maker(said.definitions, language, region)
    made = (maker.made(entry) for entry in (*entries[shared:], *entries[:shared]))
    return tuple(rule for rule in made if rule)


class _Maker:
    """Makes rules of entries."""

    def __init__(self, definitions: Mapping[str, Said], language: str, region: str) -> None:
        self._definitions = definitions
        self._given = {"language": language, "region": region}

    def made(self, entry: WrittenRule) -> Rule | None:
        """Return the rule of an entry; None if it is for other regions."""
        said = entry.said
        if missing := {"find", "check"} - said.keys():
            raise FormatError(f"the rule has no {min(missing)}", where=entry.where)
        for key, wanted in (("only-in", True), ("not-in", False)):
            if key in said and self._in_region(said[key]) is not wanted:
                return None
        pattern = self._expression(said["find"], entry.label)
        check = self._edged(entry, self._check(entry))
        if "(?P<value>" in pattern:
            rule = framed(entry.id, entry.label, pattern, check)
        else:
            rule = Rule(entry.id, entry.label, pattern, check)
        before, after, veto = (self._context(entry, key) for key in ("before", "after", "veto"))
        ceiling = said.get("ceiling", Said("1.0", entry.where))
        return replace(
            rule,
            before=before,
            after=after,
            veto=veto,
            ceiling=_converted(float, ceiling.text, ceiling.where),
            unbounded="unbounded" in said,
            where=said["find"].where,
        )

    def _in_region(self, role: Said) -> bool:
        return _asked(
            facts(self._given["language"]).is_a, role.where, self._given["region"], role.text
        )

    def _filled(self, said: Said, label: str) -> str:
        """Return a text with the words of the language and named expressions filled in."""

        def put(match: re.Match[str]) -> str:
            fill, arguments, name = match.groups()
            if name:
                if name not in self._definitions:
                    raise undefined(name, said.where)
                return self._filled(self._definitions[name], label)
            if fill not in _FILLS:
                hint = f"known: {', '.join(_FILLS)}"
                raise FormatError(f"nothing fills {{{fill}:…}}", where=said.where, hint=hint)
            named_roles = arguments.replace("LABEL", label).split(",")
            return _asked(_FILLS[fill], said.where, self._given["language"], *named_roles)

        return _FILLED.sub(put, said.text)

    def _expression(self, said: Said, label: str) -> str:
        """Return an expression; the scanner checks later whether the engine accepts it."""
        pattern = self._filled(said, label)
        if not pattern.isascii() or any(pattern.count(group) > 1 for group in _GROUPS):
            raise refused_expression(said.where)
        return pattern

    def _compiled(self, said: Said, label: str, frame: str) -> Any:
        try:
            return compiled(frame.format(self._filled(said, label)))
        except (UnicodeEncodeError, re2.error):
            raise refused_expression(said.where) from None

    def _context(self, entry: WrittenRule, key: str) -> Context | None:
        if key not in entry.said:
            return None
        said = entry.said[key]
        near, *options = said.text.split()
        known = {"window": int, "weight": float, "required": bool}
        expression = self._filled(Said(near, said.where), entry.label)
        # What is filled in is always taken, and compiled when it is looked for.
        if not _FILLED.fullmatch(near):
            self._compiled(Said(near, said.where), entry.label, "{}")
        return Context(expression, **_options(known, options, said.where))

    def _check(self, entry: WrittenRule) -> Check:
        said = entry.said["check"]
        name, *options = said.text.split()
        if name not in _CHECKS:
            hint = f"checks: {', '.join(sorted(_CHECKS))}"
            raise FormatError(f"there is no check {name}", where=said.where, hint=hint)
        check = _CHECKS[name]
        wanted, optional = _wanted(check)
        filled = [self._filled(Said(option, said.where), entry.label) for option in options]
        own = {one: kind for one, kind in wanted.items() if one not in self._given}
        given = _options(own, filled, said.where)
        given |= {one: value for one, value in self._given.items() if one in wanted}
        if missing := wanted.keys() - given.keys() - optional:
            what = f"the check {name} needs the option {min(missing)}"
            raise FormatError(what, where=said.where)
        return partial(check, **given) if given else check

    def _edged(self, entry: WrittenRule, check: Check) -> Check:
        """Return a check that also refuses words before, in and after a value."""

        def refused(key: str, frame: str) -> Any:
            if key not in entry.said:
                return None
            return self._compiled(entry.said[key], entry.label, frame)

        before, inside = refused("not-before", r"(?:{})\z"), refused("unlike", "{}")
        after, alone = refused("not-after", "{}"), "alone" in entry.said
        if before is inside is after is None and not alone:
            return check

        def edged(data: bytes, start: int, end: int) -> Hit | None:
            if (
                (alone and goes_on(data, start, end))
                or (before and before.search(data[max(0, start - _NEAR) : start]))
                or (inside and inside.match(data[start:end]))
                or (after and after.match(data, end))
            ):
                return None
            return check(data, start, end)

        return edged


def _wanted(check: Callable[..., Any]) -> tuple[dict[str, Any], frozenset[str]]:
    """Return the options of a check with their types, and which of them may be left out."""
    options = check.__code__.co_varnames[3 : 3 + check.__code__.co_kwonlyargcount]
    kinds = {name: check.__annotations__[name] for name in options}
    return kinds, frozenset(check.__kwdefaults__ or ())


def _asked(function: Callable[..., _T], where: str, *arguments: str) -> _T:
    """Ask facts; an unknown role is an error that names the line."""
    try:
        return function(*arguments)
    except InvalidValueError as error:
        raise FormatError(error.what, where=where, hint="roles are listed in roles.tsv") from None


def _options(known: Mapping[str, Any], written: list[str], where: str) -> dict[str, Any]:
    """Return the options of a line: NAME=VALUE, or NAME alone for true."""
    given = {}
    for option in written:
        name, sign, value = option.partition("=")
        if name not in known or (known[name] is bool) is bool(sign):
            hint = f"options: {', '.join(known)}" if known else "it has no options"
            raise FormatError(f"there is no option {name}", where=where, hint=hint)
        given[name] = _converted(known[name], value, where) if sign else True
    return given


def _converted(kind: Any, value: str, where: str) -> Any:
    try:
        return _READERS.get(kind, kind)(value)
    except (KeyError, ValueError):
        raise FormatError("the value of an option cannot be read", where=where) from None


_READERS: Final[Mapping[Any, Callable[[str], Any]]] = {
    int | None: int,
    official.Checksum: official.checksum_named,
}
