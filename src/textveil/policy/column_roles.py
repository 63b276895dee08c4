"""Roles of columns: what happens to the cells of a column of a table."""

from collections.abc import Mapping

from textveil.errors import InvalidValueError, suggest
from textveil.lexicon.tables.schemes import label_hint, scheme
from textveil.policy.yaml_lines import Located
from textveil.values.label import LABELS, is_label
from textveil.values.terms.policy_terms import DROP, KEEP, MAILBOXES, TEXT

__all__ = ["column_fault", "column_role", "columns_of"]


def column_role(role: str) -> str:
    """Return a role by its name here; Presidio's names of entities are understood.

    Examples
    --------
    >>> column_role("PERSON"), column_role("keep"), column_role("MRN")
    ('NAME', 'keep', 'MRN')
    """
    if role in LABELS:
        return role
    try:
        return scheme("presidio").to_ours(role)
    except InvalidValueError:
        return role


def column_fault(name: str, role: str, by_label: Mapping[str, object | None]) -> tuple[str, str]:
    """Return an error and a hint for the rule of a column; both empty if it is valid."""
    words = (TEXT, KEEP, DROP, MAILBOXES)
    if role in by_label and by_label[role] is None:
        return (
            f"the column {name} has the label {role}, and this policy does not rewrite {role}",
            f"write `{name}: keep` to release it unchanged, or add a rule for {role}",
        )
    if role in words or is_label(role):
        return "", ""
    known = f"a column is a label, or {', '.join(words)}"
    told = suggest(role, words) or label_hint(role)
    return f"{role} is not a label", f"{told}{'' if told.endswith('?') else ';'} {known}"


def columns_of(item: Located, by_label: Mapping[str, object | None]) -> dict[str, str]:
    """Return the block `columns` of a policy; an error names the line of a wrong role."""
    roles = {name: item.get(name).of_type(str) for name in item.of_type(dict)}
    for name, role in roles.items():
        fault, hint = column_fault(name, role, by_label)
        if fault:
            raise item.get(name).error(fault, hint)
    return roles
