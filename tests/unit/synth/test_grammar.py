from dataclasses import dataclass, field

import pytest
from tests.unit.synth.dice import dice

from textveil.errors import InvalidValueError
from textveil.synth.grammar import Grammar, parse_rules
from textveil.synth.page import Page
from textveil.synth.people.share import ALL, Share


@dataclass
class Stage:
    rng: object = field(default_factory=dice)
    page: Page = field(default_factory=Page)
    guard: str = "F"
    template: str = ""
    told: set[str] = field(default_factory=set)

    def fill(self, slot, arguments):
        self.page.mark(f"{slot}{list(arguments)}", "NAME")


def told(source, rule="a", *, share=ALL, guard="F", seed=1):
    stage = Stage(rng=dice(seed), guard=guard)
    Grammar(parse_rules(source), share).tell(rule, stage)
    return stage.page.text, stage


def test_slots_rules_and_text_follow_each_other():
    text, stage = told("== a\nSee {who:full,caps} <b>.\n== b\nin town\n")
    assert text == "See who['full', 'caps'] in town."
    assert [(s.start, s.end) for s in stage.page.spans()] == [(4, 23)]


def test_alternatives_nest():
    found = {told("== a\n[x|[y|z]!|]\n", seed=seed)[0] for seed in range(60)}
    assert found == {"x", "y!", "z!", ""}


def test_repetitions_are_different_wordings_with_something_between_them():
    text, _ = told("== a\n<b*3/, >\n== b\none\ntwo\nthree\n")
    assert sorted(text.split(", ")) == ["one", "three", "two"]
    lengths = {len(told("== a\n<b*1-2>\n== b\none\ntwo\n", seed=s)[0].split()) for s in range(30)}
    assert lengths == {1, 2}


def test_joints_may_be_line_ends_and_capitals_can_be_asked_for():
    assert sorted(told("== a\n<^b*2/\\n>\n== b\none\ntwo\n")[0].split("\n")) == ["One", "Two"]


def test_characters_of_the_grammar_can_be_meant_as_such():
    assert told("== a\n\\[\\{x\\}\\] > \\<y> | z\n")[0] == "[{x}] > <y> | z"


def test_wordings_for_women_are_not_said_of_men():
    source = "== a\n?F she\n?M he\n"
    assert {told(source, guard="F", seed=s)[0] for s in range(9)} == {"she"}
    assert {told(source, guard="M", seed=s)[0] for s in range(9)} == {"he"}


def test_blocks_keep_their_lines():
    assert told("=== a\n# no comment\n\nend\n")[0] == "# no comment\n\nend"


def test_halves_have_no_wording_in_common():
    source = "== a\none\ntwo\nthree\nfour\n"
    halves = [{told(source, share=Share.parse(h), seed=s)[0] for s in range(40)} for h in "AB"]
    assert halves[0] | halves[1] == {"one", "two", "three", "four"}
    assert not halves[0] & halves[1]


def test_wordings_that_only_lead_on_belong_to_every_share():
    source = "== a\n<b>\n<c>\n== b\none\ntwo\n== c\nthree\nfour\n"
    for half in "AB":
        assert len({told(source, share=Share.parse(half), seed=s)[0] for s in range(40)}) == 2


def test_the_template_is_the_first_wording_with_words_of_its_own():
    _, stage = told("== a\n<b>\n== b\none <c>\n== c\nx\n")
    assert stage.template == "b-1"
    assert stage.told == {"a-1", "b-1", "c-1"}


@pytest.mark.parametrize(
    "source",
    [
        *("== a\n{open\n", "== a\n[open\n", "== a\n<open\n", "== a\nshut]\n", "== a\n}\n"),
        *("== a\n<b*x>\n", "== a\n\n", "== a\nx\n== a\ny\n", "== a\nx\nx\n"),
    ],
)
def test_a_wording_that_cannot_be_read_is_an_error(source):
    with pytest.raises(InvalidValueError):
        parse_rules(source)


def test_an_unknown_rule_is_an_error():
    with pytest.raises(InvalidValueError):
        told("== a\n<b>\n")
