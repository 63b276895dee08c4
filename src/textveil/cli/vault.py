"""`textveil vault`: look after the file that keeps ways back and surrogates."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import counted, say, show_json
from textveil.cli.groups import grouped
from textveil.cli.keys import UnlockOptions, read_password
from textveil.cli.options import AsJson, read_key
from textveil.errors import UsageError
from textveil.values.password import Password

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    help="Look into a vault, check it, or change its key.\n\n"
    "**Example:** `textveil vault check project.vault --key key.txt`",
)

VaultPath = Annotated[Path, typer.Argument(metavar="VAULT", help="The vault's file.")]


@app.command()
@grouped
def check(path: VaultPath, unlocking: UnlockOptions, shown: AsJson) -> None:
    """Open every row of a vault and count them; a damaged one is an error.

    **Example:** `textveil vault check project.vault --key key.txt`
    """
    from textveil.transform.mapped import mapped

    with unlocking.open(path) as vault:
        counts = vault.check()
        surrogates = sum(1 for _ in mapped(vault))
    if shown.json_output:
        show_json({**counts, "surrogates": surrogates})
        return
    ways, mappings = counted(counts["way_back"], "document"), counted(surrogates, "surrogate")
    say(f"{path} is whole: {ways} · {mappings}")


@app.command()
@grouped
def find(
    path: VaultPath,
    text: Annotated[
        str, typer.Argument(metavar="VALUE", help="A surrogate or an original; `-` reads stdin.")
    ],
    unlocking: UnlockOptions,
    shown: AsJson,
) -> None:
    """Show who stands behind a surrogate, or what stands for an original.

    A name may be given in part, and case and punctuation do not matter. What is kept are names,
    numbers and addresses that point at one person; places, dates and organizations follow from the
    key and are not. Each line has the kind, the original, the surrogate and where it holds.

    **Example:** `textveil vault find project.vault "Maria Lopez" --key key.txt`
    """
    from textveil.transform.mapped import find_mapped

    wanted = sys.stdin.read() if text == "-" else text
    with unlocking.open(path) as vault:
        found = find_mapped(vault, wanted)
    if shown.json_output:
        show_json([one.to_json() for one in found])
        return
    for one in found:
        typer.echo("\t".join(" ".join(part.split()) for part in one.shown()))
    if not found:
        say(f"{path} has no surrogate and no original like this")
        raise typer.Exit(1)


@app.command()
@grouped
def rotate(
    path: VaultPath,
    unlocking: UnlockOptions,
    new_key: Annotated[
        Path | None, typer.Option("--new-key", help="File that holds the new key.")
    ] = None,
    new_password: Annotated[
        bool,
        typer.Option(
            "--new-password", help="Ask for a new password, unless TEXTVEIL_NEW_PASSWORD is set."
        ),
    ] = False,
) -> None:
    """Seal everything in a vault under another key, all or nothing.

    The old key opens it no more; copies of the vault, backups included, stay open to the old key.

    **Example:** `textveil vault rotate project.vault --key key.txt --new-key new.txt`
    """
    if (new_key is None) == (not new_password):
        raise UsageError("give the new key by --new-key FILE or by --new-password")
    opened = unlocking.open(path)
    fresh = read_key(new_key) if new_key else _new_password()
    if fresh is None:
        raise UsageError("the new key is empty", where=str(new_key))
    with opened as vault:
        vault.rotate(fresh)
    say(f"{path} has a new key")


def _new_password() -> Password:
    return read_password("vault from now on", twice=True, variable="TEXTVEIL_NEW_PASSWORD")
