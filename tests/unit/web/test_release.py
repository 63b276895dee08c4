"""The page Release below the browser: what is asked, decided, refused and given away."""

import io
import json
import zipfile

import pytest
from tests.unit.web.workbench import csrf, post, started

from textveil.errors import ExpansionError, FormatError
from textveil.formats.expansion import ExpansionLimit
from textveil.web.tasks.zips import unpacked
from textveil.web.working.worker import JobOrder, kinds

CANARY = "Zanzibarquartz"
FIRST = f"Call 555-0142 or 555-0143. Ask for {CANARY}."
SECOND = "😀 Call 555-0142 again. Nobody was there."


@pytest.fixture
def bench(tmp_path):
    root = tmp_path / "root"
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "a.txt").write_text(FIRST, "utf-8")
    (tmp_path / "outside.txt").write_text("outside", "utf-8")
    with started(tmp_path / "server", roots=(root,)) as made:
        made.ana, made.folder = made.user("ana"), tmp_path / "server"
        yield made


def lines(*texts):
    rows = [json.dumps({"id": f"n{n}", "text": text}) for n, text in enumerate(texts)]
    return "".join(f"{row}\n" for row in rows).encode()


def carried_out(bench, answer):
    """Do the job that a page has begun, in this process, and return it."""
    assert answer.status_code == 303, answer.text
    job = bench.place.jobs.find(answer.headers["location"].rpartition("/")[2])
    return done(bench, job)


def done(bench, job):
    import textveil.web.tasks.releases as tasks

    room = bench.folder / f"room-{job.id}"
    room.mkdir()
    jobs = bench.place.jobs
    notices = []
    order = JobOrder(
        job.asked, room, jobs.files(job, "in"), jobs.files(job, "out"), lambda _: None, notices
    )
    function = kinds()[job.kind].partition(":")[2]
    told = {**getattr(tasks, function)(order), "notices": notices}
    jobs.change(job.id, "waiting", "running", {})
    return jobs.change(job.id, "running", "done", told) or jobs.find(job.id)


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    """Keep jobs waiting: tests do them in their own process."""
    from textveil.web.working.jobs import Jobs

    monkeypatch.setattr(Jobs, "_begin_waiting", lambda _: None)


def begun(bench, *texts, do="find", **fields):
    data = {"csrf": csrf(bench.ana), "policy": "patterns-only", "do": do, **fields}
    return bench.ana.post("/release", data=data, files=[("files", ("n.jsonl", lines(*texts)))])


def found(bench, *texts, **fields):
    return carried_out(bench, begun(bench, *texts, **fields))


def released(bench, job):
    made = carried_out(bench, post(bench.ana, f"/release/{job.id}/run"))
    with zipfile.ZipFile(io.BytesIO(bench.ana.get(f"/release/{made.id}/publish").content)) as one:
        rows = one.read("publish/texts/n.jsonl").decode().splitlines()
    return made, [json.loads(row)["text"] for row in rows]


def test_findings_show_their_reasons_and_equal_values(bench):
    job = found(bench, FIRST, SECOND)
    assert job.told == {"documents": 2, "passages": 3, "labels": 1, "notices": []}
    shown = bench.ana.get(f"/release/{job.id}/1").text
    assert "phone.local" in shown
    assert "×2" in shown


def test_what_stays_stays_at_all_equal_places(bench):
    job = found(bench, FIRST, SECOND)
    start = FIRST.index("555-0142")
    post(bench.ana, f"/release/{job.id}/1", start=start, end=start + 8, label="")
    made, texts = released(bench, job)
    assert texts == [FIRST.replace("555-0143", "[PHONE]"), SECOND]
    assert made.told["decisions"] == {"stays": 2, "labelled": 0}
    post(bench.ana, f"/release/{job.id}/2", start=7, end=15, label="PHONE")
    assert not bench.place.server().fetch_all(f"decided in {job.id}")


def test_one_place_or_all_get_another_kind(bench):
    job = found(bench, FIRST, SECOND)
    start = FIRST.index("555-0142")
    post(bench.ana, f"/release/{job.id}/1", start=start, end=start + 8, label="FAX", all="1")
    _, texts = released(bench, job)
    assert "[FAX]" in texts[0]
    assert "[FAX]" in texts[1]


def test_overlooked_words_are_added_here_or_everywhere(bench):
    job = found(bench, FIRST, SECOND + f" {CANARY}")
    fields = {"do": "add", "overlooked": CANARY, "label": "NAME"}
    post(bench.ana, f"/release/{job.id}/1", **fields)
    assert len(bench.place.server().fetch_all(f"decided in {job.id}")) == 1
    post(bench.ana, f"/release/{job.id}/1", everywhere="1", **fields)
    assert len(bench.place.server().fetch_all(f"decided in {job.id}")) == 2
    made, texts = released(bench, job)
    assert all("[NAME]" in text and CANARY not in text for text in texts)
    assert made.told["decisions"] == {"stays": 0, "labelled": 2}


