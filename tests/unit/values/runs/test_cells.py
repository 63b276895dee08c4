"""A number that fills a cell is told from one in a text."""

from textveil.values.runs.cells import CELL_BREAK, fills_cell


def test_a_cell_is_filled_from_its_break_to_the_next():
    assert fills_cell(f"Seen.{CELL_BREAK}", CELL_BREAK)
    assert fills_cell(CELL_BREAK, "")
    assert not fills_cell(f"{CELL_BREAK}age ", "")
    assert not fills_cell(CELL_BREAK, " years")
    assert not fills_cell("", "")
