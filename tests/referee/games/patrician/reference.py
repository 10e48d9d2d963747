"""The rules of docs/games/patrician.md once more, slow and plain, to check the real ones against.

Nothing is shared with `referee.games.patrician` but the texts of moves and the printed data. A turn
is a generator: it yields the decision it needs, a kind and the list of texts, and is sent a text.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from itertools import combinations_with_replacement
from typing import Any

Ask = Generator[tuple[int, str, list[str]], str, None]
ARCHITETTO = "A"


class Reference:
    """A match: `seat`, `kind` and `texts` tell what is asked; `results` come at the end."""

    def __init__(
        self,
        data: Any,
        seats: int,
        trade_routes: bool,
        delegates: bool,
        start_seat: int,
        hands: Sequence[Sequence[str]],
        face_up: dict[str, str],
        aside: Sequence[str],
        pile: Sequence[str],
    ) -> None:
        self.order = [card.name for card in data.cards]
        self.card = {card.name: card for card in data.cards}
        self.city = {c.name: c for c in data.cities if seats == 5 or not c.five_seats_only}
        self.roads = data.signposts_five_seats if seats == 5 else data.signposts
        self.data = data
        self.seats = seats
        self.delegates = delegates
        self.hands = {seat: list(hand) for seat, hand in enumerate(hands)}
        self.face_up = dict(face_up)
        self.aside = list(aside)
        self.pile = list(pile)
        self.towers: dict[str, dict[int, list[Any]]] = {name: {1: [], 2: []} for name in self.city}
        self.won: dict[str, dict[int, Any]] = {}
        self.cards: dict[Any, list[str]] = {owner: [] for owner in self.owners()}
        self.bonus: Counter[Any] = Counter()
        per_seat = {2: 2, 3: 2, 4: 1, 5: 1}[seats] if trade_routes else 0
        self.markers = dict.fromkeys(range(seats), per_seat)
        self.placed: dict[tuple[str, str], int] = {}
        self.results: list[tuple[int, int]] = []
        self.kind, self.seat, self.texts = "", -1, []  # type: tuple[str, int, list[str]]
        self._course = self._match(start_seat)
        self._ask(None)

    def owners(self) -> list[Any]:
        return [*range(self.seats), *([ARCHITETTO] if self.seats == 2 else [])]

    def move(self, text: str) -> None:
        assert text in self.texts
        self._ask(text)

    def _ask(self, text: str | None) -> None:
        try:
            self.seat, self.kind, self.texts = (
                next(self._course) if text is None else self._course.send(text)
            )
        except StopIteration:
            self.seat, self.kind, self.texts = -1, "", []

    def _match(self, seat: int) -> Ask:
        while self.hands[seat]:
            yield from self._turn(seat)
            seat = (seat + 1) % self.seats
        for card in self.aside:
            yield from self._architetto(card, seat)
            seat = (seat + 1) % self.seats
        self._count()

    def _turn(self, seat: int) -> Ask:
        answer = yield seat, "card", [f"card {c}" for c in sorted(self.hands[seat], key=self._rank)]
        card = self.card[answer.split()[1]]
        self.hands[seat].remove(card.name)
        self.cards[seat].append(card.name)
        here = card.city

        answer = yield seat, "site", [f"site {s}" for s in self._sites(here, card.crests)]
        for site in answer.split()[1]:
            self._build(here, int(site), seat)

        lying = [name for name in self.city if self.face_up.get(name)]
        taken = ""
        if lying and (card.special == "any" or here not in lying):
            answer = yield seat, "take", [f"take {name}" for name in lying]
            taken = answer.split()[1]
        elif lying:
            taken = here
        if taken:
            self.hands[seat].append(self.face_up.pop(taken))

        if card.special == "move":
            texts = [
                f"move {name} {site}"
                for name in self.city
                if name != here
                and name not in self.won
                and seat in self.towers[name][1] + self.towers[name][2]
                for site in (1, 2)
                if self.towers[name][site]
            ]
            answer = yield seat, "move", [*texts, "pass"]
            if answer != "pass":
                _, name, site = answer.split()
                floor = self.towers[name][int(site)].pop()
                self.towers[name][3 - int(site)].append(floor)

        if taken and self.pile:
            self.face_up[taken] = self.pile.pop(0)

        if card.star and self.markers[seat]:
            load = Counter(end for ends in self.placed for end in ends)
            texts = [
                f"marker {a}-{b} {side}"
                for a, b in self.roads
                if (a, b) not in self.placed and here not in (a, b) and max(load[a], load[b]) < 2
                for side in ("trader", "bandit")
            ]
            answer = yield seat, "marker", [*texts, "pass"]
            if answer != "pass":
                _, ends, side = answer.split()
                a, b = ends.split("-")
                self.placed[a, b] = 1 if side == "trader" else -1
                self.markers[seat] -= 1

        again = self.seats == 2 and card.crests == 2
        while again and self.pile:
            revealed = self.pile.pop(0)
            yield from self._architetto(revealed, seat)
            again = self.card[revealed].crests == 2

    def _rank(self, card: str) -> int:
        return self.order.index(card)

    def _sites(self, name: str, crests: int) -> list[str]:
        found = []
        for sites in combinations_with_replacement((1, 2), crests):
            # Some order of placing the floors must keep the last one off a site while the other
            # is empty; and of two empty sites the first is named.
            high = {site: len(self.towers[name][site]) for site in (1, 2)}
            if not any(high.values()) and sites[0] == 2:
                continue
            for order in (sites, sites[::-1]):
                now = dict(high)
                good = True
                for site in order:
                    last = sum(now.values()) + 1 == self.city[name].capacity
                    if last and now[site] and not now[3 - site]:
                        good = False
                    now[site] += 1
                if good:
                    found.append("".join(map(str, sites)))
                    break
        return found

    def _build(self, name: str, site: int, owner: Any) -> None:
        towers, city = self.towers[name], self.city[name]
        towers[site].append(owner)
        if len(towers[1]) + len(towers[2]) < city.capacity:
            return
        taller = 1 if len(towers[1]) > len(towers[2]) else 2
        self.won[name] = {
            city.higher: self._leader(towers[taller]),
            city.lower: self._leader(towers[3 - taller]),
        }
        for winner in self.won[name].values():
            self.bonus[winner] += sum(v for ends, v in self.placed.items() if name in ends)

    @staticmethod
    def _leader(floors: list[Any]) -> Any:
        if not floors:
            return None
        counts = Counter(floors)
        tied = [owner for owner in counts if counts[owner] == max(counts.values())]
        return max(tied, key=lambda owner: max(i for i, o in enumerate(floors) if o == owner))

    def _architetto(self, card: str, seat: int) -> Ask:
        self.cards[ARCHITETTO].append(card)
        name = self.card[card].city
        for _ in range(self.card[card].crests):
            sites = self._architetto_sites(name)
            site = sites[0]
            if len(sites) == 2:
                answer = yield seat, "architetto", ["architetto 1", "architetto 2"]
                site = int(answer.split()[1])
            self._build(name, site, ARCHITETTO)

    def _architetto_sites(self, name: str) -> list[int]:
        towers, city = self.towers[name], self.city[name]
        high = {site: len(towers[site]) for site in (1, 2)}
        if sum(high.values()) + 1 == city.capacity and 0 in high.values():
            return [site for site in (1, 2) if not high[site]]
        if high[1] == high[2]:
            return [1, 2] if high[1] else [1]
        worth = {}
        for site in (1, 2):
            then = {s: towers[s] + ([ARCHITETTO] if s == site else []) for s in (1, 2)}
            if self._leader(then[site]) != ARCHITETTO:
                continue
            worth[site] = 0.0
            for s in (1, 2):
                if self._leader(then[s]) == ARCHITETTO:
                    gap = len(then[s]) - len(then[3 - s])
                    mean = (city.higher + city.lower) / 2
                    worth[site] += city.higher if gap > 0 else city.lower if gap < 0 else mean
        shorter = min((1, 2), key=lambda s: high[s])
        if not worth:
            return [shorter]
        best = [site for site in worth if worth[site] == max(worth.values())]
        return best if len(best) == 1 else [3 - shorter]

    def _count(self) -> None:
        owners = self.owners()
        held = {
            o: [(n, v) for n, t in self.won.items() for v, w in t.items() if w == o] for o in owners
        }
        free, each = Counter[Any](), Counter[Any]()
        if self.delegates:
            for value, tie in ((2, "Ferrara"), (4, "Lucca"), (6, "Roma")):
                number = {o: sum(v == value for _, v in held[o]) for o in owners}
                first = [o for o in owners if number[o] == max(number.values())]
                free[first[0] if len(first) == 1 else self.won[tie][value]] += 1
            region = ("Verona", "Parma", "Ferrara")
            points = {o: sum(v for n, v in held[o] if n in region) for o in owners}
            first = [o for o in owners if points[o] == max(points.values())]
            if len(first) > 1:
                verona = {o: sum(v for n, v in held[o] if n == "Verona") for o in first}
                most = max(verona.values())
                first = [o for o in first if verona[o] == most] if most else []
            if len(first) == 1:
                each[first[0]] += 1
        total, floors = {}, {}
        for o in owners:
            have = Counter(p for card in self.cards[o] for p in self.card[card].portraits)
            kinds = ("red hat", "lady", "beard")
            sets = max(
                sum((have[k] + each[o] + extra.count(k)) // 3 for k in kinds)
                for extra in combinations_with_replacement(kinds, free[o])
            )
            total[o] = sum(v for _, v in held[o]) + 6 * sets + self.bonus[o]
            floors[o] = sum(t[s].count(o) for t in self.towers.values() for s in (1, 2))
        seats = list(range(self.seats))
        key = {o: (total[o], -floors[o]) for o in owners}
        if self.seats == 2 and all(key[ARCHITETTO] > key[s] for s in seats):
            self.results = [(1, 0)] * 2
        else:
            self.results = [(1 + sum(key[o] > key[s] for o in seats), total[s]) for s in seats]
