"""Several files and folders as one source: where they lie is not released."""

import pytest

from textveil.certify.verification import verify_release
from textveil.errors import UsageError
from textveil.formats.catalog import guess
from textveil.formats.outputs import text_sink
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy


@pytest.fixture
def paths(tmp_path):
    """Return paths whose order differs from that of their last names."""
    private = tmp_path / "zabrowski-case"
    for name in ("a/ward/one.txt", "b/ward two/in/rows.csv", "c/a note.txt"):
        path = private / name
        path.parent.mkdir(parents=True)
        path.write_text("id,text\n1,Call 617-555-0134.\n")
    return [private / "a/ward", private / "b/ward two", private / "c/a note.txt"]


@pytest.mark.parametrize("ids", ["keep", "number"])
def test_the_folder_that_holds_several_inputs_is_not_released(paths, tmp_path, ids):
    out = tmp_path / "out"
    policy = load_policy("patterns-only").with_ids(ids)
    release(Run(Source.open_all(paths), out, policy))
    published = [path for path in (out / "publish").rglob("*") if path.is_file()]
    assert not any(
        "zabrowski" in f"{path.relative_to(out)}{path.read_text()}" for path in published
    )
    texts = out / "publish/texts"
    shown = sorted(p.relative_to(texts).as_posix() for p in published if texts in p.parents)
    named = ["a note.txt", "ward two/in/rows.csv", "ward/one.txt"]
    assert shown == named
    assert "Release of several inputs" in (out / "publish/report.html").read_text()
    again = Source.open_again(paths[::-1], "mixed", {})
    outcome = verify_release(out, again)
    assert outcome.holds
    assert [v.claim for v in outcome.verdicts if not v.holds] == ["seal"]


def test_two_inputs_of_one_name_are_refused(paths, tmp_path):
    other = tmp_path / "ward"
    other.mkdir()
    with pytest.raises(UsageError, match="one name"):
        Source.open_all([*paths, other])


@pytest.mark.parametrize(
    ("name", "released"),
    [
        ("WhatsApp Chat with Dr. Eva.txt", "_chat.txt"),
        ("WhatsApp Chat with Eva.txt.gz", "_chat.txt.gz"),
        ("_chat.txt", "_chat.txt"),
        ("team_chat.txt", "team_chat.txt"),
        ("eva.txt", "_chat.txt"),
    ],
)
def test_a_released_chat_is_not_named_after_anybody(tmp_path, name, released):
    with text_sink(tmp_path / name) as sink:
        sink.write("12/31/20, 9:15 PM - Ana: Hi\n", "1")
    source = Source.open(tmp_path / name, "whatsapp")
    assert source.released_name == released
    assert source.shown_name == released
    assert guess(tmp_path / released) == "whatsapp"
