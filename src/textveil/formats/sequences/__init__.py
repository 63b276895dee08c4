"""Sequences: FASTA, FASTQ and SPMF.

Event tables live in `tables`.
"""
