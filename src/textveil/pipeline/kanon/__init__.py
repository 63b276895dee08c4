"""k-anonymity of a whole corpus: the run, its curves, and its tuning on labelled documents."""
