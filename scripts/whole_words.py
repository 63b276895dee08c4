"""A hook of mkdocs: browsers do not break the words of inline code, such as `--text-column`.

Browsers break after hyphens, and in narrow tables anywhere. No style sheet can forbid that and still
allow breaks at blanks. So each word stands in a span, which `docs/style.css` keeps in one line.
"""

import re

_INLINE = re.compile(r"(?<!<pre>)<code>([^<]*)</code>")
_WORD = re.compile(r"\S+")
_LONGEST = 40  # Longer words do not fit the line of a telephone, and may break.


def _whole(word: re.Match[str]) -> str:
    return f'<span class="whole">{word[0]}</span>' if len(word[0]) <= _LONGEST else word[0]


def on_page_content(html: str, **_page: object) -> str:
    """Return a page's content with the words of inline code marked."""
    return _INLINE.sub(lambda code: f"<code>{_WORD.sub(_whole, code[1])}</code>", html)
