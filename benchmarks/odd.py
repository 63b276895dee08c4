"""Synthetic sentences whose templates a model has not seen: those with an odd `template_id`.

Give the folder of a model that was trained without them (`--model FOLDER`); a shipped model may
have been trained on all, and its row is no measure of unseen wordings. The words are counted as in
suite `detect`.
"""

from collections.abc import Iterator

from benchmarks.detect import Tally, count, lines, one_core, sentence
from benchmarks.measure import Row
from benchmarks.readers import Asked, reader, shipped_models, shown

PRECISION_BAR, RECALL_BAR = 0.95, 0.975


def rows(asked: Asked) -> Iterator[Row]:
    """Yield a row for each model."""
    path = asked.file("presidio_synth", "dev.jsonl")
    if path is None:
        yield Row("odd", "synthetic dev", "absent: no such file", "", "", None, 0)
        return
    odd = [(at, one) for at, one in enumerate(lines(path)) if is_odd(one)]
    sentences = [sentence(str(at), one) for at, one in odd][: asked.limit]
    for model in asked.compared:
        tally = Tally()
        with one_core():
            detect = reader(model)
            for one in sentences:
                count(one, detect(one), tally)
        unseen = model not in shipped_models()
        met = tally.precision >= PRECISION_BAR and tally.recall >= RECALL_BAR
        yield Row(
            "odd",
            f"{len(sentences):,} sentences of odd templates: {shown(model)}",
            f"token P {tally.precision:.3f} R {tally.recall:.3f}",
            "" if unseen else "may have been trained on them",
            f"P at least {PRECISION_BAR}, R at least {RECALL_BAR}" if unseen else "",
            met if unseen else None,
            1,
        )


def is_odd(one: dict) -> bool:
    """Tell whether a sentence is of an odd template."""
    return int(one["template_id"]) % 2 == 1
