"""Signatures of releases: what passes is what the holder of the key signed, and nothing else."""

import json
import shutil
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from textveil.certify.document.certificate import id_of, read_release, signed_form
from textveil.certify.risk.file import attach_risk
from textveil.certify.risk.section import risk_section, section_of
from textveil.certify.signatures.signing_pair import PublicKey, SigningKey
from textveil.certify.told.report import published_report
from textveil.certify.verification import verify_release
from textveil.errors import FormatError, TextveilError, UsageError
from textveil.evaluate.remaining import Remaining
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.risk.estimating import risk_content
from textveil.policy.policy import parse_policy
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status

KEY = Secret(b"a key of more than sixteen bytes")
SIGN, STRANGER = SigningKey.new(), SigningKey.new()
OFFICE = PublicKey(SIGN.public.raw, "office.pub")
POLICY = """
name: patterns
description: Größe und Ort
detect: [{use: textveil.patterns.v1}]
transform: {default: {use: textveil.mask.v1}}
"""
NOTES = [{"id": str(number), "text": "Write to ana@example.org."} for number in range(20)]
MADE = {"signed": (None, SIGN), "both": (KEY, SIGN), "plain": (None, None), "next": (None, SIGN)}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("signed")
    (folder / "notes.jsonl").write_text("".join(json.dumps(one) + "\n" for one in NOTES), "utf-8")
    source = Source.open(folder / "notes.jsonl")
    for name, (key, sign) in MADE.items():
        release(Run(source, folder / name, parse_policy(POLICY), key, sign=sign))
    return folder


@pytest.fixture
def folder(kept, tmp_path):
    return Path(shutil.copytree(kept, tmp_path / "releases"))


def path_of(out):
    return out / "publish" / "certificate.json"


def content_of(out):
    return json.loads(path_of(out).read_text("utf-8"))


def put(out, content, **how):
    path_of(out).write_text(json.dumps(content, **how), "utf-8")


def forge(out, content):
    """Write a certificate whose id fits, and show the id in the report, as everybody can."""
    before, page = content_of(out)["id"], out / "publish" / "report.html"
    content["id"] = id_of(content)
    page.write_text(page.read_text("utf-8").replace(before, content["id"]), "utf-8")
    put(out, content)


def statuses(out, signer=None, key=None):
    return {v.claim: v.status for v in verify_release(out, key=key, signer=signer).verdicts}


def reason(out, signer=None):
    """Return why the signature is refuted, or what is said of it."""
    found = {v.claim: v for v in verify_release(out, signer=signer).verdicts}["signature"]
    return found.witnesses[0].reason if found.status is Status.REFUTED else found.reason


def test_a_signed_release_names_who_is_proven_and_needs_no_input(folder):
    for out in (folder / "signed", folder / "signed" / "publish", folder / "both"):
        outcome = verify_release(out, signer=OFFICE)
        assert outcome.holds
        assert statuses(out, OFFICE)["signature"] is Status.HOLDS
        told = f"signed by the holder of the private key to office.pub ({OFFICE.fingerprint})"
        assert outcome.sentence.endswith(told)
        assert not {"signer", "signature"} & set(outcome.stated)


def test_without_the_public_key_a_signature_is_not_checked_and_never_valid(folder):
    outcome = verify_release(folder / "signed")
    assert statuses(folder / "signed")["signature"] is Status.NOT_CHECKABLE
    assert reason(folder / "signed").startswith("not checked")
    assert "signed by" not in outcome.sentence
    assert "1 needs the signer's public key" in outcome.sentence
    assert {"signer", "signature"} <= set(outcome.stated)
    assert "signature" not in statuses(folder / "plain")


def test_certificate_and_report_have_the_fingerprint_and_no_more_of_the_key(folder):
    for path in (folder / "signed").rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        raw = (SIGN.key.private_bytes_raw(), SIGN.public.raw)
        assert not any(one in data or one.hex().encode() in data for one in raw)
    page = (folder / "signed" / "publish" / "report.html").read_text("utf-8")
    assert SIGN.public.fingerprint == content_of(folder / "signed")["signer"]
    assert SIGN.public.fingerprint in page


