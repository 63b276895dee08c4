"""Policies: what a run does, as YAML that a privacy officer can read.

Unknown keys are errors with a suggestion and a line number: a misspelt key that is silently ignored
would release what it was meant to protect.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from textveil.detect.lists.listed import SOURCE as LISTED
from textveil.detect.lists.listed import own_pattern
from textveil.errors import InvalidValueError, PolicyError, UsageError
from textveil.formats.subjects import NO_RULES, SubjectRules
from textveil.lexicon.tables.languages import LANGUAGES
from textveil.models.caution import read_caution
from textveil.policy.column_roles import column_fault, column_role, columns_of
from textveil.policy.policy_lists import (
    label_fault,
    listed_fault,
    read_lists,
    read_other_languages,
    read_publish_rule,
    read_recipients,
    read_subjects,
    without_folders,
)
from textveil.policy.registry import (
    ComponentKind,
    Step,
    catalogue,
    missing,
    suggest,
)
from textveil.policy.yaml_lines import Located, located, parse_yaml
from textveil.values.document import AUTO
from textveil.values.figures.round_counts import rounded_inside
from textveil.values.terms.policy_terms import DROP, KEEP, NUMBER, is_operator, policy_hash
from textveil.values.terms.publish_rule import PublishRule
from textveil.values.terms.word_lists import NO_LISTS, WordLists
from textveil.verify.verifiers import verifier_options

__all__ = [
    "DEFAULT",
    "MODEL",
    "POLICY_KEYS",
    "REFUSE",
    "SURROGATE",
    "TAG",
    "Policy",
    "Step",
    "load_policy",
    "parse_policy",
    "policy_from_json",
    "policy_text",
    "shipped_policies",
]

_PUBLISH = "publish"
_SHELF = files("textveil.policy") / "policies"
POLICY_KEYS: Final = (
    "name",
    "description",
    "language",
    "other_languages",
    "detect",
    "propagate",
    "screen",
    "transform",
    "verify",
    "annotations",
    "ids",
    "subjects",
    "columns",
    "caution",
    "unsure",
    "allow",
    "deny",
    "patterns",
    _PUBLISH,
    "recipients",
)
"""All that a policy may say at its top."""
_LISTS = "lists"
_DENIED = "textveil.denied.v1"
_ANNOTATIONS = "textveil.annotations.v1"
_OPERATORS = "textveil.operators.v1"
DEFAULT: Final = "DEFAULT"
"""Stands for all labels without a rule of their own."""
MODEL: Final = "textveil.tagger.v1"
"""The detector that reads with a trained model."""
"""Options of a model that win over caution."""
TAG: Final = "tag"
SURROGATE: Final = "surrogate"
"""What stands for a passage that a model is unsure of, if sure ones get surrogates."""
SKIP: Final = "skip"
REFUSE: Final = "refuse"
"""What happens to documents in languages that are not installed: they, or all, are left out."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A validated policy.

    Attributes
    ----------
    name, description
        What to call it and what it is for.
    language
        Language of the texts, or `auto` if it is to be recognised. Components that have an option
        `language` get it.
    other_languages
        What happens to documents in languages that are not installed: `skip` leaves them out,
        `refuse` refuses the run, `tag` looks through them by rules and puts a tag for every
        capitalised word that no list knows, and a language is the one in which they are read all
        the same.
    detect
        Detectors; their findings are united.
    propagate
        Whether a value found once is removed wherever it stands.
    screen
        Screens, which look at all documents together for what the detectors left.
    default, by_label
        How passages are rewritten, in general and for single labels. A label mapped to None is
        left in the text.
    verify
        Verifiers that must hold.
    keep_annotations
        Whether annotations move with the text, or are left out.
    ids
        Whether documents keep their ids (`keep`), or are numbered (`number`).
    subjects
        Rules that say whom a document is about, if its data do not: see `SubjectRules`.
    columns
        By name, what becomes of each field beside the text: a label (the values are known, and
        rewritten as in the text), `text`, `keep` or `drop`. `*` stands for all others; without it,
        a field that has no rule is refused.
    lists
        Words that are never changed, words that always are, and patterns of the policy's own.
    publish
        When a release may be made at all; None if no game is played.
    recipients
        Who gets a marked copy; no certificate names them.
    unsure
        Whether a passage that a model is unsure of gets a tag or a surrogate, if others get
        surrogates.

    Examples
    --------
    >>> policy = load_policy("tag-only")
    >>> policy.name, policy.propagate, policy.rewrites("NAME")
    ('tag-only', True, True)
    """

    name: str
    description: str
    detect: tuple[Step, ...]
    propagate: bool
    screen: tuple[Step, ...]
    default: Step
    by_label: Mapping[str, Step | None]
    verify: tuple[Step, ...]
    columns: Mapping[str, str] = field(default_factory=dict)
    language: str = AUTO
    other_languages: str = SKIP
    lists: WordLists = NO_LISTS
    ids: str = KEEP
    publish: PublishRule | None = None
    recipients: tuple[str, ...] = ()
    unsure: str = TAG
    keep_annotations: bool = False
    subjects: SubjectRules = NO_RULES

    @property
    def verifiers(self) -> tuple[Step, ...]:
        """The verifiers, with the options that they share with the surrogates of the policy."""
        return tuple(
            replace(step, options=verifier_options(step.use, step.options, self.rules))
            for step in self.verify
        )

    @property
    def rules(self) -> dict[str, Any]:
        """How passages are rewritten, as a JSON object."""
        labels = {label: s.to_json() if s else KEEP for label, s in self.by_label.items()}
        return {"default": self.default.to_json(), "labels": labels}

    @property
    def sha256(self) -> str:
        """Hash of the policy's content; layout and comments do not matter."""
        words = {"words": self.lists.fingerprint} if self.lists else {}
        return policy_hash(self.to_json() | words)

    def certified(self, key: bytes) -> dict[str, Any]:
        """Return what a certificate says of the policy: all but the words, which it commits to."""
        content: dict[str, Any] = without_folders(self.to_json())
        if self.lists:
            content[_LISTS] = rounded_inside(content[_LISTS])
            content[_LISTS] |= {"commitment": self.lists.commitment(key)}
        return content | {"sha256": policy_hash(content)}

    def with_lists(self, lists: WordLists) -> "Policy":
        """Return the policy with more words that are allowed or denied, or more patterns."""
        for label in lists.labels:
            fault, hint = listed_fault(label, self.by_label)
            if fault:
                raise UsageError(fault, where="deny or patterns", hint=hint)
        for _, expression in lists.patterns:
            own_pattern(expression)
        joined = self.lists | lists
        detect = list(self.detect)
        if joined.labels and not self.uses(LISTED):
            detect.append(Step(LISTED, language=self.language))
        listed = replace(self, lists=joined, detect=tuple(detect))
        return listed._verifying(_DENIED) if joined.deny else listed

    def with_operators(self, operators: Mapping[str, Step | None]) -> "Policy":
        """Return the policy with other rules for labels; `DEFAULT` stands for all others."""
        rules = dict(operators)
        default = rules.pop(DEFAULT, None) or self.default
        changed = replace(self, default=default, by_label={**self.by_label, **rules})
        written = (default.to_json(), *changed.rules["labels"].values())
        return changed._verifying(_OPERATORS) if any(map(is_operator, written)) else changed

    def _verifying(self, name: str) -> "Policy":
        """Return the policy with a verifier, once."""
        if any(step.use == name for step in self.verify):
            return self
        return replace(self, verify=(*self.verify, Step(name, language=self.language)))

    def rewrites(self, label: str) -> bool:
        """Tell whether passages of a label are rewritten at all."""
        return label not in self.by_label or self.by_label[label] is not None

    def uses(self, detector: str) -> bool:
        """Tell whether a detector is part of the policy, alone or combined with others."""
        return bool(self.options_of(detector))

    def options_of(self, detector: str) -> list[Mapping[str, Any]]:
        """Return the options of a detector, for every place where it is used."""
        steps = (step.to_json() for step in self.detect)
        return [one for step in steps for one in _every(step) if one["use"] == detector]

    def with_caution(self, caution: object) -> "Policy":
        """Return the policy with another caution of its models: a level, or a share of words.

        A model with a threshold of its own keeps it.
        """
        return self.tuned(MODEL, {"caution": read_caution(caution)}, unless=("threshold",))

    def tuned(
        self, detector: str, options: Mapping[str, Any], unless: Iterable[str] = ()
    ) -> "Policy":
        """Return the policy with options of one detector set, wherever it is used.

        Parameters
        ----------
        detector
            Name of the detector.
        options
            What to set.
        unless
            Where one of these options is set, nothing is.
        """
        if not self.uses(detector):
            raise PolicyError(
                f"the policy {self.name} does not use {detector}", hint="choose another policy"
            )
        detect = []
        for step in self.detect:
            content = _tuned(step.to_json(), detector, options, frozenset(unless))
            detect.append(replace(step, use=content.pop("use"), options=content))
        return replace(self, detect=tuple(detect))

    def with_columns(self, columns: Mapping[str, str]) -> "Policy":
        """Return the policy with rules for more columns, or other rules for some."""
        columns = {name: column_role(role) for name, role in columns.items()}
        for name, role in columns.items():
            fault, hint = column_fault(name, role, self.by_label)
            if fault:
                raise UsageError(fault, where=f"--column {name}", hint=hint)
        return replace(self, columns={**self.columns, **columns})

    def with_ids(self, ids: str) -> "Policy":
        """Return the policy with another rule for ids: `keep` or `number`."""
        if ids not in (KEEP, NUMBER):
            raise UsageError(f"there is no rule {ids} for ids", hint=f"{KEEP} or {NUMBER}")
        return replace(self, ids=ids)

    def to_json(self) -> dict[str, Any]:
        """Return the policy as a JSON object."""
        return {
            "name": self.name,
            "description": self.description,
            **({"language": self.language} if self.language != AUTO else {}),
            **({"other_languages": other} if (other := self.other_languages) != SKIP else {}),
            "detect": [step.to_json() for step in self.detect],
            "propagate": self.propagate,
            "screen": [step.to_json() for step in self.screen],
            "transform": self.rules,
            "verify": [step.to_json() for step in self.verify],
            **({"annotations": KEEP} if self.keep_annotations else {}),
            **({"ids": self.ids} if self.ids != KEEP else {}),
            **({"subjects": list(self.subjects.stated)} if self.subjects else {}),
            **({"unsure": self.unsure} if self.unsure != TAG else {}),
            **({"columns": dict(self.columns)} if self.columns else {}),
            **({_LISTS: self.lists.counts()} if self.lists else {}),
            **({_PUBLISH: self.publish.to_json()} if self.publish else {}),
        }


