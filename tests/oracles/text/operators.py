"""What operators may write, slowly and by the words of their page."""


def masked(value: str, first: int, last: int, mark: str, *, spaces_stay: bool) -> str:
    """Mark all but so many letters and digits at either end; all of it if four are not hidden."""
    telling = sum(1 for letter in value if letter.isalnum())
    if telling < first + last + 4:
        first = last = 0
    shown = []
    for at, letter in enumerate(value):
        before = sum(1 for one in value[:at] if one.isalnum())
        behind = sum(1 for one in value[at + 1 :] if one.isalnum())
        stays = before < first or behind < last or (spaces_stay and letter.isspace())
        shown.append(letter if stays else mark)
    return "".join(shown)
