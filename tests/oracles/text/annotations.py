"""Annotations by brute force: every character of a text carries its own fate."""

from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.edit import Edit


def mapped(text: str, edits: list[Edit]) -> tuple[str, list[int | None], list[int]]:
    """Return the new text, and for each old character its new place and the number of its edit."""
    new, places, owners = "", list[int | None](), list[int]()
    at = 0
    while at < len(text):
        number = next((n for n, edit in enumerate(edits) if edit.start == at), -1)
        if number < 0:
            places.append(len(new))
            owners.append(-1)
            new += text[at]
            at += 1
            continue
        edit = edits[number]
        for _ in range(edit.start, edit.end):
            places.append(None)
            owners.append(number)
        new += edit.replacement
        at = edit.end
    return new, places, owners


def stays(one: Annotation, owners: list[int], edits: list[Edit]) -> bool:
    """Tell whether no passage lies in an edit or is cut by one."""
    for start, end in one.places:
        inside = [owners[at] for at in range(start, end)]
        for number in {*inside} - {-1}:
            length = edits[number].end - edits[number].start
            is_cut = inside.count(number) < length
            is_all = len(inside) == length
            if is_cut or one.layer == "token" or (is_all and one.layer != "division"):
                return False
        if start == end and any(edit.start < start < edit.end for edit in edits):
            return False
    return True


def left(document: Document, edits: list[Edit]) -> list[Annotation]:
    """Return the annotations of a document that are left, with their old places."""
    _, _, owners = mapped(document.text, edits)
    kept = [one for one in document.annotations if stays(one, owners, edits)]
    while True:
        ids = [one.id for one in kept if one.id]
        whole = [one for one in kept if all(end in ids for _, end in one.ends)]
        if whole == kept:
            return kept
        kept = whole


def moved_text(document: Document, edits: list[Edit], place: tuple[int, int]) -> str:
    """Return what stands now where a passage of the document stood."""
    shown, at = "", place[0]
    while at < place[1]:
        edit = next((edit for edit in edits if edit.start == at), None)
        shown += document.text[at] if edit is None else edit.replacement
        at = at + 1 if edit is None else edit.end
    return shown
