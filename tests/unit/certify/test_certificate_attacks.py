"""Whoever edits a certificate: of a sealed release nothing passes, of another nothing is believed.

The attacker of a release without a seal is a good one: hashes and ids are made to fit after the
edit, so that only what `verify` recomputes can tell.
"""

import json
import os
import shutil
from copy import deepcopy
from hashlib import sha256
from pathlib import Path

import pytest

from textveil.certify.document.certificate import id_of, read_certificate, seal_of
from textveil.certify.kinds.dictionary_forms import DictionaryVerifier
from textveil.certify.verification import verify_release
from textveil.errors import FormatError, TextveilError
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy
from textveil.values.keys.secret import Secret
from textveil.values.terms.policy_terms import policy_hash
from textveil.values.verdict import Status

KEY = Secret(b"a key of more than sixteen bytes")
POLICY = """
name: patterns
detect: [{use: textveil.patterns.v1}]
transform: {default: {use: textveil.mask.v1}, labels: {PHONE: keep}}
columns: {ward: keep, mail: EMAIL}
"""
NOTES = [
    {"id": "1", "text": "Write to ana@example.org.", "ward": "B2", "mail": "eva@example.org"},
    {"id": "2", "text": "Call 617-555-0134 today.", "ward": "B3", "mail": "amy@example.org"},
]


def made(folder, name, notes=NOTES, key=None, policy=POLICY, **more):
    source = folder / "notes.jsonl"
    source.write_text("".join(json.dumps(note) + "\n" for note in notes), "utf-8")
    run = Run(Source.open(source), folder / name, parse_policy(policy), key, **more)
    return release(run)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("releases")
    made(folder, "sealed", key=KEY)
    made(folder, "open")
    return folder


@pytest.fixture
def folder(kept, tmp_path):
    return Path(shutil.copytree(kept, tmp_path / "releases"))


def content_of(out):
    return json.loads((out / "publish" / "certificate.json").read_text("utf-8"))


def put(out, content):
    (out / "publish" / "certificate.json").write_text(json.dumps(content), "utf-8")


def forge(out, content):
    """Write a certificate whose hashes fit, as everybody can who has no key."""
    before = content_of(out).get("id", "")
    if isinstance(content.get("policy"), dict):
        content["policy"]["sha256"] = policy_hash(content["policy"])
    if "id" in content:
        content["id"] = id_of(content)
        page = out / "publish" / "report.html"
        page.write_text(page.read_text("utf-8").replace(before, content["id"]), "utf-8")
    put(out, content)


def statuses(outcome):
    return {verdict.claim: verdict.status for verdict in outcome.verdicts}


