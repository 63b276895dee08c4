"""Matching: wordings are found in rewritten posts, and foreign words are not taken for them."""

import numpy as np
import pytest

from textveil.trace.messages.disclosing import probability_of
from textveil.trace.messages.index import MessageIndex
from textveil.trace.messages.kept import KeptMessage, SlotDraw
from textveil.trace.messages.matching import matched
from textveil.trace.messages.reading import PostWords
from textveil.trace.messages.shape import MessageShape

TEXT = "Last week I met a big zebra near the old harbour. It was happy, and my sister laughed."
SLOTS = (("a big", "a large", "a huge"), ("happy", "glad"), ("laughed", "smiled"))


def message(text=TEXT, slots=SLOTS):
    choices = []
    for forms in slots:
        start = text.index(forms[0])
        choices.append((None, *((start, start + len(forms[0]), one) for one in forms[1:])))
    words = np.array([[0, 0, 0], [1, 1, 1], [2, 0, 1]], np.uint8)
    draw = SlotDraw("friends", ("Ann", "Ben"), (0, 1), tuple(choices), 1, words)
    return KeptMessage.of("m", text, [draw])


def seen(post):
    read = PostWords.read(post)
    kept = message()
    found = matched(MessageShape.of(kept), read, 0, len(read.words))
    return [
        {place.wordings[letter] for letter in letters}
        for place, letters in zip(kept.places, found.seen, strict=True)
    ]


@pytest.mark.parametrize(
    ("post", "wanted"),
    [
        (TEXT, [{"a big"}, {"happy"}, {"laughed"}]),
        (TEXT.replace("a big", "a large"), [{"a large"}, {"happy"}, {"laughed"}]),
        (TEXT.upper(), [{"a big"}, {"happy"}, {"laughed"}]),
        ("my sister smiled. It was glad", [set(), {"glad"}, {"smiled"}]),
        (TEXT.replace("happy", "hapy"), [{"a big"}, {"happy"}, {"laughed"}]),
        (TEXT.replace("a big ", ""), [set(), {"happy"}, {"laughed"}]),
        ("We are happy to tell you of big news", [set(), set(), set()]),
        (
            f"{TEXT} {TEXT.replace('happy', 'glad')}",
            [{"a big"}, {"happy", "glad"}, {"laughed"}],
        ),
    ],
    ids=["as is", "synonym", "capitals", "clauses", "typo", "dropped", "foreign", "merged"],
)
def test_wordings_that_stand_in_a_post(post, wanted):
    assert seen(post) == wanted


def test_a_message_is_found_among_others_and_located():
    texts = [TEXT, "We sold the green bicycle in March.", "Nobody knows why the lamp was broken."]
    index = MessageIndex.of(
        [message(), *(KeptMessage(str(at), text, ()) for at, text in enumerate(texts[1:]))]
    )
    post = PostWords.read(f"Hello there! {TEXT} Bye.")
    (found,) = index.found(post)
    assert found.shape.message.id == "m"
    assert post.located(found.first, found.stop)[0] == 13
    assert found.coverage == found.whole == 1.0


def test_other_names_in_the_same_words_contradict():
    kept = KeptMessage("m", "Maria sold her guitar to a doctor in Leeds.", ())
    shape = MessageShape.of(kept)

    def contradicted(text):
        post = PostWords.read(text)
        return matched(shape, post, 0, len(post.words)).contradicted

    assert contradicted("Maria sold her guitar to a doctor in Leeds.") == 0
    assert contradicted("Maria sold her guitar to a physician in Leeds.") == 0
    assert contradicted("Maria sold her camera to a doctor in Leeds.") > 0.1


def test_words_of_grammar_and_other_forms_do_not_contradict():
    text = "I drove my kittens to the clinic for 14 days because they were ill."
    shape = MessageShape.of(KeptMessage("m", text, ()))

    def told(post):
        read = PostWords.read(post)
        return matched(shape, read, 0, len(read.words))

    other = told("She was driving her kitten to the clinic for 14 days because it was ill.")
    assert other.contradicted == 0
    assert other.coverage > 0.8
    assert told(text.replace("14", "4")).contradicted > 0.1
    assert told(text.replace("14", "fourteen")).contradicted == 0


