"""Written names: every word gets the role that a reader gives it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.people.given_names import formal_names, gender_of, given_names_agree
from textveil.lexicon.people.person_names import Part, Role, read_name, read_names
from textveil.verify.readers.read_names import name_words

READ = {
    "John Smith": ("john", "", "smith"),
    "JOHN SMITH": ("john", "", "smith"),
    "john smith": ("john", "", "smith"),
    "Smith, John Q.": ("john", "q", "smith"),
    "SMITH,JOHN": ("john", "", "smith"),
    "SMITH John": ("john", "", "smith"),
    "Dr. J. Smith": ("j", "", "smith"),
    "M. Smith": ("m", "", "smith"),
    "J.R. Smith": ("j", "r", "smith"),
    "JR Smith": ("jr", "", "smith"),
    "Mrs. de la Cruz's": ("", "", "delacruz"),
    "Ludwig van Beethoven": ("ludwig", "", "vanbeethoven"),
    "Dóra É. Nagy": ("dora", "e", "nagy"),
    "José y García": ("jose", "", "ygarcia"),
    "Jose\u0301 Garcia": ("jose", "", "garcia"),
    "Jo\u200bhn Sm\u00adith": ("john", "", "smith"),
    "Jean-Luc O\u2019Neill": ("jeanluc", "", "oneill"),
    "John\n  Smith": ("john", "", "smith"),
    "John Smith, M.D.": ("john", "", "smith"),
    "John Smith, RN, PhD": ("john", "", "smith"),
    "ANN MA": ("ann", "", "ma"),
    "Smith Jr., John": ("john", "", "smith"),
    'Robert "Bob" Smith': ("robert", "", "smith"),
    "Robert (Bob) Smith": ("robert", "", "smith"),
    "Mary Smith née Jones": ("mary", "jones", "smith"),
    "Mr. and Mrs. Smith": ("", "", "smith"),
    "Dean Martin": ("dean", "", "martin"),
    "Judge Martin": ("", "", "martin"),
    "HELMUT WEIß": ("helmut", "", "weiss"),
    "ŞEN Ali": ("ali", "", "sen"),
    "Mary": ("mary", "", ""),
    "Smith": ("", "", "smith"),
    "Dr. Mary": ("", "", "mary"),
    "Aunt Philippa": ("philippa", "", ""),
    "Uncle Zorka": ("zorka", "", ""),
    "Sir John": ("john", "", ""),
    "Mrs. Van Horn": ("", "", "vanhorn"),
    "VAN DER MEER SJOERD": ("sjoerd", "", "vandermeer"),
    "DE LA CRUZ DONALD": ("donald", "", "delacruz"),
    "ST. JOHN Elizabeth": ("elizabeth", "", "stjohn"),
    "KELLY T.J.": ("t", "j", "kelly"),
    "Dr. Orsolya E. Biró": ("orsolya", "e", "biro"),
    "Bin Wei": ("bin", "", "wei"),
    "Les Esslinger": ("les", "", "esslinger"),
    "Dean E Skeen": ("dean", "e", "skeen"),
    "Princess M. Meyer": ("princess", "m", "meyer"),
    "Gouveia, Junior N.": ("junior", "n", "gouveia"),
    "Smith, John, Junior": ("john", "", "smith"),
    "Imam Hassan": ("", "", "hassan"),
    "IMAM, Anna Marie": ("anna", "marie", "imam"),
    "Smith, Dr. John": ("john", "", "smith"),
    "son Bob Li": ("bob", "", "li"),
    "Connor Ayala, D.O.'s": ("connor", "", "ayala"),
    "Smi-\nth, Ana": ("ana", "", "smith"),
}


@pytest.mark.parametrize("text", READ)
def test_a_name_is_read_as_people_read_it(text):
    assert tuple(read_name(text).reading) == READ[text]


@pytest.mark.parametrize("text", READ)
def test_the_verifiers_read_the_same_words(text):
    words = {part.key for part in read_name(text).named if len(part.key) > 1}
    assert set(name_words(text)) == words


@pytest.mark.parametrize("text", ["", "123", " - ", "\u200b"])
def test_what_has_no_word_is_no_name(text):
    assert read_name(text) is None


@pytest.mark.parametrize(
    ("text", "sure"), [("Smith, John", True), ("SMITH John", True), ("SMITH JOHN", False)]
)
def test_some_writings_show_the_order(text, sure):
    assert read_name(text).sure is sure


@pytest.mark.parametrize(
    ("text", "expected", "reading"),
    [
        ("Zorka", Role.GIVEN, ("zorka", "", "")),
        ("Mary", Role.FAMILY, ("", "", "mary")),
        ("Van Horn", Role.FAMILY, ("", "", "vanhorn")),
        ("Ana Soto", Role.FAMILY, ("ana", "", "soto")),
    ],
)
def test_what_stands_before_tells_what_a_single_word_is(text, expected, reading):
    assert tuple(read_name(text, expected).reading) == reading


def test_a_title_may_be_what_somebody_is_called():
    assert tuple(read_name("Dean Eric Skeen").called().reading) == ("dean", "eric", "skeen")
    assert read_name("Dr. Eric Skeen").called() is None


def test_a_sure_name_has_one_reading():
    assert len(list(read_name("Smith, John").readings())) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [("BROWN SPENCER", ("spencer", "", "brown")), ("Rosa Diaz Luna", ("rosa", "", "diazluna"))],
)
def test_other_readings_follow(text, expected):
    assert expected in [tuple(one.reading) for one in read_name(text).readings()]


@pytest.mark.parametrize("text", ["John Smith Jr.", "John Smith, Junior", "Smith Jr., John"])
def test_a_suffix_tells_the_generation(text):
    assert read_name(text).generation == "jr"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Drs. Smith and Jones", ["Drs. Smith", "Jones"]),
        ("John and Mary Smith", ["John", "Mary Smith"]),
        ("Dr. Ruiz or Dr. Li", ["Dr. Ruiz", "Dr. Li"]),
        ("Mr. and Mrs. Smith", ["Mr. and Mrs. Smith"]),
        ("Smith and", ["Smith and"]),
        ("", []),
        ("Ana Ruiz\nLUND, EVA", ["Ana Ruiz", "LUND, EVA"]),
        ("Ana\nRuiz", ["Ana\nRuiz"]),
        ("Bo Li & Al Wu", ["Bo Li", "Al Wu"]),
        ("Shaw, Ana / EAS", ["Shaw, Ana", "EAS"]),
    ],
)
def test_names_of_several_persons_are_told_apart(text, pieces):
    assert [text[name.start : name.end] for name in read_names(text)] == pieces


WORDS = st.sampled_from(
    ["Dr.", "john", "SMITH", "O'Neil", "de", "J.", "Jr.", "and", "Li's", "Ana-Luz", "M.D.", "née"]
)
NAMES = st.lists(st.tuples(WORDS, st.sampled_from([" ", ", ", "\n", "  "])), min_size=1).map(
    lambda rows: "".join(word + gap for word, gap in rows)
)


@given(NAMES | st.text(max_size=30))
def test_nothing_of_the_text_is_lost(text):
    name = read_name(text)
    if name is not None:
        assert name.lead + "".join(part.text + part.gap for part in name.parts) == text
        for reading in name.readings():
            assert [part.text for part in reading.parts] == [part.text for part in name.parts]


@given(NAMES | st.text(max_size=30))
def test_parts_are_those_of_the_readings(text):
    name = read_name(text)
    if name is not None:
        read = [
            (given, middle.replace(" ", ""), family) for given, middle, family in name.parts_read()
        ]
        assert list(dict.fromkeys(read)) == list(
            dict.fromkeys(tuple(one.reading) for one in name.readings())
        )


@given(NAMES | st.text(max_size=30))
def test_pieces_are_in_order_and_inside(text):
    names = read_names(text)
    flat = [at for name in names for at in (name.start, name.end)]
    assert flat == sorted(flat)
    assert all(0 <= at <= len(text) for at in flat)
    for name in names:
        assert all(name.start <= part.start < part.end <= name.end for part in name.parts)
        assert all(text[part.start : part.end] == part.text for part in name.parts)


def test_representations_show_no_name():
    assert "Smith" not in repr(read_name("John Smith"))
    assert "Smith" not in repr(Part("Smith", Role.FAMILY))


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("bob", "robert", True),
        ("bob", "bobby", True),
        ("r", "robert", True),
        ("", "robert", True),
        ("robert", "roberta", False),
        ("s", "robert", False),
    ],
)
def test_given_names_agree(one, other, agree):
    assert given_names_agree(one, other) is agree
    assert given_names_agree(other, one) is agree


def test_formal_names_hold_the_name_itself():
    assert formal_names("xyzzy") == {"xyzzy"}


@pytest.mark.parametrize(
    ("title", "name", "gender"),
    [("mrs", "john", "female"), ("sir", "", "male"), ("", "mary", "female"), ("", "j", "")],
)
def test_the_title_decides_the_gender_before_the_name_does(title, name, gender):
    assert gender_of(title, name) == gender


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("General, Lilly M. Dorey", ("lilly", "m", "dorey")),
        ("Major, John A.", ("john", "a", "major")),
        ("Dean, John Paul", ("john", "paul", "dean")),
    ],
)
def test_a_rank_before_a_comma_is_a_title_where_a_full_name_follows(text, expected):
    assert tuple(read_name(text).reading) == expected
