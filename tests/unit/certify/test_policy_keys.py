"""Every key of a policy has a place in a certificate: no release is refused by its own policy."""

from textveil.certify.verification import verify_release
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import POLICY_KEYS, parse_policy
from textveil.values.keys.secret import Secret

SAID = """
name: everything
description: says all that a policy can say
language: en
detect: [textveil.patterns.v1]
propagate: true
screen: [{use: textveil.rare.v1, guarantee: occurrences}]
transform: {default: textveil.surrogate.v1, labels: {TIME: keep}}
verify: [textveil.alignment.v1, textveil.residue.v1]
annotations: keep
subjects: name
ids: number
columns: {"*": drop}
unsure: surrogate
allow: [noon]
deny: [zilpah]
patterns: {OTHER-ID: "Z[0-9]{4}"}
"""
ELSEWHERE = {"caution", "other_languages", "publish", "recipients"}
"""Keys that need a model, other texts, curves or a vault; each has tests of its own."""


def test_a_release_whose_policy_says_everything_is_verified(tmp_path):
    stated = {line.partition(":")[0] for line in SAID.splitlines() if line[:1].isalpha()}
    assert stated == set(POLICY_KEYS) - ELSEWHERE
    (tmp_path / "note.txt").write_text("Seen on 3 May 2016, Z1234; write to ana@example.org.")
    source, key = Source.open(tmp_path / "note.txt"), Secret(b"k" * 32)
    policy = parse_policy(SAID)
    release(Run(source, tmp_path / "out", policy, key))
    assert verify_release(tmp_path / "out", source, key, lists=policy.lists).holds
