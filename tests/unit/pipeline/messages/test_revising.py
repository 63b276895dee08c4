"""Revising: each change gives loss, Fre and verdict anew."""

from datetime import datetime

import pytest

from textveil.errors import InvalidValueError
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.pipeline.messages.composing import written_parse
from textveil.pipeline.messages.levels import Group
from textveil.pipeline.messages.revising import Revision
from textveil.pipeline.messages.versions import VersionSettings, versions_of
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

TEXT = "I'm from Tokyo and I love it."
GROUPS = (Group("family", ("Ann",)), Group("friends", ("Cy",)), Group("public"))
AT = datetime(2014, 4, 4, 8)


@pytest.fixture(scope="module")
def revision():
    document, parse = Document("m", TEXT), written_parse(TEXT)
    passages = Checker(CheckSettings(at=AT.isoformat())).check(document).passages
    settings = VersionSettings(AT, Secret(b"0123456789abcdef"))
    made = versions_of(document, parse, passages, GROUPS, settings)
    return Revision(document, parse, passages, GROUPS, settings, made)


def test_a_wider_cover_holds_and_loses_more(revision):
    before = revision.made.versions[1]
    level = len(revision.ladder(0).rungs) - 2
    made = revision.with_cover(1, 0, level)
    assert "Asia" in made.versions[1].text
    assert made.versions[1].loss >= before.loss
    assert made.verdict.holds


def test_a_finer_cover_is_refuted(revision):
    made = revision.with_cover(2, 0, 0)
    assert "Tokyo" in made.versions[2].text
    assert not made.verdict.holds


def test_a_free_edit_is_judged_like_all_others(revision):
    start = TEXT.index("Tokyo")
    assert not revision.with_edit(1, start, start + 5, "Tokio").verdict.holds
    made = revision.with_edit(1, TEXT.index("love"), TEXT.index("love") + 4, "like")
    assert "like" in made.versions[1].text
    assert made.verdict.holds


def test_another_wording_changes_one_slot(revision):
    slot = next(at for at, one in enumerate(revision.made.others) if None in one)
    letter = revision.made.others[slot].index(None)
    made = revision.with_wording(0, slot, letter)
    changed = made.versions[0].release.edits
    assert not any(edit in revision.made.others[slot] for edit in changed)


def test_passages_and_levels_that_are_none_are_refused(revision):
    with pytest.raises(InvalidValueError):
        revision.with_cover(1, 9, 1)
    with pytest.raises(InvalidValueError):
        revision.with_cover(1, 0, 99)
