"""What may remain: samples, reviews by one or two people, and what they say of the whole."""

import json
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from textveil.certify.document.certificate import read_certificate
from textveil.certify.risk.file import attach_risk
from textveil.certify.risk.section import (
    NO_SECTION,
    risk_section,
    section_of,
)
from textveil.certify.verification import verify_release
from textveil.cli.app import app
from textveil.cli.app import run as run_command
from textveil.errors import InputError, OutputError, UsageError
from textveil.evaluate.remaining import Remaining
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.risk.estimating import estimate_risk, risk_content
from textveil.pipeline.risk.known import review_by_annotations
from textveil.pipeline.risk.published import PublishedRelease
from textveil.pipeline.risk.reasons import read_reasons
from textveil.pipeline.risk.run import risk_estimate
from textveil.pipeline.risk.sampling import (
    LEFT,
    MARKS,
    REPLACED,
    UNREAD,
    SampleDraw,
    Stamp,
    draw_sample,
    write_sample,
)
from textveil.policy.policy import parse_policy
from textveil.policy.registry import ComponentKind, build
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans
from textveil.values.verdict import Status

KEY = Secret(b"a key of more than sixteen bytes")
POLICY = """
name: patterns
detect: [{use: textveil.patterns.v1}]
transform:
  default: {use: textveil.mask.v1}
  labels: {AGE: {use: textveil.generalize.v1, age_width: 1, age_top: 90}}
"""
NAME = "Ana Ruiz"
SPAN_FORMATS = (
    "brat", "conll", "doccano", "i2b2-2006", "i2b2-2014", "jsonl", "label-studio", "prodigy", "tab",
)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("releases")
    notes = [
        {
            "id": f"n{n}",
            "text": f"{NAME}, aged {30 + n}, wrote to p{n}@example.org and q{n}@example.org.",
        }
        for n in range(18)
    ] + [{"id": "empty", "text": ""}, {"id": "all", "text": "ana@example.org"}]
    (folder / "in.jsonl").write_text("".join(json.dumps(note) + "\n" for note in notes), "utf-8")
    for name, key in (("open", None), ("sealed", KEY)):
        release(Run(Source.open(folder / "in.jsonl"), folder / name, parse_policy(POLICY), key))
    return folder


@pytest.fixture
def folder(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "releases"))


def read(documents, missed=(), unread=()):
    """Return documents as a reader gives them back: `missed` are the ids where a name was seen."""
    for document in documents:
        name = Stamp.read(document.id).document
        spans = [s for s in document.spans if s.label != UNREAD or name in unread]
        if name in missed:
            start = document.text.index(NAME)
            spans.append(Span(start, start + len(NAME), "NAME"))
        yield replace(document, spans=Spans(spans))


def reviewed(path, documents, **how):
    write_sample(read(documents, **how), path, "jsonl")
    return Source.open(path)


@pytest.fixture
def opened(folder):
    return PublishedRelease.at(folder / "open")


def test_a_sample_shows_what_was_replaced_and_what_was_left(opened):
    documents = {Stamp.read(d.id).document: d for d in draw_sample(opened, 20, seed=1)}
    assert len(documents) == 20
    one = documents["n3"]
    shown = [(span.label, one.covered_by(span)) for span in one.spans]
    assert shown == [
        (UNREAD, "Ana"), (LEFT, "33"), (REPLACED, "[EMAIL]"), (REPLACED, "[EMAIL]"),
    ]  # fmt: skip
    assert one.metadata["release"] == opened.id
    # Every word is a fake: the first mark stands for both.
    assert [span.label for span in documents["all"].spans] == [UNREAD]
    assert len(documents["empty"].spans) == 0


def test_seeds_draw_other_documents_and_every_document_is_as_likely_as_any_other(opened):
    drawn = [[d.id for d in draw_sample(opened, 6, seed)] for seed in range(60)]
    assert drawn[0] == [d.id for d in draw_sample(opened, 6, 0)]
    assert all(len(set(ids)) == 6 for ids in drawn)
    times = [
        sum(one.document.id in {Stamp.read(i).document for i in ids} for ids in drawn)
        for one in opened
    ]
    # 18 of 60 are expected, with a standard deviation of 3.5.
    assert sum(times) == 360
    assert min(times) > 3
    with pytest.raises(UsageError, match="only 20 documents"):
        draw_sample(opened, 21, 0)


