"""Follows a guide step by step, with inputs of one's own in place of those of the page.

The steps are the blocks of the page, as it has them; nothing is added. What they print is not
compared, because it depends on the inputs: the page's own test does that.
"""

import doctest
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.meta.markdown_blocks import Block, blocks_of, commands_of, run_command

GUIDES = Path(__file__).parents[3] / "docs" / "guides"


class Guide:
    """A guide that is followed in a folder, which must be the working directory.

    Attributes
    ----------
    names
        What the Python of the page has made.
    printed
        What each command printed, by the command.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.page, self.folder = GUIDES / f"{name}.md", folder
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.printed: dict[str, str] = {}
        self._values: dict[str, object] = {}
        self._files: dict[str, Callable[[Path], None]] = {}

    def follow(
        self,
        sections: tuple[str, ...] = (),
        values: Mapping[str, object] | None = None,
        files: Mapping[str, Callable[[Path], None]] | None = None,
    ) -> None:
        """Run the blocks of the page, or of some sections.

        As soon as a step has made one of the `values` or `files`, one's own takes its place, once.
        """
        self._values, self._files = dict(values or {}), dict(files or {})
        for block in blocks_of(self.page):
            if not sections or self._section(block) in sections:
                (self._python if block.kind == "pycon" else self._console)(block)
        assert not self._values, f"the page makes no {sorted(self._values)}"
        assert not self._files, f"the page makes no {sorted(self._files)}"

    def _section(self, block: Block) -> str:
        above = self.page.read_text("utf-8").splitlines()[: block.line - 1]
        found = [line for line in above if line.startswith(("# ", "## "))]
        return found[-1].lstrip("# ") if found else ""

    def _python(self, block: Block) -> None:
        for example in doctest.DocTestParser().get_examples("\n".join(block.lines) + "\n"):
            step = compile(example.source, self.page.name, "single")
            try:
                exec(step, self.names)  # noqa: S102 - the page's own steps
            except Exception:
                if example.exc_msg is None:
                    raise
            self._exchange()

    def _console(self, block: Block) -> None:
        for command in commands_of(block):
            self.printed[command.text] = run_command(command, self.folder)
            self._exchange()

    def _exchange(self) -> None:
        for name in [one for one in self._values if one in self.names]:
            self.names[name] = self._values.pop(name)
        for name in [one for one in self._files if (self.folder / one).exists()]:
            self._files.pop(name)(self.folder / name)