@pytest.mark.parametrize(
    "fields",
    [
        {"start": "-1", "end": "5", "label": "NAME"},
        {"start": "3", "end": "3", "label": "NAME"},
        {"start": "0", "end": "9999", "label": "NAME"},
        {"start": "0", "end": "4", "label": "no label"},
        {"do": "add", "overlooked": "not there", "label": "NAME"},
        {"do": "add", "overlooked": "", "label": "NAME"},
    ],
)
def test_a_decision_about_no_place_is_refused_beside_its_field(bench, fields):
    job = found(bench, FIRST)
    answer = post(bench.ana, f"/release/{job.id}/1", **fields)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert not bench.place.server().fetch_all(f"decided in {job.id}")


def test_a_removed_job_leaves_no_decision(bench):
    job = found(bench, FIRST)
    post(bench.ana, f"/release/{job.id}/1", do="add", overlooked=CANARY, label="NAME")
    bench.place.jobs.delete(bench.place.jobs.find(job.id))
    assert not bench.place.server().fetch_all(f"decided in {job.id}")


def test_lists_columns_and_caution_go_with_the_job_and_come_back(bench):
    job = found(bench, FIRST, allow="555-0143", deny=f"NAME={CANARY}", recipients="north")
    again = bench.ana.get(f"/release/{job.id}/again").text
    assert "555-0143" in again
    assert "north" in again
    job = found(bench, FIRST, allow="555-0143", deny=f"NAME={CANARY}", ids="number")
    made, texts = released(bench, job)
    assert texts == ["Call [PHONE] or 555-0143. Ask for [NAME]."]
    assert CANARY not in json.dumps(made.asked)


@pytest.mark.parametrize(
    ("field", "value"),
    [("policy", "none"), ("caution", "very"), ("columns", "ward"), ("columns", "ward=nolabel")],
)
def test_a_wrong_setting_is_told_and_nothing_begins(bench, field, value):
    before = len(bench.place.jobs.of("ana"))
    answer = begun(bench, FIRST, **{field: value})
    assert answer.status_code == 400
    assert len(bench.place.jobs.of("ana")) == before
    assert FIRST not in answer.text


def test_a_release_without_documents_is_told_beside_the_field(bench):
    answer = post(bench.ana, "/release", policy="tag-only", do="find")
    assert answer.status_code == 400
    assert "problem-files" in answer.text


@pytest.mark.parametrize("folder", ["../outside.txt", "/etc", "notes/../../outside.txt", "gone"])
def test_only_folders_below_a_root_are_released(bench, folder):
    answer = post(bench.ana, "/release", policy="patterns-only", do="find", folder=folder)
    assert answer.status_code == 400
    assert "problem-folder" in answer.text


def test_a_link_out_of_the_root_is_no_way_out(bench, tmp_path):
    (tmp_path / "root" / "way").symlink_to(tmp_path)
    answer = post(bench.ana, "/release", policy="patterns-only", do="find", folder="way")
    assert answer.status_code == 400


def test_a_folder_on_the_server_is_released(bench):
    answer = post(bench.ana, "/release", policy="patterns-only", do="find", folder="notes")
    assert carried_out(bench, answer).told["passages"] == 2


def test_a_folder_keeps_its_shape_and_leads_nowhere_else(bench):
    files = [("files", ("a.txt", b"one 555-0142")), ("files", ("a.txt", b"two"))]
    data = {"csrf": csrf(bench.ana), "policy": "patterns-only", "do": "find"}
    data["path"] = ["f/x/a.txt", "../../../f/y/a.txt"]
    job = carried_out(bench, bench.ana.post("/release", data=data, files=files))
    assert job.told["documents"] == 2
    room = bench.folder / f"room-{job.id}" / "in"
    assert sorted(p.relative_to(room).as_posix() for p in room.rglob("*.txt")) == [
        "f/x/a.txt",
        "f/y/a.txt",
    ]


def test_a_release_is_shown_before_and_after_and_changes_are_listed(bench):
    made, _ = released(bench, found(bench, FIRST, SECOND))
    page = bench.ana.get(f"/release/{made.id}/compare/1").text
    assert "555-0142" in page
    assert "[PHONE]" in page
    assert "555-0142" in bench.ana.get(f"/release/{made.id}/changes/1").text
    for path in ("compare/3", "compare/0", "changes/2", "sample/1", "nothing"):
        assert bench.ana.get(f"/release/{made.id}/{path}").status_code == 404


