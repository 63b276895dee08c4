"""Reader and verifier of subjects agree, and both with an obvious definition of paths."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from textveil.certify.subjects import _agreed, _all_named
from textveil.formats.subjects import Placed, SubjectRules, folded
from textveil.values.document import Document

PATHS = st.lists(st.text("aB_1.", min_size=1, max_size=4), min_size=1, max_size=3).map("/".join)
PIECES = st.lists(
    st.sampled_from(["{}", "*", "**/", "/", "a", "_", ".", "B"]), min_size=1, max_size=6
)


def template(pieces):
    """Return a path whose braces are numbered from the right."""
    total = pieces.count("{}")
    numbers = iter(range(total - 1, -1, -1))
    return "".join(f"{{{next(numbers)}}}" if piece == "{}" else piece for piece in pieces)


def obvious(pieces, path):
    """Return the parts by trying every division of the path, the shortest first."""

    def fits(piece, text):
        if piece == "{}":
            return bool(text) and "/" not in text
        if piece == "*":
            return "/" not in text
        if piece == "**/":
            return not text or text.endswith("/")
        return text == piece

    cuts = product(range(len(path) + 1), repeat=len(pieces) - 1)
    for cut in cuts:
        ends = (*cut, len(path))
        starts = (0, *cut)
        if any(low > high for low, high in zip(starts, ends, strict=True)):
            continue
        parts = [path[low:high] for low, high in zip(starts, ends, strict=True)]
        if all(map(fits, pieces, parts)):
            return "/".join(reversed([t for p, t in zip(pieces, parts, strict=True) if p == "{}"]))
    return None


def read(rule, path, text=""):
    place = Placed(path, True, Document("d", text))
    [made] = SubjectRules((rule,)).told([place], "in")
    return made.about


@given(PIECES.filter(lambda some: "{}" in some), PATHS.filter(lambda path: len(path) < 9))
def test_a_path_is_divided_as_it_is_defined(pieces, path):
    if path.lower().endswith((".gz", ".xz")):
        return
    found = obvious(pieces, path)
    rule = template(pieces)
    wanted = folded(found) if found else None
    assert read(rule, path) == (wanted or None)
    again = {_agreed(one) for one in _all_named(rule, "", path, True)} - {""}
    assert again == ({wanted} if wanted else set())


@given(st.text(max_size=12))
def test_maker_and_verifier_fold_alike(person):
    assert folded(person) == _agreed(person)


@given(st.sampled_from([r"a(\w+)", r"(?i)b: (\S+)|c(.)"]), st.text("aAbBcC: .1", max_size=20))
def test_maker_and_verifier_find_the_same_people_in_texts(rule, text):
    found = {_agreed(one) for one in _all_named(rule, text, "x.txt", True)} - {""}
    if len(found) < 2:
        assert read(rule, "x.txt", text) == (found.pop() if found else None)
