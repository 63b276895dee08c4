"""Hidden writing is undone, by exact offsets, and ordinary text is left as it is."""

import pytest

from textveil.lexicon.hidden import hidden_words
from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.values.view import View

CLASSES = {
    "zero-width": ("to J\u200bo\u200dh\u2060n Lee", "John", "J\u200bo\u200dh\u2060n"),
    "soft hyphens": ("to Jo\u00adhn Lee", "John", "Jo\u00adhn"),
    "hyphen at a line end": ("to Jona-\nthan Lee", "Jonathan", "Jona-\nthan"),
    "hyphen and an indented line": ("to Jona-\r\n   than Lee", "Jonathan", "Jona-\r\n   than"),
    "capitals over a line end": ("to JOHN-\nSON", "JOHNSON", "JOHN-\nSON"),
    "two names over a line end": ("to Ann Smith-\nJones", "Smith-Jones", "Smith-\nJones"),
    "soft break": ("to Jo=\nhn Lee", "John", "Jo=\nhn"),
    "soft break between words": ("to John =\r\nLee.", "John Lee", "John =\r\nLee"),
    "quoted-printable bytes": ("to Ren=C3=A9 Lee", "Ren\u00e9", "Ren=C3=A9"),
    "quoted-printable, one byte": ("to Ren=E9 Lee", "Ren\u00e9", "Ren=E9"),
    "quoted-printable letters": ("to =4A=6F=68=6E =4C=65=65", "John Lee", "=4A=6F=68=6E =4C=65=65"),
    "entity by number": ("to &#74;ohn Lee", "John", "&#74;ohn"),
    "entity in hexadecimal": ("to Jo&#x68;n Lee", "John", "Jo&#x68;n"),
    "entity by name": ("to Ren&eacute; Lee", "Ren\u00e9", "Ren&eacute;"),
    "entity in an entity": ("to &amp;#74;ohn Lee", "John", "&amp;#74;ohn"),
    "apostrophe as an entity": ("to O&#39;Brien", "O'Brien", "O&#39;Brien"),
    "percent bytes": ("to Ren%C3%A9%20Lee", "Ren\u00e9 Lee", "Ren%C3%A9%20Lee"),
    "escaped as in JSON": ("to Ren\\u00e9 Lee", "Ren\u00e9", "Ren\\u00e9"),
    "UTF-8 read as Latin-1": ("to Ren\u00c3\u00a9 Lee", "Ren\u00e9", "Ren\u00c3\u00a9"),
    "mark-up inside a word": ("to Jo<b></b>h<!-- -->n Lee", "John", "Jo<b></b>h<!-- -->n"),
    "element inside a word": ("to Jo<em>na</em>than Lee", "Jonathan", "Jo<em>na</em>than"),
    "element with attributes": (
        'to Jo<SPAN class="a" style="font-weight: bold; color: #333333; border: 0">na</SPAN>than',
        "Jonathan",
        'Jo<SPAN class="a" style="font-weight: bold; color: #333333; border: 0">na</SPAN>than',
    ),
    "escaped bytes": ("to \\x4a\\x6f\\x68\\x6e Lee", "John", "\\x4a\\x6f\\x68\\x6e"),
    "escaped bytes of one letter": ("to Ren\\xc3\\xa9 Lee", "Ren\u00e9", "Ren\\xc3\\xa9"),
    "one escaped byte": ("to J\\x6fhn Lee", "John", "J\\x6fhn"),
    "escaped with braces": ("to \\u{4a}ohn Lee", "John", "\\u{4a}ohn"),
    "RTF": ("to Ren\\'e9 Lee", "Ren\u00e9", "Ren\\'e9"),
    "RTF, all letters": ("to \\'4a\\'6f\\'68\\'6e Lee", "John", "\\'4a\\'6f\\'68\\'6e"),
    "emphasis inside": ("to Pa**tri**cia Lee", "Patricia", "Pa**tri**cia"),
    "emphasis to the end": ("to Pat~~ricia~~ Lee", "Patricia Lee", "Pat~~ricia~~ Lee"),
    "a star inside": ("to Thistle*wood today", "Thistlewood", "Thistle*wood"),
    "a middle dot inside": ("to Thistle\u00b7wood today", "Thistlewood", "Thistle\u00b7wood"),
    "an underscore inside": ("to Thistle_wood today", "Thistlewood", "Thistle_wood"),
    "several signs inside": ("to Th#istle|wood today", "Thistlewood", "Th#istle|wood"),
    "a blank braille cell": ("to Thistle\u2800wood today", "Thistlewood", "Thistle\u2800wood"),
    "signs in capitals": ("to MONT|GOM|ERY today", "MONTGOMERY", "MONT|GOM|ERY"),
    "overrides in one another": (
        "to \u202ehtimS \u202enhoJ\u202c\u202c, who",
        "John Smith",
        "\u202ehtimS \u202enhoJ\u202c\u202c",
    ),
    "a part under an override": ("to J\u202eho\u202cn Lee", "John", "J\u202eho\u202cn"),
    "letters apart under an override": (
        "to \u202eh t i m S\u202c now",
        "Smith",
        "\u202eh t i m S\u202c",
    ),
    "many accents": ("to J" + "\u0301" * 40 + "ohn", "John", "J" + "\u0301" * 40 + "ohn"),
    "controls": ("to J\x1bo\x00hn", "John", "J\x1bo\x00hn"),
    "emphasis from the start": ("Ask *Pat*ricia Lee", "Patricia Lee", "Pat*ricia Lee"),
    "hyphen before a quoted line": ("to Jona-\n> > than Lee", "Jonathan", "Jona-\n> > than"),
    "underscore": ("to K31sh4_M0ntg0m3ry.", "Keisha Montgomery", "K31sh4_M0ntg0m3ry"),
    "underscore before a clear name": ("to J0hn_Smith.", "John Smith", "J0hn_Smith"),
    "leet": ("to J0hn 5m1th", "John Smith", "J0hn 5m1th"),
    "leet with signs": ("to M!ch@el Lee", "Michael", "M!ch@el"),
    "scanned": ("to Fau1kner", "Faulkner", "Fau1kner"),
    "scanned, two letters for one": ("to Spi11rnan", "Spillman", "Spi11rnan"),
    "spaced": ("to J o h n  S m i t h.", "John Smith", "J o h n  S m i t h"),
    "spaced, one blank": ("to J o h n S m i t h.", "John Smith", "J o h n S m i t h"),
    "spaced, capitals": ("to J O H N S M I T H.", "JOHN SMITH", "J O H N S M I T H"),
    "dotted": ("to J.o.h.n Lee", "John", "J.o.h.n"),
    "spaced dashes": ("to J - o - h - n Lee", "John", "J - o - h - n"),
    "one below the other": ("to\nJ\no\nh\nn\nat home", "John", "J\no\nh\nn"),
    "two alphabets": ("to J\u043ehn Lee", "John", "J\u043ehn"),
    "full-width": ("to \uff2a\uff4f\uff48\uff4e Lee", "John", "\uff2a\uff4f\uff48\uff4e"),
    "mathematical": ("to \U0001d409ohn Lee", "John", "\U0001d409ohn"),
    "backwards": ("to \u202enhoJ\u202c Lee", "John", "\u202enhoJ\u202c"),
    "several at once": ("to J&#8203;0&#104;n Sm-\nith", "John Smith", "J&#8203;0&#104;n Sm-\nith"),
}


