"""Pairs: the shipped model of paraphrases, as tracing asks it."""

from textveil.trace.messages.disclosing import PairModel

__all__ = ["pair_model"]


def pair_model() -> PairModel | None:
    """Return the shipped model; None until there is one."""
    return None
