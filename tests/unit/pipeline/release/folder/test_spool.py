"""The spool goes on where a stopped run left it, and only where nothing has changed."""

import pytest

from textveil.pipeline.release.folder.spool import Spool
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"sixteen bytes or more")
NOTES = [Document(str(n), f"secret text {n}") for n in range(4)]
FIRST, SECOND = "1970-01-01T00:16:40Z", "1970-01-01T00:33:20Z"
FOUND = [Spans([Span(n, n + 3, "NAME", 0.5, "s")]) for n in range(4)]


def run(folder, count, key, purpose, workplace):
    with Spool(folder, purpose, key, workplace) as spool:
        for note, found in list(zip(NOTES, FOUND, strict=True))[:count]:
            spool.add(note, found)
        raise KeyboardInterrupt


def stopped_after(folder, count, key=KEY, purpose="p", workplace=None):
    with pytest.raises(KeyboardInterrupt):
        run(folder, count, key, purpose, workplace)


def recalled(folder, key=KEY, purpose="p", notes=NOTES):
    with Spool(folder, purpose, key) as spool:
        found = [spool.recall(note) for note in notes]
    spool.discard()
    return found


@pytest.mark.parametrize("key", [KEY, None])
def test_a_stopped_run_is_taken_up_and_a_finished_one_leaves_nothing(tmp_path, key):
    folder = tmp_path / "progress"
    stopped_after(folder, 2, key)
    assert folder.stat().st_mode & 0o077 == 0
    assert all(b"secret text" not in path.read_bytes() for path in folder.iterdir())
    assert recalled(folder, key) == [FOUND[0], FOUND[1], None, None]
    assert not folder.exists()


def test_a_changed_document_ends_the_recall(tmp_path):
    stopped_after(tmp_path / "progress", 3)
    changed = [NOTES[0], Document("1", "another text"), *NOTES[2:]]
    assert recalled(tmp_path / "progress", notes=changed) == [FOUND[0], None, None, None]


@pytest.mark.parametrize(
    ("key", "purpose"), [(Secret(b"another key, long enough"), "p"), (KEY, "q"), (None, "p")]
)
def test_another_key_or_purpose_begins_anew(tmp_path, key, purpose):
    stopped_after(tmp_path / "progress", 3)
    assert recalled(tmp_path / "progress", key, purpose) == [None] * 4


def test_a_row_that_was_cut_off_is_not_believed(tmp_path):
    stopped_after(tmp_path / "progress", 2)
    rows = tmp_path / "progress" / "spans.jsonl"
    rows.write_bytes(rows.read_bytes()[:-5])
    assert recalled(tmp_path / "progress") == [FOUND[0], None, None, None]


def test_of_two_stopped_runs_the_one_that_got_further_counts(tmp_path):
    stopped_after(tmp_path / "progress", 3)
    stopped_after(tmp_path / "progress", 1)
    assert recalled(tmp_path / "progress") == [*FOUND[:3], None]


def test_half_made_results_of_a_stopped_run_are_removed(tmp_path):
    half, other = tmp_path / ".textveil-aa.tmp", tmp_path / "mine"
    half.mkdir()
    other.mkdir()
    stopped_after(tmp_path / "progress", 1, workplace=half)
    recalled(tmp_path / "progress")
    assert not half.exists()
    stopped_after(tmp_path / "progress", 1, workplace=other)
    recalled(tmp_path / "progress")
    assert other.exists()


def test_what_is_added_is_read_back_in_order(tmp_path):
    with Spool(tmp_path / "progress", "p", KEY) as spool:
        for note, found in zip(NOTES, FOUND, strict=True):
            spool.add(note, found)
        assert list(spool) == FOUND


def test_a_resumed_run_keeps_the_date_of_its_first_start(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000")
    stopped_after(tmp_path / "p", 2)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "2000")
    with Spool(tmp_path / "p", "p", KEY) as again:
        assert [again.recall(note) for note in NOTES] == [*FOUND[:2], None, None]
        again.end_recall()
        assert again.started == FIRST
    again.discard()
    with Spool(tmp_path / "p", "p", KEY) as later:
        assert later.started == SECOND


@pytest.mark.parametrize("key", [KEY, None])
@pytest.mark.parametrize(
    "notes", [[Document("x", "another text")], [NOTES[0], Document("1", "another text")], NOTES[:1]]
)
def test_a_run_on_another_input_has_its_own_date(tmp_path, monkeypatch, notes, key):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000")
    stopped_after(tmp_path / "p", 2, key)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "2000")
    # Who leaves the block and does not discard the spool was stopped.
    with Spool(tmp_path / "p", "p", key) as other:
        for note in notes:
            other.recall(note)
            other.add(note, Spans())
        other.end_recall()
        assert other.started == SECOND
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "3000")
    with Spool(tmp_path / "p", "p", key) as again:
        again.recall(notes[0])
        assert again.started == SECOND


def test_a_run_that_was_stopped_before_it_found_anything_has_no_date(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000")
    stopped_after(tmp_path / "p", 0)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "2000")
    with Spool(tmp_path / "p", "p", KEY) as other:
        assert other.started == SECOND