def test_the_report_is_shown_with_a_linked_sheet(bench):
    made, _ = released(bench, found(bench, FIRST))
    report = bench.ana.get(f"/release/{made.id}/report").text
    assert "<style" not in report
    assert "style=" not in report
    sheet = bench.ana.get(f"/release/{made.id}/report.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert "--ink" in sheet.text


def test_what_is_kept_has_the_key_that_verifies_the_release(bench, tmp_path):
    from textveil.certify.verification import verify_release
    from textveil.formats.sources import Source
    from textveil.values.keys.secret import Secret

    made, _ = released(bench, found(bench, FIRST, SECOND))
    for part in ("publish", "keep"):
        answer = bench.ana.get(f"/release/{made.id}/{part}")
        assert answer.headers["content-disposition"].startswith("attachment")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            packed.extractall(tmp_path / "out")
    (tmp_path / "n.jsonl").write_bytes(lines(FIRST, SECOND))
    key = Secret((tmp_path / "out" / "keep" / "key.txt").read_bytes().strip())
    told = verify_release(tmp_path / "out", Source.open(tmp_path / "n.jsonl"), key)
    assert told.holds
    assert {one.claim for one in told.verdicts if one.holds} >= {"seal", "kept", "input"}


def test_recipients_get_marked_copies(bench):
    texts = [f"MRN {4471100 + n}." for n in range(40)]
    fields = {"policy": "hide-in-plain-sight", "recipients": "north\n south \n"}
    made = carried_out(bench, begun(bench, *texts, do="release", **fields))
    assert made.told["recipients"] == ["north", "south"]
    with zipfile.ZipFile(io.BytesIO(bench.ana.get(f"/release/{made.id}/publish").content)) as one:
        names = one.namelist()
    assert {name.split("/")[1] for name in names} == {"north", "south"}


def checked(bench, content, name="release.zip"):
    data = {"csrf": csrf(bench.ana)}
    files = [("files", (name, content))]
    return carried_out(bench, bench.ana.post("/release/verify", data=data, files=files))


def test_a_release_that_is_sent_back_is_checked(bench):
    made, _ = released(bench, found(bench, FIRST))
    content = bench.ana.get(f"/release/{made.id}/publish").content
    told = checked(bench, content)
    assert told.told["holds"]
    assert "is what its certificate says" in bench.ana.get(f"/jobs/{told.id}").text
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    parts["publish/texts/n.jsonl"] = parts["publish/texts/n.jsonl"].replace(b"Ask", b"Asked")
    changed = checked(bench, zipped(parts))
    assert not changed.told["holds"]


def zipped(parts):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return made.getvalue()


@pytest.mark.parametrize(
    "name", ["../out.txt", "a/../../out.txt", "/out.txt", "C:/out.txt", "a\\..\\..\\out.txt"]
)
def test_a_zip_file_leads_nowhere_else(tmp_path, name):
    (tmp_path / "a.zip").write_bytes(zipped({name: b"text"}))
    with pytest.raises(FormatError):
        unpacked(tmp_path / "a.zip", tmp_path / "made")
    assert not list(tmp_path.rglob("out.txt"))


def test_a_zip_bomb_is_refused_while_it_is_unpacked(tmp_path):
    (tmp_path / "a.zip").write_bytes(zipped({"a": bytes(3_000_000), "b": bytes(3_000_000)}))
    with pytest.raises(ExpansionError):
        unpacked(tmp_path / "a.zip", tmp_path / "made", ExpansionLimit(free=4_000_000))
    assert sum(one.stat().st_size for one in (tmp_path / "made").iterdir()) < 5_000_000


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 broken", b"no zip at all"])
def test_a_broken_zip_file_is_told(tmp_path, content):
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(FormatError):
        unpacked(tmp_path / "a.zip", tmp_path / "made")


def test_a_sample_is_read_and_estimated(bench):
    made, _ = released(bench, found(bench, *[f"{SECOND} Number {n}." for n in range(6)]))
    post(bench.ana, f"/release/{made.id}/draw", number="4")
    assert "may remain" in bench.ana.get(f"/release/{made.id}/sample/1").text
    wrong = post(bench.ana, f"/release/{made.id}/sample/1", missed="not in it")
    assert wrong.status_code == 400
    for number in range(1, 5):
        missed = "Nobody" if number == 2 else ""
        post(bench.ana, f"/release/{made.id}/sample/{number}", missed=missed)
    told = bench.ana.get(f"/release/{made.id}/risk").text
    assert "Nobody" not in told
    assert "confidence" in told, told


def test_nobody_else_reads_a_job(bench):
    job = found(bench, FIRST)
    other = bench.user("ben")
    assert other.get(f"/release/{job.id}/1").status_code == 404
    assert post(other, f"/release/{job.id}/run").status_code == 404


def test_the_canary_is_in_no_file_and_no_entry_of_the_log(bench):
    job = found(bench, FIRST, deny=f"NAME={CANARY}")
    made, _ = released(bench, job)
    for path in (f"/release/{job.id}/1", f"/release/{made.id}/compare/1", f"/jobs/{made.id}"):
        bench.ana.get(path)
    bench.ana.get(f"/release/{job.id}/{CANARY}")
    bench.ana.get(f"/{CANARY}?{CANARY}")
    post(bench.ana, f"/release/{job.id}/1", do=CANARY, start=CANARY, label=CANARY)
    entries = [entry.to_json() for entry in bench.place.server().log()]
    assert CANARY not in json.dumps(entries)
    assert not any(CANARY in line for line in bench.said)
    kept = [p for p in bench.folder.rglob("*") if p.is_file() and "room-" not in str(p)]
    assert any(path.name.endswith("-wal") for path in kept)
    assert [path.name for path in kept if CANARY.encode() in path.read_bytes()] == []
