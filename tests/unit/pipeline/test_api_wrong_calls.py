"""Wrong calls: each is a `UsageError` that shows a right one, and quotes nothing of the texts."""

from pathlib import Path

import pytest

from textveil.certify.verification import verify_release
from textveil.errors import ComponentError, UsageError
from textveil.pipeline.api import deidentify, protect, read, restore, scan, write
from textveil.pipeline.choosing import Choices
from textveil.pipeline.plan.run import plan
from textveil.pipeline.release.copies import Copies
from textveil.pipeline.release.run import Run, release, release_copies
from textveil.policy.policy import load_policy
from textveil.values.document import Document

KEY = "a key of more than sixteen bytes"
CANARY = "zanzibarquartz"
PATTERNS = "patterns-only"
FUNCTIONS = {
    "scan": scan,
    "deidentify": deidentify,
    "protect": lambda text, **more: protect(text, **{"key": KEY, **more}),
    "restore": lambda text, **more: restore(text, **{"key": KEY, **more}),
}


class Stranger:
    def __repr__(self):
        return CANARY


TEXTS = [
    None,
    3,
    2.5,
    True,
    b"bytes",
    bytearray(b"bytes"),
    Path(CANARY),
    {"a": CANARY},
    {CANARY},
    object(),
    Stranger(),
    [CANARY, None],
    [CANARY, 3],
    [Document("a", CANARY), CANARY],
    [[CANARY]],
    (CANARY, b"x"),
]


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: type(text).__name__)
def test_what_is_no_text_is_refused_with_a_right_call(name, text):
    with pytest.raises(UsageError) as error:
        FUNCTIONS[name](text)
    assert f"{name}(" in error.value.hint or "Document(id, text)" in error.value.hint
    assert CANARY not in str(error.value)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_no_text_in_a_stream_is_refused_with_its_place(name):
    with pytest.raises(UsageError, match="item 1"):
        next(FUNCTIONS[name](iter([3])))


ARGUMENTS = [
    ("policy", 3, 'policy="tag-only"'),
    ("policy", None, 'policy="tag-only"'),
    ("policy", ["tag-only"], 'policy="tag-only"'),
    ("policy", {"name": object()}, "policy show"),
    ("key", "abc", "make one"),
    ("key", b"abc", "make one"),
    ("key", 3, "read_text()"),
    ("key", Path("key.txt"), "read_text()"),
    ("vault", 3, 'vault="project.vault"'),
    ("vault", ["v.db"], 'vault="project.vault"'),
    ("allow", 3, "allow=["),
    ("allow", [3], "allow=["),
    ("allow", {"NAME": "x"}, "allow=["),
    ("deny", 3, "deny=["),
    ("deny", {"NAME": 3}, "deny=["),
    ("deny", b"x", "deny=["),
    ("patterns", "H-[0-9]", "patterns={"),
    ("patterns", ["H-[0-9]"], "patterns={"),
    ("caution", ["high"], 'caution="high"'),
    ("caution", True, 'caution="high"'),
    ("model", 3, 'model="fast-en"'),
    ("language", 3, 'language="es"'),
    ("language", "xx", "use one of"),
    ("labels", 3, "labels=["),
    ("labels", [3], "labels=["),
    ("labels", [], "labels=["),
    ("labels", ["NAMES"], "did you mean"),
    ("columns", ["note"], "columns={"),
    ("columns", {"note": 3}, "columns={"),
    ("columns", {"note": "text"}, "leave it out"),
    ("alow", ["x"], "did you mean allow"),
]
TAKEN = {"scan": {"key", "vault"}, "restore": {"policy", *Choices.__annotations__, "alow"}}


@pytest.mark.parametrize(
    ("name", "argument", "value", "hint"),
    [
        (name, *row)
        for name in FUNCTIONS
        for row in ARGUMENTS
        if row[0] not in TAKEN.get(name, set())
    ],
)
def test_a_wrong_argument_is_refused_with_a_right_one(name, argument, value, hint):
    with pytest.raises(UsageError) as error:
        FUNCTIONS[name]("All well.", **{argument: value})
    assert hint in error.value.hint
    assert argument in f"{error.value.where} {error.value.what}"


