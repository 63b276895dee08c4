"""Write the pages of `docs/reference/` that follow from the code.

They are `cli.md`, `components.md`, `errors.md`, `policies.md` and `python.md`. Without arguments
they are written. `--check` writes nothing, names every page that is not what would be written, and
exits with 1 if there is one.
"""

import argparse
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Any

import typer.main

import textveil
import textveil.testing
from textveil import errors
from textveil.cli.app import app
from textveil.cli.shell.help_pages import dressed
from textveil.models.caution import CautionPrice, stated_prices
from textveil.models.default import DEFAULT, default_manifest
from textveil.policy.policy import load_policy, policy_text, shipped_policies
from textveil.policy.registry import ComponentKind, DescribedComponent, describe, load
from textveil.values import contracts
from textveil.values.label import LABELS, identifies_alone

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
_NOTE = "<!-- Written by scripts/generate_reference.py; change the code and run `make docs`. -->"
_EXAMPLE = re.compile(r"\*\*Example:\*\*\s*`([^`]+)`")


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> str:
    """Return a Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def first_line(thing: object) -> str:
    """Return the first paragraph of a docstring as one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


# Command line


def cli_page() -> str:
    """Return the page about verbs and options, from the command tree."""
    root = typer.main.get_command(app)
    parts = [
        _NOTE,
        "# Command line",
        "Data goes to stdout and everything else to stderr. Exit codes are on the page "
        "[Errors and exit codes](errors.md). The environment variable `TEXTVEIL_KEY` holds the key "
        "where `--key` is not given. `--help` or `-h` shows the help of every command.",
        *_command("textveil", root),
    ]
    return "\n\n".join(parts) + "\n"


def _command(path: str, command: Any) -> Iterator[str]:
    yield f"## {path}"
    help_text = inspect.cleandoc(command.help or "")
    yield _EXAMPLE.sub("", help_text).strip()
    shown = [p for p in dressed(command.params) if not p.hidden]
    arguments = [p for p in shown if p.param_type_name == "argument"]
    options = [p for p in shown if p.param_type_name == "option"]
    children = {name: command.commands[name] for name in _children(command)}
    usage = [path, *(["COMMAND"] if children else map(_in_usage, arguments)), "[OPTIONS]"]
    yield f"```text\n{' '.join(usage)}\n```"
    yield from _listed(path, children)
    if arguments:
        rows = [(f"`{_shown(p)}`", p.help or "", _default(p)) for p in arguments]
        yield table(("argument", "meaning", "default"), rows)
    for panel, several in groupby(options, key=lambda p: p.rich_help_panel):
        yield table(
            (panel, "meaning", "default"), [(_names(p), p.help, _default(p)) for p in several]
        )
    example = _EXAMPLE.search(help_text)
    if example:
        yield f"Example:\n\n```sh\n{example[1]}\n```"
    for name, child in children.items():
        yield from _command(f"{path} {name}", child)


def _children(command: Any) -> list[str]:
    return list(command.list_commands(None)) if hasattr(command, "commands") else []


def _in_usage(argument: Any) -> str:
    return _shown(argument) if argument.required else f"[{_shown(argument)}]"


