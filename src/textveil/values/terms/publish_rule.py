"""When documents may be published: what a policy says about the game that decides it."""

from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["PublishRule"]


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

    Examples
    --------
    >>> PublishRule("runs/curves.csv", case="low").to_json()
    {'curves': 'curves.csv', 'case': 'low', 'attack': 'fake', 'policy': 'safe-forward'}
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
