"""Choosing: a policy as people give it in Python, and what they say besides it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from os import PathLike, fspath
from typing import Any, Final, TypedDict, cast

from textveil.errors import InvalidValueError, PolicyError, UsageError, suggest
from textveil.formats.subjects import SubjectRules
from textveil.lexicon.tables.languages import LANGUAGES
from textveil.lexicon.tables.scheme import WITHOUT_KIND
from textveil.lexicon.tables.schemes import scheme
from textveil.policy.policy import (
    DEFAULT,
    MODEL,
    SKIP,
    Policy,
    Step,
    load_policy,
    policy_from_json,
)
from textveil.policy.policy_lists import label_fault
from textveil.values.document import AUTO
from textveil.values.label import FAMILY, LABELS, family_of
from textveil.values.terms.policy_terms import FUNCTION
from textveil.values.terms.word_lists import WordLists

__all__ = [
    "Choices",
    "Operators",
    "PolicyLike",
    "chosen_policy",
    "given_policy",
    "given_rules",
    "label_filter",
    "with_operators",
]

Operators = Mapping[str, str | Mapping[str, Any] | Callable[[str], str]]
"""By label: the name of a transformer, a dict with its options, `keep`, or a function."""

_RULES: Final = 'policy["transform"]["labels"]'

PolicyLike = str | PathLike[str] | Mapping[str, Any] | Policy
"""The name of a shipped policy, the path of a file, its content as a dict, or a policy."""


class Choices(TypedDict, total=False):
    """What functions take besides a policy: it is added to what the policy says.

    `allow` and `deny` are words and phrases, `deny` also a mapping from labels to such; `patterns`
    maps labels to expressions for RE2. `caution` is `low`, `normal`, `high` or a share of words.
    `model` is the name of a shipped model, or the folder of a trained one. `language` is the code
    of the texts' language, or `auto`. With `labels`, only passages of these labels are changed.
    `subjects` says whom documents are about whose data do not: `name`, `folder`, an expression with
    a group, a path with its parts in braces, or several of these.
    """

    allow: str | Iterable[str]
    deny: str | Iterable[str] | Mapping[str, str | Iterable[str]]
    patterns: Mapping[str, str | Iterable[str]]
    caution: str | float
    model: str | PathLike[str]
    language: str
    labels: str | Iterable[str]
    subjects: str | Iterable[str]


def _is_words(value: object) -> bool:
    if not isinstance(value, Iterable) or isinstance(value, bytes | Mapping):
        return False
    return all(isinstance(word, str) for word in value)


def _is_labelled(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(label, str) and _is_words(words) for label, words in value.items()
    )


_PRESIDIO: Final = {"entities": "labels", "score_threshold": "caution", "allow_list": "allow"}
"""What Presidio calls some of the choices."""

_RIGHT: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "allow": (_is_words, 'allow=["Foley", "Bell"]'),
    "deny": (
        lambda value: _is_words(value) or _is_labelled(value),
        'deny=["Zephyr"] or deny={"ORGANIZATION": ["Zephyr"]}',
    ),
    "patterns": (_is_labelled, 'patterns={"MRN": "H-[0-9]{6}"}'),
    "caution": (
        lambda value: isinstance(value, str | int | float) and not isinstance(value, bool),
        'caution="high" or caution=0.95',
    ),
    "model": (lambda value: isinstance(value, str | PathLike), 'model="fast-en"'),
    "language": (lambda value: isinstance(value, str), 'language="es"'),
    "labels": (_is_words, 'labels=["NAME", "PHONE"]'),
    "subjects": (_is_words, 'subjects="MRN: ([0-9]+)" or subjects="folder"'),
}
"""What each choice may be, and how it is written."""


def given_policy(policy: PolicyLike) -> Policy:
    """Return a policy: the one given, or that of a name, a path or a dict.

    Examples
    --------
    >>> rules = {"name": "mine", "detect": ["textveil.patterns.v1"],
    ...          "transform": {"default": "textveil.mask.v1"}}
    >>> given_policy("tag-only").name, given_policy(rules).name
    ('tag-only', 'mine')
    """
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, str | PathLike):
        return load_policy(fspath(policy))
    if not isinstance(policy, Mapping):
        raise UsageError(
            f"a policy cannot be of the type {type(policy).__name__}",
            where="policy",
            hint='give a name (policy="tag-only"), the path of a file, a dict, or a Policy',
        )
    try:
        text = json.dumps(policy, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise UsageError(
            "a policy holds texts, numbers, true or false, lists and dicts only",
            where="policy",
            hint="see `textveil policy show tag-only`, and write the same as a dict",
        ) from None
    return policy_from_json(text)


def chosen_policy(policy: PolicyLike, choices: Choices) -> Policy:
    """Return a policy, by itself or by its name or path, with what was chosen besides."""
    chosen = given_policy(policy)
    choices = _read_once(choices)
    _check(choices)
    if "language" in choices:
        chosen = _in_language(chosen, choices["language"])
    if "caution" in choices:
        chosen = chosen.with_caution(choices["caution"])
    if "model" in choices:
        chosen = chosen.tuned(MODEL, {"model": fspath(choices["model"])})
    if "labels" in choices:
        chosen = _only(chosen, choices["labels"])
    if "subjects" in choices:
        chosen = replace(chosen, subjects=given_rules(choices["subjects"]))
    said = choices.get("allow", ()), choices.get("deny", ()), choices.get("patterns")
    lists = WordLists.of(*said)
    return chosen.with_lists(lists) if lists else chosen


def with_operators(policy: Policy, operators: Operators | None) -> Policy:
    """Return a policy with other rules for labels; a function is one, too.

    Examples
    --------
    >>> given = with_operators(given_policy("tag-only"), {"DATE": "keep", "NAME": lambda _: "X"})
    >>> given.rewrites("DATE"), given.by_label["NAME"].use
    (False, 'textveil.function.v1')
    """
    if not operators:
        return policy
    right = isinstance(operators, Mapping) and all(isinstance(label, str) for label in operators)
    if not right:
        raise UsageError(
            "operators map a label to its rule, or to a function",
            where="operators",
            hint='for example operators={"PHONE": lambda value: "a number", "DATE": "keep"}',
        )
    given = {
        label if label == DEFAULT else _ours(label, "operators"): rule
        for label, rule in operators.items()
    }
    plain = {label: rule for label, rule in given.items() if not callable(rule)}
    steps = _read_rules(plain, policy.language)
    for label in given.keys() - plain.keys():
        steps[label] = Step(FUNCTION, {"function": given[label]}, language=policy.language)
    # A rule for people is one for patients too, unless there is another for them.
    family = {one: steps[wide] for one, wide in FAMILY.items() if wide in steps}
    finer = {one: step for one, step in family.items() if one not in policy.by_label}
    return policy.with_operators({**finer, **steps})


def _read_rules(rules: Mapping[str, Any], language: str) -> dict[str, Step | None]:
    """Return rules for labels, read and checked as those of a policy are."""
    labels = {label: rule for label, rule in rules.items() if label != DEFAULT}
    default = rules.get(DEFAULT, "textveil.mask.v1")
    transform = {"default": default, "labels": labels}
    whole = {"name": "rules", "detect": ["textveil.patterns.v1"], "transform": transform}
    try:
        read = given_policy({**whole, "language": language})
    except PolicyError as error:
        where = error.where.replace(_RULES, "operators")
        raise UsageError(error.what, where=where, hint=error.hint) from None
    steps = {**read.by_label, **({DEFAULT: read.default} if DEFAULT in rules else {})}
    return {
        label: step and replace(step, where=step.where.replace(_RULES, "operators"))
        for label, step in steps.items()
    }


def given_rules(subjects: str | Iterable[str]) -> SubjectRules:
    """Return the rules for subjects that were given, one or several."""
    try:
        return SubjectRules((subjects,) if isinstance(subjects, str) else tuple(subjects))
    except InvalidValueError as error:
        raise UsageError(error.what, where="subjects", hint=error.hint) from None


def label_filter(labels: str | Iterable[str]) -> Callable[[str], bool]:
    """Return what tells whether a label is one of these, or of their families.

    Presidio's names of entities are understood: `PERSON` is `NAME`.

    Examples
    --------
    >>> wanted = label_filter(["PERSON", "DATE"])
    >>> wanted("PATIENT"), wanted("TIME"), wanted("PHONE")
    (True, True, False)
    """
    if not isinstance(labels, str) and isinstance(labels, Iterable):
        labels = list(labels)
    _check({"labels": labels})
    given = [labels] if isinstance(labels, str) else list(labels)
    if not given:
        raise UsageError("no label is given", where="labels", hint=f"write {_RIGHT['labels'][1]}")
    ours = {_ours(label) for label in given}
    return lambda label: label in ours or family_of(label) in ours


def _read_once(choices: Choices) -> Choices:
    """Return the choices with lists in place of iterators, which cannot be read again."""
    read = {name: list(v) if isinstance(v, Iterator) else v for name, v in choices.items()}
    return cast("Choices", read)


def _check(choices: Choices) -> None:
    for name, value in choices.items():
        if name not in _RIGHT:
            # A misspelt `deny` that is silently ignored would release what it should remove.
            hint = f"it is called {_PRESIDIO[name]} here" if name in _PRESIDIO else ""
            raise UsageError(f"there is no choice {name}", hint=hint or suggest(name, _RIGHT))
        fits, example = _RIGHT[name]
        if not fits(value):
            what = f"{name} cannot be of the type {type(value).__name__}"
            if isinstance(value, Iterable):
                what = f"{name}, a {type(value).__name__}, does not hold what it should"
            raise UsageError(what, where=name, hint=f"write {example}")


def _ours(label: str, where: str = "labels") -> str:
    fault, hint = label_fault(label)
    if not fault:
        return label
    try:
        return scheme("presidio").to_ours(label)
    except InvalidValueError:
        raise UsageError(fault, where=where, hint=hint) from None


def _only(policy: Policy, labels: str | Iterable[str]) -> Policy:
    """Return the policy that changes passages of these labels only.

    Denied words, labelled columns and what a screen finds are changed all the same: they were asked
    for by other means.
    """
    wanted = label_filter(labels)
    asked = {*WITHOUT_KIND, *policy.lists.labels, *policy.columns.values()}
    kept = [label for label, step in policy.by_label.items() if step is None and wanted(label)]
    changed = [label for label in LABELS if wanted(label) and label not in kept]
    if not changed and kept:
        raise UsageError(
            f"the policy {policy.name} leaves {', '.join(kept)} in the text",
            where="labels",
            hint="choose another policy, or give these labels a rule",
        )
    others = [one for one in (*LABELS, *policy.by_label) if not wanted(one) and one not in asked]
    return replace(policy, by_label={**policy.by_label, **dict.fromkeys(others)})


def _in_language(policy: Policy, language: str) -> Policy:
    """Return the policy for texts in a language; each component is told of it."""
    known = (AUTO, *LANGUAGES)
    if language not in known:
        raise UsageError(
            f"the language {language} is not installed",
            where="language",
            hint=f"use one of {', '.join(known)}",
        )

    def told(steps: Iterable[Step]) -> tuple[Step, ...]:
        return tuple(replace(step, language=language) for step in steps)

    [default] = told([policy.default])
    return replace(
        policy,
        language=language,
        other_languages=policy.other_languages if language == AUTO else SKIP,
        detect=told(policy.detect),
        screen=told(policy.screen),
        default=default,
        by_label={label: step and told([step])[0] for label, step in policy.by_label.items()},
        verify=told(policy.verify),
    )