@pytest.mark.parametrize(("text", "clear", "hidden"), CLASSES.values(), ids=CLASSES)
def test_a_hidden_name_is_read_and_found_at_its_exact_place(text, clear, hidden):
    view = unhidden(text)
    start = view.text.index(clear)
    low, high = view.locate(start, start + len(clear))
    assert text[low:high] == hidden
    assert view.shown(low, high) == (start, start + len(clear))


ORDINARY = (
    "Influenza A (H1N1), B12 deficient, at 5am and 11am, 20mg twice, CO2 and HbA1c.",
    "Options A B C D, U S A, N.S.S. and S.H.I.E.L.D., i.e. none; x-y-z, a/b/c.",
    "= History =\nThe text = 5\n== Life ==\nNa=40mEq, K=45mEq, pO2=75mmHg, id=FF9E2C.",
    "Plan-\ncontinue aspirin\nMedications-\nAspirin 81 mg, 50%20 of it at 100%.",
    "Smith &amp; Sons &lt;tag&gt; &nbsp; R&D AT&T https://example.org/a%20b?x=%41%42",
    "\u0418\u0434\u0435\u0442 \u0434\u043e\u0436\u0434\u044c.",
    "A \u03b2-blocker, caf\u00e9, na\u00efve, S\u00f8rensen, \u30bb\u30f3\u30bf\u30fc\uff01",
    "Post Office (S0N 2J0), Channel S4C, M1A1, 4x4, mp3, C:\\users\\ann",
    "<td>John</td><td>Smith</td> and T<br>x, Smith<sup>a</sup> <last>Lee</last><first>Ann</first>",
    "**Bold** words, *Mary* and **Ann**, __Lee__; a*b*c, x**y, mary*ann, *a*b, ~~no~~",
    "People's Son(s of \u201cOak\u201ds, MARY|ANN, ST.FRANCIS, Foo_bar, and/or, R&D, WALL-E",
    "masked: J*hn, JA*AN, O'B*ien, a*d*e*s*",
    "f(x, width=default, on=False, data=data); sha1_hash, m4_define, _J0hn_, utf8_name",
    "print('\\x1b[0m in the \\'50s'); C:\\x64; List<String>name; a<b and c>d",
    "Regards-\n> Plan-\n> continue",
)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_its_own_view(text):
    assert unhidden(text) == View.identity(text)


