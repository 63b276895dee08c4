"""Groups of verbs with one that may be left out."""

from typing import Any, ClassVar

from textveil.cli.shell.help_pages import VerbGroup

__all__ = ["ReleaseByDefault", "RunByDefault"]


class RunByDefault(VerbGroup):
    """A group whose verb `run` may be left out: `kanon IN …` is `kanon run IN …`."""

    verb: ClassVar[str] = "run"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in front of what does not begin with one."""
        if args and args[0] not in self.commands and args != ["--help"] and args != ["-h"]:
            args = [self.verb, *args]
        return super().parse_args(ctx, args)


class ReleaseByDefault(RunByDefault):
    """A group whose verb `release` may be left out: `trace LEAK …` is `trace release LEAK …`."""

    verb = "release"
