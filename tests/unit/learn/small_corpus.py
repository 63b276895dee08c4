"""A few generated notes, small enough to train on in a second."""

from random import Random

from textveil.models.fields.crf import Settings
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

SETTINGS = Settings(rounds=20, rarest=1)

_FIRST = ("Ana", "John", "Mary", "Peter", "Lucy", "Omar")
_LAST = ("Ruiz", "Smith", "Okafor", "Lindqvist", "Chen", "Novak")
_CITIES = ("Boston", "Lima", "Oslo", "Denver")
_LINES = (
    ("", "PATIENT", " was seen in ", "CITY", "."),
    ("Dr. ", "PROVIDER", " met ", "PATIENT", " today."),
    ("The test was normal. Call ", "PROVIDER", " back."),
    ("No complaints. Discharged to ", "CITY", "."),
)


def seeded(seed):
    """Return a source of randomness."""
    return Random(seed)  # noqa: S311 - nothing secret


def note(number, extra=""):
    """Return one annotated note; notes 2n and 2n + 1 are of one subject."""
    rng = seeded(number)
    values = {
        "PATIENT": lambda: f"{rng.choice(_FIRST)} {rng.choice(_LAST)}",
        "PROVIDER": lambda: rng.choice(_LAST),
        "CITY": lambda: rng.choice(_CITIES),
    }
    text, spans = extra, []
    for line in rng.sample(_LINES, 3):
        for part in line:
            if part in values:
                value = values[part]()
                spans.append(Span(len(text), len(text) + len(value), part))
                text += value
            else:
                text += part
        text += "\n"
    keys = Metadata({"template": "AB"[number % 2], "names": "XYZ"[number % 3]})
    return Document(f"n{number}", text, f"p{number // 2}", keys, Spans(spans))


def notes(count=12):
    """Return several notes."""
    return [note(number) for number in range(count)]
