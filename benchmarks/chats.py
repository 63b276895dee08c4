"""Chats: nicknames that are left in invented chats and mail threads, and fakes that confuse.

300 chats and mail threads come from a grammar, 20 more are written by hand. Everybody has a name, a
handle and nicknames. Each chat is released by itself, with fake names. Counted are words of a
participant's name, nickname or handle that are left, and fakes that are such a word. An everyday
word in small letters (`will`) is counted apart: nothing there says that it is a name.
`TEXTVEIL_CHATS` sets the number of chats.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.measure import Row
from textveil.errors import TextveilError
from textveil.formats.columns import Columns
from textveil.formats.sources import Source
from textveil.pipeline.release.engine import Engine, Made
from textveil.policy.policy import load_policy
from textveil.values.keys.secret import Secret

CHATS = 300
SEED = 2_024
KEY = Secret(b"a key that everybody may know...")
BY_HAND = Path(__file__).with_name("chats_by_hand.txt")
WORD = re.compile(r"[^\W\d_]+")

POLICY = """
name: chats
detect:
  - use: textveil.combine.v1
    mode: priority
    detectors:
      - {use: textveil.patterns.v1, min_score: 0.5}
      - {use: textveil.tagger.v1}
propagate: true
transform:
  default: {use: textveil.surrogate.v1, scope: corpus, options: {replace_free_mail: true}}
  labels: {TIME: keep, OTHER: {use: textveil.mask.v1, style: tag}}
verify:
  - textveil.alignment.v1
  - textveil.residue.v1
  - textveil.consistency.v1
  - textveil.collisions.v1
