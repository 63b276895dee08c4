"""Every verifier of sequences against its obvious twin."""

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import sequences as oracle

from textveil.certify.document.layout import PATTERNS
from textveil.certify.sequences.checking import check_sequences
from textveil.certify.sequences.kept import KeptSequences
from textveil.certify.sequences.reading import Records
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import InputError, InvalidValueError
from textveil.pipeline.sanitize.judging import check
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.sequence import Sequence
from textveil.values.sequences import Sequences
from textveil.verify.sequences.claims import CLAIMS, PROMISES, check_sanitized

INPUTS = st.text("ab", max_size=12)
OUTPUTS = st.text("ab#", max_size=16)


def rearranged(text):
    """Cut a text into pieces that overlap, and put them together in another order."""
    return st.lists(
        st.tuples(st.integers(0, len(text)), st.integers(0, len(text))), max_size=4
    ).map(lambda cuts: "#".join(text[min(cut) : max(cut)] for cut in cuts))


PAIRS = INPUTS.flatmap(
    lambda text: st.tuples(st.just(text), st.one_of(OUTPUTS, rearranged(text), st.just(text)))
)


def of(texts):
    return [Sequence.of(str(number), text) for number, text in enumerate(texts)]


@st.composite
def cases(draw):
    k = draw(st.integers(1, 4))
    sizes = st.one_of(st.just(k), st.integers(1, 5))
    sensitive = draw(st.lists(sizes.flatmap(lambda n: st.text("ab", min_size=n, max_size=n))))
    return draw(st.lists(PAIRS, min_size=1, max_size=3)), sensitive[:3], k


@settings(max_examples=400)
@given(cases(), st.sampled_from(sorted(oracle.TWINS)))
@example(([("aabbaabb", "aabb#aabb")], ["bbaa"], 4), "Pi1")
@example(([("aaab", "")], [], 2), "Pi1")
def test_verdicts_equal_the_definitions(case, claim):
    pairs, sensitive, k = case
    before, after = zip(*pairs, strict=True)
    (verdict,) = check_sanitized(of(before), of(after), sensitive, k, [claim])
    twin = oracle.TWINS[claim]
    chosen = oracle.with_parts(before, sensitive, k)
    assert verdict.holds == all(twin(old, new, chosen, k) for old, new in pairs)
    assert verdict.claim == claim
    for witness in verdict.witnesses:
        side = before if "offsets in the input" in witness.reason else after
        assert 0 <= witness.start <= witness.end <= len(side[int(witness.document)])


@given(
    st.lists(st.tuples(INPUTS, st.text("ab", max_size=12)), min_size=1, max_size=3),
    st.integers(3, 4),
    st.sampled_from([-0.1, -0.5, -1.0]),
)
def test_plausible_equals_the_definition(pairs, k, rho):
    before, after = zip(*pairs, strict=True)
    (verdict,) = check_sanitized(of(before), of(after), [], k, ["plausible"], rho=rho)
    new = oracle.gained(before, after, k)
    wrong = [word for word in new if oracle.z_score(word, before) < rho]
    assert verdict.holds == (not wrong)
    assert verdict.failures == len(wrong)


@given(
    st.lists(st.tuples(INPUTS, st.text("ab", max_size=12)), min_size=1, max_size=3),
    st.lists(st.text("abx#", max_size=20), min_size=1, max_size=3),
    st.lists(st.text("ab", min_size=3, max_size=3), max_size=2),
    st.sampled_from([-0.1, -0.5, -1.0]),
)
def test_plausible_by_another_reference(pairs, reference, named, rho):
    before, after = zip(*pairs, strict=True)
    known = {"rho": rho, "reference": of(reference), "implausible": named}
    (verdict,) = check_sanitized(of(before), of(after), [], 3, ["plausible"], **known)
    new = oracle.gained(before, after, 3)
    words = {tuple(word) for word in named}
    wrong = [word for word in new if word in words or oracle.z_score(word, reference) < rho]
    assert verdict.failures == len(wrong)


def test_every_claim_has_a_twin():
    assert CLAIMS.keys() == oracle.TWINS.keys() | {"plausible", "fewest"}


@pytest.mark.parametrize("letters", [3, 300, 70_000])
@pytest.mark.parametrize("k", [3, 9])
def test_windows_of_large_alphabets_are_told_apart(letters, k):
    # With 70,000 letters nine of them do not fit 64 bits.
    names = [str(number) for number in range(letters)]
    text = [names[(7 * at) % min(letters, 40)] for at in range(60)] + names[-3:]
    before = [Sequence.of("s", text, Sequence.of("a", names).alphabet)]
    same = check_sanitized(before, before, [], k, ["P1", "P2"])
    assert all(verdict.holds for verdict in same)
    changed = [Sequence.of("s", [*text[:-1], names[0]], before[0].alphabet)]
    for claim in ("P1", "P2", "Pi1", "not-lowered"):
        (verdict,) = check_sanitized(before, changed, [], k, [claim])
        assert not verdict.holds
        assert verdict.witnesses[0].document == "s"


@st.composite
def collections(draw):
    texts = draw(st.lists(st.text("abc", max_size=14), min_size=1, max_size=3))
    k = draw(st.integers(2, 4))
    places = [text[at : at + k] for text in texts for at in range(len(text) - k + 1)]
    words = st.sampled_from(places) if places else st.nothing()
    return texts, draw(st.lists(words, min_size=1, max_size=4)) if places else [], k


