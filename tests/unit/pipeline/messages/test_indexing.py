from textveil.lexicon.relations.page_index import open_index
from textveil.pipeline.messages.indexing import pages_of, write_index
from textveil.values.document import Document

COLLECTION = [Document("1", "\fShinjuku, Tokyo\fTokyo, Japan"), Document("2", "\fBoston")]


def test_pages_are_documents_or_what_stands_between_form_feeds():
    assert len(list(pages_of(COLLECTION))) == 2
    assert list(pages_of(COLLECTION, form_feeds=True)) == [
        "Shinjuku, Tokyo",
        "Tokyo, Japan",
        "Boston",
    ]


def test_an_index_counts_pages_with_both_by_pages_with_either(tmp_path):
    target = tmp_path / "pages.idx"
    assert write_index(COLLECTION, target, form_feeds=True) == 3
    index = open_index(str(target))
    assert index.together("Shinjuku", "Tokyo") == 0.5
    assert index.together("Shinjuku", "Boston") == 0.0
