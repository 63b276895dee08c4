"""Parts of a policy, read with the line of every mistake: its lists, and when it may publish.

Errors quote no word: what people deny identifies somebody.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from textveil.detect.lists.listed import own_pattern
from textveil.errors import InvalidValueError
from textveil.formats.subjects import SubjectRules
from textveil.lexicon.tables.languages import LANGUAGES
from textveil.lexicon.tables.schemes import label_hint
from textveil.policy.yaml_lines import Located
from textveil.values.document import AUTO
from textveil.values.label import is_label
from textveil.values.terms.publish_rule import PublishRule
from textveil.values.terms.recipients import check_recipients
from textveil.values.terms.word_lists import DENIED_LABEL, WordLists

__all__ = [
    "label_fault",
    "listed_fault",
    "read_lists",
    "read_other_languages",
    "read_publish_rule",
    "read_recipients",
    "read_subjects",
    "without_folders",
]

Rules = Mapping[str, object]
"""What happens to a label; None if it is left in the text."""


def label_fault(name: str) -> tuple[str, str]:
    """Return an error and a hint for a label; both empty if it is valid."""
    # A rule for a label that nothing gives would never apply, and nobody would notice.
    return ("", "") if is_label(name) else (f"{name} is not a label", label_hint(name))


def listed_fault(label: str, by_label: Rules) -> tuple[str, str]:
    """Return an error and a hint for the label of a list; both empty if it is valid."""
    fault, hint = label_fault(label)
    if fault:
        # It is not quoted: it may be a word that stands where its label should.
        return "denied words and patterns need a label that exists", hint
    if label in by_label and by_label[label] is None:
        return (
            f"a list has the label {label}, and this policy does not rewrite {label}",
            f"give its words another label, or {label} another rule",
        )
    return "", ""


def read_lists(root: Located, by_label: Rules) -> WordLists:
    """Return the lists of a policy.

    Parameters
    ----------
    root
        The policy.
    by_label
        The rules of the policy for single labels.
    """
    allow, deny = root.get("allow", []), root.get("deny", [])
    labelled = isinstance(deny.value, dict)
    denied = (
        _labelled(deny, by_label) if labelled else ((DENIED_LABEL, one) for one in _several(deny))
    )
    patterns = root.get("patterns", {})
    patterns.of_type(dict)
    return WordLists(
        tuple(_word(item) for item in _several(allow)),
        tuple((label, _word(item)) for label, item in denied),
        tuple((label, _pattern(item)) for label, item in _labelled(patterns, by_label)),
    )


def _labelled(item: Located, by_label: Rules) -> Iterator[tuple[str, Located]]:
    for label in item.of_type(dict):
        inside = item.get(label)
        what, hint = listed_fault(label, by_label)
        if what:
            raise inside.error(what, hint)
        yield from ((label, one) for one in _several(inside))


def _several(item: Located) -> list[Located]:
    """Return the items of a list; a text alone is a list of one."""
    if isinstance(item.value, str):
        return [item]
    item.of_type(list)
    return item.inside if isinstance(item.inside, list) else []


def _word(item: Located) -> str:
    if not isinstance(item.value, str):
        hint = "YAML reads some words and numbers as other things: put them in quotes"
        raise item.error("a word of a list must be text", hint)
    if not any(map(str.isalnum, item.value)):
        raise item.error("a word of a list must have a letter or a digit")
    return item.value


def _pattern(item: Located) -> str:
    if not isinstance(item.value, str) or not item.value:
        raise item.error("a pattern must be text", "put it in single quotes")
    try:
        own_pattern(item.value)
    except InvalidValueError as error:
        raise item.error(error.what, error.hint) from None
    return item.value


def read_publish_rule(item: Located) -> PublishRule:
    """Return the rule that a policy states.

    Raises
    ------
    PolicyError
        If a key, case or policy is unknown, or there are no prices; the message names the line.
    """
    from textveil.games.payoff import CASES
    from textveil.games.stackelberg import PublishPolicy

    given = item.only_keys(("curves", "case", "params", "attack", "policy")).of_type(dict)
    if ("case" in given) == ("params" in given):
        raise item.error("publish needs a `case` or `params`, and not both", "case: mid-high")
    policy = Path(item.where)
    return PublishRule(
        curves=item.get("curves").of_type(str),
        case=item.get("case").one_of(tuple(CASES)) if "case" in given else "",
        params=item.get("params", "").of_type(str),
        attack=item.get("attack", "fake").of_type(str),
        policy=item.get("policy", str(PublishPolicy.SAFE_FORWARD)).one_of(
            tuple(map(str, PublishPolicy))
        ),
        folder=policy.parent if policy.is_file() else Path(),
    )


def read_other_languages(root: Located, language: str, known: tuple[str, ...]) -> str:
    """Return what happens to documents in a language that is not installed; the first by default.

    Parameters
    ----------
    root, language
        The policy, and the language that it names.
    known
        What may happen, besides that they are read in some language.
    """
    other = root.get("other_languages", known[0])
    if language != AUTO and "other_languages" in root.of_type(dict):
        raise other.error(
            f"other_languages has no effect, because every document is read as {language}",
            f"write `language: {AUTO}`, or leave other_languages out",
        )
    return other.one_of((*known, *LANGUAGES))


def read_recipients(root: Located) -> tuple[str, ...]:
    """Return who gets a marked copy of a release."""
    if "recipients" not in root.of_type(dict):
        return ()
    item = root.get("recipients")
    names = tuple(one.of_type(str) for one in item.items())
    try:
        check_recipients(names)
    except InvalidValueError as error:
        raise item.error(f"{error.what} ({error.where})", error.hint) from None
    return names


def read_subjects(item: Located) -> SubjectRules:
    """Return the rules that say whom a document is about: one of them, or a list."""
    stated: list[str] = []
    for one in _several(item):
        try:
            stated += SubjectRules((one.of_type(str),)).stated
        except InvalidValueError as error:
            raise one.error(error.what, error.hint) from None
    return SubjectRules(tuple(stated))


def without_folders(content: Any) -> Any:
    """Return what a policy says with the names of the owner's files alone.

    Where they lie on a computer tells its readers about the owner, and nothing about the release.
    """
    if isinstance(content, Mapping):
        # What a rule writes in place of passages is no path, whatever it looks like.
        return {n: v if n == "text" else without_folders(v) for n, v in content.items()}
    if isinstance(content, list | tuple):
        return [without_folders(value) for value in content]
    is_path = isinstance(content, str) and len(content) > 1 and Path(content).is_absolute()
    return Path(content).name if is_path and "\n" not in content else content
