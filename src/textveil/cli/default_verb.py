"""Groups of verbs with one that may be left out."""

from typing import Any

from textveil.cli.help_pages import VerbGroup

__all__ = ["RunByDefault"]


class RunByDefault(VerbGroup):
    """A group whose verb `run` may be left out: `kanon IN …` is `kanon run IN …`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `run` in front of what does not begin with a verb."""
        if args and args[0] not in self.commands and args != ["--help"] and args != ["-h"]:
            args = ["run", *args]
        return super().parse_args(ctx, args)
