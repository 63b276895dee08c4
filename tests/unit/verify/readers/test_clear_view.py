"""The clear view of the verifiers: what hides is read, what does not is left as it stands."""

import pytest
from tests.unit.lexicon.hidden.test_hidden_writing import CLASSES, ORDINARY, REPEATED

from textveil.values.view import View
from textveil.verify.readers import disguises
from textveil.verify.readers.clear_view import clear_view


@pytest.mark.parametrize(("text", "clear", "hidden"), CLASSES.values(), ids=CLASSES)
def test_a_hidden_name_is_read_and_found_at_its_exact_place(text, clear, hidden):
    view = clear_view(text)
    start = view.text.index(clear)
    low, high = view.locate(start, start + len(clear))
    assert text[low:high] == hidden
    assert view.shown(low, high) == (start, start + len(clear))


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_its_own_view(text):
    assert clear_view(text) == View(text)


def test_a_name_in_several_writings_is_read_step_by_step():
    text = "Ask J o h n Sm&#105;-\nth and M&#97;r=\ng0t L<b></b>ee"
    assert clear_view(text).text == "Ask John Smith and Margot Lee"


@pytest.mark.parametrize("piece", REPEATED)
def test_what_is_looked_up_grows_with_the_text_and_no_faster(piece, monkeypatch):
    sizes, looked_up, asked = [], disguises.look_up, []

    def counted(token, *language):
        asked.append(len(token))
        return looked_up(token, *language)

    monkeypatch.setattr(disguises, "look_up", counted)
    for pieces in (400, 800):
        asked.clear()
        disguises._read.cache_clear()
        clear_view(piece * pieces)
        sizes.append(sum(asked))
    assert sizes[1] <= 2 * sizes[0] + 100
