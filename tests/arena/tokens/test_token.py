from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tokens.expiry import ExpiryError, parse_expiry
from arena.tokens.token import Role, Token, TokenState, digest_of, find_token, new_text

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def token(text: str, name: str = "a", **fields: object) -> Token:
    values = {"name": name, "role": Role.ENGINE, "sha256": digest_of(text), "created": NOW}
    return Token.model_validate(values | fields)


def test_texts_are_long_random_and_printable() -> None:
    texts = {new_text() for _ in range(100)}
    assert len(texts) == 100
    assert all(len(text) == len("podesta_") + 43 and text.isprintable() for text in texts)


def test_a_text_finds_its_own_token_only() -> None:
    texts = [new_text() for _ in range(5)]
    tokens = [token(text, f"t{place}") for place, text in enumerate(texts)]
    for place, text in enumerate(texts):
        found = find_token(tokens, text)
        assert found is not None
        assert found.name == f"t{place}"
        assert find_token(tokens, text[:-1]) is None
        assert find_token(tokens, text + "A") is None
        assert find_token(tokens, text.swapcase()) is None
        # What is kept opens nothing.
        assert find_token(tokens, digest_of(text)) is None


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    assert find_token([token(new_text())], text) is None


def test_a_token_is_valid_until_it_expires_or_is_revoked() -> None:
    text = new_text()
    end = NOW + timedelta(days=1)
    one = token(text, expires=end)
    assert one.state(NOW) is TokenState.VALID
    assert one.state(end - timedelta(microseconds=1)) is TokenState.VALID
    assert one.state(end) is TokenState.EXPIRED
    assert token(text, expires=end, revoked=NOW).state(end) is TokenState.REVOKED
    assert token(text).state(NOW + timedelta(days=100_000)) is TokenState.VALID


@pytest.mark.parametrize(
    ("text", "life"),
    [
        ("30d", timedelta(days=30)),
        ("12h", timedelta(hours=12)),
        ("45m", timedelta(minutes=45)),
        ("2w", timedelta(weeks=2)),
    ],
)
def test_spans_of_life(text: str, life: timedelta) -> None:
    assert parse_expiry(text, NOW) == NOW + life
    assert parse_expiry("never", NOW) is None


@pytest.mark.parametrize("text", ["", "30", "d", "-1d", "0d", "1y", "30 d", "99999w", "٣d", "1d\n"])
def test_other_spans_are_refused(text: str) -> None:
    with pytest.raises(ExpiryError, match="expected"):
        parse_expiry(text, NOW)
