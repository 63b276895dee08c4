"""`textveil policy`: list, show, write and check policies, and propose rules for columns."""

import sys
from typing import Annotated

import typer

from textveil.cli.shell.console import say, show_json, show_table
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.options import AsJson
from textveil.cli.tools.policy_new import new
from textveil.values.keys.secret import Secret

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="List, show, write and check policies, and propose rules for columns.\n\n"
    "**Example:** `textveil policy new -o mine.yaml`",
)

app.command()(new)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A shipped policy or a YAML file.")]


@app.command("list")
@grouped
def list_policies(shown: AsJson) -> None:
    """List the policies that come with textveil.

    **Example:** `textveil policy list`
    """
    from textveil.policy.policy import load_policy, shipped_policies

    policies = [load_policy(name) for name in shipped_policies()]
    if shown.json_output:
        show_json([{"name": p.name, "description": p.description} for p in policies])
    else:
        show_table(("name", "description"), [(p.name, p.description) for p in policies])


@app.command()
@grouped
def show(name: Name, shown: AsJson) -> None:
    """Print a policy, to read it or to start one of your own from it.

    **Example:** `textveil policy show tag-only > mine.yaml`
    """
    from textveil.policy.policy import load_policy, policy_text

    if shown.json_output:
        show_json(load_policy(name).to_json())
    else:
        sys.stdout.write(policy_text(name)[0])


@app.command()
@grouped
def columns(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table, or a folder of them.")],
    *,
    given: Input,
    shown: AsJson,
) -> None:
    """Propose a rule for each column of a table, as the key `columns` of a policy.

    Names and cells of the columns are looked at. Read the rules before you use them.

    **Example:** `textveil policy columns visits.csv >> mine.yaml`
    """
    from textveil.policy.proposal import propose_columns, proposed_block

    proposed = propose_columns(given.open_file(table))
    if shown.json_output:
        show_json([one._asdict() for one in proposed])
    else:
        sys.stdout.write(proposed_block(proposed))


@app.command()
@grouped
def check(name: Name, shown: AsJson) -> None:
    """Check a policy: its keys, its components and their options, and the files it decides by.

    **Example:** `textveil policy check mine.yaml`
    """
    from textveil.pipeline.plan.deciding import played
    from textveil.pipeline.release.engine import Engine
    from textveil.policy.policy import load_policy

    policy = load_policy(name)
    # Built with a stand-in key: whether a key was given is a matter of the run, not the policy.
    stand_in = Secret(b"policy check only")
    list(Engine(policy, stand_in).components())
    # Files that it names must be there, and fit; the decision itself is no fault of a policy.
    decision = played(policy.publish) if policy.publish else None
    if shown.json_output:
        show_json({"name": policy.name, "valid": True, "sha256": policy.sha256})
    else:
        say(f"{policy.name} is valid")
        if decision is not None:
            say(f"its decision is to {'publish' if decision.outcome.shares else 'withhold'}")
