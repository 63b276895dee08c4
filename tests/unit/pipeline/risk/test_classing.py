"""Classes of subjects: columns, values that the policy leaves in the texts, and coarser ones."""

import json

import pytest
from typer.testing import CliRunner

from textveil.cli.app import app
from textveil.errors import InputError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.risk.classing import risk_of_classes
from textveil.pipeline.risk.published import PublishedRelease
from textveil.policy.policy import parse_policy

POLICY = """
name: patterns
language: en
detect: [{use: textveil.patterns.v1}]
transform:
  default: {use: textveil.mask.v1}
  labels:
    AGE: keep
    DATE: {use: textveil.generalize.v1, date: year}
columns: {subject: keep, ward: keep, mail: EMAIL, born: DATE}
"""
PEOPLE = {
    "p1": (41, "B2", 2019),
    "p2": (41, "B2", 2019),
    "p3": (52, "B3", 2019),
    "p4": (52, "B2", 2020),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("classes")
    rows = [
        {
            "id": f"{who}-{n}",
            "subject": who,
            "text": f"Aged {age}, seen on {3 + n} May {year}. Mail {who}@example.org.",
            "ward": ward,
            "mail": f"{who}@example.org",
            "born": f"{year - age}-03-04",
        }
        for who, (age, ward, year) in PEOPLE.items()
        for n in range(2)
    ]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    release(Run(Source.open(folder / "in.jsonl"), folder / "out", parse_policy(POLICY)))
    return folder


@pytest.fixture
def opened(made):
    return PublishedRelease.at(made / "out")


@pytest.mark.parametrize(
    ("names", "classes", "uniques"),
    [
        (["ward"], 2, 1),
        (["AGE"], 2, 0),
        (["DATE"], 2, 1),
        (["AGE", "ward"], 3, 2),
        (["born"], 3, 2),
        (["AGE", "ward", "DATE"], 3, 2),
    ],
)
def test_people_who_agree_in_everything_are_one_class(opened, names, classes, uniques):
    risk = risk_of_classes(opened, names, k=2)
    assert (risk.subjects, risk.classes, risk.uniques) == (4, classes, uniques)
    assert risk.below == uniques / 4
    assert risk.prosecutor_mean == classes / 4
    assert risk.journalist_mean is None


def test_a_population_lowers_the_risk(opened, tmp_path):
    table = tmp_path / "people.csv"
    rows = ["41,b2"] * 4 + ["52,B3"] * 2 + ["52,B2"] * 10 + ["60,B9"]
    table.write_text("AGE,ward\n" + "\n".join(rows) + "\n", "utf-8")
    risk = risk_of_classes(opened, ["AGE", "ward"], population=table)
    assert risk.prosecutor_highest == 1
    assert risk.journalist_highest == 0.5
    assert risk.journalist_mean == pytest.approx((2 / 4 + 1 / 2 + 1 / 10) / 4)
    assert risk.marketer == risk.journalist_mean


def test_a_population_that_cannot_be_one_is_told(opened, tmp_path):
    table = tmp_path / "people.csv"
    table.write_text("AGE,ward\n41,B2\n", "utf-8")
    with pytest.raises(InputError, match="fewer people"):
        risk_of_classes(opened, ["AGE", "ward"], population=table)
    with pytest.raises(InputError, match="no column DATE"):
        risk_of_classes(opened, ["AGE", "DATE"], population=table)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["mail"], "was rewritten"),
        (["EMAIL"], "nothing of EMAIL is left"),
        (["CITY"], "nothing of CITY is left"),
        (["AGES"], "no column of the release and no label"),
        ([], "give different"),
        (["AGE", "AGE"], "give different"),
    ],
)
def test_names_without_values_are_refused(opened, names, told):
    with pytest.raises(UsageError, match=told):
        risk_of_classes(opened, names)


@pytest.mark.parametrize("names", [["ward"], ["AGE"], ["born"], ["AGE", "ward"]])
def test_what_is_published_gives_the_figures_of_the_owner(opened, made, names):
    alone = PublishedRelease.at(made / "out" / "publish")
    assert risk_of_classes(alone, names, k=2) == risk_of_classes(opened, names, k=2)


@pytest.mark.parametrize("name", ["DATE", "EMAIL"])
def test_passages_that_only_the_record_has_are_asked_for(made, name):
    alone = PublishedRelease.at(made / "out" / "publish")
    with pytest.raises(UsageError, match="the record, which the owner has"):
        risk_of_classes(alone, ["ward", name])


def test_the_verb_prints_the_figures(made):
    asked = ["risk", "classes", str(made / "out"), "--quasi", "ward,AGE", "-k", "3"]
    told = json.loads(CliRunner().invoke(app, [*asked, "--json", "-q"]).stdout)
    assert (told["classes"], told["k"], told["below"]) == (3, 3, 1.0)
    shown = CliRunner().invoke(app, [*asked, "-q"]).stdout
    assert "prosecutor, highest" in shown
    assert "100.00 %" in shown
