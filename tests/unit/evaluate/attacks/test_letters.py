"""The attack on letters of ids: finds planted initials; drawn letters leave it at chance."""

from random import Random

from textveil.evaluate.attacks.letters import LettersAttack
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen
from textveil.values.keys.secret import Secret
from textveil.values.person import Person
from textveil.values.span import Span, Spans

GIVEN = ("Carla", "Ulf", "Ines", "Tom", "Ana", "Bela", "Dora", "Emil", "Fay", "Gus")
FAMILY = ("Whitfield", "Kowalczyk", "Castro", "Okafor", "Ruiz", "Norton", "Hale", "Ito", "Jung")


def view(pairs):
    """Return a view of notes, given as the released id and name of each."""
    passages, texts = [], {}
    for at, (number, name) in enumerate(pairs):
        texts[str(at)] = f"{number} {name}"
        end = len(number)
        passages.append(Seen(str(at), str(at), "MRN", 0, end, number))
        passages.append(Seen(str(at), str(at), "NAME", end + 1, end + 1 + len(name), name))
    return Glimpse(texts, tuple(passages))


def right(attack, seen, real):
    """Return how many guesses there are, how many are right, and how many are by chance."""
    guesses = list(attack.guesses(seen, Knowledge()))
    hits = [attack.is_right(one, tuple(real[n] for n in one.passages)) for one in guesses]
    return len(guesses), sum(hits), sum(one.chance for one in guesses)


def test_it_is_an_attack():
    assert isinstance(LettersAttack(), Attack)


def test_letters_that_stayed_are_found():
    kept = view([("CW0402551", "Lori Epps"), ("WHIT1955", "Lori Epps"), ("MRN4402", "Lori Epps")])
    real = ("CW0402551", "Carla Whitfield", "WHIT1955", "Whitfield, Carla", "MRN4471", "M R Norton")
    assert right(LettersAttack(), kept, real)[:2] == (2, 2)


def released(count, number_of):
    """Release notes about persons with an id each; return the view and what really stood there."""
    rng, surrogate = Random(7), Surrogate(key=Secret(b"sixteen bytes or more"))  # noqa: S311
    notes = []
    for at in range(count):
        person = (rng.choice(GIVEN), rng.choice(FAMILY))
        name, number = " ".join(person), number_of(person, at)
        entity = Person(person[0].lower(), family=person[1].lower())
        spans = [Span(0, len(number), "MRN")]
        spans.append(Span(len(number) + 1, len(number) + 1 + len(name), "NAME", entity=entity))
        notes.append((Document(str(at), f"{number} {name}", str(at)), Spans(spans)))
    for note in notes:
        surrogate.survey(*note)
    edits = [surrogate.transform(*note).edits for note in notes]
    shown = view([(first.replacement, second.replacement) for first, second in edits])
    return shown, [document.covered_by(span) for document, spans in notes for span in spans]


def test_letters_of_released_ids_are_at_chance():
    def initials(person, at):
        return f"{person[0][0]}{person[1][0]}{440255 + at}"

    shown, real = released(600, initials)
    guesses, hits, chance = right(LettersAttack(), shown, real)
    # Some draws look like a listed prefix, and nobody takes those for initials.
    assert guesses > 500
    # Four standard errors of a binomial with this mean.
    assert hits <= chance + 4 * chance**0.5


def test_whole_beginnings_of_names_are_not_found():
    shown, real = released(200, lambda person, at: f"{person[1][:4].upper()}{1955 + at}")
    guesses, hits, _ = right(LettersAttack(), shown, real)
    assert guesses > 150
    assert hits == 0
