"""The file of tokens: read by whoever lets people in, written by `podesta token`.

It is for its owner alone (0600), is replaced as a whole and is locked while it is changed, so that
two commands at once lose nothing and a reader never sees half of it.
"""

import fcntl
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from arena.errors import TokenError
from arena.tokens.token import Role, Token, TokenState, digest_of, find_token, new_text

__all__ = ["MOST_TOKENS", "TOKENS_VARIABLE", "TokenFile", "default_token_file"]

TOKENS_VARIABLE = "PODESTA_TOKENS"
MOST_TOKENS = 10_000
_MOST_BYTES = 8 << 20
_FORMAT = 1
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int
    tokens: tuple[Token, ...]


def default_token_file() -> Path:
    """PODESTA_TOKENS, or `podesta/tokens.json` where this user keeps settings (XDG)."""
    if named := os.environ.get(TOKENS_VARIABLE):
        return Path(named)
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(settings) / "podesta" / "tokens.json"


class TokenFile:
    """The tokens in one file. Every method reads it anew where it has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, ...] | None = None
        self._tokens: tuple[Token, ...] = ()

    def tokens(self) -> tuple[Token, ...]:
        """All of them, in the order in which they were made; none where there is no file.

        Raises TokenError where the file can't be read, is no file of tokens, or others than its
        owner may read or write it.
        """
        try:
            with open(self.path, "rb", opener=_without_waiting) as file:
                found = os.fstat(file.fileno())
                self._check(found)
                mark = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
                if mark == self._seen:
                    return self._tokens
                content = file.read(_MOST_BYTES + 1)
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise TokenError(f"{self.path}: {error.strerror}") from error
        self._tokens = self._parse(content)
        self._seen = mark
        return self._tokens

    def find(self, text: str, now: datetime) -> Token | None:
        """The valid token of a text; None where there is none. Raises TokenError."""
        token = find_token(self.tokens(), text)
        return token if token is not None and token.state(now) is TokenState.VALID else None

    def valid(self, name: str, now: datetime) -> Token | None:
        """The valid token of a name; None where there is none. Raises TokenError."""
        for token in self.tokens():
            if token.name == name and token.state(now) is TokenState.VALID:
                return token
        return None

    def add(self, name: str, role: Role, expires: datetime | None, now: datetime) -> str:
        """Make a token; its text, which is kept nowhere. Raises TokenError."""
        text = new_text()
        with self._locked():
            tokens = self.tokens()
            if self.valid(name, now) is not None:
                raise TokenError(
                    f"{self.path}: there is a valid token {name!r} already; "
                    "revoke it first, or take another name"
                )
            if len(tokens) >= MOST_TOKENS:
                raise TokenError(f"{self.path}: holds {MOST_TOKENS} tokens, no more fit in")
            made = Token(name=name, role=role, sha256=digest_of(text), created=now, expires=expires)
            # A name that is used again is shown once; what its former bearers hold stays invalid.
            kept = tuple(token for token in tokens if token.name != name)
            self._write((*kept, made))
        return text

    def revoke(self, name: str, now: datetime) -> Token:
        """The token of that name opens nothing any more. Raises TokenError where there is none."""
        with self._locked():
            tokens = self.tokens()
            token = self.valid(name, now)
            if token is None:
                known = any(other.name == name for other in tokens)
                why = "is not valid any more" if known else "does not exist"
                valid = [other.name for other in tokens if other.state(now) is TokenState.VALID]
                close = [] if known else get_close_matches(name, valid, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise TokenError(f"{self.path}: the token {name!r} {why}{hint}")
            revoked = token.model_copy(update={"revoked": now})
            self._write(tuple(revoked if other is token else other for other in tokens))
        return revoked

    def _check(self, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            raise TokenError(f"{self.path}: is no ordinary file")
        if found.st_mode & _OTHERS:
            raise TokenError(
                f"{self.path}: others may read or write it; "
                f"take that away with: chmod 600 {self.path}"
            )

    def _parse(self, content: bytes) -> tuple[Token, ...]:
        if len(content) > _MOST_BYTES:
            raise TokenError(f"{self.path}: is longer than {_MOST_BYTES >> 20} MiB")
        try:
            document = _Document.model_validate_json(content)
        except ValidationError as error:
            # Not pydantic's own text: it shows what it has read.
            first = error.errors(include_input=False, include_url=False, include_context=False)[0]
            where = ".".join(map(str, first["loc"])) or "the file"
            raise TokenError(
                f"{self.path}: is no file of tokens ({where}: {first['type']})"
            ) from None
        if document.format != _FORMAT:
            raise TokenError(f"{self.path}: has format {document.format}, not {_FORMAT}")
        return document.tokens

    def _write(self, tokens: tuple[Token, ...]) -> None:
        content = _Document(format=_FORMAT, tokens=tokens).model_dump_json(indent=1).encode()
        new = self.path.parent / f".{self.path.name[:40]}.{secrets.token_hex(4)}.new"
        try:
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content + b"\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
            _sync_directory(self.path.parent)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise TokenError(f"{self.path}: can't be written: {error.strerror}") from error
        self._seen = None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Nobody else changes the file meanwhile. Raises TokenError."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(
                self.path.with_name(f"{self.path.name}-lock"),
                os.O_RDWR | os.O_CREAT | os.O_CLOEXEC,
                0o600,
            )
        except OSError as error:
            raise TokenError(f"{self.path}: {error.strerror}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _without_waiting(path: str, flags: int) -> int:
    """So that a pipe in place of the file stops neither a command nor the lobby."""
    return os.open(path, flags | os.O_NONBLOCK)


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
