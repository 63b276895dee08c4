"""Forms with files: sealed as they arrive, never a path, never too large, never lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.web.workbench import csrf, started

from textveil.web.asking import Answer, as_json
from textveil.web.bodies import file_name
from textveil.web.routes import Right, Route

CANARY = b"zanzibarquartz"
HEAD = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'


@pytest.fixture
def bench(tmp_path, monkeypatch):
    import textveil.web.application as application

    kept = []

    def take(asked) -> Answer:
        files = asked.form.files
        kept.append({name: files.bytes_of(name) for name in files.names()} if files else {})
        return as_json({"fields": dict(asked.form.fields)})

    row = Route("POST", "/take", Right.USER, "", "", "")
    monkeypatch.setattr(Route, "answer", lambda one: take if one is row else REAL(one))
    monkeypatch.setattr(application, "routes", lambda: (*ROWS, row))
    with started(tmp_path, max_upload=3_000_000) as made:
        made.kept, made.folder = kept, tmp_path
        yield made


from textveil.web.routes import routes  # noqa: E402 - what it was before the test

REAL, ROWS = Route.answer, routes()


def send(bench, files, **fields):
    browser = bench.user("ana")
    return browser.post("/take", data={"csrf": csrf(browser), **fields}, files=files)


def test_fields_and_files_arrive_whole_and_nothing_stays(bench):
    big = CANARY * 150_000
    done = send(bench, [("files", ("a.txt", big)), ("files", ("b.txt", b""))], name="é € 😀")
    assert done.json()["fields"]["name"] == ["é € 😀"]
    assert bench.kept == [{"a.txt": big, "b.txt": b""}]
    assert list((bench.folder / "incoming").glob("*")) == []


def test_files_of_one_name_are_all_kept(bench):
    send(
        bench, [("files", ("a.txt", b"1")), ("files", ("a.txt", b"2")), ("files", ("a.txt", b"3"))]
    )
    assert bench.kept == [{"a.txt": b"1", "a (2).txt": b"2", "a (3).txt": b"3"}]


def test_what_is_too_large_is_told_and_removed(bench):
    done = send(bench, [("files", ("a.txt", CANARY * 300_000))])
    assert done.status_code == 413
    assert "at most 3 MB" in done.text
    assert bench.kept == []
    assert list((bench.folder / "incoming").glob("*")) == []


def test_a_body_without_length_is_cut_off_too(bench):
    browser = bench.user("ana")

    def pieces():
        yield HEAD
        for _ in range(80):
            yield bytes(50_000)

    kind = {"content-type": "multipart/form-data; boundary=x", "x-csrf-token": csrf(browser)}
    assert browser.post("/take", content=pieces(), headers=kind).status_code == 413
    assert bench.kept == []
    assert list((bench.folder / "incoming").glob("*")) == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"--x\r\n",
        b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\ncut',
    ],
)
def test_a_broken_form_is_told_and_leaves_nothing(bench, body):
    browser = bench.user("ana")
    kind = {"content-type": "multipart/form-data; boundary=x", "x-csrf-token": csrf(browser)}
    done = browser.post("/take", content=body, headers=kind)
    assert done.status_code in (200, 400)
    assert all(files == {} for files in bench.kept)
    assert list((bench.folder / "incoming").glob("*")) == []


def test_nothing_is_written_as_it_is_while_it_arrives(bench, monkeypatch):
    from textveil.web.bodies import FormReader

    seen = []
    data = FormReader._data

    def looked(self, *given):
        data(self, *given)
        written = [path for path in bench.folder.rglob("*") if path.is_file()]
        seen.extend(CANARY in path.read_bytes() for path in written)

    monkeypatch.setattr(FormReader, "_data", looked)
    send(bench, [("files", ("a.txt", CANARY * 150_000))])
    assert seen
    assert not any(seen)


@given(st.text(max_size=30))
def test_a_file_name_is_never_a_path(given):
    made = file_name(given)
    assert made
    assert made.isprintable()
    assert "/" not in made
    assert "\\" not in made
    assert not made.startswith(".")
    assert len(made) <= 120
