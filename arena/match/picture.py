"""What a watcher knows of a running match: folded from its events, one frozen value a step."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from podesta.v1 import game_pb2, match_pb2

__all__ = ["Asked", "MatchPicture"]


@dataclass(frozen=True, slots=True)
class Asked:
    """The decision that is open now; `at_us` is when we heard of it, on the caller's clock."""

    seat: int
    ply: int
    kind: str
    limit_us: int
    at_us: int


@dataclass(frozen=True)
class MatchPicture:
    """A match as its events have told it so far. Sequences are by seat, empty before the start."""

    match_id: str = ""
    game: str = ""
    names: tuple[str, ...] = ()
    clocks: tuple[game_pb2.SeatClock, ...] = ()
    observation: game_pb2.Observation | None = None
    evaluations: tuple[game_pb2.Evaluation | None, ...] = ()
    used_us: tuple[int, ...] = ()
    """Time charged to each seat so far, microseconds."""
    asked: Asked | None = None
    ply: int = 0
    moves: tuple[match_pb2.MoveMade, ...] = ()
    faults: tuple[game_pb2.Fault, ...] = ()
    ended: match_pb2.MatchEnded | None = None
    kept_moves: int = field(default=200, repr=False)
    """How many of the last moves are kept."""

    @classmethod
    def of(cls, spec: match_pb2.MatchSpec) -> "MatchPicture":
        """A match that was not heard of yet: names as the organiser wrote them."""
        seats = len(spec.engines)
        return cls(
            match_id=spec.match_id,
            game=spec.game,
            names=tuple(engine.name or engine.id for engine in spec.engines),
            evaluations=(None,) * seats,
            used_us=(0,) * seats,
        )

    def after(self, event: match_pb2.MatchEvent, now_us: int) -> "MatchPicture":
        """The picture after one more event that was heard at `now_us`; unknown ones change nothing.

        Also right for a watcher who came late or hears only some levels of events.
        """
        which = event.WhichOneof("event")
        picture = self if self.match_id else replace(self, match_id=event.match_id)
        if which == "started":
            return picture._started(event.started)
        if which == "asked":
            return picture._asked(event.asked, now_us)
        if which == "move":
            return picture._moved(event.move)
        if which == "thought":
            return picture._evaluated(event.thought.seat, event.thought.evaluation)
        if which == "fault":
            return replace(picture, faults=(*picture.faults, event.fault))
        if which == "ended":
            return replace(picture, ended=event.ended, asked=None)
        return picture

    def _started(self, started: match_pb2.MatchStarted) -> "MatchPicture":
        seats = len(started.names)
        return replace(
            self,
            game=started.game,
            names=tuple(started.names),
            clocks=tuple(started.clocks),
            observation=started.observation if started.HasField("observation") else None,
            evaluations=(None,) * seats,
            used_us=(0,) * seats,
        )

    def _asked(self, asked: match_pb2.DecisionAsked, now_us: int) -> "MatchPicture":
        return replace(
            self,
            clocks=tuple(asked.clocks) or self.clocks,
            asked=Asked(asked.seat, asked.ply, asked.kind, asked.limit_us, now_us),
            ply=asked.ply,
        )

    def _moved(self, move: match_pb2.MoveMade) -> "MatchPicture":
        picture = replace(
            self,
            clocks=tuple(move.clocks) or self.clocks,
            observation=move.observation if move.HasField("observation") else self.observation,
            used_us=_plus(self.used_us, move.seat, move.charged_us),
            asked=None,
            ply=move.ply + 1,
            moves=(*self.moves, move)[-self.kept_moves :],
        )
        if move.HasField("evaluation"):
            return picture._evaluated(move.seat, move.evaluation)
        return picture

    def _evaluated(self, seat: int, evaluation: game_pb2.Evaluation) -> "MatchPicture":
        if seat >= len(self.evaluations):
            return self
        before, after = self.evaluations[:seat], self.evaluations[seat + 1 :]
        return replace(self, evaluations=(*before, evaluation, *after))


def _plus(values: Sequence[int], seat: int, more: int) -> tuple[int, ...]:
    return tuple(old + more if place == seat else old for place, old in enumerate(values))
