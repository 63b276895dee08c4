"""Each defect of a toy format is caught, and named without quoting a text."""

import json
import os

import pytest

from textveil.errors import CannotCarryError, FormatError
from textveil.testing import check_format
from textveil.testing.samples import CANARIES
from textveil.values.document import Document
from textveil.values.metadata import Metadata


class Rows:
    """One JSON array of id and text a line; as it should be."""

    name = "rows"
    suffixes = (".rows",)
    folder = False

    def read(self, path):
        for number, line in enumerate(path.read_text("utf-8").split("\n")[:-1], 1):
            try:
                document_id, text = json.loads(line)
            except ValueError:
                raise FormatError("not a row", where=f"{path}:{number}") from None
            yield Document(document_id, self.restore(text))

    def write(self, documents, path):
        lines = []
        for document in documents:
            self.refuse(document)
            lines.append(json.dumps([document.id, self.prepare(document.text)]) + "\n")
        part = path.with_suffix(".part")
        part.write_text("".join(lines), "utf-8")
        part.replace(path)
        return len(lines)

    def refuse(self, document):
        if document.spans is not None or document.subject is not None or document.metadata:
            raise CannotCarryError("rows carry id and text alone", where=document.id)

    def prepare(self, text):
        return text

    def restore(self, text):
        return text


class Files(Rows):
    """One file a document, named by a number; as it should be."""

    name = "files"
    suffixes = ()
    folder = True

    def read(self, path):
        for file in path.iterdir():
            yield Document(*json.loads(file.read_text("utf-8")))

    def write(self, documents, path):
        kept = list(documents)
        for document in kept:
            self.refuse(document)
        path.mkdir()
        for number, document in enumerate(kept):
            content = json.dumps([document.id, document.text])
            (path / f"{number}").write_text(content, "utf-8")
        return len(kept)


class Drops(Rows):
    def refuse(self, document):
        pass


class Strips(Rows):
    def prepare(self, text):
        return text.strip()


class LeavesHalf(Rows):
    def write(self, documents, path):
        count = 0
        with path.open("w", encoding="utf-8") as out:
            for document in documents:
                self.refuse(document)
                out.write(json.dumps([document.id, document.text]) + "\n")
                count += 1
        return count


class LeavesHalfWhenStopped(Rows):
    def write(self, documents, path):
        listed = []
        try:
            for document in documents:
                self.refuse(document)
                listed.append(document)
        except CannotCarryError:
            raise
        except BaseException:
            path.write_text("half", "utf-8")
            raise
        return super().write(listed, path)


class Destroys(Rows):
    def write(self, documents, path):
        path.unlink(missing_ok=True)
        return super().write(documents, path)


class Swallows(Rows):
    def write(self, documents, path):
        listed = []
        try:
            listed.extend(documents)
        except CannotCarryError:
            raise
        except Exception:  # noqa: BLE001
            return 0
        return super().write(listed, path)


class Miscounts(Rows):
    def write(self, documents, path):
        return super().write(documents, path) + 1


class Stamps(Rows):
    def prepare(self, text):
        return os.urandom(8).hex() + text

    def restore(self, text):
        return text[16:]


class Quotes(Rows):
    def refuse(self, document):
        if document.subject is not None:
            raise CannotCarryError(f"cannot carry {document.text}")
        super().refuse(document)


class BreaksOnHalf(Rows):
    def read(self, path):
        for line in path.read_text("utf-8").split("\n"):
            if line:
                yield Document(*json.loads(line))


class QuotesDamage(Rows):
    def read(self, path):
        for line in path.read_text("utf-8").split("\n"):
            try:
                if line:
                    yield Document(*json.loads(line))
            except ValueError:
                raise FormatError(f"not a row: {path.read_text('utf-8')}") from None


class Loses(Rows):
    def read(self, path):
        yield from list(super().read(path))[:1]


class Nameless(Rows):
    name = ""


class RefusesAll(Rows):
    def refuse(self, document):
        raise CannotCarryError("no", where=document.id)


class RaisesOther(Rows):
    def refuse(self, document):
        if document.metadata:
            raise KeyError(document.text)
        super().refuse(document)


@pytest.mark.parametrize("format_", [Rows, Files])
def test_a_good_format_passes(format_, tmp_path):
    check_format(format_(), tmp_path)


def test_given_documents_must_be_carried_and_refused_ones_refused(tmp_path):
    plain = Document("a", "Zilpah")
    row = Document("b", "Zilpah", metadata=Metadata({"x": 1}))
    for name in "123":
        (tmp_path / name).mkdir()
    check_format(Rows(), tmp_path / "1", [plain], refused=[row])
    with pytest.raises(AssertionError, match="must carry"):
        check_format(Rows(), tmp_path / "2", [plain, row])
    with pytest.raises(AssertionError, match="must refuse"):
        check_format(Rows(), tmp_path / "3", [row, plain][1:], refused=[Document("c", "x")])


@pytest.mark.parametrize(
    ("format_", "promise"),
    [
        (Drops, "not read back"),
        (Strips, "not read back"),
        (LeavesHalf, "refusing document .* leaves 1"),
        (LeavesHalfWhenStopped, "halfway leaves 1"),
        (Destroys, "destroys"),
        (Swallows, "swallows"),
        (Miscounts, "says"),
        (Stamps, "different bytes"),
        (Quotes, "the refusal shows"),
        (BreaksOnHalf, "JSONDecodeError"),
        (QuotesDamage, "damaged file shows"),
        (Loses, "gives 1 documents back"),
        (Nameless, "`name` is empty"),
        (RefusesAll, "carries none"),
        (RaisesOther, "KeyError"),
        (object, "lacks"),
    ],
)
def test_each_defect_is_caught(format_, promise, tmp_path):
    with pytest.raises(AssertionError, match=promise) as caught:
        check_format(format_(), tmp_path)
    told = f"{caught.value} {caught.value.__cause__}"
    assert told.startswith(format_.__name__)
    assert not any(word.lower() in told.lower() for word in CANARIES)


def test_the_folder_must_be_empty(tmp_path):
    (tmp_path / "x").touch()
    with pytest.raises(AssertionError, match="empty folder"):
        check_format(Rows(), tmp_path)
