"""The bearer token of a seat."""

import hmac
import secrets
from collections.abc import Iterable

__all__ = ["bearer", "bears_token", "new_token"]

_TOKEN_BYTES = 32
_PREFIX = b"Bearer "


def new_token() -> str:
    """A token nobody can guess, printable ASCII."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def bearer(metadata: Iterable[tuple[str, str | bytes]]) -> str | None:
    """The token that a call bears: None unless there is exactly one `authorization`, a Bearer."""
    given = [value for key, value in metadata if key == "authorization"]
    if len(given) != 1:
        return None
    value = given[0] if isinstance(given[0], bytes) else given[0].encode("utf-8", "replace")
    if not value.startswith(_PREFIX):
        return None
    return value.removeprefix(_PREFIX).decode("ascii", "replace")


def bears_token(metadata: Iterable[tuple[str, str | bytes]], token: str) -> bool:
    """Whether the metadata of a call has exactly one `authorization`, and it is this token.

    The comparison takes the same time wherever the texts differ.
    """
    given = bearer(metadata)
    return given is not None and hmac.compare_digest(
        given.encode("utf-8", "replace"), token.encode()
    )
