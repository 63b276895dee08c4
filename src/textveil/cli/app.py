"""The command-line application and the one place where errors become messages and exit codes."""

import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from textveil.cli import (
    attack,
    curve,
    demo,
    dictionary,
    evaluate,
    kanon,
    plan,
    policy,
    protect,
    release,
    restore,
    sanitize,
    scan,
    synth,
    train,
    vault,
    verify,
)
from textveil.cli.console import say
from textveil.errors import TextveilError
from textveil.version import VERSION

__all__ = ["app", "run"]

_STOPPED = 130
"""Exit code of a run that was interrupted, as shells have it."""

app = typer.Typer(
    name="textveil",
    help="Release text and sequences without releasing the persons in them.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    # Tracebacks with local variables would print the text of documents.
    pretty_exceptions_enable=False,
    cls=TyperGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with `textveil demo`, then `textveil release notes/ out/`.",
)

app.command()(scan.scan)
app.command()(release.release)
app.command()(protect.protect)
app.command()(restore.restore)
app.add_typer(vault.app, name="vault")
app.command()(verify.verify)
app.add_typer(attack.app, name="attack")
app.command()(plan.plan)
app.command()(evaluate.evaluate)
app.command()(train.train)
app.command()(curve.curve)
app.add_typer(kanon.app, name="kanon")
app.add_typer(sanitize.app, name="sanitize")
app.add_typer(dictionary.app, name="dictionary")
app.add_typer(policy.app, name="policy")
app.command()(synth.synth)
app.command()(demo.demo)


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
    # A run that is told to stop cleans up like one that is interrupted.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        app(args=list(arguments), prog_name="textveil")
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        if code == _STOPPED:
            say("stopped; nothing was written")
        return code
    except TextveilError as error:
        say(f"error: {error}")
        return error.exit_code
    except BrokenPipeError:
        # The reader went away, as `head` does; stdout must not complain again at exit.
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        say("stopped; nothing was written")
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