@settings(max_examples=200)
@given(collections(), st.text("abcx", max_size=30), st.data(), st.sampled_from([-0.2, -1.0]))
def test_tmi_keeps_its_promise_by_another_reference(case, other, data, rho):
    texts, sensitive, k = case
    assume(sensitive and k >= 3)
    words = st.text("abc", min_size=k, max_size=k)
    chosen = Sanitize("tmi", k=k, rho=rho, implausible=tuple(data.draw(st.lists(words))))
    alphabet = Sequence.of("a", "abc").alphabet
    before = [Sequence.of(str(number), text, alphabet) for number, text in enumerate(texts)]
    reference = [Sequence.of("r", other)]
    try:
        made = sanitize(before, sensitive, chosen, reference)
    except InputError:
        return
    known = {"rho": rho, "reference": reference, "implausible": chosen.implausible}
    verdicts = check_sanitized(before, made.released, sensitive, k, PROMISES["tmi"], **known)
    assert [v for v in verdicts if not v.holds] == []


@settings(max_examples=300)
@given(collections(), st.sampled_from(sorted(PROMISES)), st.sampled_from([-0.2, -1.0]))
def test_every_method_keeps_what_it_promises(case, method, rho):
    texts, sensitive, k = case
    assume(sensitive and (method != "tmi" or k >= 3))
    alphabet = Sequence.of("a", "abc").alphabet
    before = [Sequence.of(str(number), text, alphabet) for number, text in enumerate(texts)]
    try:
        made = sanitize(before, sensitive, Sanitize(method, k=length_for(method, k), rho=rho))
    except InputError:
        # No replacement can hide a pattern: the user is told, and nothing is written.
        assert method in ("tpm", "tm", "tmi", "ghosts", "substitute")
        return
    after = list(made.results())
    verdicts = check_sanitized(before, after, sensitive, made.k, PROMISES[method], rho=rho)
    assert [v for v in verdicts if not v.holds] == []


def length_for(method, k):
    """What is hidden in its full length has no k."""
    return None if method == "substitute" else k


@st.composite
def with_longer_patterns(draw):
    texts = draw(st.lists(st.text("abc", max_size=24), min_size=1, max_size=3))
    k = draw(st.integers(2, 4))
    whole = "".join(texts)
    assume(max(map(len, texts)) >= k and set(whole) == set("abc"))
    sizes = st.integers(k, k + 4)
    drawn = sizes.flatmap(lambda n: st.text("abc", min_size=n, max_size=n))
    there = [
        text[at : at + n] for text in texts for n in range(k, k + 4) for at in range(len(text))
    ]
    known = st.sampled_from([part for part in there if len(part) >= k])
    return texts, draw(st.lists(st.one_of(drawn, known), min_size=1, max_size=5)), k


@settings(max_examples=400)
@given(with_longer_patterns(), st.sampled_from(sorted(PROMISES)))
def test_the_command_and_python_agree_on_patterns_longer_than_k(case, method):
    texts, sensitive, k = case
    assume(method != "tmi" or k >= 3)
    before = Sequences.of(of(texts))
    chosen = Sanitize(method, k=length_for(method, k), rho=-1.0)
    try:
        made = sanitize(before, sensitive, chosen)
    except (InputError, InvalidValueError):
        # No way, or patterns are longer than all sequences.
        return
    by_command = check(made, [tuple(one) for one in sensitive], chosen)
    in_python = check_sanitized(
        before, made.released, sensitive, made.k, PROMISES[method], rho=-1.0
    )
    told = {v.claim: (v.status, v.failures) for v in by_command}
    assert {v.claim: (v.status, v.failures) for v in in_python}.items() <= told.items()
    assert all(verdict.holds for verdict in in_python)


@settings(max_examples=300)
@given(with_longer_patterns(), st.data())
def test_they_agree_on_what_is_wrong_too(case, data):
    """One letter of the release is another one."""
    texts, sensitive, k = case
    before = Sequences.of(of(texts))
    made = sanitize(before, sensitive, Sanitize("tfs", k=k))
    changed = ["".join(one) for one in made.results()]
    assume(any(changed))
    owner = data.draw(st.sampled_from([at for at, one in enumerate(changed) if one]))
    place = data.draw(st.integers(0, len(changed[owner]) - 1))
    letter = data.draw(st.sampled_from("abc"))
    changed[owner] = changed[owner][:place] + letter + changed[owner][place + 1 :]
    after = Sequences.of(of(changed))
    settings = SequenceSettings("tfs", k, format="lines")
    kept = KeptSequences({PATTERNS: "".join(f"{one}\n" for one in sensitive).encode()})
    given = [Records.numbered(some) for some in (texts, changed)]
    by_command = check_sequences(settings, *given, kept)
    in_python = check_sanitized(before, after, sensitive, k, PROMISES["tfs"])
    # How often a longer pattern stands there is told by `motifs`, and not by C1.
    told = {v.claim: (v.status, v.failures) for v in by_command}
    found = {v.claim: (v.status, v.failures) for v in in_python}
    assert found.pop("C1")[0] is told["C1"][0]
    assert found.items() <= told.items()
