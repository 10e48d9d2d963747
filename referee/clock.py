"""The clock of a match as a value: what a seat may use, what it is charged, what a turn earns.

A **turn** is the consecutive decisions of the seat whose turn it is. Increment, delay, Bronstein
delay, moves per period and the end of a byo-yomi period count once a turn, however many decisions
it has. A decision of another seat meanwhile (a **reaction**) draws on that seat's bank and earns
nothing; where there is no bank, each reaction has the time of a turn for itself.

Every microsecond used is charged. The grace only makes the flag fall later: what a seat uses of it
is an overdraft that the clock keeps, below zero, until something earned pays it back; engines see
0, and the grace that is left is that much shorter.
"""

from dataclasses import dataclass
from typing import NamedTuple

from podesta.v1 import game_pb2

from referee.time_control import TimeControl

__all__ = ["Charge", "MatchClocks", "SeatClock"]


class SeatClock(NamedTuple):
    """The clock of one seat; durations in microseconds. Begin with `SeatClock.start`."""

    control: TimeControl
    bank_us: int
    """Time in the bank; below 0 inside the grace; 0 where there is no bank."""
    periods_left: int
    """Byo-yomi periods left, with the current one."""
    period_us: int
    """Rest of the current byo-yomi period; below 0 only in the last one, inside the grace."""
    turns_to_refill: int
    """Turns until the bank is refilled; 0 where it never is."""
    free_us: int
    """Rest of this turn's free delay."""
    turn_us: int
    """Rest of this turn's time where there is no bank; below 0 inside the grace."""
    used_us: int
    """Charged in this turn so far."""
    decided: bool
    """Whether the seat made a decision in this turn of its own."""

    @classmethod
    def start(cls, control: TimeControl) -> "SeatClock":
        """The clock before the first decision."""
        return cls(
            control=control,
            bank_us=control.bank_us,
            periods_left=control.byoyomi_periods,
            period_us=control.byoyomi_us,
            turns_to_refill=control.turns_per_period,
            free_us=control.delay_us,
            turn_us=control.turn_us,
            used_us=0,
            decided=False,
        )

    def limit_us(self, *, reaction: bool = False) -> int:
        """Longest time the next decision may take, never negative."""
        return max(0, self._within_cap(self._available_us(reaction)))

    def flag_us(self, grace_us: int, *, reaction: bool = False) -> int:
        """The flag falls when the next decision takes longer than this.

        That is the limit plus the grace, less an overdraft carried from before.
        """
        return max(0, self._within_cap(self._available_us(reaction)) + grace_us)

    def charge(self, raw_us: int, *, reaction: bool = False) -> "Charge":
        """Take the time of one decision, retries and all, off the clock.

        Raises ValueError below 1 us: no decision takes no time.
        """
        if raw_us < 1:
            raise ValueError(f"a decision took {raw_us} us; it is at least 1")
        control = self.control
        if control.turn_us:
            # A reaction has time of its own, but an overdraft is owed by the seat's next turn.
            used_us = max(0, raw_us - control.turn_us) if reaction else raw_us
            after = self._replace(
                turn_us=self.turn_us - used_us, decided=self.decided or not reaction
            )
            return Charge(after, raw_us)
        if not control.bank_us:
            return Charge(self._replace(decided=self.decided or not reaction), raw_us)
        free_us = 0 if reaction else min(self.free_us, raw_us)
        charged_us = raw_us - free_us
        bank_us, periods_left, period_us = self._draw(charged_us)
        # In the order of the fields: names cost as much again, in every decision.
        after = SeatClock(
            control,
            bank_us,
            periods_left,
            period_us,
            self.turns_to_refill,
            self.free_us - free_us,
            0,
            self.used_us if reaction else self.used_us + charged_us,
            self.decided or not reaction,
        )
        return Charge(after, charged_us)

    def end_turn(self) -> "SeatClock":
        """The turn of this seat is over: add what it earned, make ready for the next one.

        A turn in which the seat decided nothing earns nothing.
        """
        if not self.decided:
            return self
        control = self.control
        bank_us = self.bank_us + control.increment_us + min(control.bronstein_us, self.used_us)
        turns_to_refill = self.turns_to_refill
        if control.turns_per_period:
            turns_to_refill -= 1
            if turns_to_refill == 0:
                bank_us += control.bank_us
                turns_to_refill = control.turns_per_period
        return SeatClock(
            control,
            bank_us,
            self.periods_left,
            control.byoyomi_us + min(0, self.period_us),
            turns_to_refill,
            control.delay_us,
            control.turn_us + min(0, self.turn_us),
            0,
            False,
        )

    def to_proto(self) -> game_pb2.SeatClock:
        """The clock as engines see it: nothing below 0, nothing that the control has not."""
        control = self.control
        if not (control.byoyomi_periods or control.turns_per_period):
            return game_pb2.SeatClock(
                remaining_us=max(0, self.bank_us) if control.bank_us else None
            )
        return game_pb2.SeatClock(
            remaining_us=max(0, self.bank_us) if control.bank_us else None,
            periods_left=self.periods_left if control.byoyomi_periods else None,
            period_us=max(0, self.period_us) if control.byoyomi_periods else None,
            turns_to_refill=self.turns_to_refill if control.turns_per_period else None,
        )

    def _within_cap(self, available_us: int) -> int:
        return min(available_us, self.control.cap_us) if self.control.cap_us else available_us

    def _available_us(self, reaction: bool) -> int:
        """Time before the seat is out of time; below 0 by an overdraft."""
        control = self.control
        if control.hang_us:
            return control.hang_us
        if control.turn_us:
            return control.turn_us if reaction else self.turn_us
        available_us = self.bank_us
        if self.periods_left:
            available_us += self.period_us + (self.periods_left - 1) * control.byoyomi_us
        return available_us if reaction else available_us + self.free_us

    def _draw(self, charged_us: int) -> tuple[int, int, int]:
        """Bank, periods left and rest of the period after using `charged_us`."""
        if not self.periods_left:
            return self.bank_us - charged_us, 0, 0
        from_bank_us = min(self.bank_us, charged_us)
        period_us = self.period_us - (charged_us - from_bank_us)
        # A period is lost when more than all of it was used; the last one is never replaced.
        lost = min(-(min(0, period_us) // self.control.byoyomi_us), self.periods_left - 1)
        return (
            self.bank_us - from_bank_us,
            self.periods_left - lost,
            period_us + lost * self.control.byoyomi_us,
        )


class Charge(NamedTuple):
    """A clock after a decision, and what was taken off it, microseconds."""

    clock: SeatClock
    charged_us: int


@dataclass(frozen=True, slots=True)
class MatchClocks:
    """The clocks of all seats, by seat number. Referee and replay count time with this alone."""

    seats: tuple[SeatClock, ...]

    @classmethod
    def start(cls, control: TimeControl, seats: int) -> "MatchClocks":
        """All clocks before the first decision."""
        return cls((SeatClock.start(control),) * seats)

    def limit_us(self, seat: int, turn_seat: int) -> int:
        """`SeatClock.limit_us` of `seat`, which decides in the turn of `turn_seat`."""
        return self.seats[seat].limit_us(reaction=seat != turn_seat)

    def flag_us(self, seat: int, turn_seat: int, grace_us: int) -> int:
        """`SeatClock.flag_us` of `seat`, which decides in the turn of `turn_seat`."""
        return self.seats[seat].flag_us(grace_us, reaction=seat != turn_seat)

    def charge(self, seat: int, turn_seat: int, raw_us: int) -> tuple["MatchClocks", int]:
        """The clocks after a decision of `seat`, and what was charged, microseconds."""
        clock, charged_us = self.seats[seat].charge(raw_us, reaction=seat != turn_seat)
        return self._with(seat, clock), charged_us

    def end_turn(self, turn_seat: int) -> "MatchClocks":
        """The clocks after the turn of `turn_seat`.

        To be called when a move changed `State.turn` or ended the game.
        """
        return self._with(turn_seat, self.seats[turn_seat].end_turn())

    def remaining_us(self, seat: int) -> int | None:
        """The bank of a seat, below 0 inside the grace, for the record; None without a bank."""
        clock = self.seats[seat]
        return clock.bank_us if clock.control.bank_us else None

    def to_proto(self) -> list[game_pb2.SeatClock]:
        """All clocks as engines see them, by seat number."""
        return [clock.to_proto() for clock in self.seats]

    def _with(self, seat: int, clock: SeatClock) -> "MatchClocks":
        return MatchClocks((*self.seats[:seat], clock, *self.seats[seat + 1 :]))