@pytest.mark.parametrize("name", SPAN_FORMATS)
def test_a_sample_survives_every_format_of_annotations(opened, tmp_path, name):
    drawn = [d for d in draw_sample(opened, 20, 1) if d.text]
    target = tmp_path / "review"
    write_sample(drawn, target, name)
    assert stat.S_IMODE(target.stat().st_mode) == (0o700 if target.is_dir() else 0o600)
    files = [path for path in (target, *target.rglob("*")) if path.is_file()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    back = {d.id: d for d in build(ComponentKind.FORMAT, name).read(target)}
    assert back.keys() == {d.id for d in drawn}
    for one in drawn:
        assert back[one.id].text == one.text
        marks = [(s.start, s.end, s.label) for s in back[one.id].spans]
        assert marks == [(s.start, s.end, s.label) for s in one.spans]


def test_a_sample_is_written_once_and_only_with_annotations(opened, tmp_path):
    drawn = draw_sample(opened, 2, 1)
    write_sample(drawn, tmp_path / "a.jsonl", "jsonl")
    with pytest.raises(OutputError, match="exists"):
        write_sample(drawn, tmp_path / "a.jsonl", "jsonl")
    with pytest.raises(UsageError, match="does not carry annotations"):
        write_sample(drawn, tmp_path / "a.txt", "text")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["a.jsonl"]


def test_a_review_gives_both_bounds(opened, tmp_path):
    drawn = draw_sample(opened, 20, 1)
    found = estimate_risk(opened, [reviewed(tmp_path / "a.jsonl", drawn, missed={"n1", "n2"})])
    figures = found.figures
    assert (figures.read, figures.leaking, figures.missed, figures.most) == (20, 2, 2, 10)
    # Clopper and Pearson, one-sided: 2 of 20.
    assert figures.share == pytest.approx(0.2826, abs=1e-4)
    assert figures.tightness == pytest.approx(figures.mean / (figures.share * 10))
    assert found.sentence.startswith("With 95 % confidence at most 28.3 of 100 documents hold")
    assert found.overlooked is None
    assert found.documents == 20
    wider = estimate_risk(opened, [Source.open(tmp_path / "a.jsonl")], most=40)
    assert wider.figures.mean > figures.mean


def test_documents_that_nobody_read_count_as_leaking(opened, tmp_path):
    drawn = draw_sample(opened, 20, 1)
    names = {Stamp.read(d.id).document for d in drawn}
    whole = estimate_risk(opened, [reviewed(tmp_path / "w.jsonl", drawn)])
    found = estimate_risk(opened, [reviewed(tmp_path / "a.jsonl", drawn, unread={"n1", "n2"})])
    assert (found.figures.read, found.figures.unread, found.figures.missed) == (18, 2, 0)
    # Clopper and Pearson, one-sided: 2 of 20.
    assert found.figures.share == pytest.approx(0.2826, abs=1e-4)
    assert found.figures.mean > whole.figures.mean
    with pytest.raises(InputError, match="nobody has read a document"):
        estimate_risk(
            opened,
            [reviewed(tmp_path / "b.jsonl", [d for d in drawn if d.text], unread=names)],
        )


def test_documents_that_are_missing_from_a_review_count_as_leaking(opened, tmp_path):
    drawn = draw_sample(opened, 20, 1)
    left = [d for d in drawn if Stamp.read(d.id).document not in {"n1", "n2"}]
    found = estimate_risk(opened, [reviewed(tmp_path / "a.jsonl", left)])
    assert (found.figures.read, found.figures.unread) == (18, 2)
    assert found.figures.share == pytest.approx(0.2826, abs=1e-4)
    told = CliRunner().invoke(
        app, ["risk", "estimate", str(opened.place.publish.parent), str(tmp_path / "a.jsonl")]
    )
    assert "2 documents of the sample not read: each counts as if it held as much" in told.stderr


@pytest.mark.parametrize("name", ["n1", "n1~{release}~20-1"])
def test_a_reason_takes_a_document_out_of_the_sample_and_is_told(opened, tmp_path, name):
    drawn = draw_sample(opened, 20, 1)
    review = reviewed(tmp_path / "a.jsonl", drawn, unread={"n1", "n2"})
    reasons = {name.format(release=opened.id[:16]): "in a language that nobody here reads"}
    found = estimate_risk(opened, [review], reasons=reasons)
    assert (found.figures.read, found.figures.unread, found.left_out) == (18, 1, 1)
    # 1 of 19.
    assert found.figures.share == pytest.approx(0.2264, abs=1e-4)
    content = found.to_publish()
    assert (content["unread"], content["left_out"]) == (1, 1)
    assert "the bounds say nothing of documents like them" in risk_section(content).decode()
    place = tmp_path / "reasons.tsv"
    place.write_text("n1\tin Greek\n\nn2\ta form\n", "utf-8")
    out = str(opened.place.publish.parent)
    asked = ["risk", "estimate", out, str(tmp_path / "a.jsonl"), "--reasons", str(place)]
    told = CliRunner().invoke(app, asked)
    assert "2 documents left out for a reason" in told.stderr
    assert "Greek" not in told.stdout + told.stderr


def test_reasons_that_fit_no_unread_document_are_refused(opened, tmp_path):
    review = reviewed(tmp_path / "a.jsonl", draw_sample(opened, 20, 1), unread={"n1"})
    for reasons in ({"n2": "long"}, {"who": "long"}, {"n1": " "}):
        with pytest.raises(UsageError, match="reason"):
            estimate_risk(opened, [review], reasons=reasons)
    for lines in ("n1\n", "n1\t \n", "n1\ta\nn1\tb\n"):
        (tmp_path / "reasons.tsv").write_text(lines, "utf-8")
        with pytest.raises(InputError, match="an id that no other line has") as caught:
            read_reasons(tmp_path / "reasons.tsv")
        assert "line" in caught.value.where
    with pytest.raises(InputError, match="cannot be read"):
        read_reasons(tmp_path / "none.tsv")


def test_a_document_that_was_not_drawn_is_refused(opened, tmp_path):
    """An easy document cannot take the place of a hard one."""
    few = draw_sample(opened, 3, 1)
    others = [d for d in draw_sample(opened, 20, 1) if d.text not in {one.text for one in few}]
    name = str(replace(Stamp.read(others[0].id), draw=Stamp.read(few[0].id).draw))
    documents = [*few[:2], replace(others[0], id=name)]
    with pytest.raises(InputError, match="was not drawn"):
        estimate_risk(opened, [reviewed(tmp_path / "a.jsonl", documents)])


def test_a_mark_inside_a_replaced_passage_is_not_a_miss_and_marks_that_overlap_are_one(
    opened, tmp_path
):
    drawn = [d for d in draw_sample(opened, 20, 1) if Stamp.read(d.id).document == "n5"]
    [one] = read(drawn)
    fake = one.text.index("[EMAIL]")
    marks = [Span(fake, fake + 7, "EMAIL"), Span(fake + 1, fake + 3, "NAME")]
    write_sample([replace(one, spans=one.spans | Spans(marks))], tmp_path / "a.jsonl", "jsonl")
    assert estimate_risk(opened, [Source.open(tmp_path / "a.jsonl")]).figures.missed == 0
    marks = [
        Span(0, 3, "NAME"),
        Span(0, 8, "NAME"),
        Span(4, 8, "NAME"),
        Span(fake - 3, fake + 2, "X"),
    ]
    write_sample([replace(one, spans=one.spans | Spans(marks))], tmp_path / "b.jsonl", "jsonl")
    assert estimate_risk(opened, [Source.open(tmp_path / "b.jsonl")]).figures.missed == 2


def test_of_two_readers_the_union_was_missed_and_chapman_estimates_the_rest(opened, tmp_path):
    drawn = draw_sample(opened, 20, 1)
    first = reviewed(tmp_path / "a.jsonl", drawn, missed={"n1", "n2", "n3"})
    second = reviewed(tmp_path / "b.jsonl", drawn, missed={"n2", "n3", "n4", "n5"})
    found = estimate_risk(opened, [first, second])
    assert (found.figures.leaking, found.figures.missed, found.readers) == (5, 5, 2)
    both = found.overlooked
    assert (both.first, both.second, both.both) == (3, 4, 2)
    # (3 + 1)(4 + 1) / (2 + 1) - 1 - 5
    assert both.estimate == pytest.approx(20 / 3 - 6)
    assert found.to_publish()["overlooked"] == {"estimate": 0.67, "high": both.high}
    third = reviewed(tmp_path / "c.jsonl", drawn, missed={"n7"})
    apart = estimate_risk(opened, [first, third])
    assert apart.overlooked.high is None
    assert apart.to_publish()["overlooked"] is None
    paths = [str(tmp_path / "a.jsonl"), str(tmp_path / "c.jsonl")]
    told = CliRunner().invoke(app, ["risk", "estimate", str(opened.place.publish.parent), *paths])
    assert "nothing in common, so that both may have overlooked any number" in told.stdout


def test_readers_of_different_documents_are_added_without_chapman(opened, tmp_path):
    drawn = draw_sample(opened, 20, 1)
    parts = [
        reviewed(tmp_path / "a.jsonl", drawn[:4], missed=set()),
        reviewed(tmp_path / "b.jsonl", drawn[4:], missed=set()),
    ]
    found = estimate_risk(opened, parts)
    assert (found.figures.read, found.overlooked) == (20, None)


def test_a_document_with_more_than_the_most_is_told(opened, tmp_path):
    drawn = [d for d in draw_sample(opened, 20, 1) if Stamp.read(d.id).document == "n5"]
    [one] = read(drawn)
    marks = Spans(Span(at, at + 1, "NAME") for at in (0, 4, 6))
    write_sample([replace(one, spans=one.spans | marks)], tmp_path / "a.jsonl", "jsonl")
    with pytest.raises(UsageError, match="3 missed identifiers, and 2 was said"):
        estimate_risk(opened, [Source.open(tmp_path / "a.jsonl")], most=2)


def test_reviews_of_something_else_are_refused(opened, folder, tmp_path):
    drawn = draw_sample(opened, 4, 1)
    other = PublishedRelease.at(folder / "sealed")
    review = reviewed(tmp_path / "a.jsonl", drawn)
    with pytest.raises(InputError, match="not a review of this release"):
        estimate_risk(other, [review])
    changed = [replace(d, text=d.text + " ") for d in read(drawn)]
    write_sample(changed, tmp_path / "b.jsonl", "jsonl")
    with pytest.raises(InputError, match="not the published one"):
        estimate_risk(opened, [Source.open(tmp_path / "b.jsonl")])
    unknown = [replace(d, id=str(Stamp("who", opened.id, SampleDraw(4, 1)))) for d in drawn[:1]]
    write_sample(unknown, tmp_path / "c.jsonl", "jsonl")
    with pytest.raises(InputError, match="document who was not drawn"):
        estimate_risk(opened, [Source.open(tmp_path / "c.jsonl")])


def test_from_what_is_published_documents_are_drawn_with_no_mark_but_unread(folder):
    alone = PublishedRelease.at(folder / "open" / "publish")
    drawn = draw_sample(alone, 20, seed=1)
    assert [d.id for d in drawn] == [
        d.id for d in draw_sample(PublishedRelease.at(folder / "open"), 20, seed=1)
    ], "the draw is the owner's"
    assert {span.label for one in drawn for span in one.spans} == {UNREAD}
    assert {one.metadata["release"] for one in drawn} == {alone.id}
    assert "drawn from what is published" in drawn[0].metadata["notice"].lower()


def test_a_readers_bound_is_never_below_the_owners(folder, tmp_path):
    alone = PublishedRelease.at(folder / "open" / "publish")
    documents = list(read(draw_sample(alone, 20, 1), missed={"n1"}))
    fakes = [
        replace(one, spans=Spans([*one.spans, Span(start, start + 7, "EMAIL")]))
        for one in documents
        if (start := one.text.find("[EMAIL]")) >= 0
    ]
    others = [one for one in documents if "[EMAIL]" not in one.text]
    write_sample([*fakes, *others], tmp_path / "a.jsonl", "jsonl")
    review = Source.open(tmp_path / "a.jsonl")
    with pytest.raises(UsageError, match="no replaced passages are known"):
        estimate_risk(alone, [review])
    by_reader = estimate_risk(alone, [review], most=10)
    by_owner = estimate_risk(PublishedRelease.at(folder / "open"), [review], most=10)
    assert (by_reader.figures.leaking, by_owner.figures.leaking) == (19, 1)
    assert by_reader.figures.share > by_owner.figures.share


@pytest.mark.parametrize("kind", ["rare", "sequences"])
def test_other_methods_than_texts_are_told(kind):
    with pytest.raises(InputError, match="texts with replaced passages"):
        PublishedRelease.at(Path("tests/golden/releases") / kind / "out")


def verdicts(out, key=None):
    found = verify_release(out, key=key)
    return {verdict.claim: verdict.status for verdict in found.verdicts}


def attached(folder, name, key=None, missed=frozenset({"n1"})):
    opened = PublishedRelease.at(folder / name)
    review = folder / f"{name}-{len(missed)}.jsonl"
    made = estimate_risk(opened, [reviewed(review, draw_sample(opened, 20, 1), missed=missed)])
    attach_risk(opened.place, opened.certificate, made.to_publish(), key)
    return opened.place


def test_one_review_does_not_count_as_two_people(folder, tmp_path):
    opened = PublishedRelease.at(folder / "open")
    review = tmp_path / "read.jsonl"
    source = reviewed(review, draw_sample(opened, 20, 1))
    (tmp_path / "again.jsonl").symlink_to(review)
    for other in (str(review), tmp_path / "again.jsonl", source):
        with pytest.raises(UsageError, match="given twice"):
            risk_estimate(folder / "open", [review, other])
    shutil.copy(review, tmp_path / "another.jsonl")
    assert risk_estimate(folder / "open", [review, tmp_path / "another.jsonl"]).readers == 2


def test_an_estimate_is_attached_sealed_and_verified(folder):
    assert "risk" not in verdicts(folder / "sealed")
    place = attached(folder, "sealed", KEY)
    found = verdicts(folder / "sealed", KEY)
    assert found["risk"] is Status.HOLDS
    assert found["integrity"] is Status.HOLDS
    assert verdicts(folder / "sealed" / "publish")["risk"] is Status.NOT_CHECKABLE
    page = place.report.read_text("utf-8")
    assert "One person read 20 of the 20 published documents" in page
    # It can be estimated anew, by the same way.
    attached(folder, "sealed", KEY, missed=frozenset({"n1", "n2"}))
    again = verdicts(folder / "sealed", KEY)
    assert (again["risk"], again["integrity"]) == (Status.HOLDS, Status.HOLDS)
    assert place.report.read_text("utf-8") != page


def test_what_is_published_tells_nothing_of_single_documents(folder):
    place = attached(folder, "open")
    told = json.loads(place.risk.read_text("utf-8"))
    assert told.keys() == {
        "schema", "release", "documents", "read", "unread", "left_out", "readers", "confidence",
        "most", "share", "mean", "overlooked", "seal",
    }  # fmt: skip
    assert told["release"] == read_certificate(folder / "open")["id"]
    for path in (place.risk, place.report):
        assert "n1~" not in path.read_text("utf-8")
        assert NAME not in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "refuted"),
    [
        ({"share": 0.9}, {"risk", "integrity"}),
        ({"release": "0" * 64}, {"risk"}),
        ({"documents": 22}, {"risk", "integrity"}),
        ({"read": 19}, {"risk", "integrity"}),
        ({"unread": 1}, {"risk", "integrity"}),
        ({"left_out": -1}, {"risk", "integrity"}),
        ({"seal": ""}, {"risk"}),
        ({"seal": "0" * 64}, {"risk"}),
        ({"more": 1}, {"risk", "integrity"}),
        ({"mean": "low"}, {"risk", "integrity"}),
    ],
)
def test_a_changed_estimate_is_refuted(folder, change, refuted):
    place = attached(folder, "sealed", KEY)
    told = json.loads(place.risk.read_text("utf-8"))
    place.risk.write_text(json.dumps({**told, **change}), "utf-8")
    found = verdicts(folder / "sealed", KEY)
    assert {claim for claim, status in found.items() if status is Status.REFUTED} == refuted


