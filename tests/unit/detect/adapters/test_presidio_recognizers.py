"""The Presidio adapter, both ways; the model is made on the spot, and the network is forbidden."""

import doctest
import logging
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.detect.spacy_models import NOTE, saved_model

from textveil.detect.adapters import presidio_recognizers as adapter
from textveil.detect.adapters.presidio_recognizers import SOURCE, Presidio, as_recognizer
from textveil.detect.patterns import Patterns
from textveil.errors import ComponentError, InvalidValueError
from textveil.lexicon.tables.schemes import scheme
from textveil.testing.detectors import check_detector
from textveil.values.contracts import Detector
from textveil.values.document import Document
from textveil.values.span import Span, Spans

# What the libraries below warn about is theirs.
pytestmark = pytest.mark.filterwarnings("default")

ROOT = Path(__file__).parents[4]
MAIL = "zanzibarquartz@example.org"
TEXT = f"{NOTE} Write to {MAIL}."


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    pytest.importorskip("presidio_analyzer")
    return saved_model(tmp_path_factory.mktemp("model"))


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*_):
        raise AssertionError("the adapter went to the network")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def found(detector, text=TEXT):
    return [(s.label, text[s.start : s.end]) for s in detector.detect(Document("d", text))]


def test_constructing_loads_nothing():
    code = "import sys; "
    code += "from textveil.detect.adapters.presidio_recognizers import Presidio; "
    code += "Presidio(model='no model');"
    code += "print({'spacy', 'presidio_analyzer'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
    assert isinstance(Presidio(), Detector)


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"min_score": -1.0}, "min_score"),
        ({"labels": {"PERSON": "PERSONA"}}, "labels"),
        ({"recognizers": "EmailRecognizer"}, "recognizers"),
        ({"recognizers": []}, "recognizers"),
    ],
)
def test_wrong_options_are_refused(options, where):
    with pytest.raises(InvalidValueError) as caught:
        Presidio(**options)
    assert caught.value.where.endswith(where)


def test_without_presidio_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "presidio_analyzer", None)
    for use in (
        lambda: Presidio("x").detect(Document("d", "x")),
        lambda: as_recognizer(Patterns()),
    ):
        with pytest.raises(ComponentError, match="not installed") as caught:
            use()
        assert "textveil[presidio]" in caught.value.hint


def test_results_become_spans_with_our_labels_in_code_points(model):
    spans = found(Presidio(model, min_score=0.6))
    assert spans == [
        ("NAME", "Zilpah Quackenbush"),
        ("ADDRESS", "Ostrobothnia"),
        ("DATE", "3 May 2016"),
        ("EMAIL", MAIL),
    ]


def test_the_contract_holds(model):
    check_detector(Presidio(model), [Document("d", TEXT), Document("e", "Nobody came.")])


def test_explanations_name_the_recognizer(model):
    *_, mail = Presidio(model, recognizers=["EmailRecognizer"]).detect(Document("d", TEXT))
    assert (mail.source, mail.explanation.rule) == (SOURCE, "presidio.EmailRecognizer")
    assert mail.explanation.reasons == (("entity:EMAIL_ADDRESS", mail.score),)


def test_recognizers_can_be_chosen(model):
    assert found(Presidio(model, recognizers=["EmailRecognizer"])) == [("EMAIL", MAIL)]
    dotted = "presidio_analyzer.predefined_recognizers.EmailRecognizer"
    both = Presidio(model, recognizers=[dotted, "SpacyRecognizer"])
    assert [label for label, _ in found(both)] == ["NAME", "ADDRESS", "DATE", "EMAIL"]


@pytest.mark.parametrize("name", ["EmilRecognizer", "no.such.Thing", "pathlib.Path", "os.getcwd"])
def test_what_is_no_recognizer_is_refused(model, name):
    with pytest.raises(ComponentError, match="no recognizer with the name"):
        found(Presidio(model, recognizers=[name]))


def test_organizations_are_found_on_request(model, tmp_path):
    company = saved_model(tmp_path / "model", [{"label": "ORG", "pattern": "Nkemelu Ltd"}])
    plain = Presidio(company, recognizers=["SpacyRecognizer"])
    assert found(plain, "Nkemelu Ltd") == []
    wider = Presidio(company, recognizers=["SpacyRecognizer"], organizations=True)
    assert found(wider, "Nkemelu Ltd") == [("ORGANIZATION", "Nkemelu Ltd")]


def test_a_table_of_labels_comes_first(model):
    table = {"PERSON": "PATIENT", "LOCATION": None}
    spans = found(Presidio(model, labels=table, recognizers=["SpacyRecognizer"]))
    assert [label for label, _ in spans] == ["PATIENT", "DATE"]


