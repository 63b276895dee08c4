"""Deciding: a release is made only if the game says that it should be published.

The curves are measured beforehand (`textveil attack simulate`), not in the run.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from textveil.decide.publish import Decision
from textveil.decide.wording import in_words
from textveil.errors import WithheldError
from textveil.games.payoff import CASES, Stakes
from textveil.pipeline.plan.files import SHIPPED, file_sha256, read_curves, read_stakes
from textveil.pipeline.plan.run import plan
from textveil.values.terms.publish_rule import PublishRule

__all__ = ["NOT_PROMISED", "decided", "played", "sized"]

NOT_PROMISED: Final = (
    "The decision does not say that no identifier was missed: it says what an attacker would gain "
    "from those that were.",
    "The decision supposes a detector as good as the one of the curves after so much training. It "
    "was not compared with the detector of this release.",
    "The curves were measured on other documents than these, with the attacks that they name; "
    "somebody with another attack may gain more.",
    "The attacker of the game weighs gain against cost. Somebody who attacks for another reason is "
    "not deterred.",
)
"""What a reader of the decision must not take from it."""


def decided(rule: PublishRule) -> dict[str, Any]:
    """Play the game, and return the decision to publish with the hashes of its files.

    Raises
    ------
    WithheldError
        If the decision is to withhold; its message has the reasons.
    """
    decision = played(rule)
    reasons = in_words(decision).splitlines()
    if not decision.outcome.shares:
        raise WithheldError(
            "\n".join(("the game decides to withhold, and nothing is released", *reasons)),
            hint="`textveil plan` shows all policies and cases; better curves or other prices "
            "may turn the decision",
        )
    files = [rule.curves, *([rule.params] if rule.params else [])]
    return {
        **decision.to_json(),
        "attack": decision.attack,
        "files": {Path(one).name: file_sha256(_place(rule, one)) for one in files},
        "reasons": reasons,
        "not_promised": list(NOT_PROMISED),
    }


def sized(decision: Mapping[str, Any], rule: PublishRule, documents: int) -> dict[str, Any]:
    """Return a decision whose reasons tell if the game was played for more or fewer documents."""
    played_for = _stakes(rule).published
    if documents == played_for:
        return dict(decision)
    told = (
        f"The game was played for {played_for:,} documents, and this release has {documents:,}: "
        "the attacker's gain grows with their number, the cost of labelling does not."
    )
    return {**decision, "reasons": [*decision["reasons"], told]}


def played(rule: PublishRule) -> Decision:
    """Play the game of a rule, and return what it decides."""
    stakes, back = _own(rule)
    [decision] = plan(
        read_curves(_place(rule, rule.curves)),
        case=rule.case or None,
        stakes=stakes,
        policy=rule.policy,
        attack=rule.attack,
        fines_back=back,
    )
    return decision


def _own(rule: PublishRule) -> tuple[Stakes | None, float | None]:
    """Return the prices of the user's own, and the share of fines that goes back."""
    return read_stakes(_place(rule, rule.params)) if rule.params else (None, None)


def _stakes(rule: PublishRule) -> Stakes:
    own, _ = _own(rule)
    return CASES[rule.case] if own is None else own


def _place(rule: PublishRule, name: str) -> Path:
    return Path(name) if name == SHIPPED else rule.folder / name
