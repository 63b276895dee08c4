"""The workbench: pages for a browser, over the functions that the commands call."""
