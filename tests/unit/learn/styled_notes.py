"""Notes of two styles, for tests of clusters."""

from textveil.values.document import Document
from textveil.values.span import Span, Spans

TOWNS = ("Boston", "Lima", "Oslo", "Denver", "Cairo", "Quito", "Perth", "Turin")
# Around the passage both styles are alike, so that only the rest of the document tells.
MET = "In the end the man who came in met {town} and then he left the room again."
SHORT = f"Slept well. Ate now. Up again.\n{MET}\nPain is less. No fever. Calm now."
LONG = (
    "Histological examination demonstrates inflammatory infiltration throughout submitted specimens"
    f", accompanied by considerable architectural distortion.\n{MET}\nImmunohistochemical "
    "investigation unequivocally excludes malignant transformation."
)


def styled_notes(count):
    """Return notes of two styles in which the same sentence names a person, or a town."""
    found = []
    for number in range(count):
        for kind, text, label in (("s", SHORT, "PATIENT"), ("l", LONG, "CITY")):
            town = TOWNS[(number * 3 + len(kind)) % len(TOWNS)]
            at = text.index("{town}")
            span = Span(at, at + len(town), label)
            filled = text.replace("{town}", town)
            found.append(
                Document(f"{kind}{number}", filled, f"p{kind}{number}", spans=Spans([span]))
            )
    return found
