"""Each defect of a toy verifier is caught, and named without quoting a text."""

import pytest

from textveil.testing import check_verifier
from textveil.testing.samples import CANARIES, samples
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Verdict, Witness

BAD = Document("bad", "Zilpah and Zilpah")
DEFECT = Case(BAD, Release.of(BAD, [Edit(0, 6, "[NAME]", "NAME")]))
SOUND = [
    Case(
        document, Release.of(document, [Edit(s.start, s.end, "", s.label) for s in document.spans])
    )
    for document in samples()
]


class Gone:
    """Claims that what was removed does not occur in the same release; as it should be."""

    claim = "gone"

    def verify(self, cases):
        if any(case.before is None for case in cases):
            return Verdict.not_checkable(self.claim, "the input was not given")
        found = [w for case in cases for w in self.witnesses(case)]
        return Verdict.of(self.claim, len(list(cases)), found)

    def witnesses(self, case):
        for edit in case.release.edits:
            value = case.before.text[edit.start : edit.end]
            at = case.release.text.find(value)
            if at >= 0:
                yield self.witness(case, value, at)

    def witness(self, case, value, at):
        return Witness(case.release.id, at, at + len(value), "a removed value is still there")


class AlwaysHolds(Gone):
    def verify(self, cases):
        return Verdict.of(self.claim, len(cases), [])


class NeverHolds(Gone):
    def verify(self, cases):
        return Verdict.of(self.claim, 1, [Witness("visit", 0, 1, "no")])


class FirstOnly(Gone):
    def verify(self, cases):
        return super().verify(cases[:1])


class LooksAtNothing(Gone):
    def verify(self, cases):
        verdict = super().verify(cases)
        return Verdict(self.claim, verdict.status, 0, verdict.witnesses, verdict.failures, "x")


class AccusesAnother(Gone):
    def witness(self, case, value, at):
        return Witness("visit", 0, 1, "a removed value is still there")


class PointsOutside(Gone):
    def witness(self, case, value, at):
        return Witness(case.release.id, 900, 901, "a removed value is still there")


class Quotes(Gone):
    def witness(self, case, value, at):
        return Witness(case.release.id, at, at + 1, f"{value} is still there")


class NeedsInput(Gone):
    def verify(self, cases):
        found = [w for case in cases for w in self.witnesses(case)]
        return Verdict.of(self.claim, len(cases), found)


class RefutesTheAbsent(Gone):
    def verify(self, cases):
        if any(case.before is None for case in cases):
            return Verdict.of(self.claim, 1, [Witness("visit", 0, 1, "no input")])
        return super().verify(cases)


class RefutesNothing(Gone):
    def verify(self, cases):
        if not cases:
            return Verdict.of(self.claim, 0, [Witness("none", 0, 0, "nothing there")])
        return super().verify(cases)


class Grows(Gone):
    def __init__(self):
        self.calls = 0

    def verify(self, cases):
        self.calls += 1
        return Verdict.of(self.claim, self.calls, [])


class OtherClaim(Gone):
    def verify(self, cases):
        return Verdict.of("other", 1, [])


class SaysYes(Gone):
    def verify(self, cases):
        return True


class Nameless(Gone):
    claim = ""


def test_a_good_verifier_passes():
    check_verifier(Gone(), SOUND, [DEFECT])


@pytest.mark.parametrize(
    ("verifier", "promise"),
    [
        (AlwaysHolds, "does not refute"),
        (NeverHolds, "does not hold for the sound"),
        (FirstOnly, "does not refute"),
        (LooksAtNothing, "without looking"),
        (AccusesAnother, "no witness names"),
        (PointsOutside, "outside document"),
        (Quotes, "shows text"),
        (NeedsInput, "AttributeError"),
        (RefutesTheAbsent, "input was not given"),
        (RefutesNothing, "release of nothing"),
        (Grows, "second time"),
        (OtherClaim, "another claim"),
        (SaysYes, "Verdict"),
        (Nameless, "not a name"),
        (object, "lacks"),
    ],
)
def test_each_defect_is_caught(verifier, promise):
    with pytest.raises(AssertionError, match=promise) as caught:
        check_verifier(verifier(), SOUND, [DEFECT])
    told = f"{caught.value} {caught.value.__cause__}"
    assert told.startswith(verifier.__name__)
    assert not any(word.lower() in told.lower() for word in CANARIES)


@pytest.mark.parametrize(("sound", "defective"), [([], [DEFECT]), (SOUND, [])])
def test_both_kinds_of_case_are_needed(sound, defective):
    with pytest.raises(AssertionError, match="at least one"):
        check_verifier(Gone(), sound, defective)
