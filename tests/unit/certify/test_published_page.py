"""Every tag, word and number of a published report is explained by template or certificate."""

import json
import runpy
from pathlib import Path

import pytest

from textveil import Run, load_policy, read, release
from textveil.certify.certificate import file_hash, id_of
from textveil.certify.checking import Check
from textveil.certify.published_page import explained

SCRIPT = Path(__file__).parents[3] / "scripts" / "report_words.py"
NOTE = "Ana Ruidera, 617-555-0129, was seen on 3 May 2016 by Dr. Lund.\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "notes.txt").write_text(NOTE * 20)
    release(Run(read(folder / "notes.txt"), folder / "out", load_policy("patterns-only")))
    return folder / "out" / "publish"


def parts(publish):
    """Return report and certificate of a release."""
    content = json.loads((publish / "certificate.json").read_text("utf-8"))
    return (publish / "report.html").read_text("utf-8"), content


def test_the_report_of_a_release_is_explained(made):
    page, certificate = parts(made)
    assert explained(page.encode(), certificate)


PLANTED = {
    "a comment": ("</body>", "<!-- Ana Ruidera --></body>"),
    "a comment without a name": ("</body>", "<!-- seen by the owner --></body>"),
    "a word": (">Verdicts</h2>", ">Verdicts Ruidera</h2>"),
    "an attribute": ("<footer>", '<footer title="release">'),
    "a class": ('class="status holds"', 'class="status Ruidera"'),
    "a number": (">Verdicts</h2>", ">Verdicts 617-555-0129</h2>"),
    "an entity": (">Verdicts</h2>", ">Verdicts &#82;uidera</h2>"),
    "a letter that nobody sees": (">Verdicts</h2>", ">Verdicts\u200b</h2>"),
    "a script": ("</body>", "<script>release</script></body>"),
    "a style": ("</style>", ".ruidera { color: red }</style>"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_source_text_in_the_report_is_refuted_although_every_hash_fits(name, made, tmp_path):
    page, certificate = parts(made)
    old, new = PLANTED[name]
    assert old in page
    planted = page.replace(old, new, 1)
    assert not explained(planted.encode(), certificate)
    publish = tmp_path / "publish"
    (publish / "texts").mkdir(parents=True)
    for path in (made / "texts").iterdir():
        (publish / "texts" / path.name).write_bytes(path.read_bytes())
    blank = planted.replace(certificate["id"], "0" * 64)
    (publish / "report.html").write_text(blank, "utf-8")
    certificate["output"]["report.html"] = file_hash(publish / "report.html")
    named = id_of(certificate)
    (publish / "report.html").write_text(blank.replace("0" * 64, named), "utf-8")
    certificate["id"] = named
    (publish / "certificate.json").write_text(json.dumps(certificate), "utf-8")
    [outcome] = Check(out=tmp_path).run().outcomes.values()
    [integrity] = [one for one in outcome.verdicts if one.claim == "integrity"]
    assert [
        (one.document, "neither its template" in one.reason) for one in integrity.witnesses
    ] == [("report.html", True)]


def test_the_words_of_the_program_are_those_that_its_modules_say():
    script = runpy.run_path(str(SCRIPT))
    assert script["WORDS"].read_text("utf-8") == script["report_words"](), "run the script"


@pytest.mark.parametrize(
    ("name", "value"), [("textveil", "0.0.1"), ("components", ["other.package.v1"])]
)
def test_what_cannot_be_explained_here_is_said(name, value, made, tmp_path):
    from textveil.certify.published_page import unknown_words

    _, certificate = parts(made)
    assert not unknown_words(certificate)
    assert "were not explained" in unknown_words({**certificate, name: value})
