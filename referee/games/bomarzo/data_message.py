"""The data as a message, so that foreign engines need no files of ours."""

from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games.bomarzo.data import AREAS, TRACKS, VILLAGE, GameData, Tribute

__all__ = ["data_message"]


def _tribute(tribute: Tribute) -> pb.Tribute:
    return pb.Tribute(food=tribute.food, coin=tribute.coin, any=tribute.any)


def data_message(data: GameData) -> pb.BomarzoData:
    """Everything in the data files."""
    return pb.BomarzoData(
        cards=[
            pb.Card(
                name=c.name,
                kinds=c.kinds,
                level_1=[pb.TrackSteps(track=t, steps=n) for t, n in c.level_1.items()],
                temple=c.temple,
                devotion=c.devotion,
                level_2=[pb.TrackSteps(track=t, steps=n) for t, n in c.level_2.items()],
                gain=c.gain,
            )
            for c in data.cards
        ],
        divinities=[
            pb.Divinity(
                name=d.name,
                favor=d.favor,
                scores=d.scores,
                active=_tribute(d.active),
                moss=_tribute(d.moss),
            )
            for d in data.divinities
        ],
        reserve=pb.Resources(
            food=data.reserve["food"], coin=data.reserve["coin"], wine=data.reserve["wine"]
        ),
        start_pawns=dict(data.pawns.start),
        most_pawns=data.pawns.most,
        village_length=data.village.length,
        village_tracks=[
            pb.VillageTrack(name=name, symbols=data.village.symbols[name]) for name in VILLAGE
        ],
        board_tracks=TRACKS,
        board_length=data.board.length,
        point_spaces=data.board.point_spaces,
        areas=[
            pb.HarvestArea(
                name=name, gives=data.harvest[name].gives, by_order=data.harvest[name].by_order
            )
            for name in AREAS
        ],
        points_by_position=[
            pb.PositionPoints(first=first, second=second)
            for first, second in data.points_by_position
        ],
        temple_points=dict(data.temple_points),
        season_tokens={str(token): count for token, count in data.season_tokens.items()},
        most_worship_cards=data.worship.most_held,
        worship_won=data.worship.won,
        worship_lost=data.worship.lost,
    )
