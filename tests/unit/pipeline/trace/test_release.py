"""Tracing a leak of marked copies: who is named, by what, and what is refused."""

import csv
import json
import random
import re

import pytest

from textveil.cli.app import run as command
from textveil.errors import InputError, VaultError, WrongKeyError
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.copies import Copies, recipients_of
from textveil.pipeline.release.run import Run, release_copies
from textveil.pipeline.trace.release import _with_brackets, trace_release
from textveil.policy.policy import parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.persons.mapping import marked_entities
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

KEY = Secret(b"sixteen bytes or more")
GIVEN = ("Ana", "Ida", "Eva", "Jan", "Max", "Zoe", "Lou", "Tom")
FAMILY = ("Ruiz", "Kowalski", "Moreau", "Novak", "Berger", "Okafor", "Haddad", "Lindqvist")
PEOPLE = [f"{GIVEN[n % 8]} {FAMILY[(n + n // 8) % 8]}" for n in range(24)]
INITIALS = [f"{one}.{other}." for one in "ABCD" for other in "QWXYZV"]
POLICY = parse_policy(
    "name: copies\ndetect: [textveil.patterns.v1]\ncolumns: {'*': drop}\n"
    "transform: {default: textveil.surrogate.v1}\n"
    "verify: [textveil.alignment.v1, textveil.residue.v1]\n"
    f"deny: {{NAME: [{', '.join([*PEOPLE, *INITIALS])}]}}\n"
)
RECIPIENTS = ("north", "south", "west")


