from textveil.detect.messages.reading import read_message
from textveil.detect.messages.sensitive import sensitive_passages, topic_of
from textveil.detect.messages.speakers import Speaker


def told(text):
    found = sensitive_passages(read_message(text), Speaker(), "test")
    return [(text[p.span.start : p.span.end], p.private) for p in found]


def test_an_illness_of_the_writer_is_private_and_one_of_nobody_is_not():
    assert ("HIV", True) in told("I was diagnosed with HIV in May")
    assert ("HIV", False) in told("HIV is popular in Africa")


def test_what_is_only_spoken_of_is_not_private():
    assert ("cancer", False) in told("I read about cancer yesterday")


def test_an_origin_counts_only_where_it_is_said_of_a_person():
    assert told("I'm half Irish") == [("Irish", True)]
    assert told("I love Irish butter") == []


def test_a_pronoun_with_a_verb_is_no_illness():
    assert topic_of("I'll") == ""
    assert told("I'll call you") == []


def test_words_that_stand_together_have_one_topic():
    assert ("home alone", True) in told("I am home alone tonight")
