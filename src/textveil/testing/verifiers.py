"""The contract of a verifier, as something that can be run."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from textveil.testing.requirement import attempt, copy_of, require, require_silence
from textveil.testing.samples import CANARIES
from textveil.values.contracts import Case, Unhider, Verifier
from textveil.values.verdict import Status, Verdict

__all__ = ["check_verifier"]


def check_verifier(verifier: Verifier, sound: Iterable[Case], defective: Iterable[Case]) -> None:
    """Raise `AssertionError` if a verifier breaks its contract.

    A verifier that never refutes anything passes every test that only shows it good releases, so it
    must be shown bad ones. Checked: `unhides`, if it is there, is True or False; the claim holds
    for the sound cases; each defective case, planted among them, refutes it with a witness in that
    document; the order of the cases does not matter; nothing at all is not refuted; without the
    input it says so or decides, but does not break; verdicts show no text that was removed.

    Parameters
    ----------
    verifier
        The verifier, as it would be used.
    sound
        Cases for which its claim holds; at least one.
    defective
        Cases that each break the claim, with ids that the sound ones do not have; at least one.
    """
    require(isinstance(verifier, Verifier), verifier, "lacks `claim` or `verify`")
    named = isinstance(verifier.claim, str) and bool(verifier.claim)
    require(named, verifier, "`claim` is not a name")
    plain = not isinstance(verifier, Unhider) or isinstance(verifier.unhides, bool)
    require(plain, verifier, "`unhides` is not True or False")
    good, bad = list(sound), list(defective)
    require(bool(good) and bool(bad), verifier, "give at least one sound and one defective case")
    copy_of(verifier)
    verdict = _verify(verifier, good)
    require(verdict.holds, verifier, "the claim does not hold for the sound cases")
    require(verdict.checked > 0, verifier, "holds for the sound cases without looking at anything")
    require(_verify(verifier, good) == verdict, verifier, "another verdict the second time")
    for case in bad:
        _check_refuted(verifier, good, case)
    nothing = _verify(verifier, [])
    require(nothing.status is not Status.REFUTED, verifier, "refutes a release of nothing")
    blind = _verify(verifier, [replace(case, before=None) for case in good])
    refuted = blind.status is Status.REFUTED
    require(not refuted, verifier, "refutes sound cases when the input was not given")


def _verify(verifier: Verifier, cases: Sequence[Case]) -> Verdict:
    where = f"verifying {len(cases)} cases"
    verdict = attempt(verifier, lambda: verifier.verify(cases), where)
    require(isinstance(verdict, Verdict), verifier, "`verify` does not return a Verdict")
    require(verdict.claim == verifier.claim, verifier, "the verdict is about another claim")
    told = f"{verdict!r}\n{verdict.reason}\n" + "\n".join(w.reason for w in verdict.witnesses)
    values = [
        case.before.text[edit.start : edit.end]
        for case in cases
        if case.before is not None
        for edit in case.release.edits
    ]
    require_silence(verifier, told, [*CANARIES, *values], "the verdict")
    return verdict


def _check_refuted(verifier: Verifier, good: list[Case], case: Case) -> None:
    name = case.release.id
    for cases in ([*good, case], [case, *reversed(good)]):
        verdict = _verify(verifier, cases)
        refuted = verdict.status is Status.REFUTED
        require(refuted, verifier, f"does not refute the defect planted in document {name}")
        accused = [witness for witness in verdict.witnesses if witness.document == name]
        require(bool(accused), verifier, f"refutes, but no witness names document {name}")
        input_length = 0 if case.before is None else len(case.before.text)
        longest = max(len(case.release.text), input_length)
        inside = all(0 <= w.start <= w.end <= longest for w in accused)
        require(inside, verifier, f"a witness lies outside document {name}")
