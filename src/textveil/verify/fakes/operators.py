"""Operators: fixed texts, partial masks, hashes and functions write what the policy says."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.terms.policy_terms import FUNCTION, MASK, REPLACE, is_operator
from textveil.values.verdict import Verdict, Witness
from textveil.verify.passages.removed_values import words_of

__all__ = ["Operators"]

_HIDDEN: Final = 4
"""So many letters and digits a mask hides at least; so many in a row are a part of a value."""
_DIGITS: Final = 16
_HEXADECIMAL: Final = frozenset("0123456789abcdef")
_OTHER: Final = "this is not what the rule for its label writes"
_ITSELF: Final = "the text in place of the value has the value in it"
_MASKED: Final = "passages of which a mask shows the first or last letters and digits"
_PARTS: Final = "passages of which a function of the caller shows four letters and digits in a row"

Found = tuple[str, str]
"""What is wrong, and under what name the passage is counted; each may be empty."""


@dataclass(frozen=True, slots=True)
class Operators:
    """Check that operators write what their rules say, and count what they show.

    Parameters
    ----------
    rules
        The part `transform` of the policy; a run hands it over.

    Notes
    -----
    The claim, for passages whose rule is one of these. *Replace*: the text of the rule stands
    there, and the value is not in it. *Mask* with `keep_first` or `keep_last`: the replacement is
    as long as the passage; it shows so many letters and digits at either end, and what stands
    before, after and among them; all else is marked, white space as the style says. A passage of
    which fewer than four letters and digits would be marked shows none. *Hash*: the label and the
    stated number of hexadecimal digits. *Function*: the words of the value do not stand in the
    result. A tag of the label may stand in place of each.

    The verdict counts the passages of which a mask shows a part, and those whose function left four
    letters and digits in a row. Time linear in the passages, for functions times the length of
    what they return. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "operators"
    unhides: ClassVar[bool] = True

    rules: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        checked, witnesses, exempt = 0, list[Witness](), Counter({_MASKED: 0, _PARTS: 0})
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            for edit, start, end in case.release.placed():
                rule = self.rules.get("labels", {}).get(edit.label, self.rules.get("default"))
                if not is_operator(rule):
                    continue
                checked += 1
                if edit.replacement == f"[{edit.label}]":
                    continue
                check = _CHECKS[rule["use"]]
                reason, counted = check(rule, edit, case.before.text[edit.start : edit.end])
                exempt.update([counted] if counted else [])
                if reason:
                    witnesses.append(Witness(case.release.id, start, end, reason))
        return Verdict.of(self.claim, checked, witnesses, exempt=exempt)


def _replace(rule: Mapping[str, Any], edit: Edit, value: str) -> Found:
    if edit.replacement != rule.get("text"):
        return _OTHER, ""
    return (_ITSELF if _stands_in(value, edit.replacement) else ""), ""


def _mask(rule: Mapping[str, Any], edit: Edit, value: str) -> Found:
    if rule.get("style") == "hash":
        digits, opening = int(rule.get("digits", _DIGITS)), f"[{edit.label}:"
        shown = edit.replacement.removeprefix(opening).removesuffix("]")
        right = len(shown) == digits and set(shown) <= _HEXADECIMAL
        return ("" if right and edit.replacement == f"{opening}{shown}]" else _OTHER), ""
    first, last = int(rule.get("keep_first", 0)), int(rule.get("keep_last", 0))
    count = sum(map(str.isalnum, value))
    shows = count - first - last >= _HIDDEN
    mark, spaced = rule.get("character", "*"), rule.get("style") == "character"
    expected, passed = [], 0
    for one in value:
        begins = passed < first
        passed += one.isalnum()
        ends = passed > count - last
        stays = (shows and (begins or ends)) or (spaced and one.isspace())
        expected.append(one if stays else mark)
    right = "".join(expected) == edit.replacement
    return ("" if right else _OTHER), (_MASKED if shows else "")


def _function(_: Mapping[str, Any], edit: Edit, value: str) -> Found:
    if _stands_in(value, edit.replacement):
        return _ITSELF, ""
    said, shown = ("".join(words_of(one).words) for one in (value, edit.replacement))
    runs = (said[at : at + _HIDDEN] for at in range(len(said) - _HIDDEN + 1))
    return "", (_PARTS if any(run in shown for run in runs) else "")


def _stands_in(value: str, text: str) -> bool:
    """Tell whether the words of a value stand in a text; a long value also inside its words."""
    said, shown = words_of(value).words, words_of(text).words
    if not said:
        return value.strip() == text.strip()
    if len("".join(said)) >= _HIDDEN and "".join(said) in "".join(shown):
        return True
    return f" {' '.join(said)} " in f" {' '.join(shown)} "


_CHECKS: Final[Mapping[str, Callable[[Mapping[str, Any], Edit, str], Found]]] = {
    REPLACE: _replace,
    MASK: _mask,
    FUNCTION: _function,
}
