"""Tables, mail, chats and mixed folders are marked as notes are, and lead back to who had them."""

import pytest

from textveil.certify.verification import verify_release
from textveil.formats.sources import Source
from textveil.pipeline.release.copies import Copies
from textveil.pipeline.release.run import Run, release_copies
from textveil.pipeline.trace.release import text_columns, trace_release
from textveil.policy.policy import parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret

KEY = Secret(b"sixteen bytes or more")
GIVEN = [
    "Ana",
    "Tom",
    "Ida",
    "Max",
    "Eva",
    "Lou",
    "Jan",
    "Zoe",
    "Amy",
    "Sam",
    "Kim",
    "Leo",
    "Mia",
    "Noa",
    "Ray",
    "Uma",
]
FAMILY = [
    "Ruiz",
    "Kowalski",
    "Berger",
    "Moreau",
    "Novak",
    "Hall",
    "Okafor",
    "Lindqvist",
    "Tanaka",
    "Ferrari",
]
PEOPLE = [f"{given} {family}" for given in GIVEN for family in FAMILY][::3]
POLICY = parse_policy(
    "name: copies\ndetect: [textveil.patterns.v1]\ncolumns: {'*': drop}\nlanguage: en\n"
    "transform: {default: textveil.surrogate.v1}\n"
    f"deny: {{NAME: [{', '.join(PEOPLE)}]}}\n"
)


def said(number, name):
    return f"I saw {name} today. Call (212) 555-{1000 + 37 * number} or MRN {4471123 + number}."


def table(folder):
    rows = [f"{n},{name},p{n},{said(n, name)}" for n, name in enumerate(PEOPLE)]
    (folder / "in.csv").write_text("\n".join(["id,who,subject,text", *rows]) + "\n")
    return Source.open(folder / "in.csv", options={"text_field": "text"})


def mail(folder):
    messages = [
        f"From x{n}@example.org Mon Jan  4 10:00:00 2016\nFrom: x{n}@example.org\n"
        f"To: y@example.org\nSubject: note {n}\nMessage-ID: <{n}@example.org>\n"
        f"Date: Mon, 04 Jan 2016 10:00:00 +0000\n\n{said(n, name)}\n\n"
        for n, name in enumerate(PEOPLE)
    ]
    (folder / "in.mbox").write_text("".join(messages))
    return Source.open(folder / "in.mbox")


def chat(folder):
    lines = [
        f"[04.01.16, 10:{n:02}:00] {PEOPLE[n % 5]}: {said(n, name)}\n"
        for n, name in enumerate(PEOPLE)
    ]
    (folder / "WhatsApp Chat.txt").write_text("".join(lines))
    return Source.open(folder / "WhatsApp Chat.txt", "whatsapp")


def mixed(folder):
    (folder / "in").mkdir()
    for n, name in enumerate(PEOPLE):
        ending = ("txt", "jsonl")[n % 2]
        text = said(n, name)
        content = f'{{"id": "{n}", "text": "{text}"}}\n' if ending == "jsonl" else text
        (folder / "in" / f"n{n}.{ending}").write_text(content)
    return Source.open(folder / "in")


@pytest.mark.parametrize("made", [table, mail, chat, mixed])
def test_a_copy_of_any_format_leads_back_to_its_recipient(made, tmp_path):
    source = made(tmp_path)
    policy = POLICY.with_columns({"who": "NAME"}) if made is table else POLICY
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        run = Run(source, tmp_path / "out", policy, key=vault.key, vault=vault)
        certificates = release_copies(run, Copies(("north", "south", "west")))
        for name, certificate in certificates.items():
            copy = tmp_path / "out" / "publish" / name
            assert verify_release(copy, source, KEY).holds
            leak = Source.open(copy / "texts" / certificate.source["name"], source.format_name)
            accused = trace_release(text_columns(leak), vault).accusation.accused
            assert [one.recipient for one in accused] == [name]
