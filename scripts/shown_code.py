"""A hook of mkdocs: how code is shown and copied.

Browsers break inline code such as `--text-column` after hyphens, and in narrow tables anywhere. No
style sheet can forbid that and still allow breaks at blanks. So each word stands in a span, which
`docs/style.css` keeps in one line.

The copy button of a session takes what a reader types: no prompts, and nothing that was printed.
"""

import html as escapes
import re
from collections.abc import Iterator

_INLINE = re.compile(r"(?<!<pre>)<code>([^<]*)</code>")
_WORD = re.compile(r"\S+")
_LONGEST = 40  # Longer words do not fit the line of a telephone, and may break.
_BLOCK = re.compile(r'<div class="highlight">(<pre>.*?</pre>)</div>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_PROMPTS = {"$ ": ">", ">>> ": "..."}
"""What a session's first line begins with, and what its lines go on with."""


def typed(session: str) -> Iterator[str]:
    """Yield the lines of a session that a reader types, without prompts."""
    first = next((prompt for prompt in _PROMPTS if session.startswith(prompt)), None)
    if first is None:
        return
    goes_on, open_ = _PROMPTS[first], False
    for line in session.splitlines():
        if line.startswith(first):
            open_ = True
            yield line.removeprefix(first)
        elif open_ and (line == goes_on or line.startswith(f"{goes_on} ")):
            yield line[len(goes_on) + 1 :]
        else:
            open_ = False


def _whole(word: re.Match[str]) -> str:
    return f'<span class="whole">{word[0]}</span>' if len(word[0]) <= _LONGEST else word[0]


def _copied(block: re.Match[str]) -> str:
    lines = list(typed(escapes.unescape(_TAG.sub("", block[1]))))
    if not lines:
        return block[0]
    text = escapes.escape("\n".join([*lines, ""])).replace("\n", "&#10;")
    return f'<div class="highlight" data-copy="{text}">{block[1]}</div>'


def on_page_content(html: str, **_page: object) -> str:
    """Return a page's content with words of inline code marked, and what buttons copy."""
    html = _BLOCK.sub(_copied, html)
    return _INLINE.sub(lambda code: f"<code>{_WORD.sub(_whole, code[1])}</code>", html)