def test_a_good_forger_without_the_key_is_refuted(folder):
    """The page is made to fit the forged figures; only the seal cannot be made."""
    place = attached(folder, "sealed", KEY)
    told = json.loads(place.risk.read_text("utf-8")) | {"share": 0.9, "mean": 0.5}
    place.risk.write_text(json.dumps(told), "utf-8")
    page = place.report.read_bytes()
    place.report.write_bytes(page.replace(section_of(page), risk_section(told)))
    found = verdicts(folder / "sealed", KEY)
    assert (found["integrity"], found["risk"]) == (Status.HOLDS, Status.REFUTED)


def test_a_bound_below_what_any_review_can_show_is_refuted_without_a_key(folder):
    place = attached(folder, "open")
    # Four of twenty that were not read count as leaking: 0.4 is the bound, and 0.3 is none.
    for change, status in (
        ({"share": 0.01}, Status.REFUTED),
        ({"read": 16, "unread": 4, "share": 0.30}, Status.REFUTED),
        ({"read": 16, "unread": 4, "share": 0.4011}, Status.NOT_CHECKABLE),
        ({"read": 16, "unread": 5, "share": 0.9}, Status.REFUTED),
        ({"read": 16, "left_out": 5, "share": 0.9}, Status.REFUTED),
    ):
        told = json.loads(place.risk.read_text("utf-8")) | {"left_out": 0, "unread": 0} | change
        place.risk.write_text(json.dumps(told), "utf-8")
        page = place.report.read_bytes()
        place.report.write_bytes(page.replace(section_of(page), risk_section(told)))
        assert verdicts(folder / "open")["risk"] is status, change