def places(value, path=()):
    """Yield the path of every value in a certificate."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in inside:
        yield (*path, name)
        if isinstance(item, dict | list):
            yield from places(item, (*path, name))


def others(value):
    """Yield values that differ from one, of its own type where there are such."""
    yield 1 if value is None else None
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (value + 1, -1, str(value), [value])
    elif isinstance(value, str):
        yield from (value + "x", value.upper() + "0", value[::-1] + "0", "" if value else "0" * 64)
    elif isinstance(value, list):
        yield from ([*value, *(value[:1] or ["x"])], {})
    elif isinstance(value, dict):
        yield from ({**value, "more": next(iter(value.values()), "x")}, [])


def edited(content):
    """Yield certificates with one edit each, and the field in which it is."""
    for path in places(content):
        *above, last = path
        for new in (*others(_at(content, path)), "drop it"):
            changed = deepcopy(content)
            holder = _at(changed, above)
            if new == "drop it":
                del holder[last]
            else:
                holder[last] = new
            if changed != content:
                yield path, changed


def _at(content, path):
    for name in path:
        content = content[name]
    return content


def passes(out, *given, **more):
    try:
        return verify_release(out, *given, **more)
    except TextveilError:
        return None


def judged(out, changed, *given, **more):
    """Forge a certificate, verify the release, and put everything back."""
    names = ("certificate.json", "report.html")
    before = {name: (out / "publish" / name).read_bytes() for name in names}
    forge(out, changed)
    outcome = passes(out, *given, **more)
    for name, data in before.items():
        (out / "publish" / name).write_bytes(data)
    return outcome


def test_no_edit_of_a_sealed_certificate_passes(folder):
    out, source = folder / "sealed", Source.open(folder / "notes.jsonl")
    assert verify_release(out, source, KEY).holds
    tried = 0
    for path, changed in edited(content_of(out)):
        put(out, changed)
        outcome = passes(out, None, KEY)
        assert outcome is None or not outcome.holds, path
        tried += 1
    assert tried > 300


def test_every_edit_of_an_open_certificate_is_refuted_or_only_stated(folder):
    out, source = folder / "open", Source.open(folder / "notes.jsonl")
    assert verify_release(out, source).holds
    believed = set()
    for path, changed in edited(content_of(out)):
        outcome = judged(out, changed, source)
        # An id that was edited is made to fit like all others.
        if outcome is not None and outcome.holds and path != ("id",):
            assert path[0] in outcome.stated, path
            believed |= {path[0]}
    assert verify_release(out, source).holds
    recomputed = {"schema", "input", "output", "counts", "verdicts", "protected", "unprotected"}
    assert not believed & recomputed
    assert "policy" in believed


def test_who_knows_the_release_id_believes_no_edit(folder):
    out = folder / "open"
    original = content_of(out)
    assert verify_release(out, release_id=original["id"]).holds
    tried = 0
    for path, changed in edited(original):
        if path[0] in ("policy", "started", "source", "scores", "meaning"):
            outcome = judged(out, changed, release_id=original["id"])
            # The hash of the policy is made to fit.
            assert outcome is None or not outcome.holds or path == ("policy", "sha256"), path
            tried += 1
    assert tried > 100


@pytest.mark.parametrize("key", [None, KEY], ids=["without key", "with key"])
def test_a_seal_that_was_taken_off_refutes(folder, key):
    out = folder / "sealed"
    forge(out, content_of(out) | {"seal": ""})
    assert statuses(verify_release(out, None, key))["seal"] is Status.REFUTED


def test_a_release_that_denies_its_key_is_refuted_by_the_key(folder):
    out = folder / "sealed"
    content = content_of(out) | {"seal": ""}
    content["input"]["keyed_by"] = "nonce"
    forge(out, content)
    assert statuses(verify_release(out))["seal"] is Status.NOT_CHECKABLE
    assert statuses(verify_release(out, None, KEY))["seal"] is Status.REFUTED


def test_an_open_release_is_refuted_by_any_key(folder):
    assert statuses(verify_release(folder / "open", None, KEY))["seal"] is Status.REFUTED


def test_a_seal_without_a_key_refutes(folder):
    out = folder / "open"
    forge(out, content_of(out) | {"seal": "0" * 64})
    assert statuses(verify_release(out))["seal"] is Status.REFUTED


def test_the_seal_of_another_release_refutes(folder):
    made(folder, "next", NOTES[:1], KEY)
    out, other = folder / "sealed", content_of(folder / "next")
    put(out, content_of(out) | {"seal": other["seal"]})
    assert statuses(verify_release(out, None, KEY))["seal"] is Status.REFUTED


def test_an_old_release_played_again_is_refuted_by_the_new_id(folder):
    new = made(folder, "next", NOTES[:1], KEY)
    assert verify_release(folder / "next", None, KEY, release_id=new.id).holds
    outcome = verify_release(folder / "sealed", None, KEY, release_id=new.id)
    assert statuses(outcome)["seal"] is Status.HOLDS
    assert statuses(outcome)["release"] is Status.REFUTED


def test_the_seal_covers_the_id(folder):
    content = content_of(folder / "sealed")
    assert seal_of(content, KEY) != seal_of(content | {"id": "0" * 64}, KEY)


def test_certificate_report_and_outcome_show_one_id(folder):
    content = content_of(folder / "open")
    assert content["id"] == id_of(content) == verify_release(folder / "open").release
    assert (folder / "open" / "publish" / "report.html").read_text("utf-8").count(
        content["id"]
    ) == 1


@pytest.mark.parametrize("shown", ["", "0" * 64, "{id} {id}"])
def test_a_report_that_shows_another_id_is_refuted(folder, shown):
    out = folder / "open"
    content, page = content_of(out), out / "publish" / "report.html"
    page.write_text(page.read_text("utf-8").replace(content["id"], shown.format(**content)))
    assert statuses(verify_release(out))["integrity"] is Status.REFUTED
    content["output"]["report.html"] = sha256(b"").hexdigest()
    forge(out, content)
    assert statuses(verify_release(out))["integrity"] is Status.REFUTED


@pytest.mark.parametrize("claim", ["k-subjects", "integrity", "seal", "residue"])
def test_a_verdict_that_the_policy_does_not_ask_for_is_refuted(folder, claim):
    out = folder / "open"
    content = content_of(out)
    content["verdicts"].insert(0, {**content["verdicts"][-1], "claim": claim, "checked": 9})
    forge(out, content)
    outcome = verify_release(out, Source.open(folder / "notes.jsonl"))
    told = [v for v in outcome.verdicts if v.claim == claim and v.status is Status.REFUTED]
    assert told
    assert not outcome.holds


def test_verdicts_in_another_order_differ(folder):
    out = folder / "open"
    content = content_of(out)
    content["verdicts"].reverse()
    forge(out, content)
    assert "order" in verify_release(out).differences[0]


def test_what_cannot_be_recomputed_is_stated_and_never_holds(folder):
    outcome = verify_release(folder / "open")
    shown = {v["claim"]: v["status"] for v in outcome.to_json()["verdicts"]}
    assert shown["alignment"] == shown["residue"] == shown["metadata"] == "stated"
    assert shown["integrity"] == shown["record"] == "holds"
    assert {"policy", "input", "started", "meaning"} <= set(outcome.to_json()["stated"])
    assert outcome.holds
    with_input = verify_release(folder / "open", Source.open(folder / "notes.jsonl"))
    assert "input" not in with_input.stated
    assert Status.STATED not in statuses(with_input).values()


def test_a_release_that_was_kept_although_refuted_fails_without_the_input_too(folder):
    notes = [NOTES[0] | {"sender": "ana@example.org"}]
    more = POLICY.replace("{ward", "{'*': keep, ward")
    certificate = made(folder, "refuted", notes, policy=more, keep_refuted=True)
    assert Status.REFUTED in {verdict.status for verdict in certificate.verdicts}
    outcome = verify_release(folder / "refuted")
    assert statuses(outcome)["residue"] is Status.REFUTED
    assert not outcome.holds


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seal": ""', '"seal": "", "seal": ""'),
        ('"propagate": true', '"propagate": true, "propagate": false'),
        ('"seal": ""', '"Seal": ""'),
        ('"seal": ""', '"seal": "", "Seal": ""'),
        ('"documents": 2', '"documents": NaN'),
        ('"documents": 2', '"documents": 2.0'),
        ('"documents": 2', '"documents": 1e999'),
        ('"documents": 2', '"documents": ' + "9" * 5000),
        ('"documents": 2', '"documents": ' + "9" * 40),
        ('"documents": 2', '"documents": true'),
        ('"components": [', '"components": ["\\ud800", '),
        ('"use": "textveil.patterns.v1"', '"use": "x", "a": ' + "[" * 60 + "]" * 60),
        ('"use": "textveil.patterns.v1"', '"use": "x", "a": ' + "[" * 9000 + "]" * 9000),
        ('"status": "holds"', '"status": "stated"'),
        ('"keyed_by": "nonce"', '"keyed_by": "nobody"'),
        ('"texts/notes.jsonl"', '"texts/../../notes.jsonl"'),
    ],
)
def test_a_certificate_that_breaks_its_form_is_refused(folder, old, new):
    path = folder / "open" / "publish" / "certificate.json"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(TextveilError) as refused:
        read_certificate(folder / "open")
    assert refused.value.exit_code == FormatError.exit_code


@pytest.mark.parametrize(
    "options",
    [{"encoding": 5}, {"encoding": "hex"}, {"text_field": ["a"]}, {"none": 1}, {"encoding": None}],
)
def test_options_of_another_type_are_refused(folder, options):
    out = folder / "open"
    content = content_of(out)
    content["source"]["options"] = options
    forge(out, content)
    outcome = passes(out)
    assert outcome is None or not outcome.holds


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": "1", "input_length": 2, "edits": [{"start": 0.0}]}',
        b'{"id": "1", "id": "1", "input_length": 2, "edits": []}',
        b'{"id": ["1"], "input_length": 2, "edits": []}',
        b'{"id": "1", "input_length": true, "edits": []}',
        b'{"id": "1", "input_length": 2, "edits": ' + b"[" * 9000 + b"]" * 9000 + b"}",
        b'{"id": "1", "input_length": 2, "edits": [{"start": 0, "end": 1, "new_start": 0,'
        b' "new_end": 1, "label": ["NAME"], "entity": 1}]}',
        b"\xff\xfe",
    ],
)
def test_a_record_that_breaks_its_form_is_refuted(folder, line):
    out = folder / "open"
    (out / "keep" / "edits.jsonl").write_bytes(line + b"\n")
    assert statuses(verify_release(out))["record"] is Status.REFUTED


@pytest.mark.parametrize("name", ["x" * 300, "ü" * 200, "a\0b", "/".join(["x" * 200] * 20)])
@pytest.mark.parametrize("part", ["kept", "output"])
def test_a_file_that_cannot_exist_is_refused(folder, part, name):
    content = content_of(folder / "open")
    content[part][name] = "0" * 64
    forge(folder / "open", content)
    with pytest.raises(FormatError, match="cannot exist"):
        verify_release(folder / "open")


@pytest.mark.parametrize("option", ["path", "identifiers", "stop"])
@pytest.mark.parametrize("name", ["x" * 1000, "a\0b"])
def test_a_verifier_does_not_look_for_a_file_that_cannot_exist(folder, option, name):
    content = content_of(folder / "open")
    content["policy"]["verify"].append({"use": "textveil.dictionary-forms.v1", option: name})
    stated = {"claim": "dictionary-forms", "status": "holds", "checked": 1, "exempt": {}}
    content["verdicts"].append(stated)
    forge(folder / "open", content)
    outcome = verify_release(folder / "open", Source.open(folder / "notes.jsonl"))
    assert statuses(outcome)["dictionary-forms"] is Status.STATED
    assert DictionaryVerifier(name).verify([]).status is Status.NOT_CHECKABLE


def test_a_damaged_nonce_checks_nothing(folder):
    out = folder / "open"
    (out / "keep" / "input.nonce").write_bytes(b"\xff not hexadecimal")
    outcome = verify_release(out, Source.open(folder / "notes.jsonl"))
    assert statuses(outcome)["input"] is Status.NOT_CHECKABLE
    assert statuses(outcome)["kept"] is Status.REFUTED


@pytest.mark.parametrize("name", ["texts/pipe", "pipe", "texts/notes.jsonl", "risk.json"])
def test_a_pipe_in_a_release_is_refuted_and_not_read(folder, name):
    path = folder / "open" / "publish" / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    claim = "risk" if name == "risk.json" else "integrity"
    assert statuses(verify_release(folder / "open"))[claim] is Status.REFUTED


def test_a_pipe_among_the_files_to_keep_is_not_read(folder):
    path = folder / "open" / "keep" / "edits.jsonl"
    path.unlink()
    os.mkfifo(path)
    outcome = verify_release(folder / "open")
    assert outcome.holds
    assert statuses(outcome)["kept"] is Status.NOT_CHECKABLE


@pytest.mark.parametrize("excerpts", [0, 1])
def test_only_the_owner_can_read_source_text(folder, excerpts):
    before = os.umask(0o022)
    try:
        made(folder, "modes", excerpts=excerpts)
    finally:
        os.umask(before)
    publish, keep = folder / "modes" / "publish", folder / "modes" / "keep"
    modes = {path: path.stat().st_mode & 0o777 for path in (publish, keep, *keep.iterdir())}
    assert modes.pop(publish) == 0o755
    assert modes.pop(keep) == 0o700
    assert set(modes.values()) == {0o600}
    assert "ana@example.org" not in (publish / "report.html").read_text("utf-8")
    own = keep / "report.html"
    assert own.exists() is bool(excerpts)
    if excerpts:
        assert "ana@example.org" in own.read_text("utf-8")
        own.write_text(own.read_text("utf-8") + " ", "utf-8")
        assert statuses(verify_release(folder / "modes"))["kept"] is Status.REFUTED
