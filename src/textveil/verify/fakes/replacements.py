"""Replacements: what each transformer of a policy may write for a passage, and nothing else.

The definition is a closed table (`docs/methods/release-verifiers.md`, "What may stand for a
passage"). It is read from the policy, and knows no transformer. Fakes are open: other claims judge
them.
"""

import hmac
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from typing import Any, Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.keys.secret import Secret
from textveil.values.label import TOKEN, family_of
from textveil.values.terms.policy_terms import FUNCTION, KEEP, REPLACE, masks_in_part
from textveil.values.verdict import Witness
from textveil.verify.fakes.coarseness import coarseness_of
from textveil.verify.readers.tables import fold, squeeze_text

__all__ = ["Replacements"]

_OTHER: Final = "the policy lets nobody write this for a passage with this label"
_ENCRYPT: Final = "textveil.encrypt.v1"
_GENERALIZE: Final = "textveil.generalize.v1"
_TOKEN: Final = re.compile(r":tv1\.[a-z2-7]{1,1000000}\]")
_HEX: Final = re.compile(r"[0-9a-f]{8,64}")
_NUMBER: Final = re.compile(r"\[([A-Z][A-Z0-9_-]{0,60})-([1-9][0-9]{0,8})\]")
_PUNCTUATED: Final = frozenset({"EMAIL", "IP", "URL"})
"""Labels of which values differ if their punctuation does."""


class _Passage(NamedTuple):
    """A replaced passage, and what its verdict rests on."""

    edit: Edit
    value: str
    key: Secret | None
    so_far: int
    """How many passages of its family there are so far."""


Step = Mapping[str, Any]


class Replacements:
    """Looks at what stands for each passage of a corpus, document by document.

    Parameters
    ----------
    rules
        The part `transform` of a policy, as JSON; without rules everything may be written.
    key
        Makes keyed hashes anew; without it only their form is checked.
    """

    def __init__(self, rules: Step, key: Secret | None = None) -> None:
        self._labels = dict(rules.get("labels", {})) | _for_tokens(rules)
        self._default, self._key = rules.get("default"), key
        self._counts: Counter[str] = Counter()
        steps = [self._default, *self._labels.values()]
        self._coarse = [step for step in steps if _uses(step, _GENERALIZE)]

    def faults(self, case: Case, language: str = ENGLISH) -> Iterator[Witness]:
        """Yield the replacements of a document that its policy does not know."""
        for step in self._coarse:
            yield from coarseness_of(step).faults(case, language, partial(self._is_of, step))
        for edit, start, end, value in case.passages() if self._default is not None else ():
            self._counts[family_of(edit.label)] += 1
            if edit.replacement == f"[{edit.label}]":
                continue
            count = self._counts[family_of(edit.label)]
            one = _Passage(edit, value, self._key, count)
            step = self._of(edit.label)
            if not isinstance(step, Mapping):
                right = step != KEEP or edit.replacement == one.value
            else:
                right = _WRITERS.get(step["use"], _is_fake)(step, one)
            if not right:
                yield Witness(case.release.id, start, end, _OTHER)

    def _of(self, label: str) -> Any:
        return self._labels.get(label, self._default)

    def _is_of(self, step: Step, label: str) -> bool:
        return self._of(label) is step


def _uses(step: Any, name: str) -> bool:
    return isinstance(step, Mapping) and step["use"] == name


def _for_tokens(rules: Step) -> dict[str, Step]:
    """Return the rule for what reads like a token: it goes to who makes tokens."""
    steps = [rules.get("default"), *rules.get("labels", {}).values()]
    made = [one for one in steps if _uses(one, _ENCRYPT)]
    return {TOKEN: made[0]} if made else {}


def _is_mask(step: Step, one: _Passage) -> bool:
    if masks_in_part({"default": step}):
        return True  # the claim `operators` judges it
    shown, style = one.edit.replacement, step.get("style", "tag")
    if style == "numbered":
        tag = _NUMBER.fullmatch(shown)
        own = tag is not None and family_of(tag[1]) == family_of(one.edit.label)
        return own and tag is not None and int(tag[2]) <= one.so_far
    if style in ("character", "blank"):
        mark = step.get("character", "*")
        return all(character == mark or character.isspace() for character in shown)
    return style == "hash" and _is_hash(step, one)


def _is_hash(step: Step, one: _Passage) -> bool:
    label, digits = one.edit.label, int(step.get("digits", 16))
    if one.key is None:
        shown = one.edit.replacement.removeprefix(f"[{label}:").removesuffix("]")
        form = one.edit.replacement == f"[{label}:{shown}]" and len(shown) == digits
        return form and _HEX.fullmatch(shown) is not None
    key, salt = one.key.derive("mask"), str(step.get("salt", "")).encode("utf-8", "surrogatepass")
    key = hmac.digest(key, salt, sha256) if salt else key
    said = squeeze_text(one.value) or one.value
    said = fold(one.value).text.casefold() if label in _PUNCTUATED else said
    made = hmac.digest(key, f"{label}\0{said}".encode("utf-8", "surrogatepass"), sha256).hex()
    return one.edit.replacement == f"[{label}:{made[:digits]}]"


def _is_sealed(_: Step, one: _Passage) -> bool:
    shown, label = one.edit.replacement, f"[{one.edit.label}"
    opening = label if shown.startswith(label) else "[VALUE"
    return shown.startswith(opening) and _TOKEN.fullmatch(shown, len(opening)) is not None


def _is_fake(_: Step, one: _Passage) -> bool:
    """Tell whether a fake is none of the tags: what stands in brackets must have stood in some."""
    return not one.edit.replacement.startswith("[") or one.value.startswith("[")


_WRITERS: Final[Mapping[str, Callable[[Step, _Passage], bool]]] = {
    "textveil.mask.v1": _is_mask,
    "textveil.redact.v1": lambda _, one: not one.edit.replacement,
    _ENCRYPT: _is_sealed,
    # What is coarse is judged by a rule of its own; the others by the claim `operators`.
    _GENERALIZE: lambda *_: True,
    FUNCTION: lambda *_: True,
    REPLACE: lambda *_: True,
}
"""By transformer, whether it may write what stands for a passage; all others write fakes."""
