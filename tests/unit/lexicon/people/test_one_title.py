"""A title is one line of one table: rules, linking, surrogates and verifiers follow at once."""

from contextlib import contextmanager
from pathlib import Path

from textveil.detect.people.links import Linking
from textveil.detect.tagging.name_spans import whole_names
from textveil.lexicon.people.person_names import Role, read_name
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH, LANGUAGES, Language, reading_from
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.refusal import refusal
from textveil.policy.policy import parse_policy
from textveil.transform.surrogate import Surrogate
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans
from textveil.verify.fakes.collisions import Collisions
from textveil.verify.fakes.consistency import Consistency
from textveil.verify.leftovers.residue import Residue
from textveil.verify.readers.read_names import name_words

TEXT = "Zorgmaster Kovacs came. Later Zorgmaster Kovacs left; Ana Kovacs stayed."
KEY = Secret(b"sixteen bytes or more")


@contextmanager
def one_more_title(folder):
    """Read English from a copy of its tables with one line more."""
    for table in Path(str(LANGUAGES[ENGLISH].folder)).iterdir():
        (folder / table.name).write_text(table.read_text("utf-8"), "utf-8")
    with (folder / "titles.tsv").open("a", encoding="utf-8") as table:
        table.write("Zorgmaster\ttitle\n")
    with reading_from(ENGLISH, Language("English", folder)):
        yield


def released():
    """Return the text with surrogates; both names of it are found with the title."""
    note = Document("n", TEXT, "s")
    spans = Spans(
        Span(at, at + len(name), "NAME")
        for name in ("Zorgmaster Kovacs", "Ana Kovacs")
        for at in range(len(TEXT))
        if TEXT.startswith(name, at)
    )
    linking, engine = Linking(), Surrogate(key=KEY)
    linking.learn(note, spans)
    linked = linking.linked(note, spans)
    engine.survey(note, linked)
    return linked, Case(note, engine.transform(note, linked))


def test_without_the_line_the_word_is_a_name():
    linked, case = released()
    assert "Zorgmaster" not in case.release.text
    assert linked[0].entity.given == "zorgmaster"
    assert name_words("Zorgmaster Kovacs") == ("zorgmaster", "kovacs")


def test_with_the_line_everything_takes_it_for_a_title(tmp_path):
    with one_more_title(tmp_path):
        assert facts().is_a("Zorgmaster", "title")
        assert read_name("Zorgmaster Kovacs").parts[0].role is Role.TITLE
        # Rules of detection: a title alone is nobody, and a sentence does not end after it.
        assert not whole_names("the Zorgmaster", [Span(4, 14, "NAME")])
        one = "seen by Zorgmaster. Kovacs"
        assert whole_names(one, [Span(8, 26, "NAME")]) == Spans([Span(8, 26, "NAME")])
        linked, case = released()
        # Linking: the one of whom only the family name is said is the one who is named in full.
        assert {span.entity.key for span in linked} == {"ana||kovacs"}
        # Surrogates keep the title, and the verifiers know it for one.
        assert case.release.text.count("Zorgmaster") == 2
        assert name_words("Zorgmaster Kovacs") == ("kovacs",)
        for verifier in (Consistency(), Collisions(), Residue()):
            assert verifier.verify([case]).holds


POLICY = """\
name: titles
detect: [textveil.patterns.v1]
transform:
  default: textveil.surrogate.v1
verify:
  - textveil.alignment.v1
  - textveil.residue.v1
  - textveil.consistency.v1
  - textveil.collisions.v1
"""


def release_of(text, names):
    """Return what a run releases where these names are found."""
    engine = Engine(
        parse_policy(POLICY),
        KEY,
        find=lambda note: Spans(
            Span(at, at + len(name), "NAME")
            for name in names
            for at in range(len(note.text))
            if note.text.startswith(name, at)
        ),
    )
    [made], outcome = engine.release([Document("n", text, "s")])
    assert refusal(outcome.verdicts, "") is None
    return made.release.text


def test_a_release_follows_the_line(tmp_path):
    text = "Zorgmaster Kovacs came. Kovacs slept, and Zorgmaster left."
    assert "Zorgmaster" not in release_of(text, ["Zorgmaster Kovacs"])
    with one_more_title(tmp_path):
        shown = release_of(text, ["Zorgmaster Kovacs"])
    # The family name went wherever it stood, and the title stayed wherever it stood.
    assert "Kovacs" not in shown
    assert shown.count("Zorgmaster") == 2
    title, fake, *_ = shown.split()
    assert title == "Zorgmaster"
    assert shown.count(fake) == 2
