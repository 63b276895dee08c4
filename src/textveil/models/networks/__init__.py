"""Networks: a small transformer over words, and the checks of its graph.

Training needs PyTorch and lives in the build scripts.
"""
