"""An author of a plug-in writes, installs, checks and uses one: `write-a-plug-in.md`.

The input is the door book of a ward, many lines in place of the page's one, with badges of staff.
"""

from tests.e2e.jobs.guided import Guide

BADGES = [f"{letter}-{20000 + 37 * at}" for at in range(20) for letter in "AB"]


def door_book(path):
    lines = (f"Badge {badge} opened door {at % 7}." for at, badge in enumerate(BADGES))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_the_guide_makes_a_plug_in_that_releases_a_door_book(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    guide = Guide("write-a-plug-in", tmp_path)
    guide.follow(files={"door.txt": door_book})
    released = (tmp_path / "out/publish/texts/door.txt").read_text("utf-8")
    assert released.count("[X-BADGE]") == len(BADGES)
    assert not [badge for badge in BADGES if badge in released]
    [told] = [one for command, one in guide.printed.items() if "textveil release" in command]
    assert "residue holds" in told
