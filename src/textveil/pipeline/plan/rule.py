"""`publish:` in a policy: a release is made only if the game says that it should be published.

The curves are measured beforehand (`textveil attack simulate`), not in the run.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textveil.errors import WithheldError
from textveil.pipeline.yaml_lines import Located

if TYPE_CHECKING:
    from textveil.decide.publish import Decision

__all__ = ["NOT_PROMISED", "PublishRule", "read_publish_rule"]

NOT_PROMISED: Final = (
    "The decision does not say that no identifier was missed: it says what an attacker would gain "
    "from those that were.",
    "The curves were measured on other documents than these, with the attacks that they name; "
    "somebody with another attack may gain more.",
    "The attacker of the game weighs gain against cost. Somebody who attacks for another reason is "
    "not deterred.",
)
"""What a reader of the decision must not take from it."""
_SHIPPED: Final = "generated"


@dataclass(frozen=True, slots=True)
class PublishRule:
    """When documents may be published.

    Attributes
    ----------
    curves
        A file of measured curves, or `generated`.
    case, params
        Prices by the name of their case, or in a file of one's own; one of the two is empty.
    attack
        The measured attack that counts.
    policy
        What the publisher may do.
    folder
        Where the policy stands; names of files are read from there.
    """

    curves: str
    case: str = ""
    params: str = ""
    attack: str = "fake"
    policy: str = "safe-forward"
    folder: Path = field(default=Path(), compare=False)

    def to_json(self) -> dict[str, str]:
        """Return the rule as a JSON object; files by their names alone."""
        prices = {"case": self.case} if self.case else {"params": Path(self.params).name}
        curves = {"curves": Path(self.curves).name}
        return {**curves, **prices, "attack": self.attack, "policy": self.policy}

    def decided(self) -> dict[str, Any]:
        """Play the game, and return the decision to publish with the hashes of its files.

        Raises
        ------
        WithheldError
            If the decision is to withhold; its message has the reasons.
        """
        from textveil.decide.wording import in_words
        from textveil.pipeline.plan.files import file_sha256

        decision = self._played()
        reasons = in_words(decision).splitlines()
        if not decision.outcome.shares:
            raise WithheldError(
                "\n".join(("the game decides to withhold, and nothing is released", *reasons)),
                hint="`textveil plan` shows all policies and cases; better curves or other prices "
                "may turn the decision",
            )
        files = [self.curves, *([self.params] if self.params else [])]
        return {
            **decision.to_json(),
            "attack": decision.attack,
            "files": {Path(one).name: file_sha256(self._place(one)) for one in files},
            "reasons": reasons,
            "not_promised": list(NOT_PROMISED),
        }

    def _played(self) -> "Decision":
        from textveil.pipeline.plan.files import read_curves, read_stakes
        from textveil.pipeline.plan.run import plan

        stakes, back = read_stakes(self._place(self.params)) if self.params else (None, None)
        [decision] = plan(
            read_curves(self._place(self.curves)),
            case=self.case or None,
            stakes=stakes,
            policy=self.policy,
            attack=self.attack,
            fines_back=back,
        )
        return decision

    def _place(self, name: str) -> Path:
        return Path(name) if name == _SHIPPED else self.folder / name


def read_publish_rule(item: Located) -> PublishRule:
    """Return the rule that a policy states.

    Raises
    ------
    PolicyError
        If a key, case or policy is unknown, or there are no prices; the message names the line.
    """
    from textveil.games.payoff import CASES
    from textveil.games.stackelberg import PublishPolicy

    given = item.only_keys(("curves", "case", "params", "attack", "policy")).of_type(dict)
    if ("case" in given) == ("params" in given):
        raise item.error("publish needs a `case` or `params`, and not both", "case: mid-high")
    policy = Path(item.where)
    return PublishRule(
        curves=item.get("curves").of_type(str),
        case=item.get("case").one_of(tuple(CASES)) if "case" in given else "",
        params=item.get("params", "").of_type(str),
        attack=item.get("attack", "fake").of_type(str),
        policy=item.get("policy", str(PublishPolicy.SAFE_FORWARD)).one_of(
            tuple(map(str, PublishPolicy))
        ),
        folder=policy.parent if policy.is_file() else Path(),
    )
