"""The notes that no model is trained on, so that figures on them are those of unseen text.

The rule needs the id of a note alone, so that what trains and what measures agree without a list.
"""

FACTOR, PARTS, PART = 7919, 10, 3


def is_held_out(document_id: str) -> bool:
    """Tell whether a note is in the tenth that is kept out of training."""
    return sum(map(ord, document_id)) * FACTOR % PARTS == PART
