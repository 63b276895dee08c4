"""Rounding: figures that may be published beside a release.

A reader who knows exactly how many names were replaced, and counts the names in the texts, knows
how many are real. Two digits tell how large a release is, and no more.
"""

__all__ = ["rounded"]


def rounded(count: int) -> int:
    """Return a count with two digits that mean something, and none below a hundred but the tens.

    Examples
    --------
    >>> [rounded(count) for count in (0, 1, 14, 96, 149, 1_409, 12_872)]
    [0, 10, 10, 100, 150, 1400, 13000]
    """
    if count == 0:
        return 0
    step: int = max(10, 10 ** (len(str(count)) - 2))
    return max(step, (count + step // 2) // step * step)
