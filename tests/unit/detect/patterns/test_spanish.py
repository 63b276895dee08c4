"""Spanish is data: what its tables and rules find, read and link."""

import pytest

from textveil.detect.patterns import Patterns
from textveil.detect.people.links import Linking
from textveil.detect.tagging.refine import refine
from textveil.lexicon.dates.written_dates import parse
from textveil.lexicon.people.person_names import read_name
from textveil.lexicon.tables.words import Kind, are_everyday, look_up
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.verify.readers.read_names import the_name

FOUND = [
    ("ingresa el 3 de mayo de 2016", "DATE", "3 de mayo de 2016"),
    ("el 13-noviembre-2017", "DATE", "13-noviembre-2017"),
    ("en febrero del 2010", "DATE", "febrero del 2010"),
    ("desde el año 2004", "DATE", "año 2004"),
    ("Varón de 47 años", "AGE", "47 años"),
    ("niña de 18 meses de edad", "AGE", "18 meses"),
    ("mujer de treinta y dos años", "AGE", "treinta y dos años"),
    ("NHC: 2847413.", "MRN", "2847413"),
    ("NASS: 89 46895187 76.", "PLAN", "89 46895187 76"),
    ("NºCol: 28 28 57403", "LICENSE", "28 28 57403"),
    ("colegiado nº 28/28/57403", "LICENSE", "28/28/57403"),
    ("Episodio: 7345609", "OTHER-ID", "7345609"),
    ("DNI: 12.345.678-Z", "OTHER-ID", "12.345.678-Z"),
    ("Tfno: 926232991", "PHONE", "926232991"),
    ("Tel.: 967 597 100", "PHONE", "967 597 100"),
    ("Fax: 91 336 87 85", "FAX", "91 336 87 85"),
    ("C.P. 28034", "ZIP", "28034"),
    ("Domicilio: C/ Rafaela Herrera, 27, 4 D.", "STREET", "C/ Rafaela Herrera, 27, 4 D"),
    ("vive en Calle Mayor, nº 3, 2º B", "STREET", "Calle Mayor, nº 3, 2º B"),
    ("Avda. de Córdoba s/n", "STREET", "Avda. de Córdoba s/n"),
    ("Ctra. de Colmenar, km 9,100", "STREET", "Ctra. de Colmenar, km 9,100"),
]


@pytest.mark.parametrize(("text", "label", "value"), FOUND)
def test_patterns_find_what_spanish_notes_hold(text: str, label: str, value: str) -> None:
    found = Patterns(language="es").detect(Document("d", text))
    assert [(span.label, text[span.start : span.end]) for span in found] == [(label, value)]


@pytest.mark.parametrize(
    "text",
    [
        "hace 5 años",
        "tensión arterial 120/80",
        "VSG 37 mm/h, CK 7",
        "estadio T4N0M1",
        "leucocitos 8.800/ul",
        "tratamiento de 3 meses",
        "calentada a 37º C. Infundimos",
    ],
)
def test_values_and_spans_of_time_are_left(text: str) -> None:
    assert not Patterns(language="es").detect(Document("d", text))


def test_the_day_comes_first_in_spanish_dates_of_numbers() -> None:
    date = parse("03/05/2016", language="es")
    assert date is not None
    assert date.moments[0][:4] == ("day", 2016, 5, 3)
    assert date.shifted(30) == "02/06/2016"


def test_a_date_in_words_moves_in_spanish() -> None:
    date = parse("28 de mayo de 2016", language="es")
    assert date is not None
    assert date.shifted(10) == "7 de junio de 2016"


NAMES = [
    ("Ana García Ruiz", ("ana", "ruiz", "garcia")),
    ("García Ruiz, Ana", ("ana", "ruiz", "garcia")),
    ("Ana García", ("ana", "", "garcia")),
    ("Sra. García", ("", "", "garcia")),
    ("Dr. García Ruiz", ("", "ruiz", "garcia")),
    ("José Luis García", ("jose", "luis", "garcia")),
    ("José Luis García Ruiz", ("jose", "luisruiz", "garcia")),
    ("D. Juan Pérez", ("juan", "", "perez")),
    ("María José", ("maria", "jose", "")),
]


@pytest.mark.parametrize(("text", "reading"), NAMES)
def test_people_go_by_the_first_of_two_family_names(
    text: str, reading: tuple[str, str, str]
) -> None:
    name = read_name(text, language="es")
    assert name is not None
    assert tuple(name.reading) == reading


@pytest.mark.parametrize("text", ["Ana García Ruiz", "García Ruiz, Ana", "Ana García"])
def test_verifiers_read_the_same_family_name(text: str) -> None:
    assert the_name(text, language="es").family == ("garcia",)
    assert the_name(text, language="es").given[0] == "ana"


def test_english_names_keep_their_last_word_as_family_name() -> None:
    name = read_name("Ana García Ruiz")
    assert name is not None
    assert tuple(name.reading) == ("ana", "garcia", "ruiz")


def test_a_title_with_the_first_family_name_means_the_same_person() -> None:
    text = "Ana García Ruiz acude hoy. La Sra. García mejora. Ana García pide el alta."
    values = ("Ana García Ruiz", "García", "Ana García")
    starts = (0, text.index("Sra. García") + 5, text.index("Ana García pide"))
    spans = Spans(
        Span(start, start + len(value), "PATIENT")
        for start, value in zip(starts, values, strict=True)
    )
    document = Document("d", text, "s")
    linking = Linking("subject", "es")
    linking.learn(document, spans)
    linked = linking.linked(document, spans)
    assert len({span.entity for span in linked}) == 1


def test_words_are_those_of_the_language() -> None:
    assert are_everyday(["dolor"], "es")
    assert not are_everyday(["the"], "es")
    assert are_everyday(["the"])
    assert look_up("Madrid", "es").kinds & Kind.CITY
    assert look_up("García", "es").surname


def test_places_of_a_model_get_their_labels() -> None:
    text = "Domicilio en 28007 Madrid, España"
    spans = [Span(13, 18, "ADDRESS"), Span(19, 25, "ADDRESS"), Span(27, 33, "ADDRESS")]
    assert refine(text, Spans(spans), "es").labels == ("COUNTRY", "STATE", "ZIP")
