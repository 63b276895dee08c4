"""Training: models from annotated documents, measured on documents that they have not seen.

Asking people for annotations lives in `loop`.
"""
