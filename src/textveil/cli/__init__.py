"""Command line: one thin file per verb. It parses, calls one library function, and shows.

A verb imports what it calls inside its function: nobody who asks for help or for another verb
should wait for libraries that only this one needs.
"""