def test_protecting_and_restoring_need_a_key(tmp_path):
    with pytest.raises(UsageError, match="protect needs a key") as error:
        protect("All well.")
    assert "key=key" in error.value.hint
    with pytest.raises(UsageError, match="a key is required"):
        restore("All well.")
    for function in (protect, restore, deidentify):
        with pytest.raises(UsageError, match="needs a key"):
            function("All well.", vault=tmp_path / "v.db")
    assert not (tmp_path / "v.db").exists()


def test_a_result_is_not_its_text():
    safe = protect("Call 617-555-0134.", PATTERNS, KEY)
    for given in (safe, [safe]):
        with pytest.raises(UsageError) as error:
            restore(given, KEY)
        assert ".text" in error.value.hint


@pytest.mark.parametrize("call", [lambda: read(3), lambda: write([], 3), lambda: read(None)])
def test_a_path_is_text_or_a_path(call):
    with pytest.raises(UsageError, match="a path cannot be") as error:
        call()
    assert "notes.jsonl" in error.value.hint


@pytest.mark.parametrize("given", ["a text", ["a text"], 3, None, [None]])
def test_only_documents_are_written(given, tmp_path):
    with pytest.raises(UsageError, match="write takes documents") as error:
        write(given, tmp_path / "out.jsonl")
    assert "Document(" in error.value.hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("theirs", "ours"), [("entities", "labels"), ("score_threshold", "caution")]
)
def test_a_choice_by_the_name_of_presidio_says_what_it_is_called_here(theirs, ours):
    with pytest.raises(UsageError, match=f"there is no choice {theirs}") as error:
        protect("Call 617-555-0134.", PATTERNS, KEY, **{theirs: ["PERSON"]})
    assert error.value.hint == f"it is called {ours} here"


def test_a_missing_key_is_asked_for_as_python_gives_it():
    with pytest.raises(ComponentError) as error:
        deidentify("Dr. Patel called.", "hide-in-plain-sight")
    assert "in Python, give key=" in error.value.hint


@pytest.mark.parametrize(
    ("label", "meant"), [("PERSONN", "NAME"), ("PATEINT", "PATIENT"), ("phon", "PHONE")]
)
def test_a_misspelt_label_is_told_with_the_nearest_one(label, meant):
    """Names of other schemes are understood; what is offered is ours."""
    with pytest.raises(UsageError, match=f"did you mean {meant}\\?"):
        scan("Dr. Patel called.", PATTERNS, labels=[label])


COPIES = 'Copies(("north", "south")'
CALLS = {
    "one name": (lambda: release_copies(None, CANARY), "release_copies(run, ["),
    "no names": (lambda: release_copies(None, 5), "release_copies(run, ["),
    "a number as a name": (lambda: release_copies(None, ["north", 5]), COPIES),
    "a text as names": (lambda: Copies(CANARY), COPIES),
    "names that are none": (lambda: Copies((5,)), COPIES),
    "colluders": (lambda: Copies(("north",), colluders=CANARY), COPIES),
    "a rate": (lambda: Copies(("north",), false_accusation=CANARY), COPIES),
    "a folder": (lambda: verify_release(5), 'verify_release("out"'),
    "an input": (lambda: verify_release("out", CANARY), 'verify_release("out", read('),
    "curves": (lambda: plan(5, case="low"), 'plan("curves.csv"'),
    "points": (lambda: plan([CANARY], case="low"), 'plan("curves.csv"'),
    "a case": (lambda: plan(case=5), 'plan("curves.csv"'),
    "stakes": (lambda: plan(stakes=5), 'plan("curves.csv"'),
    "a policy": (lambda: plan(policy=5), 'plan("curves.csv"'),
    "fines": (lambda: plan(case="low", fines_back=CANARY), 'plan("curves.csv"'),
    "a seed": (lambda: plan(case="low", seed=CANARY), 'plan("curves.csv"'),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_of_releases_and_plans_are_refused_with_a_right_call(name):
    call, right = CALLS[name]
    with pytest.raises(UsageError) as error:
        call()
    assert right in error.value.hint
    assert CANARY not in str(error.value)


def test_a_folder_to_verify_may_be_a_text_and_recipients_a_list(tmp_path):
    (tmp_path / "note.txt").write_text("Write to ana@example.org.")
    notes = read(tmp_path / "note.txt")
    release(Run(notes, tmp_path / "out", load_policy(PATTERNS)))
    assert verify_release(str(tmp_path / "out"), notes).holds
    assert Copies(["north", "south"]) == Copies(("north", "south"))
