"""Deciding: a release is made only if the game says that it should be published.

The curves are measured beforehand (`textveil attack simulate`), not in the run.
"""

from pathlib import Path
from typing import Any, Final

from textveil.decide.publish import Decision
from textveil.decide.wording import in_words
from textveil.errors import WithheldError
from textveil.pipeline.plan.files import SHIPPED, file_sha256, read_curves, read_stakes
from textveil.pipeline.plan.run import plan
from textveil.values.publish_rule import PublishRule

__all__ = ["NOT_PROMISED", "decided", "played"]

NOT_PROMISED: Final = (
    "The decision does not say that no identifier was missed: it says what an attacker would gain "
    "from those that were.",
    "The decision supposes a detector as good as the one of the curves after so much training, and "
    "so many documents. Neither was compared with this release.",
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


def played(rule: PublishRule) -> Decision:
    """Play the game of a rule, and return what it decides."""
    stakes, back = read_stakes(_place(rule, rule.params)) if rule.params else (None, None)
    [decision] = plan(
        read_curves(_place(rule, rule.curves)),
        case=rule.case or None,
        stakes=stakes,
        policy=rule.policy,
        attack=rule.attack,
        fines_back=back,
    )
    return decision


def _place(rule: PublishRule, name: str) -> Path:
    return Path(name) if name == SHIPPED else rule.folder / name
