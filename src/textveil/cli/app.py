"""The command-line application and the one place where errors become messages and exit codes."""

import gc
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from textveil.cli import (
    attack,
    cluster,
    components,
    curve,
    demo,
    dictionary,
    evaluate,
    kanon,
    key,
    learn,
    plan,
    policy,
    protect,
    release,
    restore,
    risk,
    sanitize,
    scan,
    synth,
    trace,
    train,
    vault,
    verify,
)
from textveil.cli.console import say, say_stopped
from textveil.cli.help_pages import VerbGroup, dress
from textveil.errors import TextveilError
from textveil.version import VERSION

__all__ = ["app", "run"]

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


app = typer.Typer(
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

app.command(rich_help_panel=_PROTECT)(release.release)
app.command(rich_help_panel=_PROTECT)(protect.protect)
app.command(rich_help_panel=_PROTECT)(restore.restore)
app.add_typer(vault.app, name="vault", rich_help_panel=_PROTECT)
app.add_typer(key.app, name="key", rich_help_panel=_PROTECT)
app.command(rich_help_panel=_CHECK)(scan.scan)
app.command(rich_help_panel=_CHECK)(verify.verify)
app.add_typer(attack.app, name="attack", rich_help_panel=_CHECK)
app.command(rich_help_panel=_CHECK)(plan.plan)
app.add_typer(risk.app, name="risk", rich_help_panel=_CHECK)
app.add_typer(trace.app, name="trace", rich_help_panel=_CHECK)
app.command(rich_help_panel=_LEARN)(evaluate.evaluate)
app.command(rich_help_panel=_LEARN)(train.train)
app.command(rich_help_panel=_LEARN)(curve.curve)
app.add_typer(cluster.app, name="cluster", rich_help_panel=_LEARN)
app.add_typer(learn.app, name="learn", rich_help_panel=_LEARN)
app.add_typer(kanon.app, name="kanon", rich_help_panel=_SEQUENCES)
app.add_typer(sanitize.app, name="sanitize", rich_help_panel=_SEQUENCES)
app.add_typer(dictionary.app, name="dictionary", rich_help_panel=_SEQUENCES)
app.command(rich_help_panel=_TOOLS)(demo.demo)
app.add_typer(policy.app, name="policy", rich_help_panel=_TOOLS)
app.command(rich_help_panel=_TOOLS)(components.components)
app.command(rich_help_panel=_TOOLS)(synth.synth)
dress(app)


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"textveil {VERSION}\n")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Release text and sequences without releasing the persons in them."""


def run(arguments: Sequence[str]) -> int:
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
        app(args=list(arguments), prog_name="textveil")
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        if code == _STOPPED:
            say_stopped()
        return code
    except TextveilError as error:
        say(f"error: {error}")
        return error.exit_code
    except BrokenPipeError:
        # The reader went away, as `head` does; stdout must not complain again at exit.
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        say_stopped()
        return _STOPPED
    except Exception as error:  # noqa: BLE001 - the last line before the user
        say(_bug_report(error))
        return 70
    return 0


def _bug_report(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"  {Path(f.filename).name}:{f.lineno} in {f.name}" for f in frames[-6:]]
    return "\n".join(
        [
            f"internal error: {type(error).__name__} (its message is withheld: it may quote text)",
            *places,
            "hint: this is a bug in textveil; please report these lines",
        ]
    )
