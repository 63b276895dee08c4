import pytest

from textveil.errors import ModelError
from textveil.models.privacy import LARGEST, PrivacyModel, load_privacy


def saved(model, folder):
    for name, data in model.files().items():
        (folder / name).write_bytes(data)
    return folder


def test_a_model_reads_back_what_was_written(tmp_path):
    model = PrivacyModel({"": -1.5, "who:I": 2.0}, 0.4, {"messages": 20}, "# card\n")
    assert load_privacy(str(saved(model, tmp_path))) == model


def test_a_changed_weight_is_refused(tmp_path):
    saved(PrivacyModel({"": 0.0, "who:I": 2.0}), tmp_path)
    (tmp_path / "weights.tsv").write_text("\t0\nwho:I\t3\n", "utf-8")
    with pytest.raises(ModelError, match="changed"):
        load_privacy(str(tmp_path))


@pytest.mark.parametrize("content", ["", "[]", '{"format": "other"}', "[" * 5000])
def test_what_is_no_manifest_is_refused(tmp_path, content):
    saved(PrivacyModel({"": 0.0}), tmp_path)
    (tmp_path / "model.json").write_text(content, "utf-8")
    with pytest.raises(ModelError):
        load_privacy(str(tmp_path))


def test_a_weight_that_is_no_number_is_refused(tmp_path):
    saved(PrivacyModel({"": 0.0, "who:I": float("nan")}), tmp_path)
    with pytest.raises(ModelError, match="no numbers"):
        load_privacy(str(tmp_path))


def test_a_link_is_refused(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    saved(PrivacyModel({"": 0.0}), folder)
    (folder / "weights.tsv").rename(tmp_path / "weights.tsv")
    (folder / "weights.tsv").symlink_to(tmp_path / "weights.tsv")
    with pytest.raises(ModelError, match="plain file"):
        load_privacy(str(folder))


def test_the_shipped_model_is_small_and_knows_the_difference():
    model = load_privacy()
    assert sum(map(len, model.files().values())) < LARGEST
    assert model.score({"passage:private sensitive.health"}) > model.score({"speaker:none"})
