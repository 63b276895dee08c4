"""A linguist's job: chats, a mailbox and annotated corpora, released by the steps of the guides.

The inputs are larger than those of the guides, and lie where the guides have theirs. Every command
is one of the guides'; nothing else is done.
"""

import re
from pathlib import Path

import pytest
from tests.meta.markdown_blocks import Command, blocks_of, commands_of, run_command

GUIDES = Path(__file__).parents[3] / "docs" / "guides"
PEOPLE = ("Ana Ruiz", "Tom Becker", "Eva Lund", "Omar Haddad", "Lucy Quigley", "Peter Novak")
NAMES = {part for person in PEOPLE for part in person.split()}
CITIES = ("Boston", "Denver", "Chicago")


def steps_of(guide: str, about: str) -> list[Command]:
    """Return the commands of a guide that do the job, without those that make its small inputs."""
    commands = [one for block in blocks_of(GUIDES / guide) for one in commands_of(block)]
    given = re.compile(r"(textveil (release|policy|key|verify)|echo 'annotations)\b")
    wanted = re.compile(about)
    return [one for one in commands if given.match(one.text) and wanted.search(one.text)]


def carried_out(guide: str, about: str, folder: Path) -> str:
    """Run the steps in their order; return what they print."""
    steps = steps_of(guide, about)
    assert steps
    told = [run_command(step, folder) for step in steps]
    assert not any("error:" in one for one in told), told
    return "".join(told)


def published(folder: Path) -> str:
    files = [one for one in folder.rglob("*") if one.is_file()]
    assert files
    return "\n".join(one.read_text("utf-8") for one in files)


def nobody_in(text: str) -> None:
    assert not NAMES & set(re.findall(r"\w+", text))


def test_chats(tmp_path: Path) -> None:
    lines = []
    for number in range(120):
        who, other = PEOPLE[number % 6], PEOPLE[(number + 1) % 6]
        lines.append(
            f"12/{number % 28 + 1}/20, {number % 12 + 1}:15 PM - {who}: Hi {other.split()[0]}, "
            f"call 617-555-01{number % 90 + 10} please"
        )
    chat = tmp_path / "WhatsApp Chat with Ana Ruiz.txt"
    chat.write_text("\n".join(lines) + "\n", "utf-8")
    carried_out("release-mail-and-chats.md", r"-o chat ", tmp_path)
    text = published(tmp_path / "chat" / "publish" / "texts")
    nobody_in(text)
    assert len(text.splitlines()) == 120
    assert "617-555" not in text


def test_a_mailbox(tmp_path: Path) -> None:
    messages = []
    for number in range(40):
        who, other = PEOPLE[number % 6], PEOPLE[(number + 1) % 6]
        address = who.lower().replace(" ", ".") + "@example.org"
        messages.append(
            f"From {address} Tue May  5 10:12:33 2020\nFrom: {who} <{address}>\n"
            f"To: {other} <{other.split()[0].lower()}@example.org>\n"
            f"Date: Tue, 5 May 2020 10:{number + 10}:33 +0200\nSubject: Visit of {other}\n"
            f"Message-ID: <{number}@laptop.example.org>\n\nDear {other.split()[0]},\n"
            f"the choir meets at {number % 9 + 1}.\n\n"
        )
    (tmp_path / "box.mbox").write_text("".join(messages), "utf-8")
    carried_out("release-mail-and-chats.md", r"box\.mbox", tmp_path)
    text = published(tmp_path / "out" / "publish" / "texts")
    nobody_in(text)
    assert text.count("the choir meets at") == 40


