"""Lists of a policy: read, checked with their lines, never quoted."""

import pytest

from textveil.errors import PolicyError, UsageError
from textveil.policy.policy import load_policy, parse_policy
from textveil.values.terms.word_lists import WordLists

BASE = """name: mine
detect:
  - use: textveil.patterns.v1
transform:
  default: {use: textveil.mask.v1, style: tag}
  labels:
    DATE: keep
"""


def test_lists_are_read_and_bring_their_components():
    lists = "allow: [Foley, New York]\ndeny: [Zephyr]\npatterns: {MRN: 'H-[0-9]{6}'}\n"
    policy = parse_policy(BASE + lists)
    assert policy.lists == WordLists.of(["New York", "Foley"], "Zephyr", {"MRN": "H-[0-9]{6}"})
    assert policy.uses("textveil.listed.v1")
    assert [step.use for step in policy.verify][-1] == "textveil.denied.v1"
    assert policy.to_json()["lists"]["deny"] == {"IDENTIFIER": 1}
    labelled = parse_policy(BASE + "deny:\n  NAME: [Ruiz]\n  CITY: Lima\n")
    assert labelled.lists.deny == (("CITY", "Lima"), ("NAME", "Ruiz"))


def test_a_policy_that_only_allows_brings_no_verifier():
    policy = parse_policy(BASE + "allow: [Foley]\n")
    assert not policy.uses("textveil.listed.v1")
    assert "textveil.denied.v1" not in [step.use for step in policy.verify]


def test_the_hash_covers_the_words_and_not_their_order():
    one, two, other = (
        parse_policy(BASE + f"deny: {words}\n") for words in ("[a, b]", "[b, a]", "[a, c]")
    )
    assert one.sha256 == two.sha256 != other.sha256
    assert one.to_json() == other.to_json()
    stated = one.certified(b"key")
    assert stated["lists"]["commitment"] == two.certified(b"key")["lists"]["commitment"]
    assert stated["sha256"] != other.certified(b"key")["sha256"] != one.certified(b"x")["sha256"]


@pytest.mark.parametrize(
    ("added", "line", "what"),
    [
        ("patterns:\n  MRN:\n    - 'ok'\n    - '(Okafor'", 11, "RE2 refuses this pattern"),
        ("patterns: {MRN: '(?<=Okafor)1'}", 8, "invalid perl operator"),
        ("patterns: {MRN: 7}", 8, "`MRN` must be a list"),
        ("patterns: {MRN: [7]}", 8, "a pattern must be text"),
        ("patterns: [Okafor]", 8, "`patterns` must be a mapping"),
        ("patterns: {Okafor: x}", 8, "need a label that exists"),
        ("deny: {Okafor: x}", 8, "need a label that exists"),
        ("deny:\n  NAME:\n    - Okafor\n    - 12", 11, "must be text"),
        ("deny: 12", 8, "`deny` must be a list"),
        ("allow: [Okafor, '--']", 8, "a letter or a digit"),
        ("allow:\n  - Okafor\n  - no", 10, "must be text"),
        ("deny: {DATE: [Okafor]}", 8, "does not rewrite DATE"),
    ],
)
def test_a_mistake_names_its_line_and_quotes_nothing(added, line, what):
    with pytest.raises(PolicyError) as caught:
        parse_policy(BASE + added + "\n", "mine.yaml")
    assert what in caught.value.what
    assert caught.value.where == f"mine.yaml, line {line}"
    assert "Okafor" not in f"{caught.value} {caught.value.hint}"


def test_lists_of_python_are_added_to_those_of_the_policy():
    policy = parse_policy(BASE + "allow: [Foley]\n").with_lists(WordLists.of(["Parker"], ["Ruiz"]))
    assert policy.lists == WordLists.of(["Foley", "Parker"], ["Ruiz"])
    again = policy.with_lists(WordLists.of(deny=["Holt"]))
    assert len(again.detect) == len(policy.detect)
    assert len(again.verify) == len(policy.verify)
    with pytest.raises(UsageError, match="need a label"):
        load_policy("tag-only").with_lists(WordLists.of(deny={"NAEM": ["Ruiz"]}))
