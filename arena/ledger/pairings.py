"""Pairings as a ledger keeps them, for formats that go by results.

A pairing is committed before anything of it is played, and closed when nothing of it is left to
play: what follows from it was decided then, and is not decided anew.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from arena.errors import LedgerUnreadableError

__all__ = ["Closing", "PairingRow", "close_pairing", "insert_pairings", "read_pairings"]

Rows = Callable[..., list[tuple[object, ...]]]
Run = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Closing:
    """How a pairing ended, apart from results that count: `forfeited` matches by id, with the
    seats that forfeited them, and ids of matches that stay `unplayed`."""

    forfeited: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    unplayed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingRow:
    """One pairing.

    `label` is its place in the format. `identities` tell by engine which version of it was paired,
    or in a closed pairing which version played. `deal_index` counts the deals of this set of
    engines; None where there is no table. `closing` is None while it is open.
    """

    label: str
    engines: tuple[str, ...]
    identities: tuple[str, ...]
    deal_index: int | None
    closing: Closing | None = None


def read_pairings(rows: Rows) -> list[PairingRow]:
    """All pairings in the order of their commits. Raises LedgerUnreadableError."""
    return [
        _pairing(row)
        for row in rows(
            "SELECT label, engines, identities, deal_index, closing FROM pairing ORDER BY place"
        )
    ]


def insert_pairings(run: Run, pairings: Iterable[PairingRow]) -> None:
    """Append pairings; call it inside one transaction, so that a round is there whole or not."""
    for pairing in pairings:
        run(
            "INSERT INTO pairing (label, engines, identities, deal_index, closing, after_number)"
            " VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) FROM attempt))",
            pairing.label,
            json.dumps(pairing.engines),
            json.dumps(pairing.identities),
            pairing.deal_index,
            None if pairing.closing is None else _closing_text(pairing.closing),
        )


def close_pairing(run: Run, pairing: PairingRow) -> None:
    """Write how an open pairing has ended, and which versions played it."""
    if pairing.closing is None:
        raise ValueError(f"pairing {pairing.label} is not closed")
    run(
        "UPDATE pairing SET identities = ?, closing = ? WHERE label = ? AND closing IS NULL",
        json.dumps(pairing.identities),
        _closing_text(pairing.closing),
        pairing.label,
    )


def _closing_text(closing: Closing) -> str:
    content = {"forfeited": dict(closing.forfeited), "unplayed": closing.unplayed}
    return json.dumps(content, sort_keys=True)


def _pairing(row: tuple[object, ...]) -> PairingRow:
    label, engines, identities, deal_index, closing = row
    if deal_index is not None and not (isinstance(deal_index, int) and deal_index >= 0):
        raise LedgerUnreadableError(f"the ledger holds a deal numbered {deal_index!r}")
    made = PairingRow(
        label=str(label),
        engines=_texts(engines),
        identities=_texts(identities),
        deal_index=deal_index,
        closing=None if closing is None else _closing(closing),
    )
    if not len(made.identities) == len(made.engines) == len(set(made.engines)):
        raise LedgerUnreadableError(f"the ledger holds engines {made.engines} in one pairing")
    if made.closing is not None:
        for seats in made.closing.forfeited.values():
            if not seats or max(seats) >= len(made.engines):
                raise LedgerUnreadableError(f"the ledger holds seats {seats} that forfeited")
    return made


def _closing(value: object) -> Closing:
    content = _json(value)
    if isinstance(content, dict):
        forfeited, unplayed = content.get("forfeited"), content.get("unplayed")
        if isinstance(forfeited, dict) and isinstance(unplayed, list):
            return Closing(
                {str(match): _seats(seats) for match, seats in forfeited.items()},
                tuple(map(str, unplayed)),
            )
    raise LedgerUnreadableError(f"the ledger holds {value!r} as the end of a pairing")


def _seats(value: object) -> tuple[int, ...]:
    if isinstance(value, list) and all(isinstance(seat, int) and seat >= 0 for seat in value):
        return tuple(value)
    raise LedgerUnreadableError(f"the ledger holds seats {value!r}")


def _texts(value: object) -> tuple[str, ...]:
    items = _json(value)
    if not isinstance(items, list):
        raise LedgerUnreadableError(f"the ledger holds {value!r} where a list should stand")
    return tuple(map(str, items))


def _json(value: object) -> object:
    try:
        content: object = json.loads(str(value))
    except ValueError:
        content = None
    return content
