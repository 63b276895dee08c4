"""`textveil vault`: look after the file that keeps ways back and surrogates."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from textveil.certify.given_keys import read_key
from textveil.cli.shell.console import counted, say, show_json, show_table
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.keys import StrengthOptions, UnlockOptions, read_password
from textveil.cli.shell.options import AsJson
from textveil.errors import UsageError
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    help="Look into a vault, check it, read its log, or change its key.\n\n"
    "**Example:** `textveil vault check project.vault --key key.txt`",
)

VaultPath = Annotated[Path, typer.Argument(metavar="VAULT", help="The vault's file.")]


@app.command()
@grouped
def check(
    path: VaultPath, unlocking: UnlockOptions, strength: StrengthOptions, shown: AsJson
) -> None:
    """Open every row of a vault and count them; a damaged one is an error.

    **Example:** `textveil vault check project.vault --key key.txt`
    """
    from textveil.store.log import LookUp
    from textveil.transform.persons.mapping import mapped

    strength.is_weak(unlocking)
    with unlocking.open(path, "vault check", LookUp.CHECK) as vault:
        counts = vault.check()
        surrogates = sum(1 for _ in mapped(vault))
    if shown.json_output:
        show_json({**counts, "surrogates": surrogates})
        return
    ways, mappings = counted(counts["way_back"], "document"), counted(surrogates, "surrogate")
    kept = f" · {counted(counts['record'], 'record')}" if counts["record"] else ""
    say(f"{path} is whole: {ways} · {mappings}{kept}")


@app.command()
@grouped
def find(
    path: VaultPath,
    text: Annotated[
        str, typer.Argument(metavar="VALUE", help="A surrogate or an original; `-` reads stdin.")
    ],
    unlocking: UnlockOptions,
    strength: StrengthOptions,
    shown: AsJson,
) -> None:
    """Show who stands behind a surrogate, or what stands for an original.

    A name may be given in part, and case and punctuation do not matter. If nobody has all words of
    a name, relatives of one subject are shown who have them together. What is kept are names,
    numbers and addresses that point at one person; places, dates and organizations follow from the
    key and are not. Each line has the kind, the original, the surrogate and where it holds.

    The log of the vault tells that you searched, and whether VALUE was a surrogate or an original;
    it does not keep VALUE.

    **Example:** `textveil vault find project.vault "Maria Lopez" --key key.txt`
    """
    from textveil.store.log import LookUp
    from textveil.transform.persons.mapping import find_mapped, found_by

    wanted = sys.stdin.read() if text == "-" else text
    strength.is_weak(unlocking)
    with unlocking.open(path, "vault find", LookUp.FIND) as vault:
        found = find_mapped(vault, wanted)
        by_original, by_surrogate = found_by(found, wanted)
        vault.note(LookUp.of_search(by_original=by_original, by_surrogate=by_surrogate))
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
def log(
    path: VaultPath, unlocking: UnlockOptions, strength: StrengthOptions, shown: AsJson
) -> None:
    """Show who opened a vault, when (UTC), with which command, and for what.

    The log holds no values. Without the key nobody can read it, and nobody can change an entry or
    take one out unnoticed. Who has the key can open a copy of the file, and its log stays there.

    **Example:** `textveil vault log project.vault --key key.txt`
    """
    from textveil.store.log import LookUp

    strength.is_weak(unlocking)
    with unlocking.open(path, "vault log", LookUp.READ_LOG) as vault:
        entries = [entry.to_json() for entry in vault.log()]
    if shown.json_output:
        show_json(entries)
        return
    show_table(("when", "user", "command", "for"), (entry.values() for entry in entries))


@app.command()
@grouped
def recipients(
    path: VaultPath, unlocking: UnlockOptions, strength: StrengthOptions, shown: AsJson
) -> None:
    """Show who has a marked copy of this project's releases.

    If a run was stopped before the copies of its recipients were finished, this is said.

    **Example:** `textveil vault recipients project.vault --key key.txt`
    """
    from textveil.pipeline.release.copies import recipients_of, unfinished_recipients
    from textveil.store.log import LookUp

    strength.is_weak(unlocking)
    with unlocking.open(path, "vault recipients", LookUp.RECIPIENTS) as vault:
        names = recipients_of(vault)
        unfinished = unfinished_recipients(vault, names)
    if shown.json_output:
        show_json(names)
    elif names:
        show_table(("recipient",), ((name,) for name in names))
    else:
        say("nobody has a marked copy by this vault")
    if unfinished:
        say(
            f"note: a run was stopped before it finished the copies of {', '.join(unfinished)}; "
            "they have one only if you gave it to them"
        )


@app.command()
@grouped
def rotate(
    path: VaultPath,
    unlocking: UnlockOptions,
    strength: StrengthOptions,
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
    from textveil.store.log import LookUp

    opened = unlocking.open(path, "vault rotate", LookUp.ROTATE)
    fresh = read_key(new_key) if new_key else _new_password()
    if fresh is None:
        raise UsageError("the new key is empty", where=str(new_key))
    # The old key may be weak: this is the way to a better one.
    strength.judged(fresh if isinstance(fresh, Secret) else None, new_key)
    with opened as vault:
        vault.rotate(fresh)
    say(f"{path} has a new key")


def _new_password() -> Password:
    return read_password("vault from now on", twice=True, variable="TEXTVEIL_NEW_PASSWORD")
