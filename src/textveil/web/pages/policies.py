"""Policies: written from answers, checked, and tried on a text; no file of the server is read."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.api import deidentify
from textveil.pipeline.release.drafting import draft_policy, questions
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.sight.measuring_meaning import measure_meaning
from textveil.policy.policy import Policy, load_policy, parse_policy, shipped_policies
from textveil.policy.registry import ComponentKind, describe
from textveil.policy.yaml_lines import parse_yaml
from textveil.store.keys import new_secret
from textveil.values.contracts import about
from textveil.values.document import Document
from textveil.values.figures.meaning import MeaningResult
from textveil.web.asking import Answer, PageRequest
from textveil.web.desk.own_policies import OWN, own_policies, save_policy
from textveil.web.desk.trials import (
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
     "text": "", "other": "tag-only"},
)  # fmt: skip
_MOST: Final = 50_000
_FILE: Final = "mine.yaml"
_LONGEST: Final = 60
_ANSWERS: Final = {*_NAMES, "rare", "name"}
_DESCRIBED: Final = re.compile(r'^description: "([a-z]{1,40} [^"]{0,2000})"$', re.MULTILINE)


def _offered() -> dict[str, Any]:
    kinds = (ComponentKind.DETECTOR, ComponentKind.TRANSFORMER, ComponentKind.VERIFIER)
    described = [one for kind in kinds for one in describe(kind)]
    return {
        "questions": questions(),
        "shipped": [(name, name) for name in shipped_policies()],
        "components": [(one.name, one.summary, ", ".join(one.options)) for one in described],
    }


def form(asked: PageRequest) -> Answer:
    """Show the page, with a saved policy if one is named."""
    saved = own_policies(asked)
    named = asked.query.get("saved", "")
    typed = {"name": named, "yaml": saved[named]} if named in saved else {}
    return _TRIAL.first(asked, typed=typed, saved=list(saved), **_offered())


def answer(asked: PageRequest) -> Answer:
    """Write, check, try, compare or save a policy."""

    def work(typed: Mapping[str, str], do: str) -> TrialOutcome:
        return _work(asked, typed, do)

    return _TRIAL.answer(asked, work, saved=list(own_policies(asked)), **_offered())


def _work(asked: PageRequest, typed: Mapping[str, str], do: str) -> TrialOutcome:
    # While somebody types, what was touched last leads: the answers, or the policy.
    if do == "draft" or (do == "live" and asked.form["touched"] in _ANSWERS):
        return _drafted(typed)
    if do == EXAMPLE:
        typed = {**typed, **_drafted(typed).written}
    policy = _checked(typed_text(typed, "yaml", _MOST))
    if do == "save":
        name = _saved_name(typed)
        save_policy(asked, name, typed["yaml"])
    if do == "meaning":
        return _meaning(asked, policy, typed)
    if do == "compare":
        return _compared(asked, policy, typed)
    written = _answers_in(typed["yaml"])
    if do in ("check", "save") or (do == "live" and not typed["text"].strip()):
        told = {"name": policy.name, "valid": True, "sha256": policy.sha256}
        shown = {"saved": do == "save"}
        return TrialOutcome(command_line("policy", "check", _FILE), told, shown, written)
    tried = _tried(policy, typed)
    return replace(tried, written={**tried.written, **written})


def _saved_name(typed: Mapping[str, str]) -> str:
    name = " ".join(typed["name"].split())
    if not name or len(name) > _LONGEST or not name.isprintable():
        raise UsageError(words().error_nothing, where="name")
    return name


def _answers_in(text: str) -> dict[str, str]:
    """Return the answers that a written policy tells of, so that the form follows it."""
    found = _DESCRIBED.search(text)
    pairs = (one.split(" ", 1) for one in (found[1] if found else "").split("; "))
    told = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
    known = {one.name: one.answers for one in questions()}
    return {name: one for name, one in told.items() if one in known.get(name, ())}


def _meaning(asked: PageRequest, policy: Policy, typed: Mapping[str, str]) -> TrialOutcome:
    """Return what the policy would change that may mean something else, in 1,000 words."""
    found = _measured(asked, policy, typed)
    line = command_line("evaluate", meaning="text.txt", policy=_FILE)
    return TrialOutcome(line, found.to_json(), {"meaning": _meaning_rows(found)})


def _measured(asked: PageRequest, policy: Policy, typed: Mapping[str, str]) -> MeaningResult:
    text = typed_text(typed, "text", _MOST)
    with asked.place.rooms.room() as room, beside("text"):
        (room / "text.txt").write_text(text, "utf-8")
        return measure_meaning(Source.open(room / "text.txt"), policy)


def _meaning_rows(found: MeaningResult) -> list[tuple[str, str, int, str]]:
    said = {True: words().policies_doubtful, False: words().policies_other}
    return [
        (one.kind, said[one.may_mean_something_else], one.passages, f"{one.per_1000:.2f}")
        for one in found.kinds
    ]


def _compared(asked: PageRequest, policy: Policy, typed: Mapping[str, str]) -> TrialOutcome:
    """Return what two policies make of the same text, and what each changes."""
    saved, name = own_policies(asked), typed["other"]
    if name in shipped_policies():
        other = load_policy(name)
    elif name.startswith(OWN) and name.removeprefix(OWN) in saved:
        other = _checked(saved[name.removeprefix(OWN)])
    else:
        raise UsageError(words().error_choice, where="other")
    told, texts = {}, []
    for one in (policy, other):
        told[one.name] = _measured(asked, one, typed).to_json()
        made = _tried(one, typed).shown
        texts.append((one.name, made["after"]))
    head = ["changed_words_per_1000", "doubtful_passages_per_1000", "passages"]
    rows = [(one, *(f"{told[one][key]:g}" for key in head)) for one in told]
    line = command_line("evaluate", meaning="text.txt", policy=_FILE)
    return TrialOutcome(line, told, {"compared": rows, "texts": texts})


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
