"""The Python interface: texts, documents and tables in memory, in and out in one shape."""
