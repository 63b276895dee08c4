"""What is asked of the suite `mutants`; apart from it, because the suite loads every plan."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Planted:
    """Into which releases defects are planted, how many, and which.

    Attributes
    ----------
    plans
        Names of policies and other plans; all if there are none.
    sample
        How many defects are planted into makers, and half as many into what is shared.
    seed
        Chooses them.
    """

    plans: tuple[str, ...] = ()
    sample: int = 1000
    seed: int = 1
