"""The check of strategies finds what each broken one does."""

from dataclasses import dataclass, field

import pytest

from textveil.learn.project.strategies import LeastConfidence
from textveil.testing import check_strategy


@dataclass
class Broken:
    seen: list[str] = field(default_factory=list)

    def score(self, document):
        return LeastConfidence().score(document)


class NotANumber(Broken):
    def score(self, document):
        return float("nan")


class Text(Broken):
    def score(self, document):
        return "high"


class Breaks(Broken):
    def score(self, document):
        return 1.0 / len(document)


class Counts(Broken):
    def score(self, document):
        self.seen.append(document.id)
        return float(len(self.seen))


class Remembers(Broken):
    def score(self, document):
        if document.id not in self.seen:
            self.seen.append(document.id)
        return float(self.seen.index(document.id))


class FirstLabel(Broken):
    def score(self, document):
        return float(document.chances[:, 1].sum()) if len(document) else 0.0


class Writes(Broken):
    def score(self, document):
        document.chances[:] = 0.0
        return 0.0


class Loud(Broken):
    def __repr__(self):
        return f"Loud({self.seen})"

    def score(self, document):
        self.seen = list(document.words) or self.seen
        return 0.0


class NeedsCalibration(Broken):
    def score(self, document):
        return float(document.calibrated.sum())


class NeverAdmits(Broken):
    def admits(self, document, batch):
        return False


class AdmitsMaybe(Broken):
    def admits(self, document, batch):
        return "perhaps"


class Nameless:
    pass


@pytest.mark.parametrize(
    ("strategy", "promise"),
    [
        (Nameless, "lacks `score`"),
        (NotANumber, "not a finite number"),
        (Text, "not a finite number"),
        (Breaks, "breaks with ZeroDivisionError"),
        (Counts, "another score the second time"),
        (Remembers, "documents seen before"),
        (FirstLabel, "order of labels"),
        (Writes, "breaks with ValueError"),
        (Loud, "`repr` shows text"),
        (NeedsCalibration, "breaks with AttributeError"),
        (NeverAdmits, "empty batch"),
        (AdmitsMaybe, "True or False"),
    ],
)
def test_a_broken_strategy_is_found(strategy, promise):
    with pytest.raises(AssertionError, match=promise):
        check_strategy(strategy())


def test_a_sound_strategy_passes():
    check_strategy(Broken())