def _every(content: Mapping[str, Any] | str) -> Iterator[Mapping[str, Any]]:
    """Yield a step and the steps inside it."""
    step: Mapping[str, Any] = {"use": content} if isinstance(content, str) else content
    yield {"use": "", **step}
    for inner in step.get("detectors", ()):
        yield from _every(inner)


def _tuned(
    content: Mapping[str, Any] | str,
    detector: str,
    options: Mapping[str, Any],
    unless: frozenset[str],
) -> dict[str, Any]:
    tuned: dict[str, Any] = {"use": content} if isinstance(content, str) else dict(content)
    if tuned.get("use") == detector and unless.isdisjoint(tuned):
        tuned.update(options)
    if "detectors" in tuned:
        tuned["detectors"] = [
            _tuned(inner, detector, options, unless) for inner in tuned["detectors"]
        ]
    return tuned


@cache
def shipped_policies() -> tuple[str, ...]:
    """Return the names of the policies that come with textveil."""
    return tuple(
        sorted(p.name.removesuffix(".yaml") for p in _SHELF.iterdir() if ".yaml" in p.name)
    )


def policy_text(name_or_path: str) -> tuple[str, str]:
    """Return the YAML of a shipped policy or of a file, and where it came from."""
    if name_or_path in shipped_policies():
        return _shipped(name_or_path), name_or_path
    path = Path(name_or_path)
    if path.exists() and not path.is_file():
        raise PolicyError(
            "a policy is a plain file, and this is a folder, pipe or device", where=str(path)
        )
    if not path.is_file():
        kind = "policy file" if path.suffix or "/" in name_or_path else "shipped policy"
        raise PolicyError(
            f"there is no {kind} {name_or_path}",
            hint=suggest(name_or_path, shipped_policies())
            or f"give a YAML file or one of {', '.join(shipped_policies())}",
        )
    try:
        return path.read_text("utf-8"), str(path)
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(
            f"the policy cannot be read ({type(error).__name__})",
            where=str(path),
            hint="a policy is a UTF-8 text file",
        ) from None


