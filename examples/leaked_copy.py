"""Give each recipient a copy of their own, and learn whose copy a leak came from."""

from pathlib import Path

import textveil
from textveil.store.sqlite_vault import SqliteVault

Path("note.txt").write_text("".join(f"MRN {4471100 + n}. " for n in range(80)), "utf-8")
Path("policy.yaml").write_text(
    "name: numbers\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.surrogate.v1}\n",
    "utf-8",
)
policy = textveil.load_policy("policy.yaml")
key = textveil.Secret(b"a key of at least sixteen bytes")
with SqliteVault(Path("project.vault"), key, create=True) as vault:
    run = textveil.Run(textveil.read("note.txt"), Path("out"), policy, key, vault=vault)
    textveil.release_copies(run, textveil.Copies(("north", "south")))
    leak = textveil.read("out/publish/north/texts/note.txt")
    tracing = textveil.trace_release(leak, vault)
print([one.recipient for one in tracing.accusation.accused])

# prints:
# ['north']
