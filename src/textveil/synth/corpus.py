"""Whole corpora: documents of a kind about people who come again, with every identifier known."""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from random import Random
from typing import Final

from textveil.errors import InvalidValueError
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.synth.grammar import Grammar, Wording, parse_rules
from textveil.synth.layout import break_lines, change_case
from textveil.synth.local_corpus import LOCAL, generate_local
from textveil.synth.noise import misread, mistype, spoil
from textveil.synth.own_lists import listed
from textveil.synth.people.share import Share
from textveil.synth.people.subjects import FIRST_DAY, World
from textveil.synth.scene import Scene, Style, draw_style
from textveil.synth.slots_people import PEOPLE
from textveil.synth.slots_values import VALUES
from textveil.values.document import Document
from textveil.values.metadata import Metadata

__all__ = ["KINDS", "CorpusKind", "generate", "wordings"]


@dataclass(frozen=True, slots=True)
class CorpusKind:
    """What sort of documents a corpus has.

    Attributes
    ----------
    meaning
        In a few words.
    label
        Label of the subjects' names.
    each
        How many documents about one subject, where nothing else is asked for.
    abroad
        How often a subject is not from the United States.
    wrapped, shouted
        How often lines are broken, and how often everything is in capitals.
    lowered
        How often everything is in small letters.
    european
        How often dates begin with the day.
    """

    meaning: str
    label: str = "NAME"
    each: int = 3
    abroad: float = 0.35
    wrapped: float = 0.2
    shouted: float = 0.01
    lowered: float = 0.0
    european: float = 0.15


KINDS: Final[Mapping[str, CorpusKind]] = {
    "hospital": CorpusKind(
        "clinical documents of many types",
        "PATIENT",
        each=4,
        abroad=0.12,
        wrapped=0.35,
        shouted=0.03,
        european=0.0,
    ),
    "letters": CorpusKind("letters of and to companies, authorities and friends", wrapped=0.35),
    "email": CorpusKind("mails with headers, quotes and signatures", wrapped=0.25),
    "court": CorpusKind(
        "narratives of court cases, European and American", each=1, abroad=0.6, wrapped=0.1
    ),
    "chat": CorpusKind("chats and short messages", wrapped=0.0, lowered=0.3),
    "forms": CorpusKind("forms: a key and a value a line", wrapped=0.0, shouted=0.03),
    "everyday": CorpusKind(
        "single sentences on anything, as people write them", wrapped=0.02, lowered=0.06
    ),
    "posts": CorpusKind(
        "posts on social networks, private or not, which `private` in their metadata tells",
        each=1,
        wrapped=0.0,
        lowered=0.15,
    ),
}
"""The kinds of corpora, by name."""

_PRIVATE: Final = "doc.posts.private"
"""The rule of posts that tell something of who writes them."""


@cache
def _rules() -> dict[str, tuple[Wording, ...]]:
    rules: dict[str, tuple[Wording, ...]] = {}
    folder = files("textveil.synth").joinpath("wording")
    # Wordings of other languages lie in folders of their own.
    own = (path for path in folder.iterdir() if path.is_file())
    for file in sorted(own, key=lambda path: path.name):
        for name, found in parse_rules(file.read_text("utf-8")).items():
            if name in rules:
                raise InvalidValueError("a rule stands in two files", where=name)
            rules[name] = found
    return rules


def wordings() -> dict[str, int]:
    """Return how many wordings each rule has."""
    return {name: len(found) for name, found in _rules().items()}


@cache
def _grammar(share: Share) -> Grammar:
    return Grammar(_rules(), share)


@dataclass(frozen=True, slots=True)
class _Noise:
    typos: float
    ocr: float

    def __post_init__(self) -> None:
        for name, rate in (("typos", self.typos), ("ocr", self.ocr)):
            if not 0.0 <= rate <= 1.0:
                raise InvalidValueError("a rate must lie between 0 and 1", where=f"{name}={rate}")

    def over(self, document: Document, rng: Random) -> Document:
        """Return the document with mistakes."""
        assert document.spans is not None  # noqa: S101 - generated just now
        text, spans = document.text, document.spans
        if self.typos:
            text, spans = spoil(text, spans, mistype, rng, self.typos)
        if self.ocr:
            text, spans = spoil(text, spans, misread, rng, self.ocr)
        return Document(document.id, text, document.subject, document.metadata, spans)


