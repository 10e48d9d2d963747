"""Streams of one seat, made by hand."""

from podesta.v1 import engine_pb2, transcript_pb2


def asked(at_us: int, **message: object) -> transcript_pb2.TranscriptMessage:
    """What the referee says."""
    data = engine_pb2.PlayResponse(**message).SerializeToString()  # type: ignore[arg-type]
    return transcript_pb2.TranscriptMessage(at_us=at_us, to_engine=data, size_bytes=len(data))


def answered(at_us: int, **message: object) -> transcript_pb2.TranscriptMessage:
    """What an engine says."""
    data = engine_pb2.PlayRequest(**message).SerializeToString()  # type: ignore[arg-type]
    return transcript_pb2.TranscriptMessage(at_us=at_us, from_engine=data, size_bytes=len(data))


def closed(
    at_us: int, detail: str = "the engine closed the stream"
) -> transcript_pb2.TranscriptMessage:
    """The end of a stream."""
    return transcript_pb2.TranscriptMessage(at_us=at_us, closed=detail)


def new_match(at_us: int = 0) -> transcript_pb2.TranscriptMessage:
    """A match for seat 0."""
    return asked(
        at_us,
        new_match=engine_pb2.NewMatch(
            match_id="m1", game="bologna", seats=[engine_pb2.SeatInfo(name="a")] * 2
        ),
    )


def decide(
    at_us: int, number: int, ply: int, moves: tuple[str, ...] = ("a", "b", "c")
) -> transcript_pb2.TranscriptMessage:
    """A question."""
    return asked(
        at_us,
        decide=engine_pb2.Decide(
            match_id="m1",
            decision_id=number,
            ply=ply,
            kind="building",
            legal_moves=moves,
            legal_count=len(moves),
            limit_us=60_000_000,
        ),
    )


def move(at_us: int, number: int, text: str) -> transcript_pb2.TranscriptMessage:
    """An answer by text."""
    return answered(at_us, move=engine_pb2.Move(match_id="m1", decision_id=number, text=text))