columns: {'*': drop}
"""

SECTIONS = dict(
    piece.split("\n", 1)
    for piece in Path(__file__).with_name("chats.txt").read_text("utf-8").split("\n== ")[1:]
)
GIVEN, FAMILY = SECTIONS["given"].split(), SECTIONS["family"].split()
CALLED, LINES = SECTIONS["called"].split(), SECTIONS["lines"].strip().split("\n")
BODIES = SECTIONS["bodies"].strip().split("\n")
EVERYDAY = frozenset(SECTIONS["everyday"].split())
"""Names that are everyday words, too: with small letters nothing says that they are names."""
HANDLES: tuple[Callable[["Person", Random], str], ...] = (
    lambda p, _: p.nick,
    lambda p, r: f"{p.nick.lower()}{r.randrange(60, 100)}",
    lambda p, r: f"{p.nick.lower()}{r.randrange(1970, 2006)}",
    lambda p, _: f"{p.nick.lower()}_{p.family[0].lower()}",
    lambda p, _: f"{p.nick.lower()}.{p.family.lower()}",
    lambda p, _: f"{p.given[0].lower()}{p.family.lower()}",
    lambda p, _: f"the_real_{p.nick.lower()}",
    lambda p, r: f"{p.given[0]}{p.family[0]}_{r.randrange(1970, 2006)}".lower(),
    lambda p, _: f"{p.family.lower()}{p.nick.lower()}",
    lambda p, _: f"{p.nick}{p.family}",
    lambda p, _: f"xx{p.nick.lower()}xx",
    lambda p, r: f"{p.called}_{r.randrange(10, 99)}",
    lambda p, _: p.called,
)


@dataclass
class Person:
    """A participant: names, what others say, and a handle."""

    given: str
    family: str
    nicks: tuple[str, ...]
    called: str
    nick: str = ""
    handle: str = ""

    @classmethod
    def drawn(cls, rng: Random, listed: str) -> "Person":
        """Draw somebody of a listed given name."""
        given, _, listed = listed.partition(":")
        nicks = tuple(filter(None, listed.split(",")))
        one = cls(given, rng.choice(FAMILY), nicks, rng.choice(CALLED))
        one.nick = rng.choice((*one.nicks, given))
        one.handle = rng.choice(HANDLES)(one, rng)
        return one

    def words(self, text: str) -> dict[str, str]:
        """Return the words that must go where a text tells name or handle, each with its kind."""
        handle = self.handle.lower()
        shown = (f"- {handle}:", f"@{handle}", f"<{handle}>", f"<{handle}@")
        handle = handle if any(one in text.lower() for one in shown) else ""
        named = f"{self.given} {self.family}" in text
        kinds = {
            self.nick.lower(): "nickname",
            self.family.lower(): "family name",
            self.given.lower(): "given name",
        }
        found = {word: kind for word, kind in kinds.items() if named or word in handle}
        return found | (
            {self.called: "nickname in a handle alone"} if self.called in handle else {}
        )

    def say(self, rng: Random) -> str:
        """Return how somebody calls this person."""
        nick = self.called if self.called in self.handle and rng.random() < 0.5 else self.nick
        loud = nick.upper() if rng.random() < 0.2 else nick
        return rng.choice((nick, nick.lower(), nick.lower(), loud))


class Chat(NamedTuple):
    """A chat or thread: its format, its text, and the words that must not be left."""

    kind: str
    text: str
    words: dict[str, str]


def chats(number: int) -> Iterator[Chat]:
    """Yield chats and threads from the grammar."""
    for at in range(number):
        rng = Random(f"{SEED} {at}")  # noqa: S311 - the same chats every time
        people = [Person.drawn(rng, one) for one in rng.sample(GIVEN, rng.randint(2, 7))]
        kind = ("whatsapp", "mbox", "text")[at % 3]
        text = _MAKERS[kind](people, rng)
        words = {word: what for one in people for word, what in one.words(text).items()}
        yield Chat(kind, text, words)


def _line(template: str, people: Sequence[Person], me: Person, rng: Random) -> str:
    one, other = (people if len(people) < 3 else rng.sample(people, 2))[:2]
    nick = one.say(rng)
    return template.replace("\\n", "\n").format(
        nick=nick, nick2=other.say(rng), nick_low=one.nick.lower(), handle=one.handle,
        given=one.given, family=one.family, me=rng.choice((me.nick, me.nick.lower(), me.given)),
    )  # fmt: skip


def _whatsapp(people: Sequence[Person], rng: Random) -> str:
    shown = {id(p): p.handle if rng.random() < 0.3 else f"{p.given} {p.family}" for p in people}
    lines = []
    for at in range(rng.randint(8, 20)):
        me = rng.choice(people)
        said = _line(rng.choice(LINES), people, me, rng)
        when = f"3/{1 + at}/24, {at % 12 + 1}:{rng.randrange(10, 60)} PM"
        lines.append(f"{when} - {shown[id(me)]}: {said}")
    # Everybody's name or handle is known.
    hellos = [f"3/1/24, 1:00 PM - {shown[id(p)]}: hello" for p in people]
    return "\n".join([*hellos, *lines]) + "\n"


def _mbox(people: Sequence[Person], rng: Random) -> str:
    box = []
    for at in range(rng.randint(3, 7)):
        me = people[at % len(people)]
        boxes = {id(p): f"{p.given} {p.family} <{p.handle.lower()}@example.org>" for p in people}
        others = ", ".join(boxes[id(p)] for p in people if p is not me)
        refers = f"In-Reply-To: <{at - 1}@example.org>\nReferences: <0@example.org>\n" if at else ""
        body = _line(rng.choice(BODIES), people, me, rng)
        box.append(
            f"From x@example.org Tue May  5 10:12:33 2020\nFrom: {boxes[id(me)]}\nTo: {others}\n"
            f"Date: Tue, {at + 1} May 2020 10:12:33 +0200\nSubject: the weekend\n"
            f"Message-ID: <{at}@example.org>\n{refers}\n{body}\n\n"
        )
    return "".join(box)


def _text(people: Sequence[Person], rng: Random) -> str:
    members = ", ".join(f"{p.given} {p.family} (@{p.handle})" for p in people)
    lines = [f"Members: {members}"]
    for _ in range(rng.randint(8, 20)):
        me = rng.choice(people)
        lines.append(f"<{me.handle}> {_line(rng.choice(LINES), people, me, rng)}")
    return "\n".join(lines) + "\n"


_MAKERS = {"whatsapp": _whatsapp, "mbox": _mbox, "text": _text}


def by_hand() -> Iterator[Chat]:
    """Yield the chats that were written by hand."""
    for piece in BY_HAND.read_text("utf-8").split("\n== ")[1:]:
        head, _, text = piece.partition("\n")
        kind, *words = head.split()
        if kind == "mbox":
            mails = text.strip("\n").split("\n--\n")
            text = "".join(
                f"From x@example.org Tue May  5 10:12:33 2020\nMessage-ID: <{at}@example.org>\n"
                + (f"In-Reply-To: <{at - 1}@example.org>\n" if at else "")
                + f"{mail}\n\n"
                for at, mail in enumerate(mails)
            )
        yield Chat(kind, text.rstrip("\n") + "\n", dict.fromkeys(words, "by hand"))


def made(chat: Chat) -> list[Made]:
    """Release a chat."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        policy = folder / "chats.yaml"
        policy.write_text(POLICY)
        path = folder / {"whatsapp": "_chat.txt", "mbox": "box.mbox", "text": "note.txt"}[chat.kind]
        path.write_text(chat.text)
        source, asked = Source.open(path, chat.kind), load_policy(policy)
        engine = Engine(asked, KEY, columns=Columns.of(asked.columns, source))
        found, outcome = engine.release(list(source))
        refuted = [verdict.claim for verdict in outcome.verdicts if not verdict.holds]
        if refuted:
            raise TextveilError(f"refuted: {', '.join(refuted)}")
        return found


