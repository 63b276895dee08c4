"""Importing this loads what every release needs, for processes that are copied from this one."""

import textveil

textveil.deidentify("Seen: Ana Ruiz, 12 Elm Street, Springfield, IL 62701, 3 May 2016.")
