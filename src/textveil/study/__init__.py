"""Studies: a method is run over a grid of settings, and what it costs and keeps is measured.

`grid` reads what varies, `resume` runs trials on several cores and goes on after a stop, `table`,
`chart` and `page` show, draw and write what was found. Every other module is one study: it says
what varies and what is measured. Nothing below this package knows it.
"""
