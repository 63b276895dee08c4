"""`textveil key`: make a key, or check one."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import counted, say, show_json
from textveil.cli.groups import grouped
from textveil.cli.options import AsJson, keep_apart, read_key
from textveil.values.secret import Secret

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Make a key, or check one.\n\n**Example:** `textveil key new -o key.txt`",
)

_USES = (
    "it seals certificates, decides surrogates, makes and opens tokens, and opens vaults",
    "give it as --key {path}, or put its content into TEXTVEIL_KEY",
)


@app.command()
@grouped
def new(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file to make.")
    ],
) -> None:
    """Write a new key of 256 random bits to a file that only you can read.

    A file that exists is never replaced, because a key that is lost cannot be made again. Keep a
    copy in another place, apart from the vaults that it opens.

    **Example:** `textveil key new -o key.txt`
    """
    from textveil.store.key_file import key_facts, make_key_file

    keep_apart([output], [])
    made = make_key_file(output)
    say(f"{output} has a new key; its fingerprint is {key_facts(output, made).fingerprint}")
    for line in _USES:
        say(line.format(path=output))
    say("whoever has it can undo what it protects; without it, nobody can: keep a copy elsewhere")


@app.command()
@grouped
def check(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file that holds the key.")],
    shown: AsJson,
) -> None:
    """Say whether a file holds a key that is fit for use, and show its fingerprint.

    Looks at length, form and the rights of the file; exits with 1 if something speaks against its
    use. A good key is 32 random bytes in base 64 or hexadecimal digits, as `textveil key new`
    makes it. Two people with the same fingerprint have the same key. A key that a person made up
    can be guessed; its fingerprint is not shown, because guesses could be tested with it.

    **Example:** `textveil key check key.txt`
    """
    from textveil.store.key_file import key_facts

    facts = key_facts(path, Secret.needed(read_key(path), "a key is required"))
    if shown.json_output:
        show_json(facts.to_json())
    else:
        for problem in facts.problems:
            say(f"{path}: {problem}")
        fit = "can be used, but see above" if facts.problems else "is a good key"
        say(f"{path} {fit}: {counted(facts.size, 'byte')}, {facts.form}")
        if facts.fingerprint:
            say(f"fingerprint: {facts.fingerprint}")
        for line in _USES:
            say(line.format(path=path))
    if facts.problems:
        raise typer.Exit(1)
