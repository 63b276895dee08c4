"""Times of day: kept, or moved by one secret number of hours for each subject."""

from textveil.lexicon.dates.written_times import later
from textveil.transform.surrogates.maker import Maker, Setting

__all__ = ["Times"]


class Times(Maker):
    """Makes times of day out of times of day.

    Option of the policy: `max_hours` (0). Times stay as they are unless it is given: a time that
    goes round midnight without its date would break the intervals that the dates keep, and the time
    of day is not among the identifiers of 45 CFR 164.514(b)(2). With `max_hours`, all times of a
    subject move by the same number of whole hours, at most `max_hours`, round the clock:
    differences stay the same modulo 24 hours, and an hour without minutes stays one. 0 is as likely
    as any other number, because its absence would tell a time that many share. What cannot be read
    becomes `[TIME]`.
    """

    labels: frozenset[str] = frozenset({"TIME"})

    def canonical(self, value: str, label: str) -> str:
        """Return the words of the time, without regard to case and blanks."""
        return f"{label}:{''.join(value.casefold().split())}"

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return the time, or one some hours away."""
        most = int(setting.options.get("max_hours", 0))
        if most == 0:
            return value
        hours = setting.draw.rng("time-offset", setting.mover).randint(-most, most)
        return later(value, hours, setting.language) or f"[{label}]"
