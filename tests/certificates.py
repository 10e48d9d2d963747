"""Certificates for tests, made by the `openssl` that most machines have."""

import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["make_certificate", "needs_openssl"]

needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="there is no openssl to make a certificate with"
)


def make_certificate(directory: Path, name: str = "door") -> tuple[Path, Path]:
    """Certificate and key for localhost, which sign themselves; in a few milliseconds."""
    certificate, key = directory / f"{name}.pem", directory / f"{name}-key.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x"
    names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
    subprocess.run(
        ["openssl", *words.split(), "-addext", names, "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    return certificate, key
