from textveil.synth.page import Page, keep_length_lower, keep_length_upper


def test_marks_cover_what_was_marked():
    page = Page()
    page.write("a ")
    page.mark("b", "NAME", "person-1")
    page.write("")
    page.mark("", "NAME")
    [span] = page.spans()
    assert (page.text[span.start : span.end], span.entity) == ("b", "person-1")


def test_articles_fit_what_follows():
    page = Page()
    page.write("She is a ")
    page.mark("engineer", "PROFESSION")
    page.write(" and a ")
    page.mark("nurse", "PROFESSION")
    assert page.text == "She is an engineer and a nurse"
    assert [page.text[s.start : s.end] for s in page.spans()] == ["engineer", "nurse"]


def test_capitals_wait_for_the_next_letter():
    page = Page()
    page.capitalize_next()
    page.write("")
    page.write("one")
    page.write(" two")
    assert page.text == "One two"


def test_changes_of_case_keep_the_length():
    for text in ("Straße", "İstanbul", "ŉ", "plain"):
        assert len(keep_length_upper(text)) == len(keep_length_lower(text)) == len(text)
    assert (keep_length_upper("plain"), keep_length_lower("İX")) == ("PLAIN", "İx")
