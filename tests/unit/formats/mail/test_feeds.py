"""Feeds: RSS and Atom are read as a reader sees them; entities and broken feeds are refused."""

import pytest

from textveil.errors import FormatError
from textveil.formats.catalog import guess
from textveil.formats.mail.feeds import Atom, Rss
from textveil.testing.formats import check_format
from textveil.values.document import Document
from textveil.values.metadata import Metadata

RSS = """<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>News</title><link>http://example.org/</link><description>all of it</description>
<item><title>One &amp;amp; two</title><link>http://example.org/1</link><guid>g1</guid>
<description>&lt;p&gt;I live in &lt;b&gt;Ulm&lt;/b&gt; &amp;amp; like it.&lt;/p&gt;</description>
<pubDate>Tue, 18 Nov 2025 10:00:00 GMT</pubDate></item>
<item><description><![CDATA[short]]></description>
<content:encoded><![CDATA[the <i>whole</i> text]]></content:encoded></item>
</channel></rss>
"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><id>f</id>
<author><name>nobody</name></author>
<entry><id>a1</id><title>First</title><link href="http://example.org/a1"/>
<updated>2025-11-18T10:00:00Z</updated><author><name>Ana</name></author>
<content type="html">&lt;p&gt;a &amp;lt; b&lt;/p&gt;</content></entry>
<entry><id>a2</id><summary>no content</summary></entry>
<entry><id>a3</id><content type="xhtml"><div><p>so it <b>is</b></p></div></content></entry>
</feed>
"""


def written(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_items_of_rss_are_read_as_a_reader_sees_them(tmp_path):
    first, second = Rss().read(written(tmp_path, RSS, "x.rss"))
    assert (first.id, first.text) == ("g1", "I live in Ulm & like it.")
    assert first.metadata["title"] == "One & two"
    assert (second.id, second.text) == ("2", "the whole text")


def test_entries_of_atom_are_read(tmp_path):
    first, second, third = Atom().read(written(tmp_path, ATOM, "x.atom"))
    assert (first.id, first.text, first.subject) == ("a1", "a < b", "Ana")
    assert first.metadata["link"] == "http://example.org/a1"
    assert first.metadata["date"] == "2025-11-18T10:00:00Z"
    assert second.text == "no content"
    assert third.text == "so it is"


@pytest.mark.parametrize(("text", "name"), [(RSS, "rss"), (ATOM, "atom")])
def test_the_root_element_tells_a_feed(tmp_path, text, name):
    assert guess(written(tmp_path, text, "x.xml")) == name


@pytest.mark.parametrize("made", [Rss(), Atom()])
def test_entities_are_refused(tmp_path, made):
    bomb = '<!DOCTYPE x [<!ENTITY a "zanzibar">]>' + (RSS if made.name == "rss" else ATOM)
    bomb = bomb.replace('<?xml version="1.0"?>\n', "").replace("all of it", "&a;")
    with pytest.raises(FormatError) as error:
        list(made.read(written(tmp_path, bomb, "x.xml")))
    assert "zanzibar" not in str(error.value)


@pytest.mark.parametrize(
    ("made", "text"), [(Rss(), RSS[:400]), (Atom(), ATOM[:300]), (Atom(), RSS)]
)
def test_a_broken_feed_names_the_line(tmp_path, made, text):
    with pytest.raises(FormatError, match="line"):
        list(made.read(written(tmp_path, text, "x.xml")))


@pytest.mark.parametrize("made", [Rss(), Atom()])
def test_feeds_keep_the_contract_of_formats(tmp_path, made):
    check_format(made, tmp_path)


@pytest.mark.parametrize("made", [Rss(), Atom()])
def test_what_is_written_is_read_back(tmp_path, made):
    told = Metadata({"title": "a < b & c", "link": 'http://example.org/?a=1&b="2"', "date": "x"})
    document = Document("1", 'if a < b && <p>c</p>\n\n"d" \t&amp; e ', "Ana", told)
    made.write([document], tmp_path / "x.xml")
    assert list(made.read(tmp_path / "x.xml")) == [document]
