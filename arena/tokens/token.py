"""A token: what is kept of it, and how a text is recognised as one.

The text is 256 random bits, so nobody can try through what SHA-256 may hide: a slow password hash
would only slow down whoever checks. It is shown once, when it is made, and kept nowhere.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from datetime import datetime
from enum import Enum
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, StringConstraints

__all__ = [
    "NAME_PATTERN",
    "Role",
    "Token",
    "TokenState",
    "digest_of",
    "find_token",
    "new_text",
    "without_tokens",
]

NAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{0,63}$"
_PREFIX = "podesta_"
"""So that people, and programs that look for leaked secrets, know what they have before them."""
_TOKEN_BYTES = 32
_TEXT = re.compile(rf"{_PREFIX}[A-Za-z0-9_-]{{43}}")


class Role(Enum):
    """What the bearer may do."""

    ENGINE = "engine"
    """Wait in the lobby for matches and play them."""
    ORGANISER = "organiser"
    """Ask the lobby whether it is up, and whether a bot waits in it."""


class TokenState(Enum):
    """Whether a token still opens anything."""

    VALID = "valid"
    EXPIRED = "expired"
    REVOKED = "revoked"


def without_tokens(text: str) -> str:
    """The text, with what looks like a token made unreadable: for what is shown or kept."""
    return _TEXT.sub(f"{_PREFIX}...", text)


def _sha256(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise ValueError("must be 64 hexadecimal digits")
    return text


class Token(BaseModel):
    """All that is kept of a token. Times are of the calendar, with their zone."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, StringConstraints(pattern=NAME_PATTERN)]
    """For people and for league files; of the tokens that are valid no two have the same."""
    role: Role
    sha256: Annotated[str, AfterValidator(_sha256)]
    """Of the text, hexadecimal."""
    created: AwareDatetime
    expires: AwareDatetime | None = None
    """From then on it opens nothing; None for never."""
    revoked: AwareDatetime | None = None

    def state(self, now: datetime) -> TokenState:
        """How it stands at an instant."""
        if self.revoked is not None:
            return TokenState.REVOKED
        if self.expires is not None and now >= self.expires:
            return TokenState.EXPIRED
        return TokenState.VALID


def new_text() -> str:
    """A token nobody can guess, printable ASCII."""
    return _PREFIX + secrets.token_urlsafe(_TOKEN_BYTES)


def digest_of(text: str) -> str:
    """What is kept of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find_token(tokens: Iterable[Token], text: str) -> Token | None:
    """The token of a text, whatever its state; None where there is none.

    All are compared, and each comparison takes the same time wherever it fails.
    """
    if not _TEXT.fullmatch(text):
        return None
    wanted = digest_of(text)
    found = None
    for token in tokens:
        if hmac.compare_digest(token.sha256, wanted):
            found = token
    return found
