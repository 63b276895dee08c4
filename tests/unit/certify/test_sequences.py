"""Sanitized sequences are checked from their files alone: what was changed later is told."""

import json
import shutil

import pytest
from tests.mutants.sequence_plans import KEY, Letters, Reads, Table

from textveil.certify.sequences.checking import check_sequences, draw_of
from textveil.certify.sequences.kept import DECOYS, MAP, PATTERNS, Decoys, KeptSequences
from textveil.certify.sequences.kept import read_patterns as patterns_in
from textveil.certify.sequences.reading import read_given
from textveil.certify.sequences.settings import INPUT, KEEP, NEEDS, SequenceSettings
from textveil.certify.sequences.settings import KEY as WITH_KEY
from textveil.errors import FormatError, TextveilError
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status
from textveil.verify.sequences.claims import MEANINGS, PROMISES

PLANS = {
    plan.name: plan
    for plan in (Letters("tfs"), Letters("tpm"), Reads("genome"), Reads("reads"), Table())
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Make a release by every plan, once."""
    found = {}
    for name, plan in PLANS.items():
        given, out = tmp_path_factory.mktemp("given"), tmp_path_factory.mktemp("out")
        plan.prepare(given)
        plan.make(given, out)
        found[name] = given, out
    return found


class Release:
    """A copy of a release that may be changed, and what it is checked with."""

    def __init__(self, plan, given, out):
        files, _ = plan.asked(given, out)
        self.source, self.path, self.keep = files.source, files.output, out / "keep"
        content = json.loads((out / "settings.json").read_text())
        self.settings = SequenceSettings.of(content)

    def check(self, at_hand=(INPUT, KEEP, WITH_KEY), key=KEY):
        released = Source.open(self.path, self.source.format_name)
        return check_sequences(
            self.settings,
            read_given(self.source, self.settings) if INPUT in at_hand else None,
            read_given(released, self.settings),
            KeptSequences.read(self.keep) if KEEP in at_hand else None,
            draw_of(Secret(key)) if WITH_KEY in at_hand else None,
        )

    def refuted(self, **more):
        return {v.claim for v in self.check(**more) if v.status is Status.REFUTED}

    def change(self, old, new, path=None):
        """Exchange the first place of a text in a file."""
        path = path or self.path
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))


@pytest.fixture
def release(made, tmp_path):
    def copied(name):
        given, out = made[name]
        shutil.copytree(out, tmp_path / name)
        return Release(PLANS[name], given, tmp_path / name)

    return copied


@pytest.mark.parametrize("name", PLANS)
def test_everything_that_a_release_needs_is_in_its_files(release, name):
    verdicts = release(name).check()
    assert [verdict.claim for verdict in verdicts if not verdict.holds] == []
    assert {verdict.claim for verdict in verdicts} <= MEANINGS.keys()


ALL = (INPUT, KEEP, WITH_KEY)
HANDS = [tuple(one for at, one in enumerate(ALL) if number >> at & 1) for number in range(8)]


@pytest.mark.parametrize("at_hand", HANDS)
@pytest.mark.parametrize("name", PLANS)
def test_a_claim_is_checked_if_what_it_needs_is_at_hand(release, name, at_hand):
    for verdict in release(name).check(at_hand):
        enough = NEEDS[verdict.claim] <= set(at_hand)
        assert verdict.holds == enough
        assert enough or verdict.status is Status.NOT_CHECKABLE


def test_the_table_of_needs_has_every_claim():
    assert NEEDS.keys() == MEANINGS.keys()


def lines_of(path):
    return path.read_text().splitlines(keepends=True)


def without_a_line(at):
    return lambda path: path.write_text("".join(x for n, x in enumerate(lines_of(path)) if n != at))


def exchanged(one, other):
    def change(path):
        lines = lines_of(path)
        lines[one], lines[other] = lines[other], lines[one]
        path.write_text("".join(lines))

    return change


def replaced(old, new):
    def change(path):
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return change


def letter_at(line, at, letters=None):
    """Write other letters into a line from some place on."""

    def change(path):
        lines = lines_of(path)
        new = letters or ("A" if lines[line][at].upper() != "A" else "C")
        assert lines[line][at : at + len(new)] != new
        lines[line] = lines[line][:at] + new + lines[line][at + len(new) :]
        path.write_text("".join(lines))

    return change


def flipped(line, at):
    return lambda path: letter_at(line, at, lines_of(path)[line][at].swapcase())(path)


CORRUPTIONS = [
    ("sanitize tfs", "P1", exchanged(0, 1)),
    ("sanitize tfs", "records", without_a_line(3)),
    ("sanitize tfs", "P1", letter_at(0, 0, "z")),
    ("sanitize tfs", "P2", replaced("#", "")),
    ("sanitize tfs", "motifs", replaced("xyz", "abra")),
    ("sanitize tfs", "C1", replaced("xyz", "abra")),
    ("sanitize tfs", "short-unchanged", letter_at(3, 1, "c")),
    ("sanitize tpm", "no-separator", letter_at(0, 3, "#")),
    ("sanitize tpm", "not-lowered", letter_at(0, 0, "z")),
    ("sanitize genome", "records", replaced(">r1 of", ">r1 off")),
    ("sanitize genome", "records", replaced(">r2", ">r9")),
    ("sanitize genome", "records", exchanged(0, 2)),
    ("sanitize genome", "map", letter_at(1, 5)),
    ("sanitize genome", "case", flipped(1, 5)),
    ("sanitize genome", "case", flipped(1, 100)),
    ("sanitize genome", "motifs", letter_at(1, 20, "GATTACA")),
    ("sanitize genome", "motifs", letter_at(1, 20, "TGTAATC")),
    ("sanitize genome", "alphabet", letter_at(1, 5, "N")),
    ("sanitize genome", "short-unchanged", letter_at(5, 0)),
    ("sanitize reads", "qualities", letter_at(3, 0, "!")),
    ("sanitize reads", "records", replaced("@r1 of 1", "@r1 of 2")),
    ("sanitize reads", "case", flipped(1, 5)),
    ("sanitize events", "records", replaced("p,", "s,")),
    ("sanitize events", "rows", without_a_line(5)),
    ("sanitize events", "rows", replaced(",home,", ",home ,")),
]


def corrupted(release, change):
    """Check a release whose file was changed; a file that cannot be read is told too."""
    change(release.path)
    try:
        return release.refuted()
    except TextveilError:
        return set(MEANINGS)


@pytest.mark.parametrize(("name", "claim", "change"), CORRUPTIONS)
def test_a_changed_file_is_told(release, name, claim, change):
    found = corrupted(release(name), change)
    assert found
    assert claim in found or "records" in found or "rows" in found


@pytest.mark.parametrize("name", PLANS)
def test_every_changed_letter_is_told(release, name):
    one = release(name)
    right, silent = one.path.read_bytes(), []
    for at in range(0, len(right), 1 + len(right) // 150):
        other = b"x" if right[at : at + 1] != b"x" else b"y"
        one.path.write_bytes(right[:at] + other + right[at + 1 :])
        try:
            found = one.refuted()
        except TextveilError:
            found = {"not read"}
        if not found:
            silent.append(at)
    assert silent == []


@pytest.mark.parametrize("name", ["sanitize genome", "sanitize reads", "sanitize events"])
def test_another_key_draws_something_else(release, name):
    assert release(name).refuted(key=b"another key of 16") == {"draws"}


def test_a_quality_that_was_not_drawn_is_told(release):
    one = release("sanitize reads")
    lines = one.path.read_text().splitlines()
    kept = set()
    for row in (one.keep / MAP).read_text().splitlines()[1:]:
        record, start, end, to = row.split("\t")
        if record == "r1":
            kept |= set(range(int(to), int(to) + int(end) - int(start)))
    new = next(at for at in range(len(lines[1])) if at not in kept)
    other = "C" if lines[3][new] != "C" else "D"
    letter_at(3, new, other)(one.path)
    assert one.refuted() == {"draws"}


def test_a_time_that_was_not_drawn_is_told(release):
    one = release("sanitize events")
    header, *rows = one.path.read_text().splitlines()
    cells = [row.split(",") for row in rows]
    # A new event has nothing in the column that kept ones keep.
    seen = set()
    for at, (who, when, what, room) in enumerate(cells):
        for other in range(int(when) + 1, int(when) + 9):
            if room:
                continue
            changed = [*rows[:at], f"{who},{other},{what},{room}", *rows[at + 1 :]]
            one.path.write_text("\n".join([header, *changed]) + "\n")
            found = one.refuted()
            assert found
            seen |= found
    assert {"draws", "times"} <= seen


def test_a_kept_event_that_moves_in_the_table_is_told(release):
    one = release("sanitize events")
    lines = one.path.read_text().splitlines(keepends=True)
    # Neighbours of two persons with one time: the sequences stay, the order of the rows does not.
    rows = [line.split(",") for line in lines]
    at = next(
        at
        for at in range(1, len(rows) - 1)
        if rows[at][0] != rows[at + 1][0] and rows[at][3].strip() and rows[at + 1][3].strip()
    )
    exchanged(at, at + 1)(one.path)
    assert "rows" in one.refuted()


PRIVATE = [
    (PATTERNS, "GATTACA", "GATTACC", {"decoys", "draws", "not-lowered", "C1"}),
    (MAP, "r1\t0\t", "r1\t1\t", {"map", "case"}),
    (DECOYS, '"draw": 1', '"draw": 2', {"draws"}),
]


@pytest.mark.parametrize(("name", "old", "new", "told"), PRIVATE)
def test_changed_private_files_are_told(release, name, old, new, told):
    one = release("sanitize genome")
    one.change(old, new, one.keep / name)
    found = one.refuted()
    assert found
    assert found & told


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        (DECOYS, b"{", "not JSON"),
        (DECOYS, b"[" * 100_000, "not JSON"),
        (DECOYS, b'{"draw": 1, "groups": []}', "missing"),
        (DECOYS, b'{"draw": 1, "groups": [], "places": [[0, 1, 0, 0]]}', "in no group"),
        (MAP, b"record\tstart\n", "not the coordinate map"),
        (MAP, b"record\tstart\tend\tto\nr7\t0\t1\t0\n", "not the coordinate map"),
        (MAP, b"record\tstart\tend\tto\nr1\t0\tx\t0\n", "no number"),
        (MAP, b"record\tstart\tend\tto\nr2\t0\t1\t0\nr1\t0\t1\t0\n", "order"),
        (PATTERNS, b"\xff\n", "UTF-8"),
    ],
)
def test_damaged_private_files_are_refused(release, name, data, says):
    one = release("sanitize genome")
    (one.keep / name).write_bytes(data)
    with pytest.raises(FormatError, match=says):
        one.check()


@pytest.mark.parametrize("missing", [PATTERNS, MAP, DECOYS])
def test_a_private_file_that_is_missing_makes_claims_not_checkable(release, missing):
    one = release("sanitize genome")
    (one.keep / missing).unlink()
    verdicts = one.check()
    assert not [v for v in verdicts if v.status is Status.REFUTED]
    reasons = {v.reason for v in verdicts if v.status is Status.NOT_CHECKABLE}
    assert reasons == {f"{missing} was not given"}


EVERY = SequenceSettings(
    "tm", 6, format="fastq", strands="both", nucleic=True, decoys=5, quality="drawn", mapped=True
)
EVENTS = SequenceSettings(
    "tfs", 2, unit="event", format="csv", events=EventColumns("a", "b", "c", ("d",)), mapped=True
)


@pytest.mark.parametrize("settings", [EVERY, EVENTS, *(SequenceSettings(m, 3) for m in PROMISES)])
def test_settings_come_back_from_json(settings):
    assert SequenceSettings.of(json.loads(json.dumps(settings.to_json()))) == settings


@pytest.mark.parametrize("field", EVERY.to_json())
def test_settings_need_every_field(field):
    content = EVERY.to_json()
    del content[field]
    with pytest.raises(FormatError, match="missing"):
        SequenceSettings.of(content)


@pytest.mark.parametrize(
    "wrong",
    [
        {"method": "tfx"},
        {"k": 0},
        {"k": True},
        {"k": 2**40},
        {"rho": 0},
        {"rho": float("nan")},
        {"separator": " "},
        {"separator": ""},
        {"unit": "word"},
        {"strands": 2},
        {"decoys": 0},
        {"quality": ""},
        {"mapped": "yes"},
        {"events": {"who": "a"}},
        {"events": {"who": "a", "when": "a", "what": "b", "kept": [], "form": ""}},
        {"more": 1},
        # Each is well formed, and they do not fit each other.
        {"unit": "event"},
        {"format": "text"},
        {"nucleic": False},
        {"mapped": False},
        {"reference": True},
        {"method": "ba"},
        {"wildcard": "#"},
    ],
)
def test_malformed_settings_are_refused(wrong):
    with pytest.raises(FormatError):
        SequenceSettings.of({**EVERY.to_json(), **wrong})


@pytest.mark.parametrize("content", [None, [], "tfs", 3])
def test_settings_are_an_object(content):
    with pytest.raises(FormatError):
        SequenceSettings.of(content)


def test_patterns_are_read_as_they_were_named():
    assert patterns_in(["ab c", ""], "char", None) == [tuple("ab c")]
    assert patterns_in([" ab  c "], "token", None) == [("ab", "c")]
    assert patterns_in(["gaTn"], "char", None, "n") == [tuple("GATn")]
    assert patterns_in(["to ward"], "event", {"to ward"}) == [("to ward",)]
    assert patterns_in(["to ward"], "event", {"to", "ward"}) == [("to", "ward")]
    assert patterns_in(["to ward\tlab"], "event", set()) == [("to ward", "lab")]
    assert patterns_in(["to ward"], "event", None) == [("to ward",), ("to", "ward")]


def test_decoys_come_back_from_json():
    groups = ((("a", "b"), ("c", "d")),)
    decoys = Decoys(2, groups, ((0, 3, 0, 1),))
    assert Decoys.of(json.dumps(decoys.to_json()).encode()) == decoys