def test_another_name_says_more_than_another_word():
    shape = MessageShape.of(KeptMessage("m", "We met Maria near the harbour on Monday.", ()))

    def contradicted(post):
        read = PostWords.read(post)
        return matched(shape, read, 0, len(read.words)).contradicted

    name = contradicted("We met Tobias near the harbour on Monday.")
    assert name > 1.5 * contradicted("We met Maria near the lamp on Monday.") > 0


def test_the_end_of_a_sentence_is_a_neighbour():
    shape = MessageShape.of(KeptMessage("m", "My flat is above a noisy bakery. I like it.", ()))
    read = PostWords.read("My flat is above a noisy garage. I hate it.")
    assert matched(shape, read, 0, len(read.words)).contradicted > 0.1


def test_a_short_sentence_of_a_message_discloses_little():
    text = "Try it. The old violin of my grandfather was stolen from our attic in March."
    shape = MessageShape.of(KeptMessage("m", text, ()))
    read = PostWords.read("Try it. It is fun.")
    found = matched(shape, read, 0, len(read.words))
    assert probability_of(found) < 0.01
    whole = PostWords.read(text)
    assert probability_of(matched(shape, whole, 0, len(whole.words))) > 0.95


def test_a_wording_is_seen_beside_a_place_that_is_empty():
    text = "My brother was ill with diabetes in May. He left."
    slots = tuple(
        (None, (text.index(form), text.index(form) + len(form), other))
        for form, other in (("ill ", ""), ("diabetes", "a disease"), (" in May", ""))
    )
    words = np.array([[0, 0, 0], [1, 1, 1]], np.uint8)
    kept = KeptMessage.of("m", text, [SlotDraw("all", ("Ann", "Ben"), (0, 1), slots, 1, words)])
    read = PostWords.read("Her brother was with a disease. He left.")
    found = matched(MessageShape.of(kept), read, 0, len(read.words))
    shown = [
        {place.wordings[letter] for letter in letters}
        for place, letters in zip(kept.places, found.seen, strict=True)
    ]
    assert shown == [{""}, {"a disease"}, {""}]


def test_a_place_begins_and_ends_with_whole_words():
    text = "@eve Sick fight!"
    draw = SlotDraw("all", ("Ann", "Ben"), (0, 1), ((None, (0, 6, "S")),), 1,
                    np.array([[0], [1]], np.uint8))  # fmt: skip
    kept = KeptMessage.of("m", text, [draw])
    assert kept.places[0].wordings == ("@eve Sick", "Sick")
    assert [kept.written(word) for word in kept.draws[0].words] == [text, "Sick fight!"]


def test_kept_messages_come_back_from_bytes_with_equal_versions():
    kept = message()
    assert [kept.written(word) for word in kept.draws[0].words][1] == TEXT.replace(
        "a big", "a large"
    ).replace("happy", "glad").replace("laughed", "smiled")
    draws = KeptMessage.draws_in(kept.to_bytes([_draw()]))
    again = KeptMessage.from_bytes(kept.to_bytes(draws))
    assert again.places == kept.places
    assert (again.draws[0].words == kept.draws[0].words).all()


def _draw():
    choices = []
    for forms in SLOTS:
        start = TEXT.index(forms[0])
        choices.append((None, *((start, start + len(forms[0]), one) for one in forms[1:])))
    words = np.array([[0, 0, 0], [1, 1, 1], [2, 0, 1]], np.uint8)
    return SlotDraw("friends", ("Ann", "Ben"), (0, 1), tuple(choices), 1, words)


def test_slots_that_overlap_become_one_place():
    text = "I live in Ulm."
    wide = ((7, 13, "somewhere"), (7, 13, "abroad"))
    narrow = (None, (10, 13, "Germany"))
    draws = [
        SlotDraw("far", ("Ann",), (0,), (wide,), 1, np.array([[0], [1]], np.uint8)),
        SlotDraw("near", ("Ben",), (0,), (narrow,), 1, np.array([[1], [0]], np.uint8)),
    ]
    kept = KeptMessage.of("m", text, draws)
    assert len(kept.places) == 1
    shown = [kept.written(draw.words[0]) for draw in kept.draws]
    assert shown == ["I live somewhere.", "I live in Germany."]
