"""Generated corpora: whole documents about people who do not exist, with every identifier known."""
