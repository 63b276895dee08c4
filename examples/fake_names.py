"""Replace people by fake ones: the same person has the same fake in all documents."""

import textveil

notes = [
    textveil.Document("1", "Mary Okafor was admitted on 3 May 2016.", subject="p1"),
    textveil.Document("2", "Ms. Okafor went home on 7 May 2016.", subject="p1"),
]
key = textveil.Secret(b"a key of at least sixteen bytes")
first, second = textveil.deidentify(notes, "hide-in-plain-sight", key)
surname = first.text.split()[1]
print("Okafor" in first.text + second.text)
print(surname in second.text)

# prints:
# False
# True