def generate(
    kind: str,
    n: int,
    *,
    rng: Random,
    subjects: int | None = None,
    typos: float = 0.0,
    ocr: float = 0.0,
    names: str = "all",
    templates: str = "all",
    language: str = ENGLISH,
) -> Iterator[Document]:
    """Yield `n` documents of a kind; the same ones for the same state of `rng`.

    Parameters
    ----------
    kind
        One of `KINDS`.
    n
        How many documents.
    rng
        Source of all randomness.
    subjects
        How many people the documents are about; by default as many as suit the kind.
    typos
        Share of words with a typing mistake.
    ocr
        Share of letters that a scanner misread.
    names
        Share of the lists of names, places and organizations: `all`, the halves `A` and `B`, or
        `2/5` and `-2/5` for a fifth and the rest.
    templates
        Share of the wordings, likewise.
    language
        Of the documents; in other languages than English there are fewer kinds.

    Yields
    ------
    Document
        With gold spans, the subject, and metadata `kind`, `type`, `template` (the wording of the
        document), `style`, `names` and `templates`.

    Examples
    --------
    >>> note = next(generate("hospital", 1, rng=Random(7)))
    >>> note.id, note.subject, note.metadata["kind"]
    ('hospital-000000', 'subject-0000', 'hospital')
    """
    if kind not in KINDS:
        raise InvalidValueError(
            "there is no such kind of corpus", where=kind[:20], hint=f"take {', '.join(KINDS)}"
        )
    people = max(1, -(-n // KINDS[kind].each)) if subjects is None else subjects
    if n < 0 or people < 1:
        raise InvalidValueError("a corpus has 0 or more documents about 1 or more people")
    noise = _Noise(typos, ocr)
    if language != ENGLISH:
        language_named(language)
        if language not in LOCAL:
            raise InvalidValueError("there are no documents in this language", where=language)
        shares = {"names": names, "templates": templates}
        made = generate_local(kind, n, language, rng=rng, people=people, **shares)
        return (noise.over(document, rng) for document in made)
    press = _Press(kind, people, rng, names, templates)
    return (noise.over(press.document(at), press.rng) for at in range(n))


class _Press:
    """Prints documents one after another; remembers the last date of each subject only."""

    def __init__(self, kind: str, people: int, rng: Random, names: str, templates: str) -> None:
        self.rng = rng
        self._name, self._kind, self._people = kind, KINDS[kind], people
        self._shares = {"names": names, "templates": templates}
        self._world = World(
            rng.getrandbits(63),
            Share.parse(names),
            label=self._kind.label,
            abroad=self._kind.abroad,
            lands=listed("people", "court-country") if kind == "court" else (),
        )
        self._grammar = _grammar(Share.parse(templates))
        prefix = f"doc.{kind}."
        types = [rule for rule in _rules() if rule.startswith(prefix)]
        self._types = tuple(rule for rule in types if self._grammar.wordings(rule))
        # What a court writes depends on the country: there is no other type to fall back on.
        if not self._types or (kind == "court" and len(self._types) < len(types)):
            raise InvalidValueError(
                "this share has no documents of the kind", where=templates, hint="take a larger one"
            )
        # A type with more to say comes up more often, but not as much more as it has.
        self._weights = [sum(len(w.source) for w in _rules()[rule]) ** 0.8 for rule in self._types]
        self._days = array("i", [0]) * people

    def document(self, at: int) -> Document:
        """Make the document with this number."""
        rng = self.rng
        subject = self._world.subject(at % self._people)
        if self._name == "court":
            rule = "doc.court.europe" if subject.land else "doc.court.us"
        else:
            [rule] = rng.choices(self._types, self._weights)
        scene = Scene(
            rng=rng,
            world=self._world,
            subject=subject,
            today=self._day(subject.index),
            style=self._style(rule),
            slots={**VALUES, **PEOPLE},
            country=subject.land if self._name == "court" else "",
        )
        self._grammar.tell(rule, scene)
        style = scene.style
        text = change_case(scene.page.text, style.case)
        if style.width:
            text = break_lines(text, style.width)
        facts: dict[str, object] = {"kind": self._name, "type": rule.rpartition(".")[2]}
        facts["template"] = scene.template
        if self._name == "posts":
            facts["private"] = rule == _PRIVATE
        return Document(
            id=f"{self._name}-{at:06}",
            text=text,
            subject=subject.id,
            metadata=Metadata({**facts, "style": style.id, **self._shares}),
            spans=scene.page.spans(),
        )

    def _day(self, index: int) -> date:
        day = self._days[index] or FIRST_DAY.toordinal() + self.rng.randrange(2500)
        self._days[index] = day + self.rng.choice((1, 3, 14, 60, 200))
        return date.fromordinal(day)

    def _style(self, rule: str) -> Style:
        kind = self._kind
        style = draw_style(
            self.rng, wrapped=kind.wrapped, shouted=kind.shouted, european=kind.european
        )
        if self._name == "court":
            family = "us-court" if rule.endswith("us") else "court"
            return Style(dates=family, width=style.width)
        if self.rng.random() < kind.lowered:
            return Style(style.dates, style.form, style.headers, style.width, "lower")
        return style
