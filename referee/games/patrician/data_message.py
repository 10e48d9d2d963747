"""The data as a message, so that foreign engines need no files of ours."""

from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games.patrician.data import PORTRAITS, SET_POINTS, SET_SIZE, GameData

__all__ = ["data_message"]

_PORTRAITS = dict(
    zip(
        PORTRAITS,
        (pb.PORTRAIT_RED_HAT, pb.PORTRAIT_LADY, pb.PORTRAIT_BEARD),
        strict=True,
    )
)
_SPECIALS = {None: pb.SPECIAL_UNSPECIFIED, "any": pb.SPECIAL_ANY, "move": pb.SPECIAL_MOVE}


def data_message(data: GameData) -> pb.PatricianData:
    """Everything in the data files."""
    major = data.delegates.major
    return pb.PatricianData(
        cities=[
            pb.City(
                name=c.name,
                capacity=c.capacity,
                higher=c.higher,
                lower=c.lower,
                five_seats_only=c.five_seats_only,
            )
            for c in data.cities
        ],
        cards=[
            pb.Card(
                name=c.name,
                city=c.city,
                crests=c.crests,
                portraits=[_PORTRAITS[p] for p in c.portraits],
                special=_SPECIALS[c.special],
                star=c.star,
            )
            for c in data.cards
        ],
        signposts=[pb.Signpost(city=a, other_city=b) for a, b in data.roads(4)],
        signposts_five_seats=[pb.Signpost(city=a, other_city=b) for a, b in data.roads(5)],
        markers_by_seats=dict(data.markers_by_seats),
        markers_by_city=data.markers_by_city,
        minor_delegates=[
            pb.MinorDelegate(name=d.name, token=d.token, tie_city=d.tie_city)
            for d in data.delegates.minor
        ],
        major_delegate=pb.MajorDelegate(
            name=major.name, cities=major.cities, tie_city=major.tie_city
        ),
        set_size=SET_SIZE,
        set_points=SET_POINTS,
    )
