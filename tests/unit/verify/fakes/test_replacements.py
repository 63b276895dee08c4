"""What may stand for a passage is a closed table, read from the policy alone."""

import pytest

from textveil.transform.masks.mask import Mask
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans
from textveil.verify.fakes.replacements import Replacements

KEY = Secret(b"a key of more than sixteen bytes")
MASK = {"use": "textveil.mask.v1"}
HASH = {**MASK, "style": "hash", "salt": "a"}
NUMBERED = {**MASK, "style": "numbered"}
MARKS = {**MASK, "style": "character", "character": "█"}
COARSE = {"use": "textveil.generalize.v1", "date": "year"}
TOKEN = {"use": "textveil.encrypt.v1"}
FAKE = {"use": "textveil.surrogate.v1"}
REDACT = {"use": "textveil.redact.v1"}


def holds(step, label, value, shown, key=None):
    """Tell whether one replacement may stand for a value under a rule."""
    note = Document("n", f"see {value} now")
    case = Case(note, Release.of(note, [Edit(4, 4 + len(value), shown, label)]))
    return not list(Replacements({"default": step}, key).faults(case))


@pytest.mark.parametrize(
    ("step", "label", "value", "shown"),
    [
        (MASK, "NAME", "Ana Ruiz", "[NAME]"),
        (NUMBERED, "NAME", "Ana Ruiz", "[PATIENT-1]"),
        (MARKS, "NAME", "Ana Ruiz", "███ ████"),
        (HASH, "NAME", "Ana Ruiz", "[NAME:0123456789abcdef]"),
        (COARSE, "DATE", "3 May 2016", "2016"),
        (COARSE, "NAME", "Ana Ruiz", "[NAME]"),
        (TOKEN, "NAME", "Ana Ruiz", "[NAME:tv1.abc27]"),
        (REDACT, "NAME", "Ana Ruiz", ""),
        (FAKE, "NAME", "Ana Ruiz", "Eva Lund"),
        (FAKE, "NAME", "[Ana Ruiz]", "[Eva Lund]"),
        ("keep", "AGE", "45", "45"),
        ({"use": "other.package.v1"}, "NAME", "Ana Ruiz", "anything"),
    ],
)
def test_what_a_transformer_writes_may_stand(step, label, value, shown):
    assert holds(step, label, value, shown)


@pytest.mark.parametrize(
    ("step", "label", "value", "shown"),
    [
        (MASK, "NAME", "Ana Ruiz", "[NAME Ruiz]"),
        (MASK, "NAME", "Ana Ruiz", "[NAME] "),
        (MASK, "NAME", "Ana Ruiz", "[PATIENT]"),
        (MASK, "NAME", "Ana Ruiz", "[NAME-1]"),
        (MASK, "NAME", "Ana Ruiz", ""),
        (MASK, "DATE", "5/3/16", "[DATE-2016]"),
        (NUMBERED, "AGE", "93", "[AGE-93]"),
        (NUMBERED, "NAME", "Ana Ruiz", "[DATE-1]"),
        (MARKS, "NAME", "Ana Ruiz", "███ R███"),
        (HASH, "NAME", "Ana Ruiz", "[NAME:52756970123456]"),
        (COARSE, "DATE", "3 May 2016", "[DATE-2016]"),
        (COARSE, "DATE", "3 May 2016", "May 2016"),
        (COARSE, "NAME", "Ana Ruiz", "Ruiz"),
        (TOKEN, "NAME", "Ana Ruiz", "[NAME:tv1.Ruiz]"),
        (REDACT, "NAME", "Ana Ruiz", "R"),
        (FAKE, "NAME", "Ana Ruiz", "[NAME Eva]"),
        (FAKE, "DATE", "5/3/16", "[DATE-2016]"),
        ("keep", "AGE", "45", "46"),
    ],
)
def test_what_no_transformer_of_the_policy_writes_may_not(step, label, value, shown):
    assert not holds(step, label, value, shown)


@pytest.mark.parametrize("label", ["NAME", "EMAIL"])
@pytest.mark.parametrize("value", ["Ana.Ruiz@Example.org", "ANA  RU\u00cdZ", "\uff21na", "--"])
def test_a_hash_is_made_anew_from_the_key(label, value):
    note = Document("n", value)
    made = Mask(style="hash", salt="a", key=KEY).transform(
        note, Spans([Span(0, len(value), label)])
    )
    shown = made.edits[0].replacement
    assert holds(HASH, label, value, shown, KEY)
    assert not holds(HASH, label, value, shown[:-2] + ("0]" if shown[-2] != "0" else "1]"), KEY)
    assert not holds(HASH, label, value + "a", shown, KEY)


def test_a_counter_counts_the_passages_of_its_family():
    note = Document("n", "Ana and Eva")
    edits = [Edit(0, 3, "[NAME-1]", "NAME"), Edit(8, 11, "[NAME-3]", "NAME")]
    found = list(Replacements({"default": NUMBERED}).faults(Case(note, Release.of(note, edits))))
    assert [witness.start for witness in found] == [13]


def test_without_a_policy_everything_may_stand():
    note = Document("n", "Ana")
    case = Case(note, Release.of(note, [Edit(0, 3, "[NAME Ana]", "NAME")]))
    assert not list(Replacements({}).faults(case))
