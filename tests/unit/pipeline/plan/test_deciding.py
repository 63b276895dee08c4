"""`publish:` in a policy: nothing is released where the game says withhold."""

import json
import os
from hashlib import sha256

import pytest
from typer.testing import CliRunner

import textveil
from textveil.certify.document.certificate import id_of, read_certificate
from textveil.certify.verification import verify_release
from textveil.cli.app import app
from textveil.cli.app import run as run_command
from textveil.errors import FormatError, InputError, PolicyError, TextveilError, WithheldError
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy, parse_policy

POLICY = """
name: patterns
detect: [{{use: textveil.patterns.v1}}]
transform: {{default: {{use: textveil.mask.v1}}, labels: {{}}}}
publish: {rule}
"""
OWN = "{curves: curves.csv, params: prices.yaml}"
PRICES = "{attacker_cost: 1, attacker_loss: 0.3, value: 0.1}"


@pytest.fixture
def folder(tmp_path):
    points = ["side,attack,repeat,alpha,gamma,precision,recall"]
    for repeat in (1, 2):
        points += [f"publisher,,{repeat},{alpha},,{0.7 + alpha / 1000},0.6" for alpha in (10, 100)]
        points += [
            f"attacker,fake,{repeat},{alpha},{gamma},0.4,0.99"
            for alpha in (10, 100)
            for gamma in (10, 50)
        ]
    (tmp_path / "curves.csv").write_text("\n".join(points) + "\n", "utf-8")
    (tmp_path / "prices.yaml").write_text(PRICES, "utf-8")
    (tmp_path / "note.txt").write_text("Write to ana@example.org.", "utf-8")
    return tmp_path


def policy(folder, rule):
    (folder / "policy.yaml").write_text(POLICY.format(rule=rule), "utf-8")
    return load_policy(str(folder / "policy.yaml"))


def released(folder, rule):
    return release(Run(Source.open(folder / "note.txt"), folder / "out", policy(folder, rule)))


def test_the_certificate_has_the_decision_with_the_hashes_of_its_files(folder):
    released(folder, "{curves: curves.csv, case: low}")
    certificate = read_certificate(folder / "out")
    decision = certificate["decision"]
    curves = sha256((folder / "curves.csv").read_bytes()).hexdigest()
    assert decision["files"] == {"curves.csv": curves}
    assert (decision["policy"], decision["case"], decision["shares"]) == (
        "safe-forward",
        "low",
        True,
    )
    assert certificate["policy"]["publish"] == {
        "curves": "curves.csv", "case": "low", "attack": "fake", "policy": "safe-forward",
    }  # fmt: skip
    page = (folder / "out" / "publish" / "report.html").read_text("utf-8")
    assert "Decision: publish, after training on 10 documents" in page
    assert curves in page
    assert all(one in page for one in decision["not_promised"])
    assert verify_release(folder / "out").holds


def test_the_reasons_tell_if_the_game_was_played_for_another_number_of_documents(folder):
    released(folder, "{curves: curves.csv, case: low}")
    told = "The game was played for 400 documents, and this release has 1: "
    assert read_certificate(folder / "out")["decision"]["reasons"][-1].startswith(told)
    page = (folder / "out" / "publish" / "report.html").read_text("utf-8")
    assert told in page
    assert verify_release(folder / "out").holds

    (folder / "prices.yaml").write_text(PRICES.replace("}", ", published: 1}"), "utf-8")
    run = Run(Source.open(folder / "note.txt"), folder / "same", policy(folder, OWN))
    reasons = release(run).decision["reasons"]
    assert not any("was played for" in one for one in reasons)


def test_prices_of_ones_own_are_hashed_too(folder):
    released(folder, "{curves: curves.csv, params: prices.yaml, policy: attack-back}")
    decision = read_certificate(folder / "out")["decision"]
    assert decision["files"].keys() == {"curves.csv", "prices.yaml"}
    assert (decision["policy"], decision["case"]) == ("attack-back", "own")


def test_without_a_rule_nothing_is_decided(folder):
    plain = parse_policy(POLICY.format(rule="").replace("publish: ", ""))
    release(Run(Source.open(folder / "note.txt"), folder / "out", plain))
    assert "decision" not in read_certificate(folder / "out")
    page = (folder / "out" / "publish" / "report.html").read_text("utf-8")
    assert "Decision and reasons" not in page


