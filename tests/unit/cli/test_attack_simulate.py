"""`textveil attack simulate`, as a user meets it."""

import json
from pathlib import Path

import pytest
from tests.unit.learn.small_corpus import notes

from textveil.cli.app import run
from textveil.decide.curve_table import points_of
from textveil.formats.span_codec import span_to_json
from textveil.values.span import Span

SIZES = ["--publisher", "2,4", "--attacker", "2,4", "--published", "10", "--repeats", "1"]


@pytest.fixture
def asked(tmp_path: Path) -> list[str]:
    lines = []
    for at, note in enumerate(notes(18)):
        # Patterns know addresses that the model saw too rarely.
        mail = f"m{at}@clinic.example" if at % 4 == 3 else ""
        end = len(note.text)
        spans = [*(note.spans or ()), *([Span(end, end + len(mail), "EMAIL")] if mail else [])]
        told = {"id": note.id, "text": note.text + mail, "subject": note.subject}
        lines.append({**told, "spans": [span_to_json(span) for span in spans]})
    corpus = tmp_path / "notes.jsonl"
    corpus.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return ["attack", "simulate", str(corpus), *SIZES]


def test_a_whole_policy_finds_no_less_than_its_model_alone(
    asked: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    recall = {}
    for policy in ([], ["--policy", "hide-in-plain-sight"]):
        out = tmp_path / f"curves{len(policy)}.csv"
        assert run([*asked, *policy, "-o", str(out)]) == 0
        told = capfd.readouterr()
        assert "2 rounds, 2 to be played; allow 1 minute" in told.err
        assert "18 measurements in" in told.err
        assert "the table has attackers who label 4, the file also 2" in told.err
        points = points_of(out.read_text(), "curves")
        header, first, *others = (line.split("  ") for line in told.out.splitlines())
        assert [cell.strip() for cell in header if cell][-1] == "F"
        shown = next(p for p in points if (p.side, p.alpha) == ("publisher", 2))
        assert [cell.strip() for cell in first if cell][-1] == f"{shown.f1:.2f}"
        assert len(others) == 9, "two sizes of the publisher, four attacks at two sizes"
        recall[len(policy)] = sum(p.recall for p in points if p.side == "publisher")
    assert recall[2] > recall[0] > 0
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "curves0.csv",
        "curves2.csv",
        "notes.jsonl",
    ]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--published", "17"], "too few"),
        (["--publisher", "4,2"], "rise"),
        (["--attacker", "2,10"], "cannot label all"),
        (["--policy", "none-such"], "none-such"),
        (["--model", "none-such"], "none-such"),
    ],
)
def test_what_cannot_be_simulated_is_told_and_nothing_is_written(
    asked: list[str],
    more: list[str],
    message: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run([*asked, *more, "-o", str(tmp_path / "curves.csv")]) != 0
    assert message in " ".join(capfd.readouterr().err.split())
    assert [file.name for file in tmp_path.iterdir()] == ["notes.jsonl"]