def test_a_release_without_signature_is_refuted_by_every_public_key(folder):
    assert statuses(folder / "plain", OFFICE)["signature"] is Status.REFUTED
    assert reason(folder / "plain", OFFICE) == "it is not signed"


def test_another_signer_is_refuted(folder):
    assert reason(folder / "signed", STRANGER.public) == "it is signed with another key"


def test_a_stranger_who_signs_anew_is_refuted_whatever_name_is_given(folder):
    out = folder / "signed"
    content = content_of(out)
    for signer in (STRANGER.public.fingerprint, SIGN.public.fingerprint):
        content["signer"] = signer
        content["id"] = id_of(content)
        content["signature"] = STRANGER.sign(signed_form(content))
        forge(out, content)
        assert statuses(out, OFFICE)["signature"] is Status.REFUTED


def test_the_signature_of_another_release_is_refuted(folder):
    out, other = folder / "signed", content_of(folder / "next")
    put(out, content_of(out) | {"signature": other["signature"]})
    assert reason(out, OFFICE) == "it was changed, or the signature is of another release"
    # With its whole certificate, the files do not fit.
    put(out, other)
    found = statuses(out, OFFICE)
    assert (found["signature"], found["integrity"]) == (Status.HOLDS, Status.REFUTED)


@pytest.mark.parametrize("taken", [{"signature"}, {"signer"}, {"signature", "signer"}])
@pytest.mark.parametrize("name", ["signed", "both"])
def test_a_signature_that_was_taken_off_refutes(folder, name, taken):
    out = folder / name
    forge(out, {k: v for k, v in content_of(out).items() if k not in taken})
    assert statuses(out, OFFICE)["signature"] is Status.REFUTED
    # Without the public key, what is left of it tells; with the other key, the seal.
    seen = statuses(out, key=KEY if name == "both" else None)
    assert (seen.get("signature") is Status.REFUTED) is (len(taken) == 1)
    assert (seen["seal"] is Status.REFUTED) is (name == "both")


def test_the_seal_covers_the_signature(folder):
    out = folder / "both"
    put(out, content_of(out) | {"signature": content_of(folder / "signed")["signature"]})
    assert statuses(out, key=KEY)["seal"] is Status.REFUTED


def places(value, path=()):
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in inside:
        if isinstance(item, dict | list) and item:
            yield from places(item, (*path, name))
        else:
            yield (*path, name)


def edited(content):
    """Yield certificates with one value of another content each, and one without a field."""
    for path in places(content):
        changed = deepcopy(content)
        holder = changed
        for name in path[:-1]:
            holder = holder[name]
        old = holder[path[-1]]
        if isinstance(old, bool | None):
            holder[path[-1]] = not old
        elif isinstance(old, int | float):
            holder[path[-1]] = old + 1
        elif isinstance(old, str):
            flipped = {"0": "1"}.get(old[:1], "0") + old[1:]
            holder[path[-1]] = flipped
        else:
            del holder[path[-1]]
        yield path, changed


def passes(out):
    try:
        return verify_release(out, signer=OFFICE).holds
    except TextveilError:
        return False


def test_no_edit_of_a_signed_certificate_passes(folder):
    out, tried = folder / "signed", 0
    original, page = content_of(out), out / "publish" / "report.html"
    shown = page.read_bytes()
    for path, changed in edited(original):
        if path not in (("id",), ("seal",), ("signature",)):
            forge(out, changed)
        else:
            put(out, changed)
        assert not passes(out), path
        put(out, original)
        page.write_bytes(shown)
        tried += 1
    assert tried > 60
    assert verify_release(out, signer=OFFICE).holds


