"""Choices on the command line: words to keep or to remove, own patterns, and caution."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textveil.certify.given_keys import given_lists
from textveil.cli.shell.groups import option
from textveil.cli.shell.options import tuned
from textveil.errors import TextveilError, UsageError
from textveil.models.caution import LEVELS, NORMAL, stated_prices
from textveil.models.default import SHIPPED, default_manifest
from textveil.values.terms.word_lists import WordLists

if TYPE_CHECKING:
    from textveil.policy.policy import Policy

__all__ = ["ChoiceOptions", "ListOptions", "caution_help"]


@dataclass(frozen=True, kw_only=True)
class ListOptions:
    """What is said about single words, besides the policy."""

    allow: list[str] | None = option(
        None, "A word or phrase that is never changed; repeatable.", metavar="WORD|@FILE"
    )
    deny: list[str] | None = option(
        None,
        "A word or phrase that is always changed, over --allow; repeatable.",
        metavar="[LABEL=]WORD|@FILE",
    )
    pattern: list[str] | None = option(
        None, "What the expression matches is changed; repeatable.", metavar="LABEL=RE2"
    )

    @property
    def lists(self) -> WordLists:
        """The lists that were given; a file has one word or phrase a line."""
        return given_lists(self.allow or (), self.deny or (), self.pattern or ())

    def added_to(self, policy: "Policy") -> "Policy":
        """Return the policy with these lists."""
        lists = self.lists
        try:
            return policy.with_lists(lists) if lists else policy
        except TextveilError as error:
            raise UsageError(error.what, where="--deny or --pattern", hint=error.hint) from None


def caution_help() -> str:
    """Return what `--help` says about caution, with the prices that the default model states."""
    prices = stated_prices(default_manifest())
    told = "; ".join(f"{price.level} {price}" for price in prices)
    return (
        f"{', '.join(LEVELS)}, or a share of words to be found (the model's own: {NORMAL}). "
        f"On the default model's held-out documents: {told}. A `threshold:` in the policy wins."
    )


@dataclass(frozen=True, kw_only=True)
class ChoiceOptions(ListOptions):
    """What is said besides the policy."""

    caution: str | None = option(None, caution_help(), metavar="LEVEL|SHARE", show_default=False)
    model: str | None = option(
        None,
        f"A shipped model ({', '.join(SHIPPED)}) or the folder of a trained one.",
        metavar="NAME|FOLDER",
        show_default=False,
    )

    def added_to(self, policy: "Policy") -> "Policy":
        """Return the policy with these lists, this caution and this model."""
        return tuned(super().added_to(policy), caution=self.caution, model=self.model)
