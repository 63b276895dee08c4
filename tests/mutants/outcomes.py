"""What became of a mutant: whether it is one, whether it did harm, and how that was told."""


def is_mutant(told):
    """Tell whether a defect made any difference to what its function returned or was given."""
    return told["outcome"] != "written" or told["differs"] > 0


def is_harmful(told):
    return bool(told.get("false"))


def caught(told):
    """Return how a harmful defect was told; nothing if it was not."""
    if set(told["false"]) & set(told["refuted"]):
        return "refuted"
    if told["refuted"]:
        return "refuted by another claim"
    return "told by verify" if told["later"] else ""
