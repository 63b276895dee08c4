"""The published report follows from the certificate: no other byte passes."""

import json
import shutil
from hashlib import sha256

import pytest

from textveil import Run, load_policy, read, release
from textveil.certify.check_command import Check
from textveil.certify.document.certificate import BLANK, certificate_of, id_of
from textveil.certify.told.report import published_report
from textveil.formats.sources import Source
from textveil.pipeline.attack.attacks import attacks
from textveil.values.figures.attack import ATTACKS
from textveil.values.keys.secret import Secret

NOTE = "Ana Ruidera, 617-555-0129, was seen on 3 May 2016 by Dr. Lund. MRN 4471123.\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    rows = [{"id": str(at), "text": NOTE, "ward": "W"} for at in range(40)]
    (folder / "notes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    policy = load_policy("tag-only").with_columns({"ward": "keep"})
    release(Run(read(folder / "notes.jsonl"), folder / "out", policy, excerpts=2))
    return folder / "out" / "publish"


def parts(publish):
    """Return report and certificate of a release."""
    content = json.loads((publish / "certificate.json").read_text("utf-8"))
    return (publish / "report.html").read_text("utf-8"), content


def forged(publish, folder, page, certificate):
    """Write a release whose certificate has the hash of another report, and its own id."""
    shutil.copytree(publish, folder / "publish")
    blank = page.replace(certificate["id"], BLANK)
    certificate["output"]["report.html"] = sha256(blank.encode()).hexdigest()
    certificate["id"] = id_of(certificate)
    (folder / "publish" / "report.html").write_text(blank.replace(BLANK, certificate["id"]))
    (folder / "publish" / "certificate.json").write_text(json.dumps(certificate), "utf-8")
    [outcome] = Check(out=folder).run().outcomes.values()
    return {one.claim: one for one in outcome.verdicts}


def told(verdicts):
    return [(one.document, one.reason) for one in verdicts["integrity"].witnesses]


OTHER = [("report.html", "it is not the report that its certificate gives")]


def test_the_report_is_made_again_byte_by_byte(made):
    page, certificate = parts(made)
    assert page.replace(certificate["id"], BLANK).encode() == published_report(certificate)


PLANTED = {
    "a comment": ("</body>", "<!-- Ana Ruidera --></body>"),
    "a word": (">Verdicts</h2>", ">Verdicts Ruidera</h2>"),
    "an attribute": ("<footer>", '<footer title="release">'),
    "a class": ('class="status holds"', 'class="status Ruidera"'),
    "a number in groups": (">Verdicts</h2>", ">Verdicts 4,471,123</h2>"),
    "a letter that nobody sees": (">Verdicts</h2>", ">Verdicts\u200b</h2>"),
    "a space": (">Verdicts</h2>", "> Verdicts</h2>"),
    "a count": ("<b>40</b><span>documents", "<b>4,471,123</b><span>documents"),
    "a verdict": (">holds<", ">refuted<"),
    "a fixed phrase": ("detection can be measured, but not proved", "everything was found"),
    "a second space": ("<footer>Components ", "<footer>Components  "),
}


@pytest.mark.parametrize("name", PLANTED)
def test_another_report_is_refuted_although_every_hash_fits(name, made, tmp_path):
    page, certificate = parts(made)
    old, new = PLANTED[name]
    assert old in page
    assert told(forged(made, tmp_path, page.replace(old, new, 1), certificate)) == OTHER


WITHOUT = {
    "another version": lambda one: one | {"textveil": "0.0.9"},
    "other templates": lambda one: one | {"report": one["report"] | {"templates": "ab" * 32}},
    "nothing said": lambda one: {name: one[name] for name in one if name != "report"},
}


@pytest.mark.parametrize("name", WITHOUT)
def test_a_report_that_cannot_be_made_again_is_never_said_to_hold(name, made, tmp_path):
    page, certificate = parts(made)
    assert "report" not in forged(made, tmp_path / "own", page, certificate)
    found = forged(made, tmp_path / "other", page, WITHOUT[name](certificate))
    assert found["report"].status.value == "not checkable"
    assert "it was not made again" in found["report"].reason


def test_figures_that_contradict_each_other_make_no_report(made, tmp_path):
    page, certificate = parts(made)
    certificate["verdicts"][0] |= {"status": "refuted", "failures": 0}
    found = forged(made, tmp_path, page, certificate)
    assert told(found) == [("report.html", "no report can be made from this certificate")]


def test_the_order_of_names_in_a_certificate_does_not_matter(made):
    _, certificate = parts(made)
    turned = json.loads(json.dumps(certificate, sort_keys=True))
    assert published_report(turned) == published_report(certificate)
    assert certificate_of(turned) == certificate_of(certificate)


def changed(value):
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 4471123
        case str():
            return f"{value}x"
    return value


def leaves(content, path=()):
    """Yield the places of all plain values of a certificate."""
    if isinstance(content, dict | list):
        for name in content if isinstance(content, dict) else range(len(content)):
            yield from leaves(content[name], (*path, name))
    else:
        yield path


@pytest.mark.parametrize("part", ["report", "counts", "verdicts", "attacks", "randomness"])
def test_what_a_part_of_the_certificate_says_stands_on_the_page(part, made):
    """A figure that the page does not show would be free for anybody to write there."""
    _, certificate = parts(made)
    before, unseen = published_report(certificate), []
    told = (path for path in leaves(certificate[part]) if path[-1] != "right")
    for path in told:
        other = json.loads(json.dumps(certificate))
        inside = other[part]
        for name in path[:-1]:
            inside = inside[name]
        inside[path[-1]] = changed(inside[path[-1]])
        try:
            unseen += [path] if published_report(other) == before else []
        except (ValueError, KeyError):
            continue
    allowed = {"characters", "passages", "withheld_characters", "reason", "failures"}
    allowed |= {"kept", "templates"}
    assert not [path for path in unseen if not allowed & set(path)]


def test_attacks_of_the_house_have_their_meaning_on_the_page():
    assert {name: one.meaning for name, one in attacks().items()}.items() <= ATTACKS.items()


def test_a_key_and_a_signature_are_on_the_page(tmp_path):
    (tmp_path / "a.txt").write_text("Call 617-555-0129.")
    run = Run(
        Source.open(tmp_path / "a.txt"),
        tmp_path / "out",
        load_policy("patterns-only"),
        key=Secret(b"0123456789abcdef"),
    )
    release(run)
    page, certificate = parts(tmp_path / "out" / "publish")
    assert "sealed with a key" in page
    assert page.replace(certificate["id"], BLANK).encode() == published_report(certificate)
