"""De-identify one text, and look at what was proved about the result."""

import textveil

result = textveil.deidentify("Dr. Patel called Mary Okafor in Boston, (617) 555-0134.")
print(result.text)
for verdict in result.verdicts:
    print(verdict.claim, verdict.status.value)

# prints:
# Dr. [PROVIDER] called [NAME] in [CITY], [PHONE].
# alignment holds
# residue holds
