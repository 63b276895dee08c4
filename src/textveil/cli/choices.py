"""Choices on the command line: words to keep or to remove, own patterns, and caution."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textveil.cli.groups import option
from textveil.cli.options import tuned
from textveil.errors import TextveilError, UsageError, suggest
from textveil.models.caution import LEVELS, NORMAL, stated_prices
from textveil.models.default import SHIPPED, default_manifest
from textveil.values.label import LABELS
from textveil.values.word_lists import DENIED_LABEL, WordLists

if TYPE_CHECKING:
    from textveil.pipeline.policy import Policy

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
        deny = (_labelled(one, DENIED_LABEL, "--deny") for one in self.deny or ())
        patterns = (_labelled(one, "", "--pattern") for one in self.pattern or ())
        return WordLists(
            tuple(word for one in self.allow or () for word in _words(one)),
            tuple((label, word) for label, one in deny for word in _words(one)),
            tuple(_own(label, one) for label, one in patterns),
        )

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


def _labelled(given: str, otherwise: str, option: str) -> tuple[str, str]:
    label, sign, rest = given.partition("=")
    if not sign:
        return otherwise, given
    if label not in LABELS and not label.startswith("X-"):
        raise UsageError(
            f"there is no label {label}",
            where=option,
            hint=suggest(label.upper(), LABELS)
            or f"people are NAME; own labels begin with X-: {option} {_own_label(label)}=…",
        )
    return label, rest


def _own_label(label: str) -> str:
    """Return a label of the user's own, made of letters and digits."""
    return f"X-{''.join(filter(str.isalnum, label)).upper() or 'MINE'}"


def _words(given: str) -> Iterator[str]:
    from textveil.formats.term_list import read_terms

    listed: Iterable[str] = (given,)
    if given.startswith("@"):
        path = Path(given[1:])
        if not path.is_file():
            raise UsageError("there is no such file", where=str(path))
        listed = read_terms(path)
    for word in listed:
        if not any(map(str.isalnum, word)):
            raise UsageError("a word must have a letter or a digit", where="--allow or --deny")
        yield word


def _own(label: str, expression: str) -> tuple[str, str]:
    if not label or not expression:
        raise UsageError(
            "--pattern takes a label and an expression", hint="for example --pattern MRN=H-[0-9]{6}"
        )
    return label, expression
