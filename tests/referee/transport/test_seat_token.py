import pytest

from referee.transport.seat_token import bears_token, new_token


def test_tokens_are_long_printable_and_differ() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 40 and token.isascii() and token.isprintable() for token in tokens)


@pytest.mark.parametrize(
    ("metadata", "right"),
    [
        ([("authorization", "Bearer secret")], True),
        ([("authorization", b"Bearer secret")], True),
        ([("user-agent", "x"), ("authorization", "Bearer secret")], True),
        ([], False),
        ([("authorization", "Bearer")], False),
        ([("authorization", "bearer secret")], False),
        ([("authorization", "Bearer secret ")], False),
        ([("authorization", "Bearer secre\u00e9")], False),
        ([("authorization", "secret")], False),
        ([("authorization", "Bearer secret"), ("authorization", "Bearer secret")], False),
    ],
)
def test_only_the_token_itself_is_taken(
    metadata: list[tuple[str, str | bytes]], right: bool
) -> None:
    assert bears_token(metadata, "secret") is right
