"""Hidden names are found, replaced by sane surrogates, carried to other documents, and verified."""

import pytest

from textveil.certify.kinds.clear_cases import ClearCases
from textveil.certify.kinds.texts import judged
from textveil.formats.columns import Columns
from textveil.pipeline.api import deidentify
from textveil.pipeline.release.clear_cases import clear_of
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import load_policy, parse_policy
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.runs.watch import untracked
from textveil.values.span import Span, Spans
from textveil.values.verdict import Status
from textveil.verify.leftovers.residue import Residue
from textveil.verify.whole.alignment import Alignment

KEY = Secret(b"a key of more than sixteen bytes")
HIDDEN = ("J o h n  S m i t h", "J&#111;hn Sm-\nith", "J0hn 5m1th", "J\u200bohn Sm=\nith")
POLICY = (
    "name: one\ndetect: [textveil.patterns.v1]\npropagate: true\ncolumns: {{'*': drop}}\n"
    "transform: {{default: {}}}\n"
    "verify: [textveil.alignment.v1, textveil.residue.v1, textveil.consistency.v1]\n"
)
SURROGATES = parse_policy(POLICY.format("textveil.surrogate.v1"))
TAGS = parse_policy(POLICY.format("{use: textveil.mask.v1, style: tag}"))


def named(document):
    """Return the name where it stands in clear, as a detector would."""
    places = [at for at in range(len(document)) if document.text.startswith("John Smith", at)]
    return Spans(Span(at, at + 10, "NAME") for at in places)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_hidden_name_is_replaced_whole_and_nothing_else_changes(hidden):
    result = deidentify(f"Patient {hidden} feels well & took 5 &#109;g.")
    assert result.text == "Patient [PATIENT] feels well & took 5 &#109;g."
    [edit] = result.release.edits
    assert (edit.start, edit.end) == (8, 8 + len(hidden))


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_hidden_name_gets_the_surrogate_of_the_clear_one(hidden):
    notes = [Document("a", "Saw John Smith.", "p"), Document("b", f"Saw {hidden} again.", "p")]
    made, outcome = Engine(SURROGATES, KEY, find=named).release(notes)
    first, second = (one.release.edits[0].replacement for one in made)
    assert first == second
    assert second.replace(" ", "").isalpha()
    assert made[1].release.text == f"Saw {second} again."
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert not outcome.repairs


def test_a_name_is_carried_to_a_document_that_hides_it():
    def once(document):
        return named(document) if document.id == "a" else Spans()

    notes = [Document("a", "Saw John Smith.", "p"), Document("b", "J o h n  S m i t h rang.", "p")]
    made, _ = Engine(TAGS, find=once).release(notes)
    assert made[1].release.text == "[NAME] rang."


def test_scanning_reports_the_places_of_the_given_text():
    text = "Write to jo&#104;n@exa-\nmple.org today."
    document = Document("d", text)
    found = Engine(load_policy("patterns-only")).scan(document)
    assert {text[span.start : span.end] for span in found} == {"jo&#104;n@exa-\nmple.org"}


def test_a_detector_sees_clear_text_and_reports_given_places():
    class Finder:
        reach = None

        def detect(self, document):
            return named(document)

    text = "to J o h n  S m i t h."
    found = Detection([("finder", Finder())]).find(Document("d", text))
    assert found == Spans([Span(3, 21, "NAME")])


def left(before, text, edits):
    return Case(Document("d", before, "p"), Release("d", text, edits, len(before)))


def test_residue_finds_a_removed_value_in_hidden_writing():
    before = "Jovan Kovacs came. J0v4n K0va-\nc5 rang."
    edits = (Edit(0, 12, "[NAME]", "NAME"),)
    case = left(before, "[NAME] came. J0v4n K0va-\nc5 rang.", edits)
    assert Residue().verify([case]).holds
    verdict = judged(Residue(), [case], "", (untracked, None), {})
    assert verdict.status is Status.REFUTED
    shown = [case.release.text[one.start : one.end] for one in verdict.witnesses]
    assert shown == ["J0v4n", "K0va-\nc5"]


def test_residue_finds_a_value_that_was_removed_from_hidden_writing():
    before = "J&#111;van Ko-\nvacs came. Jovan Kovacs rang."
    case = left(before, "[NAME] came. Jovan Kovacs rang.", (Edit(0, 19, "[NAME]", "NAME"),))
    verdict = judged(Residue(), [case], "", (untracked, None), {})
    assert [case.release.text[w.start : w.end] for w in verdict.witnesses] == ["Jovan", "Kovacs"]


def test_a_text_that_was_changed_is_verified_as_it_is():
    before = "J o h n  S m i t h came."
    case = left(before, "[NAME] went.", (Edit(0, 18, "[NAME]", "NAME"),))
    assert list(ClearCases([case])) == [case]
    assert judged(Alignment(), [case], "", (untracked, None), {}).status is Status.REFUTED


def test_a_hidden_passage_that_is_left_is_repaired():
    half = POLICY.format("{use: textveil.mask.v1, style: tag}").replace("true", "false")

    def first(_):
        return Spans([Span(0, 12, "NAME")])

    note = Document("d", "Jovan Kovacs came. J o v a n  K0v4c5 rang.", "p")
    [made], outcome = Engine(parse_policy(half), find=first).release([note])
    assert all(verdict.holds for verdict in outcome.verdicts)
    assert [(edit.start, edit.end) for edit in made.release.edits] == [(0, 12), (19, 28), (30, 36)]
    assert made.release.text.endswith("] rang.")


def test_cells_of_a_table_keep_their_places():
    columns = Columns({"name": "NAME"})
    row = Document("r", "J o h n  S m i t h rang.", "p", Metadata({"name": "Jo-\nhn Smith"}))
    [made], outcome = Engine(TAGS, columns=columns, find=named).release([row])
    released = columns.released(made.whole, made.release)
    assert released.text == "[NAME] rang."
    assert released.metadata["name"] == "[NAME]"
    assert all(verdict.holds for verdict in outcome.verdicts)


def test_a_screen_sees_the_text_as_it_was_given():
    assert (
        Engine(load_policy("screened")).clear(Document("d", "J o h n")).document.text == "J o h n"
    )
    assert clear_of(Document("d", "J o h n")).document.text == "John"
