"""Keep words that look like names, remove words of a list, and find numbers of your own form."""

import textveil

text = "Dr. Foley placed a Foley for badge B-4471 of project Zephyr."
result = textveil.deidentify(
    text,
    allow=["Foley"],
    deny=["Zephyr"],
    patterns={"X-BADGE": r"\bB-\d{4}\b"},
)
print(result.text)

# prints:
# Dr. Foley placed a Foley for badge [X-BADGE] of project [IDENTIFIER].