def _shown(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _listed(path: str, children: dict[str, Any]) -> Iterator[str]:
    """Yield the verbs of a group with what each does, panel by panel."""
    panels: dict[str, list[tuple[str, str]]] = {}
    for name, child in children.items():
        place = f"{path} {name}".replace(" ", "-")
        about = inspect.cleandoc(child.help or "").split("\n\n")[0]
        panels.setdefault(child.rich_help_panel or "Commands", []).append(
            (f"[{name}](#{place})", about)
        )
    for panel, rows in panels.items():
        yield table((panel, "what it does"), list(rows))


def _names(option: Any) -> str:
    names = sorted([*option.opts, *option.secondary_opts], key=lambda name: -len(name))
    value = f" {option.metavar}" if option.metavar else ""
    return ", ".join(f"`{name}{value}`" for name in names)


def _default(parameter: Any) -> str:
    value = parameter.default
    plain = isinstance(value, str | int | Path) and not isinstance(value, bool)
    return f"`{value}`" if plain else ""


# Components


def components_page() -> str:
    """Return the page about the registry: every component with its options."""
    parts = [
        _NOTE,
        "# Components and labels",
        "A component is named in a policy by its full name. The version at the end changes when "
        "its results do. Transformers name their companions, and every attack is carried out on "
        "every release. Installed packages can add more: see "
        "[Write a plug-in](../guides/write-a-plug-in.md).",
    ]
    for kind in ComponentKind:
        shipped = [one for one in describe(kind) if one.package == "textveil"]
        parts.append(f"## {kind.plural.capitalize()}")
        if kind is ComponentKind.FORMAT:
            parts.append("What each format carries is on the page [Formats](formats.md).")
            parts.append(table(("name", "endings", "written as", "what it is"), _formats(shipped)))
        else:
            rows = [(f"`{one.name}`", one.summary) for one in shipped]
            parts.append(table(("name", "what it does"), rows))
        parts += [part for one in shipped for part in _options(one)]
    parts.append("## Labels")
    parts.append(
        "A value that identifies on its own must survive nowhere in a release. Another one must "
        "not survive in the document it was removed from. A label that is not in this table counts "
        "as identifying on its own."
    )
    rows = [
        (f"`{label}`", meaning, "yes" if identifies_alone(label) else "no")
        for label, meaning in sorted(LABELS.items())
    ]
    parts.append(table(("label", "meaning", "identifies on its own"), rows))
    return "\n\n".join(parts) + "\n"


def _formats(shipped: list[DescribedComponent]) -> Iterator[tuple[str, ...]]:
    for one in shipped:
        kind = load(ComponentKind.FORMAT, one.name)
        endings = ", ".join(f"`{suffix}`" for suffix in kind.suffixes)
        place = "a folder or a file" if kind.folder else "a file"
        yield f"`{one.name}`", endings, place, one.summary


def _options(one: DescribedComponent) -> Iterator[str]:
    if one.options or one.keyed:
        yield f"### Options of {one.name}"
    if one.options:
        rows = [(f"`{name}`", f"`{t}`", f"`{d}`") for name, (t, d) in one.options.items()]
        yield table(("option", "type", "default"), rows)
    if one.keyed:
        yield "It is handed the key of the run; the key never stands in a policy."


# Errors

_NEXT = {
    "TextveilError": "Read the hint, if there is one.",
    "UsageError": "Look at `textveil VERB --help`.",
    "MissingExtraError": "Install the extra that the hint names.",
    "InvalidValueError": "Mend the value; the message states the rule.",
    "PolicyError": "Go to the line that the message names, then run `textveil policy check`.",
    "ComponentError": "Compare the name and its options with the page Components.",
    "ComponentFailedError": "Report it to whoever wrote the component, with an invented example.",
    "InputError": "Check that the path is right and that nothing changes the files meanwhile.",
    "FormatError": "Go to the file and line, or name the format with `--format`.",
    "EncodingError": "Convert the file to UTF-8.",
    "DuplicateIdError": "Make the ids distinct, or name the right column with `--id-column`.",
    "ExpansionError": "Unpack the file yourself if you trust it.",
    "EscapingPathError": "Copy what the link leads to into the folder, or remove the link.",
    "LanguageError": "Leave the named documents out, or write `other_languages` into the policy.",
    "ModelError": "Train the model again, or fetch a whole copy of it.",
    "ChangedReleaseError": "Restore from the release as it was written.",
    "VaultError": "Check the path of the vault, and that nothing else holds it.",
    "WrongKeyError": "Give the key that the vault was made with.",
    "DamagedVaultError": "Take the vault from a backup.",
    "VaultVersionError": "Use the version of textveil that made it.",
    "OutputError": "Choose another place, free some space, or check permissions.",
    "CannotCarryError": "Write another format; `jsonl` carries everything.",
    "WithheldError": "Read the reasons; `textveil plan` shows when the decision would turn.",
    "RefutedError": "Look at the witness, mend the policy or the data, and run again.",
}
_CODES = [
    ("0", "everything went well"),
    ("1", "a verdict is refuted, or a release differs from its certificate"),
    ("2", "the command was called wrongly"),
    ("3", "a policy or a component in it is wrong"),
    ("4", "the input is not what it claims to be"),
    ("5", "the result could not be written"),
    ("6", "a component broke while it worked; nothing was released"),
    ("7", "a vault cannot be used: wrong key, damaged, or of another version"),
    ("8", "the policy decides not to publish; nothing was written"),
    ("70", "a bug in textveil; what is shown holds no source text"),
    ("130", "stopped from the keyboard; nothing was written but the progress of a release"),
]


def errors_page() -> str:
    """Return the page about the error tree and the exit codes."""
    parts = [
        _NOTE,
        "# Errors and exit codes",
        "Everything that textveil raises on purpose is a `TextveilError`. A message says what is "
        "wrong, where, and what to do next. It holds file names, line numbers, offsets, ids, "
        "labels and lengths, and never source text.",
        "## Exit codes",
        table(("code", "when"), [(f"`{code}`", when) for code, when in _CODES]),
        "## The tree",
        f"```text\n{_tree()}\n```",
        "## Classes",
        table(("error", "kind of", "exit", "when", "what next"), list(_error_rows())),
        "In Python each error has the attributes `what`, `where`, `hint` and `exit_code`.",
    ]
    return "\n\n".join(parts) + "\n"


def _tree() -> str:
    """Return the drawn tree out of the module's docstring."""
    drawn = inspect.cleandoc(errors.__doc__ or "").split("::\n\n")[1].split("\n\n")[0]
    return inspect.cleandoc("\n" + drawn)


def _error_rows(
    kind: type[errors.TextveilError] = errors.TextveilError,
) -> Iterator[tuple[str, ...]]:
    name = kind.__name__
    parent = kind.__bases__[0].__name__
    when = first_line(kind)
    yield f"`{name}`", f"`{parent}`", f"`{kind.exit_code}`", when, _NEXT[name]
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from _error_rows(child)


# Policies


def policies_page() -> str:
    """Return the page with the text of every shipped policy."""
    names = shipped_policies()
    rows = [(f"[`{name}`](#{name})", load_policy(name).description) for name in names]
    parts = [
        _NOTE,
        "# Policies",
        "These come with textveil. `textveil policy show NAME` prints one, to start from; "
        "[Write a policy](../guides/write-a-policy.md) explains the keys.",
        table(("policy", "what it does"), rows),
    ]
    parts += [
        "## What caution costs",
        f"Measured on documents that the default model, `{DEFAULT}`, was not trained on: the "
        "threshold of each level, the share of identifying words that are found, the share of "
        "marked words that identify, and how many of 1,000 words are marked though they are "
        "harmless. [Keep the meaning](../guides/keep-the-meaning.md) says how to choose.",
        table(
            ("caution", "threshold", "recall", "precision", "harmless words in 1,000"),
            [_price(price) for price in stated_prices(default_manifest())],
        ),
    ]
    for name in names:
        parts += [f"## {name}", f"```yaml\n{policy_text(name)[0].strip()}\n```"]
    return "\n\n".join(parts) + "\n"


def _price(price: CautionPrice) -> tuple[str, ...]:
    harmless = "not measured" if price.harmless is None else f"{price.harmless:.1f}"
    shares = f"{price.threshold:g}", f"{price.recall:.3f}", f"{price.precision:.3f}"
    return f"`{price.level}`", *shares, harmless


# Python


def python_page() -> str:
    """Return the page about public names."""
    public = [name for name in textveil.__all__ if name != "__version__"]
    things = {name: getattr(textveil, name) for name in public}
    functions = [n for n in public if inspect.isfunction(things[n])]
    classes = [n for n in public if n not in functions]
    strategies = importlib.import_module("textveil.testing.strategies")
    parts = [
        _NOTE,
        "# Python",
        "`import textveil` is cheap: a name is loaded when it is first used. "
        "`textveil.__version__` is the version. Other modules can be imported too, but only the "
        "names on this page stay where they are from version to version.",
        "The examples of this page run in this order, after",
        "```pycon\n>>> from textveil import *\n\n```",
        "## Functions",
        *(_public(name, things[name]) for name in functions),
        "## Types",
        *(_public(name, things[name]) for name in classes),
        "## Contracts",
        "What a component of each stage must offer, in `textveil.values.contracts`. "
        "A plug-in needs no base class.",
        table(("name", "what it is"), _members(contracts)),
        "## Checks for plug-ins",
        "In `textveil.testing`. Each raises `AssertionError` with the promise that is broken.",
        table(("name", "what it does"), _members(textveil.testing)),
        "Hypothesis strategies for the values, in `textveil.testing.strategies`:",
        table(("name", "what it does"), _members(strategies)),
        "## Errors",
        "In `textveil.errors`; see [Errors and exit codes](errors.md).",
    ]
    return "\n\n".join(parts) + "\n"


def _public(name: str, thing: Any) -> str:
    """Return what a public name is, takes, returns and raises, and an example that is executed."""
    about, sections = _parts(thing)
    parts = [f"### {name}", _signature(name, thing), about]
    for section, head in _SECTIONS.items():
        if section in sections:
            rows = _entries(sections[section])
            parts.append(table((head, "meaning"), [(f"`{n}`", text) for n, text in rows]))
    parts.append(f"```pycon\n{sections['Examples']}\n\n```")
    return "\n\n".join(part for part in parts if part)


_SECTIONS = {
    "Parameters": "takes",
    "Attributes": "takes and has",
    "Returns": "returns",
    "Raises": "raises",
}
_UNDERLINED = re.compile(r"^(\w+)\n-{3,}\n", re.MULTILINE)


def _parts(thing: Any) -> tuple[str, dict[str, str]]:
    """Return what a docstring says at first, and its sections by name."""
    about, *rest = _UNDERLINED.split(inspect.getdoc(thing) or "")
    sections = dict(zip(rest[::2], (text.strip("\n") for text in rest[1::2]), strict=True))
    return about.strip(), sections


def _entries(section: str) -> list[tuple[str, str]]:
    """Return the names of a section with what is said about each."""
    found: list[tuple[str, str]] = []
    for line in section.splitlines():
        if line and not line.startswith(" "):
            found.append((line, ""))
        elif line.strip():
            found[-1] = found[-1][0], f"{found[-1][1]} {line.strip()}".strip()
    return found


def _signature(name: str, thing: Any) -> str:
    """Return the call of a function or class, without types; of an enumeration its members."""
    if isinstance(thing, type) and issubclass(thing, Enum):
        members = "\n".join(f"textveil.{name}.{one.name}  # {one.value!r}" for one in thing)
        return f"```python\n{members}\n```"
    signature = inspect.signature(thing)
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    shown = signature.replace(parameters=bare, return_annotation=inspect.Signature.empty)
    made = re.sub(r"<function ([\w.<>]+) at 0x[0-9a-f]+>", _function_name, str(shown))
    made = made.replace("<factory>", "…")
    return f"```python\ntextveil.{name}{made}\n```"


def _function_name(found: re.Match[str]) -> str:
    return "…" if "<lambda>" in found[1] else found[1]


def _members(module: Any) -> list[tuple[str, ...]]:
    return [(f"`{name}`", first_line(getattr(module, name))) for name in module.__all__]


PAGES: dict[str, Callable[[], str]] = {
    "cli.md": cli_page,
    "components.md": components_page,
    "errors.md": errors_page,
    "policies.md": policies_page,
    "python.md": python_page,
}


def main(arguments: list[str]) -> int:
    """Write the pages, or check them, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if stale")
    check = parser.parse_args(arguments).check
    stale = 0
    for name, page in PAGES.items():
        path, text = FOLDER / name, page()
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"docs/reference/{name} is stale; run `make docs`")
        else:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(f"wrote docs/reference/{name}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
