"""Sign a release, so that everybody can check who made it."""

from pathlib import Path

import textveil

Path("note.txt").write_text("Write to ana@example.org.\n", "utf-8")
mine = textveil.SigningKey.new()
policy = textveil.load_policy("patterns-only")
run = textveil.Run(textveil.read("note.txt"), Path("out"), policy, sign=mine)
textveil.release(run)

checked = textveil.verify_release(Path("out/publish"), signer=mine.public)
print("signed by me" if checked.holds else "refuted")
other = textveil.SigningKey.new()
checked = textveil.verify_release(Path("out/publish"), signer=other.public)
print("signed by the other" if checked.holds else "refuted")

# prints:
# signed by me
# refuted
