"""Fake names: written as the real ones are, as common as real ones are, never the real ones."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.lexicon.people.given_names import gender_of, given_names_agree
from textveil.lexicon.people.name_lists import first_names, origin_of, surnames
from textveil.lexicon.people.person_names import NameReading, read_name
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.persons.names import (
    Names,
    full_name,
    make_persona,
    read_as,
)
from textveil.values.document import Document
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret
from textveil.values.person import Person
from textveil.values.span import Span, Spans
from textveil.verify.readers.read_names import each_name

KEY = Secret(b"k" * 32)

DRAW = Draw(b"k" * 32)
NAMES = Names()
JOHN = "john|q|smith"


def setting(identity=JOHN, **changes):
    real = Setting(DRAW, "p1").of(Person.of_key(identity) or identity)
    return replace(real, **changes)


def shape(text):
    """Return a name with every word that may change as a mark of its case."""
    kept = {"Dr.", "Mr.", "Mrs.", "and", "Jr.", "MD", "RN", "née"}

    def mark(match):
        word = match.group()
        if word in kept:
            return word
        bare, possessive, tail = re.fullmatch(r"(.*?)('s|\u2019s|)(\.?)", word).groups()
        if len(bare) == 1:
            return ("i" if bare.islower() else "I") + possessive + tail
        case = "upper" if bare.isupper() else "lower" if bare.islower() else "title"
        return f"<{case}>{possessive}{tail}"

    return re.sub(r"[A-Za-z](?:[A-Za-z]|['\u2019](?=[A-Za-z])|-(?=[A-Za-z]))*\.?", mark, text)


FORMS = [
    "John Smith",
    "JOHN SMITH",
    "john smith",
    "Smith",
    "John",
    "Smith, John",
    "SMITH, JOHN Q",
    "SMITH,JOHN",
    "SMITH John",
    "J. Smith",
    "J. Q. Smith",
    "j smith",
    "John Q. Smith",
    "Dr. Smith",
    "Dr. John Smith's",
    "Smith\u2019s",
    "Mr. and Mrs. Smith",
    "John Smith Jr.",
    "John Smith, MD",
    "John Smith, RN, MD",
    "John\nSmith",
    "John \n  Smith",
    'John "John" Smith',
    "John (John) Smith",
    "John S.",
    "  John Smith ",
]


@pytest.mark.parametrize("value", FORMS)
def test_the_writing_is_kept(value):
    fake = NAMES.make(value, "NAME", setting())
    assert shape(fake) == shape(value)
    assert "smith" not in squeeze_text(fake)


def test_all_writings_show_one_person():
    persona = make_persona(setting())
    assert NAMES.make("John Smith", "NAME", setting()) == f"{persona.given} {persona.family}"
    assert NAMES.make("SMITH", "NAME", setting()) == persona.family.upper()
    assert NAMES.make("Smith, J.", "NAME", setting()) == f"{persona.family}, {persona.given[0]}."
    assert NAMES.make("SMITH JOHN", "NAME", setting()).split() == [
        persona.family.upper(),
        persona.given.upper(),
    ]
    assert NAMES.make("Jack", "NAME", setting()) == persona.given
    assert NAMES.make("John's", "NAME", setting()) == f"{persona.given}'s"


@pytest.mark.parametrize(
    ("value", "letters"),
    [("JS", "gf"), ("J.S.", "gf"), ("js", "gf"), ("JQS", "gmf"), ("S", "f")],
)
def test_initials_are_those_of_the_fake_person(value, letters):
    persona = make_persona(setting())
    parts = {"g": persona.given, "m": persona.middle, "f": persona.family}
    fake = NAMES.make(value, "INITIALS", setting())
    expected = "".join(parts[letter][0] for letter in letters)
    assert fake.replace(".", "").casefold() == expected.casefold()
    assert (fake.count("."), fake.islower()) == (value.count("."), value.islower())


def test_a_word_broken_over_a_line_stays_broken():
    fake = NAMES.make("John Smi-\nth", "NAME", setting())
    persona = make_persona(setting())
    assert fake.count("-\n") == 1
    assert fake.replace("-\n", "") == f"{persona.given} {persona.family}"


def test_a_family_name_of_several_words_becomes_one():
    persona = make_persona(setting("ana||delacruz"))
    fake = NAMES.make("Ana de la Cruz's", "NAME", setting("ana||delacruz"))
    assert fake == f"{persona.given} {persona.family}'s"


def test_middle_names_differ_from_one_another():
    fake = NAMES.make("Mary Ann Kay Hill", "NAME", setting("mary|annkay|hill"))
    assert len(fake.split()) == len(set(fake.split())) == 4


def test_zero_width_characters_do_not_make_another_name():
    plain = NAMES.make("John Smith", "NAME", setting())
    assert NAMES.make("Jo\u200bhn Sm\u200bith", "NAME", setting()) == plain


def test_two_persons_in_one_passage_get_two_names():
    fake = NAMES.make("Drs. Smith and Jones", "NAME", setting("drssmithandjones"))
    title, one, link, other = fake.split()
    assert (title, link) == ("Drs.", "and")
    assert len({one, other, "Smith", "Jones"}) == 4


@pytest.mark.parametrize("value", ["李小龙", "Нгуен", "", "42", "-"])
def test_what_is_no_latin_name_does_no_harm(value):
    fake = NAMES.make(value, "NAME", setting("||x"))
    assert fake == value if not any(map(str.isalnum, value)) else fake != value


@pytest.mark.parametrize(
    "value", ["842-A Haase", "Haase 842-A", "Mary-2 Smith", "42", "Lee \u0664\u0662"]
)
def test_numbers_inside_a_name_go_with_it(value):
    fake = NAMES.make(value, "NAME", setting())
    assert not set(re.findall(r"\d+", value)) & set(re.findall(r"\d+", fake))
    assert NAMES.make(value, "NAME", setting()) == fake


def test_it_is_a_maker():
    assert isinstance(NAMES, Maker)
    assert NAMES.unique


@pytest.mark.parametrize(
    "value", ["John Smith", "SMITH, John", "Dr. John Q. Smith's", "john smith"]
)
def test_writings_have_one_canonical_form(value):
    assert NAMES.canonical(value, "NAME") == "john||smith"


def test_the_same_key_gives_the_same_person_and_another_key_another():
    assert make_persona(setting()) == make_persona(setting())
    others = {make_persona(Setting(Draw(bytes([at]) * 32), "p1", "", JOHN)) for at in range(20)}
    assert len(others) > 15


def test_each_attempt_gives_another_person():
    found = {full_name(make_persona(setting(attempt=at))) for at in range(30)}
    assert len(found) > 20


def test_relatives_share_a_family_name_within_a_subject_and_not_over_the_corpus():
    one, two = make_persona(setting("ana||ruiz")), make_persona(setting("bo||ruiz"))
    assert one.family == two.family
    assert one.given != two.given
    far = [make_persona(setting(f"{name}||ruiz", scope="")).family for name in ("ana", "bo", "al")]
    assert len(set(far)) > 1


GIVEN = st.sampled_from([one.value for name in ("female", "male") for one in first_names(name)])
FAMILY = st.sampled_from([one.value for one in surnames()])


@settings(max_examples=300)
@given(GIVEN, GIVEN | st.just(""), FAMILY, st.binary(min_size=32, max_size=32))
def test_no_part_is_a_real_one(given_name, middle, family, key):
    real = [squeeze_text(part) for part in (given_name, middle, family)]
    persona = make_persona(Setting(Draw(key), "p").of(Person(*real)))
    fakes = [squeeze_text(p) for p in (persona.given, persona.middle, persona.family) if p]
    assert not set(fakes) & set(real)
    assert not given_names_agree(squeeze_text(persona.given), real[0])
    assert bool(persona.middle) is bool(middle)


@given(GIVEN, FAMILY)
def test_gender_and_origin_are_kept(given_name, family):
    real = [squeeze_text(given_name), squeeze_text(family)]
    persona = make_persona(setting("||".join(real)))
    known = gender_of("", real[0])
    assert not known or persona.gender == known
    assert not origin_of(family) or origin_of(persona.family) == origin_of(family)


def test_gender_and_origin_are_dropped_where_the_policy_says_so():
    options = {"keep_gender": False, "keep_origin": False}
    found = [
        make_persona(setting(f"mary|x{at}|garcia", scope="", options=options)) for at in range(60)
    ]
    assert {persona.gender for persona in found} == {"female", "male"}
    assert len({origin_of(persona.family) for persona in found}) > 1


def test_surrogates_are_as_frequent_as_real_names():
    size = 20_000
    personas = [make_persona(setting(f"{at}|{at}|", scope="")) for at in range(size)]
    drawn = Counter(persona.family for persona in personas)
    listed = surnames()
    total = sum(one.count for one in listed)
    # Chi-squared over the 50 most frequent family names and the rest: 50 degrees of freedom.
    top = listed[:50]
    expected = [one.count / total * size for one in top]
    observed = [drawn[one.value] for one in top]
    expected.append(size - sum(expected))
    observed.append(size - sum(observed))
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    assert statistic < 86.7  # the 99.9 % quantile
    women = Counter(p.given for p in personas if p.gender == "female")
    names = first_names("female")
    share = names[0].count / sum(one.count for one in names)
    number = women.total()
    deviation = (number * share * (1 - share)) ** 0.5
    assert abs(women[names[0].value] - number * share) < 4 * deviation
    rare = {one.value for one in listed[20_000:]}
    wanted = sum(one.count for one in listed[20_000:]) / total
    assert abs(sum(drawn[name] for name in rare) / size - wanted) < 0.015


def test_the_first_of_several_middle_names_is_a_middle_name():
    name = read_as(read_name("Jim Bob"), NameReading("jim", "bobr", "sampson"))
    assert tuple(name.reading) == ("jim", "bob", "")


def test_a_single_name_does_not_become_the_one_that_stands_beside_it():
    alone = Document("n", "Mr. Zzyzx left.", "s")
    spans = Spans([Span(4, 9, "NAME", entity=Person(family="zzyzx"))])
    fake = Surrogate(key=KEY).transform(alone, spans).edits[0].replacement
    text = f"{fake} Zzyzx came. Mr. Zzyzx left."
    start = text.rindex("Zzyzx")
    both = [
        Span(0, len(fake) + 6, "NAME", entity=Person(squeeze_text(fake), family="zzyzx")),
        Span(start, start + 5, "NAME", entity=Person(family="zzyzx")),
    ]
    named = Surrogate(key=KEY).transform(Document("n", text, "s"), Spans(both))
    assert named.edits[1].replacement not in (fake, "Zzyzx")


@given(
    st.sampled_from(facts().words("credential", "rare-credential")),
    st.sampled_from(["", *(f"-{end}" for end in facts().words("credential-ending"))]),
    st.sampled_from([", ", " "]),
)
def test_a_credential_in_the_passage_of_a_name_stays(word, ending, gap):
    name = f"Laura Kim{gap}{word}{ending}"
    document, spans = Document("a", name), Spans([Span(0, len(name), "NAME")])
    surrogate = Surrogate(key=KEY)
    surrogate.survey(document, spans)
    released = surrogate.transform(document, spans).text
    assert released.endswith(f"{gap}{word}{ending}")
    # The one who rewrites and the one who checks read the same name.
    assert [one.words for one in each_name(name)] == [("laura", "kim")]