def test_other_spellings_of_the_same_content_are_the_same_certificate(folder):
    out = folder / "signed"
    content = content_of(out)
    assert "Größe" in path_of(out).read_text("utf-8")
    turned = dict(reversed(content.items()))
    turned["policy"] = dict(reversed(content["policy"].items()))
    for how in ({"ensure_ascii": True}, {"ensure_ascii": False, "indent": 7}):
        put(out, turned, **how)
        assert statuses(out, OFFICE)["signature"] is Status.HOLDS
    # Numbers that are equal to some readers, and order in lists, are content.
    content["counts"]["documents"] = 1.0
    put(out, content)
    with pytest.raises(FormatError):
        verify_release(out, signer=OFFICE)
    content["counts"]["documents"] = 1
    content["components"].reverse()
    put(out, content)
    assert statuses(out, OFFICE)["signature"] is Status.REFUTED


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"signature": "', '"signature": "00", "signature": "'),
        ('"signer": "', '"signer": "0000", "signer": "'),
        ('"textveil": "', '"textveil": "9", "textveil": "'),
        ('"signature": "', '"signature": "00'),
        ('"signature": "', '"signature": null, "x": "'),
        ('"signature": "', '"Signature": "'),
        ('"signer": "', '"signer": "0'),
    ],
)
def test_a_certificate_that_two_readers_may_read_differently_is_refused(folder, old, new):
    path = path_of(folder / "signed")
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(FormatError):
        verify_release(folder / "signed", signer=OFFICE)


def test_signatures_in_capitals_are_refused(folder):
    out = folder / "signed"
    put(out, content_of(out) | {"signature": content_of(out)["signature"].upper()})
    with pytest.raises(FormatError, match="signature"):
        verify_release(out, signer=OFFICE)


def test_what_is_signed_is_one_form_with_the_id(folder):
    content = content_of(folder / "both")
    form = json.loads(signed_form(content))
    assert form == {k: v for k, v in content.items() if k not in ("signature", "seal")}
    assert form["id"] == content["id"] == id_of(content)


def estimate(out):
    place, certificate = read_release(out)
    found = Remaining(20, 0, 0, most=10, share=0.14, mean=1.0, tightness=0.7)
    return place, certificate, risk_content(certificate["id"], 20, 1, found, None)


def test_an_estimate_is_signed_by_the_signer_of_the_release(folder):
    place, certificate, content = estimate(folder / "signed")
    before = place.report.read_bytes()
    for sign, said in ((None, "only its signer"), (STRANGER, "another key")):
        with pytest.raises(UsageError, match=said):
            attach_risk(place, certificate, content, None, sign)
    plain = estimate(folder / "plain")
    with pytest.raises(UsageError, match="not signed"):
        attach_risk(*plain, None, SIGN)
    assert not place.risk.exists()
    assert place.report.read_bytes() == before
    attach_risk(place, certificate, content, None, SIGN)
    out = folder / "signed"
    assert verify_release(out, signer=OFFICE).holds
    assert statuses(out, OFFICE)["risk"] is Status.HOLDS
    assert statuses(out)["risk"] is Status.NOT_CHECKABLE


@pytest.mark.parametrize("name", ["signed", "both"])
@pytest.mark.parametrize(
    "change", [{"share": 0.99}, {"signature": "0" * 128}, {"signer": None, "signature": None}]
)
def test_a_good_forger_of_an_estimate_is_refuted(folder, name, change):
    """The page is made to fit the forged figures; only the signature cannot be made."""
    place, certificate, content = estimate(folder / name)
    attach_risk(place, certificate, content, KEY if name == "both" else None, SIGN)
    told = json.loads(place.risk.read_text("utf-8")) | change
    told = {field: value for field, value in told.items() if change.get(field, "") is not None}
    place.risk.write_text(json.dumps(told), "utf-8")
    page = place.report.read_bytes()
    place.report.write_bytes(page.replace(section_of(page), risk_section(told)))
    found = statuses(folder / name, OFFICE)
    assert (found["integrity"], found["risk"]) == (Status.HOLDS, Status.REFUTED)


def test_a_marked_copy_says_so_and_not_where(folder, tmp_path):
    source = Source.open(folder / "notes.jsonl")
    made = release(Run(source, tmp_path / "out", parse_policy(POLICY)))
    sentence = "This copy is marked for one recipient."
    for marked in (False, True):
        one = replace(made, marked=marked).sealed(None, SIGN)
        assert one.to_json().get("marked", False) is marked
        assert (sentence in published_report(one.to_json()).decode()) is marked
        out = tmp_path / "out"
        put(out, one.to_json())
        found = verify_release(out, signer=OFFICE)
        assert ("marked" in found.stated) is marked
        assert {v.claim: v.status for v in found.verdicts}["signature"] is Status.HOLDS
