import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arena.errors import TokenError
from arena.tokens.token import Role, TokenState
from arena.tokens.token_file import TokenFile, default_token_file

NOW = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def file(tmp_path: Path) -> TokenFile:
    return TokenFile(tmp_path / "settings" / "tokens.json")


def test_a_token_is_found_until_it_ends(file: TokenFile) -> None:
    assert file.tokens() == ()
    text = file.add("towers", Role.ENGINE, NOW + DAY, NOW)
    found = TokenFile(file.path).find(text, NOW)
    assert found is not None
    assert (found.name, found.role) == ("towers", Role.ENGINE)
    assert file.find(text, NOW + DAY) is None
    assert file.find(text + "x", NOW) is None
    file.revoke("towers", NOW)
    assert file.find(text, NOW) is None
    assert [token.state(NOW) for token in file.tokens()] == [TokenState.REVOKED]


def test_the_text_is_kept_nowhere_and_the_file_is_private(file: TokenFile) -> None:
    old = os.umask(0)
    try:
        text = file.add("towers", Role.ENGINE, None, NOW)
        file.add("walls", Role.ORGANISER, None, NOW)
    finally:
        os.umask(old)
    for path in file.path.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert text not in path.read_text()
    assert stat.S_IMODE(file.path.parent.stat().st_mode) == 0o700


def test_a_name_has_one_valid_token(file: TokenFile) -> None:
    first = file.add("towers", Role.ENGINE, NOW + DAY, NOW)
    with pytest.raises(TokenError, match="valid token 'towers' already"):
        file.add("towers", Role.ENGINE, None, NOW)
    second = file.add("towers", Role.ENGINE, None, NOW + DAY)
    assert file.find(first, NOW) is None
    assert file.find(second, NOW + DAY) is not None
    file.revoke("towers", NOW + DAY)
    with pytest.raises(TokenError, match="not valid any more"):
        file.revoke("towers", NOW + DAY)
    with pytest.raises(TokenError, match="does not exist"):
        file.revoke("wall", NOW)


def test_a_change_by_another_process_is_seen(file: TokenFile) -> None:
    text = file.add("towers", Role.ENGINE, None, NOW)
    assert file.find(text, NOW) is not None
    TokenFile(file.path).revoke("towers", NOW)
    assert file.find(text, NOW) is None


def test_changes_at_once_lose_nothing(file: TokenFile) -> None:
    def add(number: int) -> str:
        return TokenFile(file.path).add(f"bot-{number}", Role.ENGINE, None, NOW)

    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(add, range(24)))
    assert {token.name for token in file.tokens()} == {f"bot-{n}" for n in range(24)}
    assert all(file.find(text, NOW) is not None for text in texts)
    assert [p.name for p in file.path.parent.iterdir() if p.suffix == ".new"] == []


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o666])
def test_a_file_that_others_can_touch_is_refused(file: TokenFile, mode: int) -> None:
    file.add("towers", Role.ENGINE, None, NOW)
    file.path.chmod(mode)
    with pytest.raises(TokenError, match="chmod 600"):
        file.tokens()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"format": 2, "tokens": []}',
        b'{"format": 1, "tokens": [{"name": "podesta_SECRET", "role": "engine"}]}',
        b'{"format": 1, "tokens": [{"name": "a", "role": "king", "sha256": "", "created": ""}]}',
        b'{"format": 1, "tokens": {}, "more": 1}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_file_of_tokens_is_told_without_its_content(
    file: TokenFile, content: bytes
) -> None:
    file.path.parent.mkdir()
    file.path.write_bytes(content)
    file.path.chmod(0o600)
    with pytest.raises(TokenError) as error:
        file.tokens()
    assert "SECRET" not in str(error.value)
    with pytest.raises(TokenError):
        file.add("towers", Role.ENGINE, None, NOW)
    assert file.path.read_bytes() == content


def test_a_place_that_cant_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    file = TokenFile(tmp_path / "plain" / "tokens.json")
    with pytest.raises(TokenError, match="plain"):
        file.add("towers", Role.ENGINE, None, NOW)
    with pytest.raises(TokenError):
        file.tokens()


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PODESTA_TOKENS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert default_token_file() == tmp_path / "podesta" / "tokens.json"
    monkeypatch.setenv("PODESTA_TOKENS", "/elsewhere/t.json")
    assert default_token_file() == Path("/elsewhere/t.json")


def test_killed_while_writing_leaves_the_old_file(file: TokenFile) -> None:
    text = file.add("towers", Role.ENGINE, None, NOW)
    script = (
        "import os, sys\n"
        "from datetime import UTC, datetime\n"
        "from pathlib import Path\n"
        "from arena.tokens import token_file\n"
        "Path.replace = lambda self, other: os.kill(os.getpid(), 9)\n"
        "from arena.tokens.token import Role\n"
        "file = token_file.TokenFile(Path(sys.argv[1]))\n"
        "file.add('walls', Role.ENGINE, None, datetime.now(UTC))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(file.path)], check=False)
    assert done.returncode == -9
    assert [token.name for token in file.tokens()] == ["towers"]
    assert file.find(text, NOW) is not None
    # Nor does its lock stay.
    file.add("walls", Role.ENGINE, None, NOW)


def test_a_pipe_in_its_place_stops_nobody(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    with pytest.raises(TokenError, match="no ordinary file"):
        TokenFile(pipe).tokens()