def sentence(number: int) -> list[tuple[str, str, str]]:
    """Return words with part of speech and lemma."""
    first, last = PEOPLE[number % 6].split()
    city = CITIES[number % 3]
    return [
        *(("Dr.", "NN", "doctor"), (first, "NNP", first.lower()), (last, "NNP", last.lower())),
        *(("lives", "VBZ", "live"), ("in", "IN", "in"), (city, "NNP", city.lower())),
        *(("and", "CC", "and"), ("sings", "VBZ", "sing"), ("well", "RB", "well"), (".", ".", ".")),
    ]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return the folder in which the guide to annotated corpora was followed."""
    folder = tmp_path_factory.mktemp("corpora")
    (folder / "corpus").mkdir()
    tokens, elements = [], []
    for number in range(30):
        words = sentence(number)
        text = " ".join(word for word, _, _ in words)
        lines, at = [], 0
        for index, (word, pos, lemma) in enumerate(words, 1):
            lines.append(f"T{index}\t{pos.replace('.', 'DOT')} {at} {at + len(word)}\t{word}")
            lines.append(f"#{index}\tAnnotatorNotes T{index}\t{lemma}")
            at += len(word) + 1
        lines.append("R1\tBoth Arg1:T4 Arg2:T8")
        lines.append("R2\tWho Arg1:T4 Arg2:T2")
        (folder / "corpus" / f"s{number:02}.txt").write_text(text + "\n", "utf-8")
        (folder / "corpus" / f"s{number:02}.ann").write_text("\n".join(lines) + "\n", "utf-8")
        tokens += [f"-DOCSTART-\ts{number:02}\tO\n"]
        tokens += [f"{word}\t{pos}\t{lemma}\tO" for word, pos, lemma in words] + [""]
        marked = " ".join(f'<w lemma="{lemma}" pos="{p}">{word}</w>' for word, p, lemma in words)
        elements.append(f'<p n="{number}">{marked}</p>')
    (folder / "mail.conll").write_text("\n".join(tokens) + "\n", "utf-8")
    body = f"<teiHeader><author>{PEOPLE[0]}</author></teiHeader><text>{''.join(elements)}</text>"
    tei = f'<TEI xmlns="http://www.tei-c.org/ns/1.0">{body}</TEI>'
    (folder / "letter.xml").write_text(tei, "utf-8")
    told = carried_out("release-an-annotated-corpus.md", r"^(?!.*again)", folder)
    return folder, told


def test_annotations_of_brat_stay_where_nobody_is(corpora: tuple[Path, str]) -> None:
    folder, told = corpora
    texts = folder / "out" / "publish" / "texts" / "corpus"
    nobody_in(published(texts))
    assert "annotations  holds" in told
    for number in range(30):
        text = (texts / f"s{number:02}.txt").read_text("utf-8")
        notes = (texts / f"s{number:02}.ann").read_text("utf-8")
        spans = re.findall(r"^T\d+\t(\S+) (\d+) (\d+)\t(.*)$", notes, re.MULTILINE)
        assert all(text[int(start) : int(end)] == word for _, start, end, word in spans)
        kept = [(label, word) for label, _, _, word in spans]
        due = [("VBZ", "lives"), ("IN", "in"), ("CC", "and"), ("VBZ", "sings"), ("RB", "well")]
        assert [pair for pair in kept if pair in due] == due
        assert len(re.findall(r"^R1\tBoth ", notes, re.MULTILINE)) == 1
        assert "R2\t" not in notes
        assert "\tsing\n" in notes


def test_columns_of_conll_stay_where_nobody_is(corpora: tuple[Path, str]) -> None:
    lines = published(corpora[0] / "mail" / "publish" / "texts").splitlines()
    nobody_in("\n".join(lines))
    assert sum(line.startswith("sings\tVBZ\tsing\t") for line in lines) == 30
    assert {len(line.split("\t")) for line in lines if line and "-DOC" not in line} == {5}


def test_elements_of_tei_stay_where_nobody_is(corpora: tuple[Path, str]) -> None:
    text = published(corpora[0] / "letter" / "publish" / "texts")
    nobody_in(text)
    assert text.count('<w lemma="sing" pos="VBZ">sings</w>') == 30
    assert [*map(int, re.findall(r'<p n="(\d+)">', text))] == list(range(30))
