"""Sizes as people write them: 512M, 2G."""

import re

__all__ = ["parse_size"]

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kKmMgGtT])?(?:i?[bB])?")
_UNITS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}
_MOST_BYTES = 1 << 50


def parse_size(text: str) -> int:
    """Bytes, more than 0; units count in powers of 1024. Raises ValueError."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f'expected a size like "512M" or "2G", not "{text}"')
    size = int(float(match[1]) * (1 << _UNITS[(match[2] or "").lower()]))
    if not 0 < size <= _MOST_BYTES:
        raise ValueError(f'expected a size from 1 byte to 1024T, not "{text}"')
    return size
