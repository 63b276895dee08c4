"""`textveil key`: make a key, or check one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.certify.given_keys import key_bytes, read_key, read_pem
from textveil.cli.shell.console import counted, say, show_json
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.options import AsJson, keep_apart
from textveil.values.keys.secret import Secret

if TYPE_CHECKING:
    from textveil.store.key_file import KeyFacts

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Make a key, or check one.\n\n**Example:** `textveil key new -o key.txt`",
)

_USES = {
    "secret key": (
        "it seals certificates, decides surrogates, makes and opens tokens, and opens vaults",
        "give it as --key {path}, or put its content into TEXTVEIL_KEY",
    ),
    "signing key": (
        "it signs releases: textveil release IN OUT --sign {path}",
        "whoever has it can sign in your name: keep it to yourself",
    ),
    "public key": (
        "it checks signatures: textveil verify OUT --signer {path}",
        "whoever is to check needs it, from you and not from the folder of the release",
    ),
}
"""By kind of key: what it is for, and what to do with it."""


@app.command()
@grouped
def new(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file to make.")
    ],
    *,
    signing: Annotated[
        bool, typer.Option("--signing", help="Make a pair that signs: FILE and FILE.pub.")
    ] = False,
) -> None:
    """Write a new key to a file that only you can read.

    Without `--signing` it is a secret key of 256 random bits. With `--signing` it is a private key
    that signs (Ed25519), and FILE.pub is the public key with which everybody can check what it
    signed.

    A file that exists is never replaced, because a key that is lost cannot be made again. Keep a
    copy in another place, apart from the vaults that it opens.

    **Example:** `textveil key new -o key.txt`
    """
    from textveil.certify.signatures.signing_key import make_signing_pair, public_file
    from textveil.certify.signatures.signing_pair import PRIVATE, PUBLIC
    from textveil.store.key_file import SYMMETRIC, key_facts, make_key_file

    keep_apart([output], [])
    if signing:
        made, public = make_signing_pair(output), public_file(output)
        say(f"{output} has a new signing key, {public} its public key")
        say(f"fingerprint: {made.fingerprint}")
        _tell_uses(PRIVATE, output)
        _tell_uses(PUBLIC, public)
        return
    facts = key_facts(output, make_key_file(output))
    say(f"{output} has a new key; its fingerprint is {facts.fingerprint}")
    _tell_uses(SYMMETRIC, output)
    say("whoever has it can undo what it protects; without it, nobody can: keep a copy elsewhere")


@app.command()
@grouped
def check(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The file that holds the key.")],
    shown: AsJson,
) -> None:
    """Say what kind of key a file holds, whether it is fit for use, and show its fingerprint.

    A key is a *secret key*, a *signing key* or a *public key*. Looks at length, form and the rights
    of the file; exits with 1 if something speaks against its use. A good secret key is 32 random
    bytes in base 64 or hexadecimal digits, as `textveil key new` makes it. Two people with the same
    fingerprint have the same key. A secret key that a person made up can be guessed; its
    fingerprint is not shown, because guesses could be tested with it.

    **Example:** `textveil key check key.txt`
    """
    facts = _facts(path)
    if shown.json_output:
        show_json(facts.to_json())
    else:
        for problem in facts.problems:
            say(f"{path}: {problem}")
        fit = "can be used, but see above" if facts.problems else "is fit for use"
        say(f"{path} is a {facts.kind}, and {fit}: {counted(facts.size, 'byte')}, {facts.form}")
        if facts.fingerprint:
            say(f"fingerprint: {facts.fingerprint}")
        _tell_uses(facts.kind, path)
    if facts.problems:
        raise typer.Exit(1)


def _facts(path: Path) -> "KeyFacts":
    from textveil.certify.signatures.signing_key import pem_facts
    from textveil.certify.signatures.signing_pair import pem_kind
    from textveil.store.key_file import key_facts

    data = key_bytes(path)
    if not pem_kind(data):
        return key_facts(path, Secret.needed(read_key(path), "a key is required"))
    return read_pem(path, lambda content: pem_facts(path, content))


def _tell_uses(kind: str, path: Path) -> None:
    for line in _USES[kind]:
        say(line.format(path=path))
