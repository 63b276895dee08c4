"""Calendar words beside moved dates: what everybody can look up would tell how far they moved.

"Christmas" beside a date that was moved by 54 days shows the 54 days, and so does "last summer",
a little less exactly. So holidays, seasons and events that name no year become tags; the dates
beside them stay exact. Weekdays are safe where dates move by whole weeks.
"""

from collections.abc import Iterator
from typing import Final

from textveil.lexicon.calendar_words import calendar_words
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["telling_words"]

_LABEL: Final = "DATE"
_SOURCE: Final = "calendar"


def telling_words(
    document: Document, spans: Spans, *, whole_weeks: bool, language: str
) -> Iterator[Span]:
    """Yield calendar words that no span covers, if dates of the document are moved."""
    if not any(span.label == _LABEL for span in spans):
        return
    for word in calendar_words(document.text, language=language):
        if word.sure and not (whole_weeks and word.kind == "weekday"):
            yield Span(word.start, word.end, _LABEL, source=_SOURCE)
