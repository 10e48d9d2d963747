"""The bearer token of a seat."""

import hmac
import secrets
from collections.abc import Iterable

__all__ = ["bears_token", "new_token"]

_TOKEN_BYTES = 32
_PREFIX = b"Bearer "


def new_token() -> str:
    """A token nobody can guess, printable ASCII."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def bears_token(metadata: Iterable[tuple[str, str | bytes]], token: str) -> bool:
    """Whether the metadata of a call has exactly one `authorization`, and it is this token.

    The comparison takes the same time wherever the texts differ.
    """
    given = [value for key, value in metadata if key == "authorization"]
    if len(given) != 1:
        return False
    value = given[0] if isinstance(given[0], bytes) else given[0].encode("utf-8", "replace")
    return hmac.compare_digest(value, _PREFIX + token.encode())
