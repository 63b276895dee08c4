"""The certificate of a suppressed corpus: what was promised, checked and written; it holds no text.

It is one file beside the output, for `kanon` writes no folder of its own. Input and output are
covered as in a release: the input by a commitment under the key or a nonce, the output by plain
hashes. The nonce lies in a file beside the certificate, which is not to be published.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from textveil.certify.certificate import (
    Commitment,
    id_of,
    seal_of,
    signed_form,
)
from textveil.certify.signature import SIGNATURE, SIGNER
from textveil.certify.signing import SigningKey
from textveil.certify.suppressed.certificate import KANON_SCHEMA, nonce_file, output_hashes
from textveil.formats.outputs import binary_sink, write_json
from textveil.formats.sources import Source
from textveil.pipeline.kanon.report import KanonReport
from textveil.pipeline.release.start import started_at
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.version import VERSION

__all__ = ["certify"]

_COUNTED: Final = ("documents", "subjects", "symbols", "kept", "runs")


def certify(
    path: Path,
    made: KanonReport,
    documents: Sequence[Document],
    places: tuple[Source, Path],
    given: Secret | bytes,
    sign: SigningKey | None = None,
) -> str:
    """Write the certificate of a run, and a nonce if there is no key; return the release id.

    Parameters
    ----------
    path
        Where to write it; the nonce gets the same name with `.nonce`.
    made
        What was done and verified.
    documents
        The input.
    places
        Where it came from, and where the result is.
    given
        The key, which commits to the input and seals the certificate, or the nonce of the run.
    sign
        Signs the certificate.
    """
    source, target = places
    key, nonce = (given, b"") if isinstance(given, Secret) else (None, given)
    commitment = Commitment(key.derive("commitment") if key else nonce)
    for document in documents:
        commitment.add(document)
    content: dict[str, Any] = {
        "schema": KANON_SCHEMA,
        "textveil": VERSION,
        "written": started_at(),
        "settings": made.settings.to_json(),
        "subject_ids": "keyed" if key else "numbered",
        "source": {
            "name": source.path.resolve().name,
            "format": source.format_name,
            "options": dict(source.options),
        },
        "input": {"commitment": commitment.hexdigest(), "keyed_by": "key" if key else "nonce"},
        "output": output_hashes(target),
        "counts": {name: getattr(made, name) for name in _COUNTED},
        "unprotected": list(made.unprotected),
        "verdicts": [verdict.to_json() for verdict in made.verdicts],
    }
    # As it will be read: tuples, for example, come back as lists.
    content = json.loads(json.dumps(content))
    if sign is not None:
        content[SIGNER] = sign.public.fingerprint
    content["id"] = id_of(content)
    if sign is not None:
        content[SIGNATURE] = sign.sign(signed_form(content))
    content["seal"] = seal_of(content, key) if key else ""
    if nonce:
        with binary_sink(nonce_file(path), mode=0o600) as sink:
            sink.write(nonce.hex().encode())
    write_json(path, content)
    return str(content["id"])
