"""`python -m textveil.certify`: `textveil verify` for somebody who audits the code that checks.

It loads nothing that makes a release, no framework for command lines, and no model.
"""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING

from textveil.certify.check_command import Check
from textveil.certify.given_keys import given_lists, read_key, read_public_key
from textveil.errors import TextveilError, UsageError, bug_report
from textveil.formats.display.plain_table import harmless
from textveil.values.keys.password import Password

if TYPE_CHECKING:
    from textveil.store.sqlite_vault import SqliteVault

__all__ = ["main"]


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "python -m textveil.certify",
        description="Recompute the hashes and verdicts of a release and compare them with its "
        "certificate. Exits with 1 if anything is refuted or differs.",
    )
    parser.add_argument("out", metavar="OUT", type=Path, help="what `textveil release` wrote")
    parser.add_argument("-i", "--input", action="append", type=Path, default=[], help="the input")
    parser.add_argument("--key", type=Path, help="file that holds the key (TEXTVEIL_KEY)")
    parser.add_argument("--vault", type=Path, help="the vault of the release")
    parser.add_argument("--password", action="store_true", help="ask for the vault's password")
    parser.add_argument("--release", metavar="ID", help="the release id that OUT must have")
    parser.add_argument("--signer", type=Path, help="public key of who must have signed OUT")
    for name, form in (("allow", "WORD|@FILE"), ("deny", "[LABEL=]WORD|@FILE")):
        parser.add_argument(f"--{name}", action="append", default=[], metavar=form)
    parser.add_argument("--pattern", action="append", default=[], metavar="LABEL=RE2")
    parser.add_argument("--json", action="store_true", help="print JSON to stdout")
    parser.add_argument("-q", "--quiet", action="store_true", help="no notices")
    return parser


def _opened(given: Namespace) -> "AbstractContextManager[SqliteVault | None]":
    if given.vault is None:
        return nullcontext()
    from textveil.store.log import LookUp
    from textveil.store.sqlite_vault import SqliteVault

    word = os.environ.get("TEXTVEIL_PASSWORD", "")
    if given.password and not word:
        word = getpass("Password of the vault: ", sys.stderr)
    lock = None if given.password else read_key(given.key)
    if lock is None and not word:
        raise UsageError("the vault needs a key", hint="give --key FILE or --password")
    opener = Password(word) if lock is None else lock
    command = "python -m textveil.certify"
    return SqliteVault(given.vault, opener, create=False, look_up=LookUp.VERIFY, command=command)


def _show(line: str) -> None:
    sys.stdout.write(harmless(line) + "\n")


def _say(line: str) -> None:
    sys.stderr.write(harmless(line) + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a release and return the exit code: 0 if nothing speaks against it."""
    given = _parser().parse_args(arguments)
    try:
        with _opened(given) as vault:
            checked = Check(
                out=given.out,
                sources=given.input,
                key=read_key(given.key) if vault is None else vault.key,
                lists=given_lists(given.allow, given.deny, given.pattern),
                release=given.release,
                signer=read_public_key(given.signer),
                vault=vault,
            ).run()
    except TextveilError as error:
        _say(f"error: {error}")
        return error.exit_code
    except Exception as error:  # noqa: BLE001 - its message may quote text
        _say(bug_report(error))
        return 70
    if given.json:
        sys.stdout.write(json.dumps(checked.to_json(), ensure_ascii=False, indent=2) + "\n")
    checked.tell(None if given.json else _show, _say, quiet=given.quiet)
    return 0 if checked.holds else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        # Whoever read the result has seen enough.
        sys.stderr.close()
        sys.exit(0)
