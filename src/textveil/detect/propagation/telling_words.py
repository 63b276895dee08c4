"""Calendar words beside moved dates: what everybody can look up would tell how far they moved.

"Christmas" beside a date that was moved by 54 days shows the 54 days, and so does "last summer",
a little less exactly. So holidays, seasons and events that name no year become tags; the dates
beside them stay exact. Weekdays are safe where dates move by whole weeks.
"""

from dataclasses import dataclass
from typing import Final

from textveil.lexicon.dates.calendar_words import calendar_words
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["TellingWords"]

_LABEL: Final = "DATE"


@dataclass(frozen=True, slots=True)
class TellingWords:
    """Find calendar words in documents whose dates are moved.

    What holds a passage and is longer ("Tax Day", of which "Day" was taken for a name) takes its
    place. Nothing inside another passage is looked at: "Summer Lee" may be a name.

    Parameters
    ----------
    whole_weeks
        Whether dates move by whole weeks, so that weekdays may stay.
    language
        Language of the texts.
    """

    whole_weeks: bool = True
    language: str = ENGLISH

    def beside(self, document: Document, own: Spans, found: Spans) -> Spans:
        """Return the calendar words, if dates are among the moved passages."""
        if not any(span.label == _LABEL for span in own):
            return Spans()
        words = calendar_words(document.text, language=document.read_in(self.language))
        more = Spans(
            Span(word.start, word.end, _LABEL)
            for word in words
            if word.sure and not (self.whole_weeks and word.kind == "weekday")
        )
        places = {(span.start, span.end) for span in more}
        inner = {o for o in found.overlap(more) if (o.start, o.end) not in places} & set(found)
        whole = set(more.subtract(found.where(lambda span: span not in inner)))
        return more.where(lambda span: span in whole)
