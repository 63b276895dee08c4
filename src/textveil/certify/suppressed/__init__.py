"""Certificates of suppressed corpora, which `kanon` writes."""