def documents():
    for number, name in enumerate(PEOPLE):
        yield Document(
            f"n{number}",
            f"Patient: {name}. {name} takes Aspirin 100 mg.\n"
            f"MRN: {4471123 + 917 * number}  Phone: (212) 555-{1000 + 37 * number}\n"
            f"SSN: {212 + number}-44-{1890 + number}\nSeen by {INITIALS[number]}\n",
            subject=f"p{number}",
        )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a vault and the copies of three recipients."""
    made = tmp_path_factory.mktemp("traced")
    (made / "key.txt").write_bytes(KEY.key)
    JsonLines().write(documents(), made / "notes.jsonl")
    with SqliteVault(made / "v.db", KEY, create=True) as vault:
        source = Source.open(made / "notes.jsonl")
        told = []
        run = Run(source, made / "out", POLICY, vault.key, vault=vault, notice=told.append)
        release_copies(run, Copies(RECIPIENTS))
    (made / "told.txt").write_text("\n".join(told), "utf-8")
    return made


def texts(folder, name):
    lines = (folder / "out/publish" / name / "texts/notes.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def accused(folder, leak, **more):
    with SqliteVault(folder / "v.db", KEY) as vault:
        return [
            one.recipient
            for one in trace_release(Source.open(leak), vault, **more).accusation.accused
        ]


@pytest.mark.parametrize("name", RECIPIENTS)
def test_each_copy_is_traced_to_its_recipient(folder, name):
    assert accused(folder, folder / "out/publish" / name / "texts") == [name]


def test_a_run_announces_the_places_that_tracing_reads(folder):
    with SqliteVault(folder / "v.db", KEY) as vault:
        marked = {one.place for one in marked_entities(vault)}
        copies = [Source.open(folder / "out/publish" / name / "texts") for name in RECIPIENTS]
        read = {trace_release(copy, vault).accusation.places for copy in copies}
    announced = int((folder / "told.txt").read_text("utf-8").split()[0])
    assert read == {announced}
    assert announced < len(marked), "nobody can read initials"


def test_an_excerpt_in_capitals_and_in_another_order_and_format_is_traced(folder, tmp_path):
    notes = texts(folder, "south")[::-1][:18]
    leak = tmp_path / "leak.txt"
    leak.write_text(re.sub(r"[-() ]+", " ", "\n".join(notes)).upper(), "utf-8")

    assert accused(folder, leak) == ["south"]


@pytest.mark.parametrize("first", ["number", "id"])
def test_a_table_is_traced_by_all_of_its_cells(folder, tmp_path, capsys, first):
    leak = tmp_path / "leak.csv"
    with leak.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow([first, "name", "telephone", "security"])
        for text in texts(folder, "west"):
            found = re.search(
                r"Patient: (.+?)\. .*MRN: (\S+) +Phone: (.+)\nSSN: (\S+)", text, re.DOTALL
            )
            name, number, *others = found.groups()
            rows.writerow([number, name, *others])

    arguments = ["trace", "release", str(leak), "--vault", str(folder / "v.db"), "--json", "-q"]
    code = command([*arguments, "--key", str(folder / "key.txt")])

    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert set(told) == {"places", "accused"}
    assert [one["recipient"] for one in told["accused"]] == ["west"]
    assert set(told["accused"][0]) == {"recipient", "score", "p"}


def test_a_mix_of_documents_accuses_only_those_who_gave_them(folder, tmp_path):
    drawn = random.Random(5)  # noqa: S311 - a simulation
    pairs = zip(texts(folder, "north"), texts(folder, "south"), strict=True)
    leak = tmp_path / "leak.txt"
    leak.write_text("\n\n".join(drawn.choice(pair) for pair in pairs), "utf-8")

    found = accused(folder, leak, false_accusation=0.05)

    assert found
    assert set(found) <= {"north", "south"}


def test_evidence_shows_places_side_by_side_and_nothing_else_shows_text(folder, tmp_path, capsys):
    leak = tmp_path / "leak.txt"
    leak.write_text("\n".join(texts(folder, "north")), "utf-8")
    with SqliteVault(folder / "v.db", KEY) as vault:
        plain = trace_release(Source.open(leak), vault)
        shown = trace_release(Source.open(leak), vault, evidence=True)

    assert plain.evidence == ()
    assert {row.label for row in shown.evidence} == {"NAME", "MRN", "PHONE", "SSN"}
    for row in shown.evidence:
        if row.label in ("SSN", "PHONE"):
            assert row.copies == {"north": row.stands}, "with its brackets"
    numbers = [row.stands for row in shown.evidence if row.label == "SSN"]
    told = json.dumps([plain.to_json(), *(link.to_json() for link in plain.links)])
    assert not any(number in told + repr(shown) for number in numbers)

    arguments = ["trace", "release", str(leak), "--vault", str(folder / "v.db"), "--evidence"]
    assert command([*arguments, "--key", str(folder / "key.txt")]) == 0
    printed = capsys.readouterr()
    assert all(printed.out.count(number) == 2 for number in numbers)
    assert "north" in printed.out


def test_evidence_says_why_a_row_counts(folder, tmp_path):
    """The north leaks, but exchanges one number for the other surrogate, and shortens names."""
    leak = tmp_path / "leak.txt"
    whole = "\n".join(texts(folder, "north"))
    leak.write_text(whole, "utf-8")
    with SqliteVault(folder / "v.db", KEY) as vault:
        rows = trace_release(Source.open(leak), vault, evidence=True).evidence
        numbers = {row.surrogates for row in rows if row.label == "SSN"}
        theirs, other = next(pair for pair in sorted(numbers) if pair[0] in whole)
        leak.write_text(whole.replace(theirs, other), "utf-8")
        changed = trace_release(Source.open(leak), vault, evidence=True).evidence
    # One person's surname may by chance be the other surrogate of somebody else's.
    against = [row for row in rows if row.why == "the other surrogate: speaks against it"]
    assert len(against) * 20 < len(rows)
    known = {"the same", "the same name", "a part of the name"}
    assert {row.why for row in rows if row not in against} <= known
    assert {row.why for row in rows if row.label == "SSN"} == {"the same"}
    told = {row.why for row in changed if row.stands == other}
    assert told == {"the other surrogate: speaks against it"}


def test_evidence_has_both_surrogates_where_nobody_is_accused(folder, tmp_path, capsys):
    leak = tmp_path / "leak.txt"
    leak.write_text(texts(folder, "north")[0], "utf-8")
    arguments = ["trace", "release", str(leak), "--vault", str(folder / "v.db"), "--evidence"]

    assert command([*arguments, "--key", str(folder / "key.txt")]) == 0

    printed = capsys.readouterr()
    assert "nobody is accused" in printed.err
    head, *rows = printed.out.splitlines()
    assert head.split("  ")[0] == "label"
    assert "  a surrogate  " in head
    assert "  the other one  " in head
    with SqliteVault(folder / "v.db", KEY) as vault:
        shown = trace_release(Source.open(leak), vault, evidence=True).evidence
    assert len(rows) == len(shown)
    for row, one in zip(rows, shown, strict=True):
        assert len(one.surrogates) == 2
        assert one.stands in one.surrogates
        assert all(fake in row for fake in one.surrogates)


@pytest.mark.parametrize(
    ("text", "start", "end", "shown"),
    [
        ("call (212) 555-1000.", 6, 19, "(212) 555-1000"),
        ("call 212-(555).", 5, 13, "212-(555)"),
        ("(see 212-555)", 5, 12, "212-555"),
        ("[A] B", 1, 5, "[A] B"),
    ],
)
def test_a_passage_keeps_its_brackets(text, start, end, shown):
    assert _with_brackets(text, start, end) == shown


def test_the_log_of_the_vault_tells_that_a_leak_was_traced(folder, capsys):
    leak = str(folder / "out/publish/north")
    key = ["--key", str(folder / "key.txt")]
    assert command(["trace", "release", leak, "--vault", str(folder / "v.db"), *key]) == 0

    with SqliteVault(folder / "v.db", KEY) as vault:
        assert "trace a leak" in [entry.look_up for entry in vault.log()]
    capsys.readouterr()


def test_a_text_without_marks_and_the_original_are_refused(folder, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("Nobody is named here. 12 345.", "utf-8")
    with SqliteVault(folder / "v.db", KEY) as vault:
        for leak in (other, folder / "notes.jsonl"):
            with pytest.raises(InputError, match="no marked place") as raised:
                trace_release(Source.open(leak), vault)
            assert "Nobody" not in str(raised.value)


def test_a_vault_without_recipients_and_a_wrong_key_are_refused(folder, tmp_path):
    leak = Source.open(folder / "notes.jsonl")
    with (
        SqliteVault(tmp_path / "new.db", KEY, create=True) as vault,
        pytest.raises(VaultError, match="no copies"),
    ):
        trace_release(leak, vault)
    with pytest.raises(WrongKeyError), SqliteVault(folder / "v.db", Secret(b"x" * 20)) as vault:
        recipients_of(vault)


def test_a_rate_out_of_bounds_is_refused(folder, capsys):
    arguments = ["trace", "release", str(folder / "notes.jsonl"), "--vault", str(folder / "v.db")]

    assert command([*arguments, "--false-accusation", "1"]) == 2
    assert "between 0 and 1" in capsys.readouterr().err
