"""What a release is asked to do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from textveil.certify.signatures.signing_pair import SigningKey
from textveil.formats.held import BUDGET
from textveil.formats.sources import Source
from textveil.pipeline.release.search.decisions import Decisions
from textveil.policy.policy import Policy
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.runs.watch import Track, untracked

__all__ = ["Run"]


@dataclass(frozen=True, slots=True)
class Run:
    """What a release is asked to do.

    Attributes
    ----------
    source
        The documents.
    target
        The folder to make.
    policy
        What happens to them.
    key
        For keyed hashes, the commitment to the input, and the certificate's seal.
    excerpts
        How many documents a report for the owner shows before and after; it holds source text.
    seed
        Of the random sample that these documents are.
    force
        Replace the target if it is an earlier release.
    keep_refuted
        Write the release even if a verdict is refuted; the certificate says so, and the exact
        figures say where.
    track
        Watches the passes, to show progress.
    vault
        Keeps the surrogates of a project, so that its batches agree with each other.
    notice
        Is told, in a sentence without source text, what the user should know.
    memory
        Bytes of input, and as many of output, that are held rather than read again.
    sign
        Signs the certificate, so that everybody who has the public key can check who made it.
    single
        Whether only the result is wanted, at the target itself.
    certificate
        With `single`: where the certificate goes, beside the result.
    decisions
        What somebody has said of single places, by the ids of the input.
    weak_key
        Whether the key has fewer than 80 bits by our estimate; the certificate says so.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import load_policy, read
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("Write to ana@example.org.")
    >>> run = Run(read(folder / "note.txt"), folder / "out", load_policy("patterns-only"))
    >>> run.policy.name, run.key is None
    ('patterns-only', True)
    """

    source: Source
    target: Path
    policy: Policy
    key: Secret | None = None
    excerpts: int = 0
    seed: int = 0
    force: bool = False
    keep_refuted: bool = False
    track: Track = untracked
    vault: Vault | None = None
    notice: Callable[[str], None] = lambda _: None
    memory: int = BUDGET
    sign: SigningKey | None = None
    single: bool = False
    certificate: Path | None = None
    weak_key: bool = False
    decisions: Decisions = field(default_factory=Decisions)
