"""Policies: shipped ones are valid; mistakes are named with their line and a suggestion."""

import pytest

from textveil.errors import ComponentError, PolicyError
from textveil.pipeline.choosing import chosen_policy
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import load_policy, parse_policy, policy_text, shipped_policies
from textveil.values.keys.secret import Secret

GOOD = """\
name: mine
detect:
  - use: textveil.patterns.v1
transform:
  default: {use: textveil.mask.v1, style: tag}
  labels:
    DATE: keep
    PHONE: {use: textveil.mask.v1, style: character}
"""


@pytest.mark.parametrize("name", shipped_policies())
def test_shipped_policies_are_valid_and_describe_themselves(name):
    policy = load_policy(name)
    assert policy.name == name
    assert policy.description


def test_defaults_are_the_careful_ones():
    policy = parse_policy(GOOD)
    assert policy.propagate
    assert [step.use for step in policy.verify] == ["textveil.alignment.v1", "textveil.residue.v1"]


def test_labels_choose_their_own_transformer():
    policy = parse_policy(GOOD)
    assert policy.by_label["DATE"] is None
    assert policy.by_label["PHONE"].options == {"style": "character"}
    assert policy.default.options == {"style": "tag"}


@pytest.mark.parametrize(
    ("change", "line", "hint"),
    [
        (("detect:", "detects:"), 2, "did you mean detect?"),
        (("textveil.patterns.v1", "textveil.pattern.v1"), 3, "did you mean textveil.patterns.v1?"),
        (("textveil.mask.v1, style: tag", "textveil.musk.v1"), 5, "textveil.mask.v1"),
        (("DATE: keep", "Date: keep"), 7, "did you mean DATE?"),
        (("name: mine", "name: mine\nname: twice"), 2, ""),
        (("name: mine", "name: mine\nmetadata: maybe"), 2, ""),
        (("name: mine", "name: mine\npropagate: maybe"), 2, ""),
        (("name: mine", "name: &a mine"), 1, ""),
        (("name: mine", "name: !!python/object:os.system x"), 1, ""),
        (("  - use", "  - usee"), 3, "use:"),
        (("name: mine", "name: [unclosed"), 2, ""),
    ],
)
def test_a_mistake_is_named_with_its_line_and_a_suggestion(change, line, hint):
    with pytest.raises(PolicyError) as caught:
        parse_policy(GOOD.replace(*change), "mine.yaml")
    assert f"line {line}" in caught.value.where
    assert hint in caught.value.hint


@pytest.mark.parametrize("text", ["", "- a list", "name: only", "name: x\ndetect: []\n"])
def test_what_is_not_a_policy_is_refused(text):
    with pytest.raises(PolicyError):
        parse_policy(text)


def test_an_unknown_policy_suggests_a_near_one():
    with pytest.raises(PolicyError) as caught:
        policy_text("tag-onyl")
    assert caught.value.hint == "did you mean tag-only?"


def test_json_shows_every_choice():
    shown = parse_policy(GOOD).to_json()
    assert shown["transform"]["labels"]["DATE"] == "keep"
    assert "metadata" not in shown


def test_python_functions_take_a_model() -> None:
    by_name = chosen_policy("tag-only", {"model": "fast-en"})
    assert by_name.sha256 != load_policy("tag-only").sha256
    assert by_name.sha256 == chosen_policy("tag-only", {"model": "fast-en"}).sha256


@pytest.mark.parametrize(
    ("more", "line", "said"),
    [
        ("deny: [2024-13-45]\n", 9, "quotes"),
        ("deny: [2024-01-15]\n", 9, "quotes"),
        ("deny: [0b_]\n", 9, "quotes"),
        ("deny: [" + "9" * 6000 + "]\n", 9, "quotes"),
        ("caution: .nan\n", 9, "quotes"),
        ("caution: .inf\n", 9, "quotes"),
        ("deny:\n  Ruizotti: [a]\n  Ruizotti: [b]\n", 11, "twice"),
        ("deny: {? [Ruizotti] : [b]}\n", 9, "a key must be text"),
        ("deny: &Ruizotti [a]\nallow: *Ruizotti\n", 9, "aliases"),
        ("deny: " + "[" * 31 + "]" * 31 + "\n", 9, "levels"),
        ("deny: " + "[" * 200_000 + "\n", 9, "levels"),
        ("deny:\n" + "".join(" " * at + "a:\n" for at in range(1, 1200)), 39, "levels"),
        ("screen: [{use: [Ruizotti]}]\n", 9, "the name of a component"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_hostile_yaml_is_an_error_of_the_policy_that_quotes_nothing(more, line, said):
    with pytest.raises(PolicyError) as raised:
        parse_policy(GOOD + more)
    assert f"line {line}" in raised.value.where
    assert said in str(raised.value)
    assert "Ruizotti" not in str(raised.value)


NESTED = """name: p
detect:
  - use: textveil.combine.v1
    detectors:
      - textveil.patterns.v1
      - use: textveil.patterns.v1
        min_score: 0.5
transform:
  default:
    use: textveil.surrogate.v1
    options:
      replace_free_mail: true
      jitter: 3
    scope: corpus
verify:
  - textveil.alignment.v1
  - use: textveil.sharing.v1
    shared: 4
  - textveil.consistency.v1
  - textveil.calendar.v1
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "said", "hint"),
    [
        ("replace_free_mail", "replace_free_mial", 12, "replace_free_mial", "replace_free_mail"),
        ("jitter: 3", "jitter: 30", 13, "`jitter` lies between 0 and 20", ""),
        ("jitter: 3", "jitter: soon", 13, "jitter must be a whole number", ""),
        ("min_score", "min_scor", 7, "no option min_scor", "did you mean min_score?"),
        ("min_score: 0.5", "min_score: [1]", 7, "min_score must be a number", ""),
        ("    scope: corpus", "    scoop: corpus", 14, "no option scoop", "did you mean scope?"),
        ("scope: corpus", "shared: 0", 14, "`shared` is at least 1", ""),
        ("    shared: 4", "    shard: 4", 18, "no option shard", "did you mean shared?"),
    ],
)
def test_an_error_in_an_option_names_its_line_at_every_level(right, wrong, line, said, hint):
    policy = parse_policy(NESTED.replace(right, wrong), "mine.yaml")
    with pytest.raises(ComponentError, match=said) as caught:
        list(Engine(policy, Secret(b"0123456789abcdef")).components())
    assert caught.value.where == f"mine.yaml, line {line}"
    assert hint in caught.value.hint


def test_a_verifier_takes_the_options_that_it_shares_with_the_surrogates():
    options = {step.use: step.options for step in parse_policy(NESTED).verifiers}
    assert options["textveil.alignment.v1"] == {}
    assert options["textveil.sharing.v1"]["shared"] == 4
    assert options["textveil.consistency.v1"] == {"scope": "corpus"}
    moved = NESTED.replace("jitter: 3", "keep_weekday: false")
    options = {step.use: step.options for step in parse_policy(moved).verifiers}
    assert options["textveil.calendar.v1"] == {"keep_weekday": False}


def test_the_surrogates_of_dates_decide_what_verifiers_take():
    labels = "    DATE: {use: textveil.surrogate.v1, scope: document}\n    CITY: keep\n"
    rules = NESTED.replace("verify:\n", f"  labels:\n{labels}verify:\n")
    options = {step.use: step.options for step in parse_policy(rules).verifiers}
    assert options["textveil.consistency.v1"] == {"scope": "document"}
