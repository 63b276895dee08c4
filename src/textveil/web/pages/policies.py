"""Policies: written from answers, checked, and tried on a text; no file of the server is read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from textveil.errors import UsageError
from textveil.pipeline.api import deidentify
from textveil.pipeline.release.drafting import draft_policy, questions
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import Policy, parse_policy
from textveil.policy.registry import ComponentKind, describe
from textveil.policy.yaml_lines import parse_yaml
from textveil.store.keys import new_secret
from textveil.values.contracts import about
from textveil.values.document import Document
from textveil.web.asking import Answer, PageRequest
from textveil.web.trials import (
    EXAMPLE,
    Trial,
    TrialOutcome,
    beside,
    command_line,
    marked,
    typed_number,
    typed_text,
)
from textveil.web.words import words

__all__ = ["answer", "form"]

_NAMES: Final = tuple(one.name for one in questions())
_TRIAL: Final = Trial(
    "policies",
    {**{one.name: one.default for one in questions()}, "rare": "", "name": "mine", "yaml": "",
     "text": ""},
)  # fmt: skip
_MOST: Final = 50_000
_FILE: Final = "mine.yaml"


def _offered() -> dict[str, Any]:
    kinds = (ComponentKind.DETECTOR, ComponentKind.TRANSFORMER, ComponentKind.VERIFIER)
    described = [one for kind in kinds for one in describe(kind)]
    return {
        "questions": questions(),
        "components": [(one.name, one.summary, ", ".join(one.options)) for one in described],
    }


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked, **_offered())


def answer(asked: PageRequest) -> Answer:
    """Write, check or try a policy."""
    return _TRIAL.answer(asked, _work, **_offered())


def _work(typed: Mapping[str, str], do: str) -> TrialOutcome:
    if do == "draft":
        return _drafted(typed)
    if do == EXAMPLE:
        typed = {**typed, **_drafted(typed).written}
    policy = _checked(typed_text(typed, "yaml", _MOST))
    if do == "check":
        told = {"name": policy.name, "valid": True, "sha256": policy.sha256}
        return TrialOutcome(command_line("policy", "check", _FILE), told)
    return _tried(policy, typed)


def _drafted(typed: Mapping[str, str]) -> TrialOutcome:
    answers = {name: typed[name] for name in _NAMES if typed[name]}
    rare, name = typed_number(typed, "rare", 2), typed["name"].strip() or "mine"
    for one in questions():
        if answers.get(one.name, one.default) not in one.answers:
            raise UsageError(words().error_choice, where=one.name)
    with beside("name"):
        text = draft_policy(name, answers, rare or 0)
    chosen = {one.name: answers.get(one.name, one.default) for one in questions()}
    line = command_line("policy", "new", **chosen, rare=rare, name="", o=_FILE)
    _checked(text)
    return TrialOutcome(line, text, written={"yaml": text})


def _checked(text: str) -> Policy:
    """Return a policy that is valid and reads no file of the server."""
    with beside("yaml", place=True):
        if any(map(_names_a_file, _values(parse_yaml(text, _FILE).value))):
            raise UsageError(words().error_policy_files, hint=words().policies_yaml_help)
        policy = parse_policy(text, _FILE)
        built = [one for _, one in Engine(policy, new_secret()).components()]
        if policy.publish or any(about(one).private for one in built):
            raise UsageError(words().error_policy_files, hint=words().policies_yaml_help)
    return policy


def _values(content: Any) -> Iterator[str]:
    if isinstance(content, Mapping):
        for one in content.values():
            yield from _values(one)
    elif isinstance(content, list):
        for one in content:
            yield from _values(one)
    elif isinstance(content, str):
        yield content


def _names_a_file(value: str) -> bool:
    """Tell whether a value could make a component read a file of the server."""
    if value.startswith(("/", "~", "./", "../")):
        return True
    try:
        return Path(value).exists()
    except (OSError, ValueError):
        return False


def _tried(policy: Policy, typed: Mapping[str, str]) -> TrialOutcome:
    text = typed_text(typed, "text", _MOST)
    with beside("text"):
        made = deidentify(Document("text", text), policy, key=new_secret())
    changed = [(start, end) for _, start, end in made.release.placed()]
    was = [(edit.start, edit.end) for edit, _, _ in made.release.placed()]
    shown = {"before": marked(text, was), "after": marked(made.text, changed)}
    line = command_line("release", "text.txt", "out", policy=_FILE, key="key.txt")
    return TrialOutcome(line, {"text": made.text}, shown, {"yaml": typed["yaml"]})
