"""Patterns of biologists by their definitions: slow and obvious."""

MEANT = {
    "A": "A", "C": "C", "G": "G", "T": "T", "U": "T",
    "R": "AG", "Y": "CT", "S": "CG", "W": "AT", "K": "GT", "M": "AC",
    "B": "CGT", "D": "AGT", "H": "ACT", "V": "ACG", "N": "ACGT",
}  # fmt: skip
OTHER = dict(zip("ACGTURYSWKMBDHVN", "TGCAAYRSWMKVHDBN", strict=True))


def reverse_complement(pattern):
    """The other strand, read from its own start (of DNA: A pairs with T)."""
    return "".join(OTHER[letter] for letter in pattern.upper())[::-1]


def fits(letter, wanted):
    """Whatever base the letter may be, the pattern allows it; a separator is none."""
    return all(base in MEANT[wanted.upper()] for base in MEANT.get(letter.upper(), "#"))


def occurrences(text, pattern):
    """Where a pattern stands, as it is written."""
    last = len(text) - len(pattern)
    return [at for at in range(last + 1) if all(map(fits, text[at : at + len(pattern)], pattern))]


def on_both_strands(text, pattern):
    """Where a pattern stands, or its reverse complement."""
    found = occurrences(text, pattern) + occurrences(text, reverse_complement(pattern))
    return sorted(set(found))


def rows_of(table):
    """The rows of a coordinate map: record, start, end, to."""
    head, *lines = table.splitlines()
    assert head == "record\tstart\tend\tto"
    fields = [line.split("\t") for line in lines]
    return [(record, int(start), int(end), int(to)) for record, start, end, to in fields]