class Left(NamedTuple):
    """A word of somebody that is left, or that is a fake of somebody else."""

    how: str
    what: str
    word: str
    line: str


def left_in(chat: Chat, found: Sequence[Made]) -> Iterator[Left]:
    """Yield what is wrong in a release."""
    for one in found:
        before, release = one.whole.text, one.release
        for source, _, length in release.kept():
            for word in WORD.finditer(before, source, source + length):
                key = word[0].lower()
                if key in chat.words and _is_name(before, word):
                    low = before.rfind("\n", 0, word.start()) + 1
                    yield Left("left", chat.words[key], word[0], before[low : word.end() + 20])
        for edit in release.edits:
            if edit.label in {"NAME", "PATIENT", "PROVIDER", "EMAIL", "USERNAME"}:
                for word in WORD.findall(edit.replacement):
                    if word.lower() in chat.words and edit.label not in {"EMAIL", "USERNAME"}:
                        yield Left("fake", chat.words[word.lower()], word, edit.label)


def _is_name(text: str, word: re.Match[str]) -> bool:
    """Tell whether a word is no everyday word, or has a capital inside a sentence."""
    opens = not word.start() or text[: word.start()].rstrip(" ")[-1:] in ".!?:>\n"
    return word[0].lower() not in EVERYDAY or not (word[0].islower() or opens)


def rows(samples: Path | None = None) -> Iterator[Row]:  # noqa: ARG001 - the shape of a suite
    """Yield what is left by what it is, for generated chats and for those written by hand."""
    number = int(os.environ.get("TEXTVEIL_CHATS", CHATS))
    for name, some in (("generated", list(chats(number))), ("by hand", list(by_hand()))):
        counts: Counter[tuple[str, str]] = Counter()
        for chat in some:
            try:
                found = made(chat)
            except TextveilError:
                counts["refused", ""] += 1
                continue
            counts.update({(one.how, one.what) for one in left_in(chat, found)})
        wrong = counts.total()
        for (how, what), count in sorted(counts.items()):
            yield Row("chats", f"{name}, {how}: {what}", f"{count} chats", "", "", None, len(some))
        yield Row("chats", f"{name}, wrong in all", f"{wrong}", "", "0", wrong == 0, len(some))