@pytest.mark.parametrize("lost", ["risk.json", "section", "link"])
def test_page_and_figures_belong_together(folder, lost, tmp_path):
    place = attached(folder, "open")
    if lost == "section":
        page = place.report.read_bytes()
        place.report.write_bytes(page.replace(section_of(page), NO_SECTION))
    else:
        moved = place.risk.rename(tmp_path / "risk.json")
        if lost == "link":
            place.risk.symlink_to(moved)
    found = verdicts(folder / "open")
    assert found["integrity"] is Status.REFUTED
    assert found.get("risk") is {"section": Status.NOT_CHECKABLE, "link": Status.REFUTED}.get(lost)


def test_only_the_owner_of_the_key_and_of_an_unchanged_report_attaches(folder):
    opened = PublishedRelease.at(folder / "sealed")
    found = estimate_risk(opened, [reviewed(folder / "a.jsonl", draw_sample(opened, 15, 1))])
    before = sorted(path.name for path in opened.place.publish.iterdir())
    other = Secret(b"another key of sixteen bytes and more")
    for key in (None, other):
        with pytest.raises(UsageError, match="only its key"):
            attach_risk(opened.place, opened.certificate, found.to_publish(), key)
    page = opened.place.report.read_bytes()
    opened.place.report.write_bytes(page + b"\n")
    with pytest.raises(InputError, match="not the one that was certified"):
        attach_risk(opened.place, opened.certificate, found.to_publish(), KEY)
    opened.place.report.write_bytes(page.replace(NO_SECTION, b""))
    with pytest.raises(InputError, match="no place"):
        attach_risk(opened.place, opened.certificate, found.to_publish(), KEY)
    assert sorted(path.name for path in opened.place.publish.iterdir()) == before


