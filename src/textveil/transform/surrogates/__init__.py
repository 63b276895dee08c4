"""Makers of surrogates: fake values of the same kind and shape, one file per kind."""
