"""Release a folder of notes, and check the release again from its files."""

from pathlib import Path

import textveil

notes = Path("notes")
notes.mkdir()
(notes / "a.txt").write_text("Seen on 3 May 2016. Call (617) 555-0134.\n", "utf-8")
(notes / "b.txt").write_text("Write to ana@example.org.\n", "utf-8")

policy = textveil.load_policy("tag-only")
certificate = textveil.release(textveil.Run(textveil.read(notes), Path("out"), policy))
print(certificate.counts["documents"], "documents")
for file in sorted(Path("out/publish/texts").rglob("*.txt")):
    print(file.read_text("utf-8").strip())

checked = textveil.verify_release(Path("out"), textveil.read(notes))
print("holds" if checked.holds else "refuted")

# prints:
# 2 documents
# Seen on [DATE]. Call [PHONE].
# Write to [EMAIL].
# holds
