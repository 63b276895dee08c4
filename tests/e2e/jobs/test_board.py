"""A board reviews a release of which it has `publish/` alone: `review-a-release.md`.

Its own release stands in place of the page's: sixty visits of thirty people on three wards, ages in
steps of ten years, one visit in twelve with the name of a doctor that was missed.
"""

import json
import re
import shutil

from tests.e2e.jobs.guided import Guide

import textveil

WARDS = ("north", "south", "west")


def visits(folder):
    """Release a table as its owner would, with the policy that the page writes."""
    rows = ["id,subject,text,ward,age"]
    for at in range(60):
        name = " Dr. Okafor agreed." if at % 12 == 5 else ""
        person = at // 2
        text = f"Came for a check, mail p{at}@example.org.{name}"
        rows.append(f'{at},p{person},"{text}",{WARDS[person % 3]},{40 + 10 * (person % 2)}')
    (folder / "visits.csv").write_text("\n".join(rows) + "\n", "utf-8")


def test_a_board_decides_with_what_is_published(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def own(out):
        shutil.rmtree(out)
        visits(tmp_path)
        policy = textveil.load_policy("owner.yaml")
        textveil.release(textveil.Run(textveil.read("visits.csv"), out, policy))

    guide = Guide("review-a-release", tmp_path)
    guide.follow(files={"out": own})
    printed = {command.partition(" <<")[0]: told for command, told in guide.printed.items()}

    def told(part):
        [found] = [said for command, said in printed.items() if part in command]
        return found

    assert "nothing refuted" in told("textveil verify received")
    assert "okafor" in told("textveil attack received"), "the missed name is what is guessed at"
    assert re.search(r"classes +6\n", told("--quasi ward,age"))
    assert re.search(r"alone in their class +0 ", told("--quasi ward,age"))
    assert "20 documents drawn at random" in told("risk sample received")
    assert "1 person read 20 of 60 documents" in told("risk estimate received")
    risk = json.loads((tmp_path / "received" / "risk.json").read_text("utf-8"))
    assert (risk["documents"], risk["read"]) == (60, 20)
    assert "What may remain" in (tmp_path / "received" / "report.html").read_text("utf-8")
    decided = told("plan --release received")
    assert re.search(r"Decision: (publish|withhold) this release\.", decided)
    assert "The game is played for 60 documents" in decided
    assert not (tmp_path / "received" / "edits.jsonl").exists()