@cache
def _shipped(name: str) -> str:
    return (_SHELF / f"{name}.yaml").read_text("utf-8")


def load_policy(name_or_path: str) -> Policy:
    """Load and validate a shipped policy by name, or one of your own by path.

    Parameters
    ----------
    name_or_path
        The name of a shipped policy, or the path of a YAML file.

    Returns
    -------
    Policy
        The validated policy.

    Raises
    ------
    PolicyError
        If there is none, or it does not validate; the message names the line.

    Examples
    --------
    >>> load_policy("tag-only").description
    'Replace every found passage by its label, as in [EMAIL].'
    """
    return parse_policy(*policy_text(name_or_path))


@lru_cache(maxsize=64)
def parse_policy(text: str, where: str = "policy") -> Policy:
    """Validate YAML text and return the policy; the same text is read once."""
    return _read(parse_yaml(text, where))


@lru_cache(maxsize=64)
def policy_from_json(text: str) -> Policy:
    """Validate a policy that was given as a dict, and is JSON now; errors name the keys."""
    return _read(located(json.loads(text), "policy"))


def _read(root: Located) -> Policy:
    root.only_keys(POLICY_KEYS)
    transform = root.get("transform").only_keys(("default", "labels"))
    language = root.get("language", AUTO).one_of((AUTO, *LANGUAGES))
    labels = transform.get("labels", {})
    by_label = {name: _by_label(name, labels.get(name), language) for name in labels.of_type(dict)}
    annotated = root.get("annotations", DROP).one_of((KEEP, DROP)) == KEEP
    verify = _steps(root, "verify", ComponentKind.VERIFIER, language)
    if annotated and all(step.use != _ANNOTATIONS for step in verify):
        verify = (*verify, Step(_ANNOTATIONS, language=language))
    policy = Policy(
        name=root.get("name").of_type(str),
        description=root.get("description", "").of_type(str).strip(),
        detect=_steps(root, "detect", ComponentKind.DETECTOR, language),
        propagate=root.get("propagate", True).of_type(bool),
        screen=_steps(root, "screen", ComponentKind.SCREEN, language),
        default=_step(transform.get("default"), ComponentKind.TRANSFORMER, language),
        by_label=by_label,
        verify=verify,
        keep_annotations=annotated,
        columns=columns_of(root.get("columns", {}), by_label),
        language=language,
        other_languages=read_other_languages(root, language, (SKIP, REFUSE, TAG)),
        ids=root.get("ids", KEEP).one_of((KEEP, NUMBER)),
        subjects=read_subjects(root.get("subjects", [])),
        publish=read_publish_rule(root.get(_PUBLISH)) if _PUBLISH in root.of_type(dict) else None,
        recipients=read_recipients(root),
        unsure=root.get("unsure", TAG).one_of((TAG, SURROGATE)),
    )
    policy = _with_caution(policy, root).with_operators({})
    lists = read_lists(root, by_label)
    return policy.with_lists(lists) if lists else policy


