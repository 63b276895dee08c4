"""Find identifying passages and change nothing: offsets and labels, in code points."""

import textveil

text = "Write to ana@example.org or call 617-555-0134 before 3 May 2016."
for span in textveil.scan(text):
    print(span.start, span.end, span.label)

# prints:
# 9 24 EMAIL
# 33 45 PHONE
# 53 63 DATE
