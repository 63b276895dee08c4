"""Write down the names that `docs/stability.md` promises: a test compares them with the code.

`python scripts/stable_names.py` adds what is new to `tests/golden/stable.json`; with `--removed` it
also takes out what is gone, if the page allows that.
"""

import inspect
import json
import runpy
import sys
from collections.abc import Callable, Iterator
from enum import EnumType
from pathlib import Path
from typing import Any, Final

import typer.main

import textveil
import textveil.testing
from textveil import errors
from textveil.cli.app import app
from textveil.models.default import SHIPPED
from textveil.policy.policy import POLICY_KEYS, shipped_policies
from textveil.policy.registry import ComponentKind, describe
from textveil.values.label import LABELS
from textveil.values.terms.catalogue import OWN

STABLE: Final = Path(__file__).parents[1] / "tests" / "golden" / "stable.json"

Names = dict[str, dict[str, list[str]]]
"""By area and name: what belongs to the name (parameters, options, an exit code)."""


def collected() -> Names:
    """Return all names that are promised, as the code has them."""
    reference = runpy.run_path(str(Path(__file__).with_name("generate_reference.py")))
    return {
        "python": {name: _parameters(getattr(textveil, name)) for name in sorted(textveil.__all__)},
        "checks of plug-ins": {
            name: _parameters(getattr(textveil.testing, name)) for name in textveil.testing.__all__
        },
        "errors": {name: [str(getattr(errors, name).exit_code)] for name in _errors()},
        "exit codes": {code: [] for code, _ in reference["_CODES"]},
        "commands": dict(_commands("textveil", typer.main.get_command(app))),
        "components": {
            f"{kind} {one.name}": sorted(one.options)
            for kind in ComponentKind
            for one in describe(kind)
            if one.package == OWN
        },
        "labels": {label: [] for label in sorted(LABELS)},
        "models": {name: [] for name in SHIPPED},
        "policies": {name: [] for name in shipped_policies()},
        "policy keys": {name: [] for name in POLICY_KEYS},
    }


def missing(then: Names, now: Names) -> list[str]:
    """Return what was promised and is not there: names, and what belonged to them."""
    return [
        f"{area}: {shown}"
        for area, names in then.items()
        for name, parts in names.items()
        for shown in _lost(name, parts, now.get(area, {}).get(name))
    ]


def _lost(name: str, parts: list[str], now: list[str] | None) -> Iterator[str]:
    if now is None:
        yield name
    else:
        yield from (f"{name} {part}" for part in parts if part not in now)


def _errors() -> list[str]:
    return [name for name in errors.__all__ if inspect.isclass(getattr(errors, name))]


def _parameters(thing: Callable[..., Any] | str) -> list[str]:
    """Return the members of an enumeration, or the parameters of a call.

    Parameters that may be given by place have their number.
    """
    if isinstance(thing, EnumType):
        return [one.name for one in thing]
    if not callable(thing):
        return []
    by_place = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return [
        f"{at} {one.name}" if one.kind is by_place else one.name
        for at, one in enumerate(inspect.signature(thing).parameters.values(), 1)
    ]


def _commands(path: str, command: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield each command with its arguments by number, and its options."""
    options = {n for one in command.params for n in (*one.opts, *one.secondary_opts) if n[0] == "-"}
    arguments = [one.metavar for one in command.params if one.param_type_name == "argument"]
    yield path, [*(f"{at} {name}" for at, name in enumerate(arguments, 1)), *sorted(options)]
    for name, child in getattr(command, "commands", {}).items():
        yield from _commands(f"{path} {name}", child)


def written(names: Names) -> str:
    """Return names as JSON with one name a line, so that a change is one line."""
    areas = []
    for area, parts in names.items():
        rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(own)}" for name, own in parts.items())
        areas.append(f" {json.dumps(area)}: {{\n{rows}\n }}")
    return "{\n" + ",\n".join(areas) + "\n}\n"


def main() -> int:
    """Write the names, unless one is gone that is still promised."""
    now = collected()
    then = json.loads(STABLE.read_text("utf-8")) if STABLE.exists() else {}
    gone = missing(then, now)
    if gone and "--removed" not in sys.argv[1:]:
        sys.stderr.write("\n".join(["gone, and promised by docs/stability.md:", *gone, ""]))
        return 1
    STABLE.write_text(written(now), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
