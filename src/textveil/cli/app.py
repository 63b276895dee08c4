"""The command-line application and the one place where errors become messages and exit codes."""

import gc
import signal
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from textveil.cli.shell.console import say, say_error, say_stopped
from textveil.cli.shell.help_pages import VerbGroup, dress
from textveil.cli.shell.run_log import log
from textveil.errors import TextveilError, bug_report
from textveil.version import VERSION

__all__ = ["app", "run"]  # noqa: F822 - made when asked for

_STOPPED = 130
"""Exit code of a run that was interrupted, as shells have it."""

_PROTECT, _CHECK, _LEARN = "Protect", "Check", "Measure and learn"
_SEQUENCES, _TOOLS = "Sequences and terms", "Tools"
_PANELS = (_PROTECT, _CHECK, _LEARN, _SEQUENCES, _TOOLS)


class _FirstPage(VerbGroup):
    """All verbs, panel by panel."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the panels; a verb without one comes last."""
        order = {name: at for at, name in enumerate(_PANELS)}
        panels = {name: _panel(one) for name, one in self.commands.items()}
        return sorted(super().list_commands(ctx), key=lambda n: order.get(panels[n], len(order)))


def _panel(command: object) -> str:
    if isinstance(command, TyperCommand | TyperGroup):
        return command.rich_help_panel or ""
    return ""


_ROOMS: Final = {
    _PROTECT: "texts",
    _CHECK: "checks",
    _LEARN: "teaching",
    _SEQUENCES: "methods",
    _TOOLS: "tools",
}
_VERBS: Final = {
    "release": _PROTECT,
    "protect": _PROTECT,
    "restore": _PROTECT,
    "vault": _PROTECT,
    "key": _PROTECT,
    "scan": _CHECK,
    "compose": _CHECK,
    "verify": _CHECK,
    "attack": _CHECK,
    "plan": _CHECK,
    "risk": _CHECK,
    "trace": _CHECK,
    "evaluate": _LEARN,
    "train": _LEARN,
    "curve": _LEARN,
    "cluster": _LEARN,
    "learn": _LEARN,
    "kanon": _SEQUENCES,
    "sanitize": _SEQUENCES,
    "dictionary": _SEQUENCES,
    "demo": _TOOLS,
    "serve": _TOOLS,
    "policy": _TOOLS,
    "components": _TOOLS,
    "synth": _TOOLS,
}
"""Every verb and its panel. Its module has an `app` of further verbs, or a function of its name."""


@cache
def _application(verbs: tuple[str, ...]) -> typer.Typer:
    """Return the application with some verbs; only their modules are loaded."""
    made = typer.Typer(
        name="textveil",
        help="Release text and sequences without releasing the persons in them.",
        no_args_is_help=True,
        rich_markup_mode="markdown",
        # Tracebacks with local variables would print the text of documents.
        pretty_exceptions_enable=False,
        cls=_FirstPage,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Start with `textveil demo`, then `textveil release notes/ -o out/`.",
    )
    for name in verbs:
        inside = vars(import_module(f"textveil.cli.{_ROOMS[_VERBS[name]]}.{name}"))
        if "app" in inside:
            made.add_typer(inside["app"], name=name, rich_help_panel=_VERBS[name])
        else:
            made.command(rich_help_panel=_VERBS[name])(inside[name])
    made.callback()(main)
    return dress(made)


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"textveil {VERSION}\n")
        raise typer.Exit


def main(
    version: Annotated[  # noqa: ARG001 - its callback reads it
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
    log_file: Annotated[
        str | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Add notices, stages and errors to a file, as JSON lines; `-` writes them to "
            "stderr in place of text. It stands before the verb.",
        ),
    ] = None,
) -> None:
    """Release text and sequences without releasing the persons in them."""
    if log_file is not None:
        log.open(log_file)


def __getattr__(name: str) -> typer.Typer:
    if name == "app":
        return _application(tuple(_VERBS))
    raise AttributeError(name)


def run(arguments: Sequence[str]) -> int:
    """Run the application, and return its exit code; see `_run`."""
    code = _run(arguments)
    log.close(code)
    return code


def _run(arguments: Sequence[str]) -> int:
    """Run the application and return its exit code.

    An error that textveil raises on purpose is shown as its message. Anything else is a bug, and is
    shown as the places in the code it went through: never with its own message, which may quote
    the text of a document.
    """
    # Most of what a run makes is data without cycles: looking for some all the time finds nothing.
    gc.set_threshold(50_000, 10, 10)
    # A run that is told to stop cleans up like one that is interrupted.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        # One verb is all that most calls need; pages of help and mistakes need all of them.
        verbs = tuple(name for name in arguments[:1] if name in _VERBS) or tuple(_VERBS)
        _application(verbs)(args=list(arguments), prog_name="textveil")
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        if code == _STOPPED:
            say_stopped()
        return code
    except TextveilError as error:
        say_error(error)
        return error.exit_code
    except BrokenPipeError:
        # The reader went away, as `head` does; stdout must not complain again at exit.
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        say_stopped()
        return _STOPPED
    except Exception as error:  # noqa: BLE001 - the last line before the user
        say(bug_report(error))
        return 70
    return 0
