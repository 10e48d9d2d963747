"""`podesta token`: bearer tokens for bots that come from far away."""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.table import Table

from arena.cli.json_lines import write_json
from arena.cli.lazy_group import HelpfulGroup
from arena.cli.nearest_choice import NearestChoice
from arena.terminal.console import make_console
from arena.tokens.expiry import ExpiryError, parse_expiry
from arena.tokens.token import NAME_PATTERN, Role, Token
from arena.tokens.token_file import TOKENS_VARIABLE, TokenFile, default_token_file

__all__ = ["token"]

EPILOG = f"""\
\b
Examples:
  podesta token add towers --expires 30d
  podesta token add towers --expires 2w --quiet > towers.token
  podesta token list
  podesta token revoke towers

\b
A token is shown once, when it is made; only a hash of it is kept, in a file
that none but you can read: --file, or ${TOKENS_VARIABLE}, or
~/.config/podesta/tokens.json. A running lobby sees every change at once.

\b
Exit status: 0; 2 for a file or a token that can't be used.
"""

ADD_EPILOG = """\
\b
Examples:
  podesta token add towers --expires 30d
  podesta token add towers --expires never --quiet > towers.token

\b
Exit status: 0; 2 where there is a valid token of that name already.
"""
LIST_EPILOG = """\
\b
Examples:
  podesta token list
  podesta token list --json | jq -r 'select(.state == "expired") | .name'

\b
Exit status: 0; 2 the file of tokens can't be read.
"""
REVOKE_EPILOG = """\
\b
Example:
  podesta token revoke towers

\b
Exit status: 0; 2 where there is no valid token of that name.
"""

_file_option = click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of tokens.",
)


@click.group(cls=HelpfulGroup, epilog=EPILOG)
def token() -> None:
    """Make, list and revoke the tokens with which bots dial in from far away."""


class _Name(click.types.StringParamType):
    name = "name"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Raises click.BadParameter, which does not repeat what may be a token."""

        text = str(value)
        if not re.fullmatch(NAME_PATTERN, text):
            self.fail(
                "a name has small letters, digits, '.', '_' and '-', at most 64, "
                "and begins with a letter or digit.",
                param,
                ctx,
            )
        return text


@token.command(epilog=ADD_EPILOG)
@click.argument("name", type=_Name())
@click.option(
    "--role",
    type=NearestChoice([role.value for role in Role]),
    default=Role.ENGINE.value,
    show_default=True,
    help="What its bearer may do.",
)
@click.option(
    "--expires",
    default="30d",
    show_default=True,
    metavar="TIME",
    help="How long it lives: a number with m, h, d or w, or never.",
)
@click.option("-q", "--quiet", is_flag=True, help="The token alone, for scripts.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@_file_option
def add(name: str, role: str, expires: str, quiet: bool, as_json: bool, file: Path | None) -> None:
    """Make a token and show it, this once."""
    now = datetime.now(UTC)
    try:
        until = parse_expiry(expires, now)
    except ExpiryError as error:
        raise click.BadParameter(str(error), param_hint="--expires") from None
    tokens = TokenFile(file or default_token_file())
    text = tokens.add(name, Role(role), until, now)
    made = tokens.valid(name, now)
    if as_json and made is not None:
        write_json({**_as_json(made, now), "token": text})
        return
    click.echo(text)
    if not quiet:
        life = f"until {_shown(until)}" if until else "for ever, until it is revoked"
        click.echo(f"token {name!r} for role {role}, good {life}. It is not shown again.", err=True)


@token.command("list", epilog=LIST_EPILOG)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a token, a line each.")
@_file_option
def list_tokens(as_json: bool, file: Path | None) -> None:
    """List all tokens, without their texts: name, role, and whether they are valid."""
    now = datetime.now(UTC)
    tokens = TokenFile(file or default_token_file()).tokens()
    if as_json:
        for one in tokens:
            write_json(_as_json(one, now))
        return
    if not tokens:
        click.echo("there are no tokens; make one with: podesta token add NAME", err=True)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    for column in ("name", "role", "state", "created", "expires"):
        table.add_column(column)
    for one in tokens:
        ends = _shown(one.expires) if one.expires else "never"
        table.add_row(one.name, one.role.value, one.state(now).value, _shown(one.created), ends)
    make_console(sys.stdout).print(table)


@token.command(epilog=REVOKE_EPILOG)
@click.argument("name", type=_Name())
@_file_option
def revoke(name: str, file: Path | None) -> None:
    """Make a token worthless; a bot that waits with it is sent away within seconds."""
    TokenFile(file or default_token_file()).revoke(name, datetime.now(UTC))
    click.echo(f"token {name!r} is revoked", err=True)


def _shown(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _as_json(one: Token, now: datetime) -> dict[str, str | None]:
    return {
        "name": one.name,
        "role": one.role.value,
        "state": one.state(now).value,
        "created": one.created.isoformat(),
        "expires": one.expires.isoformat() if one.expires else None,
        "revoked": one.revoked.isoformat() if one.revoked else None,
    }