def test_every_entity_of_the_installed_recognizers_has_a_label(model):
    import presidio_analyzer.predefined_recognizers as shelf

    entities = set()
    for name in shelf.__all__:
        try:
            entities |= set(getattr(shelf, name)().get_supported_entities())
        except (ImportError, TypeError, ValueError, OSError):
            continue  # needs a service or another library
    assert len(entities) > 50
    assert [entity for entity in entities if not scheme("presidio").knows(entity)] == []


def test_an_entity_without_a_label_stops_before_the_first_text(model, monkeypatch):
    engine, entities = adapter._engine(model, "en", (), False)
    monkeypatch.setattr(adapter, "_engine", lambda *_: (engine, (*entities, "DRAGON")))
    with pytest.raises(ComponentError, match="DRAGON"):
        found(Presidio(model), "Nothing here.")
    assert found(Presidio(model, labels={"DRAGON": None}, min_score=0.6))


def test_a_missing_model_is_an_error_and_is_not_fetched(model):
    with pytest.raises(ComponentError, match="no installed spaCy model en_no_such") as caught:
        found(Presidio("en_no_such"))
    assert caught.value.where == "presidio, option model"


def test_no_log_quotes_the_text(model, caplog):
    for name in (*adapter._LOGGERS, None):
        caplog.set_level(logging.DEBUG, logger=name)
    found(Presidio(model))
    found(Presidio(model), "IBAN GB00 zanzibarquartz, DE00370400440532013000")
    assert "zanzibarquartz" not in caplog.text.lower()
    assert not [r for r in caplog.records if r.name in adapter._LOGGERS]


def test_a_long_text_is_read_in_pieces_with_the_right_offsets(model, monkeypatch):
    engine, _ = adapter._engine(model, "en", (), False)
    monkeypatch.setattr(engine.nlp_engine.nlp["en"], "max_length", 400)
    detector = Presidio(model, min_score=0.6)
    assert found(detector, "\n".join([TEXT] * 30)) == found(detector) * 30


def test_empty_texts_have_nothing(model):
    assert found(Presidio(model), "") == found(Presidio(model), " \n ") == []


def analyzer_with(model, recognizer):
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": "en", "model_name": model}]
    reader = NlpEngineProvider(
        nlp_configuration={"nlp_engine_name": "spacy", "models": models}
    ).create_engine()
    registry = RecognizerRegistry(recognizers=[recognizer], supported_languages=["en"])
    return AnalyzerEngine(registry=registry, nlp_engine=reader, supported_languages=["en"])


def test_our_detector_runs_inside_presidio(model):
    engine = analyzer_with(model, as_recognizer(Patterns(), name="ours"))
    text = f"\U0001f600 Call 617-555-0134 or write to {MAIL}."
    results = sorted(engine.analyze(text, "en"), key=lambda result: result.start)
    assert [(r.entity_type, text[r.start : r.end]) for r in results] == [
        ("PHONE_NUMBER", "617-555-0134"),
        ("EMAIL_ADDRESS", MAIL),
    ]
    assert {r.recognition_metadata["recognizer_name"] for r in results} == {"ours"}
    only = engine.analyze(text, "en", entities=["PHONE_NUMBER"], return_decision_process=True)
    assert [r.entity_type for r in only] == ["PHONE_NUMBER"]
    assert only[0].analysis_explanation.textual_explanation.startswith("phone.nanp")
    assert MAIL not in repr(only)


class _Fixed:
    reach = None

    def detect(self, document):
        return Spans([Span(0, 2, "PROFESSION", 0.5), Span(3, 5, "BADGE"), Span(6, 8, "RARE")])


def test_what_presidio_has_no_name_for_keeps_ours(model):
    recognizer = as_recognizer(_Fixed(), labels=["PROFESSION", "BADGE", "RARE"])
    assert recognizer.get_supported_entities() == ["PROFESSION", "BADGE", "RARE"]
    results = recognizer.analyze("ab cd ef", recognizer.get_supported_entities())
    assert [(r.entity_type, r.start, r.end, r.score) for r in results] == [
        ("PROFESSION", 0, 2, 0.5),
        ("BADGE", 3, 5, 1.0),
        ("RARE", 6, 8, 1.0),
    ]


def test_every_label_of_ours_is_offered_to_presidio(model):
    offered = as_recognizer(Patterns(), language="es")
    assert offered.get_supported_language() == "es"
    assert {"PERSON", "LOCATION", "QUANTITY", "RARE"} <= set(offered.get_supported_entities())


def test_the_guide_shows_what_happens(model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "guides" / "use-with-spacy-and-presidio.md").read_text("utf-8")
    shown = "\n".join(re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    examples = doctest.DocTestParser().get_doctest(shown, {}, "guide", None, 0)
    told = []
    doctest.DocTestRunner(verbose=False).run(examples, out=told.append)
    assert len(examples.examples) > 15
    assert told == []