def test_bounds_of_a_few_documents_are_not_published(folder):
    opened = PublishedRelease.at(folder / "open")
    found = estimate_risk(opened, [reviewed(folder / "a.jsonl", draw_sample(opened, 14, 1))])
    before = {path: path.read_bytes() for path in opened.place.publish.iterdir() if path.is_file()}
    with pytest.raises(UsageError, match="would tell of single ones"):
        attach_risk(opened.place, opened.certificate, found.to_publish(), None)
    assert before == {p: p.read_bytes() for p in opened.place.publish.iterdir() if p.is_file()}


def test_the_sentence_says_what_the_second_bound_rests_on():
    content = risk_content("0" * 64, 100, 1, Remaining(30, 1, 1, 60, 0.16, 5.971, 0.6), None)
    section = risk_section(content).decode()
    assert (
        "597.1 missed identifiers stand in 100 documents. The second bound allows for 60" in section
    )
    assert "(--most)" in section


def test_the_verbs_work_together_and_say_what_is_confidential(folder):
    out, review = str(folder / "open"), folder / "review.jsonl"
    runner = CliRunner()
    drawn = runner.invoke(
        app, ["risk", "sample", out, "-n", "19", "-o", str(review), "--seed", "3"]
    )
    assert drawn.exit_code == 0
    assert "as confidential as" in drawn.stderr
    rows = [json.loads(line) for line in review.read_text("utf-8").splitlines()]
    for row in rows:
        row["spans"] = [span for span in row["spans"] if span["label"] != UNREAD]
    review.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done = runner.invoke(app, ["risk", "estimate", out, str(review), "--attach"])
    assert done.exit_code == 0
    assert done.stdout.startswith("With 95 % confidence at most ")
    assert "1 person read 19 of 20 documents; 0 of these hold" in done.stdout
    told = runner.invoke(app, ["risk", "estimate", out, str(review), "--json", "--most", "30"])
    assert json.loads(told.stdout)["most"] == 30
    inside = str(folder / "open" / "publish" / "review.jsonl")
    refused = runner.invoke(app, ["risk", "sample", out, "-n", "2", "-o", inside])
    assert isinstance(refused.exception, UsageError)
    assert {span["label"] for row in rows for span in row["spans"]} < MARKS


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("another release", "not a review of this release"),
        ("nobody read it", "nobody has read a document"),
        ("no keep", "only the owner of a release adds to it"),
        ("no release", "there is no"),
        ("no review", "there is no"),
        ("few", "would tell of single ones"),
    ],
)
def test_wrong_reviews_are_told_and_nothing_is_published(folder, wrong, told, capfd):
    opened = PublishedRelease.at(folder / "open")
    drawn = draw_sample(opened, 14 if wrong == "few" else 20, 1)
    names = {Stamp.read(document.id).document for document in drawn}
    review = folder / "a.jsonl"
    if wrong != "no review":
        drawn = [document for document in drawn if document.text]
        reviewed(review, drawn, unread=names if wrong == "nobody read it" else ())
    out = folder / {"another release": "sealed", "no release": "elsewhere"}.get(wrong, "open")
    if wrong == "no keep":
        shutil.rmtree(folder / "open" / "keep")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert run_command(["risk", "estimate", str(out), str(review), "--attach"]) != 0
    shown = capfd.readouterr()
    assert told in " ".join(shown.err.split())
    assert shown.out == ""
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_annotations_of_the_input_find_what_was_missed(opened, made, tmp_path):
    notes = [json.loads(line) for line in (made / "in.jsonl").read_text("utf-8").splitlines()]
    for note in notes:
        mail = note["text"].find("p1@")
        spans = [(0, 8, "NAME"), (mail, mail + 14, "EMAIL")] if mail > 0 else []
        spans = [{"start": low, "end": high, "label": label} for low, high, label in spans]
        note["spans"] = spans
    gold = tmp_path / "gold.jsonl"
    gold.write_text("".join(json.dumps(note) + "\n" for note in notes), "utf-8")
    read = list(review_by_annotations(opened, Source.open(gold), 20, 1))
    found = {
        Stamp.read(one.id).document: [one.covered_by(s) for s in one.spans if s.label not in MARKS]
        for one in read
    }
    assert len(found) == 20
    assert {name: seen for name, seen in found.items() if seen} == {"n1": [NAME]}
    write_sample(read, tmp_path / "review.jsonl", "jsonl")
    figures = estimate_risk(opened, [Source.open(tmp_path / "review.jsonl")]).figures
    assert (figures.read, figures.missed) == (20, 1)
    left = review_by_annotations(opened, Source.open(gold), 20, 1, lambda label: label != "NAME")
    assert not [span for one in left for span in one.spans if span.label not in MARKS]
