"""De-identify a DataFrame: a rule for each column, and one fake person for each row's subject."""

import pandas as pd

import textveil

visits = pd.DataFrame(
    {
        "mrn": ["448-2190", "448-2191"],
        "note": ["Mary Okafor called 617-555-0134.", "Write to ana@example.org."],
        "ward": ["B2", "C1"],
    }
)
rules = {"mrn": "MRN", "note": "text", "ward": "keep"}
print(textveil.deidentify(visits, columns=rules).to_csv(index=False).strip())

# prints:
# mrn,note,ward
# [MRN],[NAME] called [PHONE].,B2
# [MRN],Write to [EMAIL].,C1
