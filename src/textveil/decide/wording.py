"""A decision in words: for people who answer for it, and who never read the formulas."""

from collections.abc import Iterator
from typing import Final

from textveil.decide.publish import Decision, MadeRelease, Turn
from textveil.games.payoff import Stakes
from textveil.games.stackelberg import Ending, PublishPolicy

__all__ = ["in_words", "money"]

_WHAT: Final = {
    "value": "a true claim were worth {} to the attacker",
    "reward": "the reward for the first true claim were {}",
    "attacker_loss": "a false claim cost the attacker {}",
    "attacker_cost": "the attacker paid {} to label a document",
}
_RULE: Final = {
    PublishPolicy.TRADITIONAL: "The documents must be published, and the whole budget is spent on "
    "training.",
    PublishPolicy.SAFE_FORWARD: "The documents are published only if no attack pays.",
    PublishPolicy.ATTACK_FORWARD: "The documents are published if something is left after an "
    "attack; fines go to somebody else.",
    PublishPolicy.ATTACK_BACK: "The documents are published if something is left after an attack; "
    "fines go to the publisher.",
}
_MUST: Final = "The documents must be published."
_CLAIMED: Final = {
    "fake": "learns what surrogates look like, and claims every name that does not look so",
    "real": "learns what was missed, and claims what looks like it",
    "rarity": "learns what surrogates look like, and claims every rare name that does not look so",
    "linkage": "has a list of all true values, and claims every name on it that does not look like "
    "a surrogate",
}


def in_words(decision: Decision) -> str:
    """Return what was decided, why, how firm it is and when it would turn, in sentences.

    Every number has its unit: documents, identifiers, dollars or resamplings.
    """
    must = decision.release is not None and decision.policy is PublishPolicy.TRADITIONAL
    rule = _MUST if must else _RULE[decision.policy]
    return "\n".join((rule, *_sentences(decision)))


def _sentences(decision: Decision) -> Iterator[str]:
    end, stakes = decision.outcome, decision.stakes
    if decision.release is not None:
        yield from _of_release(decision, decision.release)
    elif end.shares:
        cost = money(end.alpha * stakes.publisher_cost)
        yield f"Decision: publish, after training on {_documents(end.alpha)}, which costs {cost}."
        yield _attack(end, stakes)
        yield f"The publisher is left with {money(end.publisher)}."
    else:
        yield "Decision: withhold."
        safe = decision.policy is PublishPolicy.SAFE_FORWARD
        deters = "deters every attack and " if safe else ""
        yield f"No training that the budget pays for {deters}leaves the publisher more than $0.00."
    yield (
        f"The game is played for {_documents(stakes.published)} to be published, with "
        f"{stakes.instances:,.4g} identifiers in each on average."
    )
    if decision.attack in _CLAIMED:
        yield f"The attacker labels some of them, {_CLAIMED[decision.attack]}."
    yield _firm(decision)
    turns = [turn for turn in decision.turns if turn.at is not None]
    for turn in turns:
        yield f"These answers would change if {_turned(decision, turn)}."
    for turn in decision.turns:
        if turn.at is None:
            tried = _WHAT[turn.price].format("anything up to " + money(turn.limit))
            yield f"They would not change if {tried}."


def _of_release(decision: Decision, made: MadeRelease) -> Iterator[str]:
    """Yield what is decided about a release that is made, and what follows if it is published."""
    end, stakes = decision.published or decision.outcome, decision.stakes
    yield f"Decision: {'publish' if decision.outcome.shares else 'withhold'} this release."
    yield f"If it is published: {_attack(end, stakes)}"
    yield f"The publisher would be left with {money(end.publisher)}."
    missed = made.documents * made.instances * (1 - made.recall)
    yield (
        f"At most {missed:,.0f} of about {made.documents * made.instances:,.0f} identifiers were "
        f"missed ({made.source}), so the recall is at least {made.recall:.3f}."
    )


def _firm(decision: Decision) -> str:
    """Return how firm a decision is; of one repetition nothing can be told."""
    if decision.repeats == 1:
        return "Everything was measured only once, so nothing says how firm these answers are."
    same = round(decision.agreement * 1000)
    return (
        f"The answers to 'publish?' and 'is it attacked?' are the same in {same:,} of 1,000 "
        f"resamplings of {decision.repeats:,} repetitions{_sizes(decision)}"
    )


def _attack(end: Ending, stakes: Stakes) -> str:
    true, what = (
        (stakes.reward, "the first true claim") if stakes.reward else (stakes.value, "a true claim")
    )
    prices = (
        f"{what} is worth {money(true)}, a false claim costs {money(stakes.attacker_loss)}, and "
        f"labelling a document costs {money(stakes.attacker_cost)}"
    )
    if not end.gamma:
        return f"No attack pays: {prices}."
    return (
        f"An attack pays: {prices}. The attacker labels {_documents(end.gamma)} and gains "
        f"{money(end.attacker)}."
    )


def _sizes(decision: Decision) -> str:
    if decision.alphas is None or not decision.outcome.shares or decision.release is not None:
        return "."
    low, high = decision.alphas
    most = "in nine of ten resamplings that publish"
    if low == high:
        return f"; the training size is {_documents(low)} {most}."
    return f"; the training size lies between {low:,} and {_documents(high)} {most}."


def _turned(decision: Decision, turn: Turn) -> str:
    here = float(getattr(decision.stakes, turn.price))
    at = turn.at or 0.0
    way = "or more" if at > here else "or less"
    return f"{_WHAT[turn.price].format(f'{money(at)} {way}')} (now {money(here)})"


def _documents(count: float) -> str:
    return f"{count:,.12g} document" if count == 1 else f"{count:,.12g} documents"


def money(amount: float) -> str:
    """Return an amount with its unit; small prices need more than cents."""
    sign = "-" if amount < 0 else ""
    size = abs(amount)
    digits = 2 if size >= 1 or round(size, 2) == round(size, 4) else 4
    return f"{sign}${size:,.{digits}f}"
