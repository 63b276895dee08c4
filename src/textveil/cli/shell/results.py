"""Where the result of a method goes: a release in a folder, or a single file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.certify.given_keys import read_key
from textveil.cli.shell.console import say
from textveil.cli.shell.groups import option
from textveil.cli.shell.keys import StrengthOptions
from textveil.cli.shell.options import keep_apart
from textveil.cli.shell.signing_keys import SIGN_HELP, read_signing_key
from textveil.errors import RefutedError, UsageError

if TYPE_CHECKING:
    from textveil.formats.sources import Source
    from textveil.pipeline.release.methods.run import Order
    from textveil.values.runs.watch import Track

__all__ = ["OutFolder", "ResultOptions", "end_refuted"]

OutFolder = Annotated[
    Path | None,
    typer.Argument(
        metavar="[OUT]", help="The release to make: a folder with `publish` and `keep`. Or give -o."
    ),
]


@dataclass(frozen=True, kw_only=True)
class ResultOptions(StrengthOptions):
    """What is written, and how it is certified."""

    output: Path | None = option(
        None, "Write only the result, here, in the format of IN.", "-o", metavar="FILE"
    )
    certificate: Path | None = option(
        None, "With -o: write a certificate beside the result.", metavar="FILE"
    )
    key: Path | None = option(
        None,
        "File that holds the key (default: TEXTVEIL_KEY). It draws what is drawn, and seals the "
        "certificate.",
    )
    sign: Path | None = option(None, SIGN_HELP)
    force: bool = option(False, "Replace an earlier release at OUT.")
    keep_refuted: bool = option(False, "Write the result even if a verdict does not hold.")
    report: Path | None = option(None, "Write counts, times and verdicts as JSON.", metavar="FILE")

    def order(
        self,
        source: "Source",
        out: Path | None,
        track: "Track",
        notice: Callable[[str], None] = lambda _: None,
    ) -> "Order":
        """Return what the run is asked for."""
        from textveil.pipeline.release.methods.run import Order

        target = out or self.output
        if target is None or (out is not None and self.output is not None):
            raise UsageError(
                "say where the result goes, once",
                hint="OUT for a release with publish/ and keep/, or -o FILE for the result alone",
            )
        if out is not None and self.certificate is not None:
            raise UsageError(
                "a release in a folder has its certificate in it", where="--certificate"
            )
        if self.sign is not None and out is None and self.certificate is None:
            raise UsageError(
                "only a certificate is signed", where="--sign", hint="add --certificate"
            )
        key = read_key(self.key)
        return Order(
            source,
            target,
            single=out is None,
            certificate=self.certificate,
            key=key,
            weak_key=self.judged(key, self.key),
            force=self.force,
            keep_refuted=self.keep_refuted,
            sign=read_signing_key(self.sign),
            track=track,
            notice=notice,
        )

    def keep_apart(self, out: Path | None, *inputs: Path | str | None) -> None:
        """Refuse a call that would write over what it reads."""
        keep_apart(
            [out, self.output, self.report, self.certificate], [*inputs, self.key, self.sign]
        )


def end_refuted(*, refuted: bool) -> None:
    """End with the exit code of a refuted release, if it was written all the same."""
    if refuted:
        say("a claim is refuted: this was written because you asked for it")
        raise typer.Exit(RefutedError.exit_code)