def test_a_word_with_digits_is_a_name_only_where_a_list_has_it():
    assert unhidden("Ask Xq0zvk now").text == "Ask Xq0zvk now"
    assert unhidden("Ask J0hn now").text == "Ask John now"


def test_a_digit_at_the_end_of_a_word_counts_beside_another_name():
    assert unhidden("Ask Mari4 Lopez").text == "Ask Maria Lopez"
    assert unhidden("The Mari4 engine").text == "The Mari4 engine"


def test_what_stands_far_from_anything_hidden_keeps_its_places():
    before, after = "Nothing here. " * 40, " And nothing there." * 40
    view = unhidden(f"{before}J o h n{after}")
    assert view.text == f"{before}John{after}"
    end = len(view.text)
    assert view.locate(end - 6, end) == (end - 6 + 3, end + 3)


def test_a_lone_surrogate_is_left_alone():
    assert unhidden("a \ud800 b J o h n").text == "a \ud800 b John"


def test_a_name_in_several_writings_is_read_step_by_step():
    text = "Ask J o h n Sm&#105;-\nth and M&#97;r=\ng0t L<b></b>ee"
    assert unhidden(text).text == "Ask John Smith and Margot Lee"


def test_places_near_one_another_are_changed_once():
    gap = "x" * 30 + " " + "y" * 90 + " "
    text = f"J0hn {gap}R0bert {gap}M4ry"
    assert unhidden(text).text == f"John {gap}Robert {gap}Mary"


REPEATED = (
    "a ",
    "A ",
    "a. ",
    "<b>",
    "\\u00e9",
    "x-\n",
    "a<b></b>",
    "a1",
    "o1!",
    "a_",
    "J0hn_",
    "a**",
)


@pytest.mark.parametrize("piece", REPEATED)
def test_what_is_looked_up_grows_with_the_text_and_no_faster(piece, monkeypatch):
    tokens = []
    real = hidden_words.look_up

    def counted(token, *language):
        tokens.append(len(token))
        return real(token, *language)

    monkeypatch.setattr(hidden_words, "look_up", counted)
    sizes = []
    for pieces in (400, 800):
        tokens.clear()
        hidden_words._read.cache_clear()
        unhidden(piece * pieces)
        sizes.append(sum(tokens))
        # A whole word over a line end has two halves, each of a length that a name may have.
        assert max(tokens, default=0) <= 2 * hidden_words._LONGEST
    assert sizes[1] <= 2 * sizes[0] + 100


def test_a_name_before_many_spelled_letters_is_read():
    text = "J O N A T H A N" + " X" * 500
    assert unhidden(f"to {text}.").text == "to JONATHAN " + "X" * 500 + "."


def test_many_tags_with_no_letter_behind_them_are_left_alone():
    text = "a" + "<b></b>" * 500 + "."
    assert unhidden(text) == View.identity(text)


def test_a_letter_of_another_alphabet_is_read_in_a_long_word():
    assert unhidden("J\u043ehn" + "a" * 3000).text == "John" + "a" * 3000
