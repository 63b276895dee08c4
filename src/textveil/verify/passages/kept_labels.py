"""Kept labels: whose values a policy leaves as they are, as a verifier reads it from the policy."""

from collections.abc import Mapping
from typing import Any, Final

from textveil.values.terms.policy_terms import KEEP

__all__ = ["is_changed"]

_SURROGATE: Final = "textveil.surrogate.v1"
_OPTIONS: Final = {"STATE": "keep_state", "COUNTRY": "keep_country"}
"""Options of surrogates that leave all values of a label."""


def is_changed(rules: Mapping[str, Any], label: str, *, same: bool) -> bool:
    """Tell whether a passage shows that values of its label must change.

    The policy says it where it keeps a label or gives it surrogates. Of other transformers, and
    without a policy, only what they did tells: a label of which all values are the same is kept.

    Examples
    --------
    >>> surrogate = {"use": "textveil.surrogate.v1", "options": {"keep_state": True}}
    >>> rules = {"default": surrogate, "labels": {"TIME": "keep"}}
    >>> [is_changed(rules, one, same=True) for one in ("TIME", "STATE", "COUNTRY", "QUANTITY")]
    [False, False, True, True]
    """
    rule = rules.get("labels", {}).get(label, rules.get("default"))
    if rule == KEEP:
        return False
    if not isinstance(rule, Mapping) or rule.get("use") != _SURROGATE:
        return not same
    return not rule.get("options", {}).get(_OPTIONS.get(label, ""), False)
