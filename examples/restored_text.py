"""Hand a text to somebody else with sealed values, and restore what comes back."""

import textveil

key = textveil.Secret(b"a key of at least sixteen bytes")
text = "Mary Okafor asks for her results by mail to m.okafor@example.org."
safe = textveil.protect(text, key=key)
print("Okafor" in safe.text)
answer = safe.text.replace("asks for", "has got")
print(textveil.restore(answer, key=key))

# prints:
# False
# Mary Okafor has got her results by mail to m.okafor@example.org.
