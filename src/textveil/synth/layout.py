"""Broken lines and changed case: the same letters in the same places, so annotations stay exact."""

from textveil.synth.page import keep_length_lower, keep_length_upper

__all__ = ["break_lines", "change_case"]


def break_lines(text: str, width: int) -> str:
    r"""Return the text with line ends for blanks, so that lines have at most `width` letters.

    A word that is longer stays whole. Blanks at the start of a line do not become line ends.

    Examples
    --------
    >>> break_lines("one two three", 8)
    'one two\nthree'
    """
    return "\n".join(_broken(line, width) for line in text.split("\n"))


def _broken(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    letters = list(line)
    begin = 0
    while len(line) - begin > width:
        inset = len(line[begin:]) - len(line[begin:].lstrip(" "))
        cut = line.rfind(" ", begin + inset + 1, begin + width + 1)
        if cut < 0:
            cut = line.find(" ", begin + width)
        if cut < 0:
            break
        letters[cut] = "\n"
        begin = cut + 1
    return "".join(letters)


def change_case(text: str, case: str) -> str:
    """Return the text in capitals (`upper`), in small letters (`lower`) or as it is."""
    if case == "upper":
        return keep_length_upper(text)
    return keep_length_lower(text) if case == "lower" else text