def _with_caution(policy: Policy, root: Located) -> Policy:
    """Return the policy with the caution that it states; models with one of their own keep it."""
    if "caution" not in root.of_type(dict):
        return policy
    item = root.get("caution")
    try:
        level = read_caution(item.value)
        return policy.tuned(MODEL, {"caution": level}, unless=("threshold", "caution"))
    except (InvalidValueError, PolicyError) as error:
        raise item.error(error.what, error.hint) from None


_UNLESS_GIVEN: Mapping[str, list[str]] = {
    "screen": [],
    "verify": ["textveil.alignment.v1", "textveil.residue.v1"],
}


def _steps(root: Located, key: str, kind: ComponentKind, language: str) -> tuple[Step, ...]:
    """Return the components under a key; if it is missing, the careful defaults."""
    if key in _UNLESS_GIVEN and key not in root.of_type(dict):
        return tuple(Step(name, language=language) for name in _UNLESS_GIVEN[key])
    return tuple(_step(item, kind, language) for item in root.get(key).items())


def _by_label(name: str, item: Located, language: str) -> Step | None:
    fault, hint = label_fault(name)
    if fault:
        raise item.error(fault, hint)
    return None if item.value == "keep" else _step(item, ComponentKind.TRANSFORMER, language)


def _step(item: Located, kind: ComponentKind, language: str) -> Step:
    options = {"use": item.value} if isinstance(item.value, str) else dict(item.of_type(dict))
    if "use" not in options:
        raise item.error(
            f"a {kind.value} needs the key `use`", f"use: {next(iter(catalogue(kind)))}"
        )
    name = options.pop("use")
    if not isinstance(name, str):
        raise item.error("`use` must be the name of a component")
    if name not in catalogue(kind):
        raise item.error(*missing(kind, name))
    return Step(name, options, item.where, language, item.lines())
