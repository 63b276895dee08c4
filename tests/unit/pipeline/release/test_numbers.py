"""Numbers as ids: they tell nothing about names, and the owner finds the way back."""

import json
import shutil
from pathlib import Path

import pytest

from textveil.certify.verification import verify_release
from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.sight.attacks import attack_release
from textveil.policy.policy import load_policy
from textveil.values.keys.secret import Secret
from textveil.values.terms.policy_terms import NUMBER

KEY = Secret(b"0123456789abcdef")
NAMES = [f"patient{letter}" for letter in "abcdefghijkl"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of texts and one of several formats, each released with a key and without."""
    folder = tmp_path_factory.mktemp("numbers")
    for kind in ("texts", "mixed"):
        (folder / kind).mkdir()
        for name in NAMES:
            (folder / kind / f"{name}.txt").write_text(f"Room {name[-1]}. Mail {name}@example.org.")
    (folder / "mixed" / "rows.csv").write_text("text\none row\nanother row\n")
    policy = load_policy("patterns-only").with_ids(NUMBER)
    for kind in ("texts", "mixed"):
        for key in (None, KEY):
            target = folder / f"{kind}-{'open' if key is None else 'keyed'}"
            release(Run(Source.open(folder / kind), target, policy, key=key))
    return folder


@pytest.fixture
def files(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "files"))


def former(folder: Path) -> dict[str, str]:
    rows = map(json.loads, (folder / "keep" / "ids.jsonl").read_text().splitlines())
    return {row["id"]: row["was"] for row in rows}


@pytest.mark.parametrize("name", ["texts-open", "texts-keyed", "mixed-open", "mixed-keyed"])
def test_numbers_follow_no_order_of_names(made: Path, name: str) -> None:
    was = former(made / name)
    assert list(was) == sorted(was)
    assert list(was.values()) not in (sorted(was.values()), sorted(was.values(), reverse=True))
    kind = name.partition("-")[0]
    assert sorted(was.values()) == sorted(one.id for one in Source.open(made / kind))


@pytest.mark.parametrize("name", ["texts-open", "texts-keyed", "mixed-open", "mixed-keyed"])
def test_the_list_leads_back_to_the_right_document(made: Path, name: str) -> None:
    kind, was = name.partition("-")[0], former(made / name)
    released = {one.id: one.text for one in Source.open(made / name / "publish/texts" / kind)}
    before = {one.id: one.text for one in Source.open(made / kind)}
    assert released.keys() == was.keys()
    for new, old in was.items():
        assert released[new].partition(" Mail")[0] == before[old].partition(" Mail")[0]


def test_another_secret_gives_another_order(made: Path) -> None:
    assert len({tuple(former(made / f"texts-{end}").values()) for end in ("open", "keyed")}) == 2


@pytest.mark.parametrize("kind", ["texts", "mixed"])
def test_the_owner_finds_all_documents_again(made: Path, kind: str) -> None:
    source = Source.open(made / kind)
    for end, key in (("open", None), ("keyed", KEY)):
        outcome = verify_release(made / f"{kind}-{end}", source, key)
        assert outcome.holds
        statuses = {one.claim: str(one.status) for one in outcome.verdicts}
        assert statuses["input"] == statuses["alignment"] == "holds"


@pytest.mark.parametrize("kind", ["texts", "mixed"])
def test_without_key_or_nonce_the_input_cannot_be_checked(files: Path, kind: str) -> None:
    source = Source.open(files / kind)
    (files / f"{kind}-open" / "keep" / "input.nonce").unlink()
    for end, reason in (("open", "input.nonce was not given"), ("keyed", "the key was not given")):
        outcome = verify_release(files / f"{kind}-{end}", source)
        assert outcome.holds
        [verdict] = [one for one in outcome.verdicts if one.claim == "input"]
        assert str(verdict.status) == "not checkable"
        assert reason in verdict.reason


def test_the_secret_is_not_published(made: Path) -> None:
    certificate = json.loads((made / "mixed-open/publish/certificate.json").read_text())
    assert certificate["source"]["options"] == {}
    source = Source.open(made / "mixed").with_numbers({"a": "b"})
    assert "order" not in repr(source)
    assert "order" not in repr(source.format)


def test_an_attack_is_compared_with_the_input_by_the_key(made: Path) -> None:
    source = Source.open(made / "texts")
    attack_release(made / "texts-open", source=source)
    attack_release(made / "texts-keyed", source=source, key=KEY)
    with pytest.raises(UsageError, match="the key was not given"):
        attack_release(made / "texts-keyed", source=source)