def test_a_decision_to_withhold_writes_nothing_and_says_why(folder, capsys):
    with pytest.raises(WithheldError) as told:
        released(folder, "{curves: curves.csv, case: high}")
    assert told.value.exit_code == 8
    assert "Decision: withhold." in told.value.what
    assert "would change if" in told.value.what
    before = sorted(path.name for path in folder.iterdir())
    assert "out" not in before
    paths = [str(folder / "note.txt"), "-o", str(folder / "out")]
    code = run_command(["release", *paths, "-p", str(folder / "policy.yaml")])
    assert code == 8
    assert "Decision: withhold." in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == before


def test_the_command_tells_the_decision(folder):
    policy(folder, "{curves: curves.csv, case: low}")
    asked = ["release", str(folder / "note.txt"), "-o", str(folder / "out")]
    done = CliRunner().invoke(app, [*asked, "-p", str(folder / "policy.yaml")])
    assert "decision: publish (safe-forward, case low)" in done.stderr


def test_a_decision_that_was_taken_out_is_noticed(folder):
    released(folder, "{curves: curves.csv, case: low}")
    path = folder / "out" / "publish" / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    del content["decision"]
    content["id"] = id_of(content)
    path.write_text(json.dumps(content), "utf-8")
    found = verify_release(folder / "out")
    assert "the decision to publish is not the one that the policy asks for" in found.differences


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("{case: low}", "`curves` is missing"),
        ("{curves: curves.csv}", "a `case` or `params`"),
        ("{curves: curves.csv, case: low, params: prices.yaml}", "a `case` or `params`"),
        ("{curves: curves.csv, case: lower}", "must be one of low"),
        ("{curves: curves.csv, case: low, policy: brave}", "must be one of traditional"),
        ("{curves: curves.csv, case: low, budget: 3}", "no key `budget`"),
        ("yes", "must be a mapping"),
    ],
)
def test_a_wrong_rule_is_an_error_of_the_policy_with_its_line(folder, rule, told):
    with pytest.raises(PolicyError, match=told) as error:
        policy(folder, rule)
    assert ", line 5" in error.value.where


@pytest.mark.parametrize(
    ("rule", "kind"),
    [
        ("{curves: none.csv, case: low}", TextveilError),
        ("{curves: note.txt, case: low}", FormatError),
        ("{curves: curves.csv, case: low, attack: other}", TextveilError),
        ("{curves: curves.csv, params: curves.csv}", PolicyError),
    ],
)
def test_files_that_cannot_be_used_write_nothing(folder, rule, kind):
    with pytest.raises(kind):
        released(folder, rule)
    assert not (folder / "out").exists()


def test_a_pipe_in_place_of_curves_is_told_and_not_read(folder):
    (folder / "curves.csv").unlink()
    os.mkfifo(folder / "curves.csv")
    for make in (lambda: textveil.plan(folder / "curves.csv"), lambda: released(folder, OWN)):
        with pytest.raises(InputError, match="not a plain file"):
            make()


@pytest.mark.parametrize("given", ["Write to ana@example.org.", iter(["All well."])])
def test_functions_in_memory_give_nothing_if_the_decision_is_to_withhold(folder, given):
    withheld = policy(folder, "{curves: curves.csv, case: high}")
    with pytest.raises(WithheldError, match="Decision: withhold"):
        textveil.deidentify(given, withheld)
    with pytest.raises(WithheldError, match="Decision: withhold"):
        textveil.protect(given, withheld, key="a key of more than sixteen bytes")
    shared = policy(folder, "{curves: curves.csv, case: low}")
    assert textveil.deidentify("Write to ana@example.org.", shared).text == "Write to [EMAIL]."


def test_protect_writes_nothing_if_the_decision_is_to_withhold(folder):
    policy(folder, "{curves: curves.csv, case: high}")
    (folder / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk")
    paths = [str(folder / "note.txt"), "-o", str(folder / "safe.txt")]
    more = ["--key", str(folder / "key"), "--vault", str(folder / "vault")]
    code = run_command(["protect", *paths, *more, "-p", str(folder / "policy.yaml")])
    assert code == 8
    assert not (folder / "safe.txt").exists()


def test_a_check_of_the_policy_reads_the_files_and_tells_the_decision(folder, capsys):
    for case, told in (("low", "publish"), ("high", "withhold")):
        policy(folder, f"{{curves: curves.csv, case: {case}}}")
        assert run_command(["policy", "check", str(folder / "policy.yaml")]) == 0
        assert f"its decision is to {told}" in capsys.readouterr().err
    policy(folder, "{curves: none.csv, case: low}")
    assert run_command(["policy", "check", str(folder / "policy.yaml")]) != 0
    assert "there is no such file" in capsys.readouterr().err
