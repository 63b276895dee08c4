"""`textveil plan`: words, a table, JSON and charts; wrong input is told, and nothing written."""

import json
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from tests.unit.decide.paper_curves import measured

import textveil
from textveil.cli.app import run
from textveil.decide.curve_table import COLUMNS, curves_bytes, points_of
from textveil.decide.curves import Curves
from textveil.games.payoff import CASES, Stakes
from textveil.study.plan_charts import _answer_panel, _Case, _payoff_panel

KEYS = ["policy", "case", "shares", "alpha", "gamma", "publisher", "attacker", "agreement"]
PRICES = "attacker_cost: 4\nattacker_loss: 0\nvalue: 0.1\n"


@pytest.fixture(scope="module")
def curves(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("plan") / "curves.csv"
    path.write_bytes(curves_bytes(measured(2)))
    return str(path)


def test_curves_come_back_from_their_table() -> None:
    points = measured(2)
    back = points_of(curves_bytes(reversed(points)).decode(), "curves")
    assert sorted(map(astuple, back)) == sorted(
        astuple(replace(point, precision=float(f"{point.precision:.6g}"))) for point in points
    )
    empty = replace(points[1], precision=None, recall=0.0)
    assert points_of(curves_bytes([empty]).decode(), "curves") == [empty]


def test_a_table_comes_first_and_then_the_words(
    curves: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", curves, "--case", "mid-low", "--policy", "safe-forward"]) == 0
    header, row, gap, *words = capfd.readouterr().out.splitlines()
    assert header.split("  ")[0] == "policy"
    assert row.split()[:2] == ["safe-forward", "mid-low"]
    assert row.split()[-1] == "no"
    assert gap == ""
    assert words[0] == "safe-forward, case mid-low"
    assert "Decision: withhold." in words


def test_words_are_for_what_was_asked(curves: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", curves]) == 0
    told = capfd.readouterr().out
    assert len(told.splitlines()) == 1 + 16 + 2, "a table, and how to see more"
    assert "Decision" not in told
    for asked in (["--case", "low"], ["--policy", "attack-back"]):
        assert run(["plan", curves, *asked]) == 0
        told = capfd.readouterr().out
        assert told.count("Decision: ") == 4
        assert told.startswith("policy ")


def test_json_has_the_keys_that_programs_rely_on(
    curves: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", curves, "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)
    assert [list(row) for row in rows] == [KEYS] * 16
    assert {row["case"] for row in rows} == set(CASES)
    assert all(0 <= row["agreement"] <= 1 for row in rows)


def test_own_prices_are_a_case_of_their_own(
    curves: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    params = tmp_path / "prices.yaml"
    params.write_text(PRICES)
    assert run(["plan", curves, "--params", str(params), "--json"]) == 0
    own = json.loads(capfd.readouterr().out)
    assert run(["plan", curves, "--case", "mid-low", "--json"]) == 0
    assert [{**row, "case": "mid-low"} for row in own] == json.loads(capfd.readouterr().out)
    assert {row["case"] for row in own} == {"own"}


def test_charts_show_every_policy(curves: str, tmp_path: Path) -> None:
    out = tmp_path / "charts"
    asked = ["plan", curves, "--case", "low", "--policy", "attack-back", "--charts", str(out)]
    assert run(asked) == 0
    assert sorted(file.name for file in out.iterdir()) == [
        "decision-low-back.png",
        "decision-low-back.svg",
        "map-low-attack-back.png",
        "map-low-attack-back.svg",
        "plan.json",
    ]


def test_axes_of_documents_have_whole_numbers_and_no_legend_lies_on_a_line(curves: str) -> None:
    figure = pytest.importorskip("matplotlib.figure")
    [decision] = textveil.plan(curves, case="low", policy="traditional")
    case = _Case(Curves.of(measured(2), "fake"), "low", decision.stakes)
    left, right = figure.Figure().subplots(1, 2)
    _answer_panel(case, [decision])(left)
    _payoff_panel(case, [decision], 0.0)(right)
    for axes in (left, right):
        axes.set_xlim(8, 9.5)
        assert all(float(tick).is_integer() for tick in axes.get_xticks())
    left.set_ylim(0, 1.5)
    assert all(float(tick).is_integer() for tick in left.get_yticks())
    box = right.get_legend().get_bbox_to_anchor().transformed(right.transAxes.inverted())
    assert box.x0 == pytest.approx(1)


def test_python_plans_like_the_command(curves: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", curves, "--case", "high", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert [one.to_json() for one in textveil.plan(curves, case="high")] == told


def table(*rows: str) -> str:
    return "\n".join((",".join(COLUMNS), *rows)) + "\n"


ONE_SIZE = table("publisher,,1,10,,0.8,0.5", "attacker,fake,1,10,5,0.4,0.9")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ONE_SIZE, "at least two sizes"),
        (table("publisher,,1,10,,0,0.5"), "precision must lie above 0"),
        (table("publisher,,1,10,,0.8,1.5"), "recall must lie between 0 and 1"),
        (table("publisher,,1,ten,,0.8,0.5"), "whole numbers"),
        (table("publisher,,1,10,,0.8"), "more or fewer cells"),
        (table("reader,,1,10,,0.8,0.5"), "publisher or attacker"),
        (table(), "no measurements"),
        ("a,b\n1,2\n", "column side is missing"),
    ],
)
def test_wrong_curves_are_refused(
    text: str, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "curves.csv"
    path.write_text(text)
    assert run(["plan", str(path), "--charts", str(tmp_path / "charts")]) != 0
    told = capfd.readouterr()
    assert message in " ".join(told.err.split())
    assert told.out == ""
    assert [file.name for file in tmp_path.iterdir()] == ["curves.csv"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--case", "huge"], "huge"),
        (["--policy", "hope"], "hope"),
        (["--attack", "real"], "not measured"),
    ],
)
def test_unknown_names_are_refused(
    curves: str, more: list[str], message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", curves, *more, "--charts", str(tmp_path / "charts")]) == 2
    told = capfd.readouterr()
    assert message in told.err
    assert told.out == ""
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PRICES.replace("4", "-4"), "attacker_cost must not be negative"),
        (PRICES + "luck: 3\n", "luck"),
        ("value: 0.1\n", "attacker_cost"),
        (PRICES + "fines_back: 2\n", "between 0 and 1"),
        (PRICES + "published: many\n", "must be a number"),
    ],
)
def test_wrong_prices_are_refused(
    curves: str, text: str, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    params = tmp_path / "prices.yaml"
    params.write_text(text)
    charts = ["--charts", str(tmp_path / "charts")]
    assert run(["plan", curves, "--params", str(params), *charts]) != 0
    told = capfd.readouterr()
    assert message in " ".join(told.err.split())
    assert told.out == ""
    assert [file.name for file in tmp_path.iterdir()] == ["prices.yaml"]


def test_a_case_and_prices_are_not_given_together(curves: str) -> None:
    assert run(["plan", curves, "--case", "low", "--params", curves]) != 0


POLICY = """
name: mails
detect: [{use: textveil.patterns.v1}]
transform: {default: {use: textveil.mask.v1}}
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return a release of 40 documents with two addresses in each, and no estimate."""
    notes = [
        textveil.Document(f"n{n}", f"Ana Ruiz wrote to p{n}@example.org and q{n}@example.org.")
        for n in range(40)
    ]
    textveil.write(notes, tmp_path / "in.jsonl")
    (tmp_path / "mails.yaml").write_text(POLICY)
    policy = textveil.load_policy(str(tmp_path / "mails.yaml"))
    textveil.release(textveil.Run(textveil.read(tmp_path / "in.jsonl"), tmp_path / "out", policy))
    return tmp_path / "out"


def attach(out: Path, missed: int) -> None:
    """Let a person read all 40 documents and find a name in some of them."""
    review = out.parent / f"review-{missed}.jsonl"
    textveil.risk_sample(out, 40, review, seed=1)
    rows = [json.loads(line) for line in review.read_text("utf-8").splitlines()]
    for number, row in enumerate(rows):
        row["spans"] = [span for span in row["spans"] if span["label"] != "UNREAD"]
        if number < missed:
            row["spans"].append({"start": 0, "end": 8, "label": "NAME"})
    review.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    textveil.risk_estimate(out, review, most=10, attach=True)


def test_a_release_is_decided_about_by_its_size_and_its_estimate(
    made: Path, curves: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    attach(made, 3)
    risk = json.loads((made / "publish" / "risk.json").read_text("utf-8"))
    params = tmp_path / "prices.yaml"
    params.write_text("attacker_cost: 1\nattacker_loss: 0\nvalue: 50\n")
    asked = ["plan", curves, "--params", str(params), "--release"]
    assert run([*asked, str(made / "publish")]) == 0
    told = capfd.readouterr().out
    assert "safe-forward, case own" in told
    assert "Decision: withhold this release." in told
    assert "The game is played for 40 documents" in told
    # 80 addresses were replaced, and the certificate rounds this number to tens.
    whole = 2 + risk["mean"]
    missed = 40 * risk["mean"]
    assert f"At most {missed:,.0f} of about {40 * whole:,.0f} identifiers were missed" in told
    assert "training" not in told
    assert run([*asked, str(made), "--json"]) == 0
    [decision] = json.loads(capfd.readouterr().out)
    assert decision["release"]["documents"] == 40
    assert decision["release"]["recall"] == pytest.approx(2 / whole)
    assert decision["shares"] is False
    params.write_text("attacker_cost: 1\nattacker_loss: 900\nvalue: 0.01\n")
    assert run([*asked, str(made)]) == 0
    told = capfd.readouterr().out
    assert "Decision: publish this release." in told
    assert "No attack pays" in told


def test_an_attacker_labels_no_more_documents_than_there_are(made: Path) -> None:
    attach(made, 3)
    # Labelling costs nothing, and the shipped curves go up to 100 documents.
    stakes = Stakes(attacker_cost=0, attacker_loss=0, value=50)
    ends = textveil.plan(stakes=stakes, release=made)
    assert {one.published.gamma for one in ends if one.published is not None} == {40}


def test_a_release_of_which_nobody_knows_what_was_missed_is_told(
    made: Path, curves: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan", curves, "--release", str(made)]) != 0
    told = capfd.readouterr().err
    assert "nothing says how much was missed" in told
    assert "textveil risk sample" in told
    attach(made, 0)
    risk = made / "publish" / "risk.json"
    risk.write_text(risk.read_text("utf-8").replace('"documents": 40', '"documents": 41'))
    assert run(["plan", curves, "--release", str(made)]) != 0
    assert "not one of this release" in capfd.readouterr().err
