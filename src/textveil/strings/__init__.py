"""String kernels: integer arrays in, integer arrays out.

The kernels of substring k-anonymity follow one another::

    alphabet.encode -> suffix_array -> repeats.longest_repeats | subjects.longest_shared
                    -> covering | placing | self_covering -> kept positions

Every kernel reads one array of integer codes in which the code `BREAK` (0) stands
between documents and in place of every symbol that counts as suppressed already. No
kept run ever contains it, which is all that the kernels need to know of documents.
"""
