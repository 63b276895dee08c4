"""Say for each label what is written in its place, as one does in Presidio."""

import textveil

last_four = {"use": "textveil.mask.v1", "style": "character", "keep_last": 4}
result = textveil.deidentify(
    "Ana Ruiz, 617-555-0134, ana@example.org",
    operators={"PHONE": last_four, "NAME": lambda _: "X"},
)
print(result.text)

# prints:
# X, ********0134, [EMAIL]
