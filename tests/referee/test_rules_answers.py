import pytest
from google.protobuf.struct_pb2 import Struct
from podesta.v1 import game_pb2, rules_pb2

from referee.deal import chance_from
from referee.errors import RequestError
from referee.games import RecordedChance, game_names, load_game, perft
from referee.rules_answers import RulesAnswers
from referee.rules_position import MOST_MOVES, NamedGames
from referee.time_source import FakeTimeSource
from tests.referee.played_record import play_record, tiny_spec
from tests.referee.tiny_game import GAME, load_tiny

SEED = bytes(range(32))
TINY = NamedGames(lambda: ["tiny"], load_tiny)


@pytest.fixture
def answers() -> RulesAnswers:
    return RulesAnswers(TINY)


def at(*moves: str, **fields: object) -> rules_pb2.Position:
    values: dict[str, object] = {"game": "tiny", "seed": SEED, "moves": moves}
    return rules_pb2.Position(**(values | fields))  # type: ignore[arg-type]


def fields_of(message: Struct) -> dict[str, object]:
    return {key: message[key] for key in message}


def test_describe(answers: RulesAnswers) -> None:
    for request in (rules_pb2.DescribeRequest(), rules_pb2.DescribeRequest(game="tiny")):
        (game,) = answers.describe(request).games
        assert (game.name, game.title, list(game.seats)) == ("tiny", "Tiny race", [2, 3])
        assert (game.rules_version, game.perfect_information) == ("1", False)
        assert game.options[0] == game_pb2.OptionDeclaration(
            name="goal",
            type=game_pb2.OPTION_TYPE_TEXT,
            default_value="20",
            help="points to reach, 1 to 999",
        )
        data = Struct()
        assert game.game_data.Unpack(data)
        assert data["goal"] == 20


def test_a_whole_match_can_be_followed(answers: RulesAnswers) -> None:
    record = play_record(tiny_spec(3, seed=SEED))
    moves = [decision.move for decision in record.decisions]
    for ply, decision in enumerate(record.decisions):
        position = at(*moves[:ply], seats=3, game_options={"goal": "25"})
        legal = answers.legal_moves(rules_pb2.LegalMovesRequest(position=position))
        assert decision.move in legal.moves
        assert len(legal.moves) == decision.legal_count
        assert (legal.to_act, legal.kind) == (decision.seat, record.kinds[decision.kind])
        applied = answers.apply(rules_pb2.ApplyRequest(position=position, move=decision.move))
        assert applied.digest == decision.digest
        assert applied.HasField("outcome") == (ply + 1 == len(moves))
    assert applied.outcome == record.outcome
    assert not applied.HasField("to_act")
    assert applied.kind == ""
    over = at(*moves, seats=3, game_options={"goal": "25"})
    ended = answers.legal_moves(rules_pb2.LegalMovesRequest(position=over))
    assert (list(ended.moves), ended.HasField("to_act"), ended.kind) == ([], False, "")
    late = answers.validate(rules_pb2.ValidateRequest(position=over, move="keep"))
    assert (late.legal, late.reason) == (False, "the game is over")
    with pytest.raises(RequestError, match="'keep': the game is over"):
        answers.apply(rules_pb2.ApplyRequest(position=over, move="keep"))


def test_draws_make_the_same_position_as_a_seed(answers: RulesAnswers) -> None:
    record = play_record(tiny_spec(seed=SEED))
    moves = [decision.move for decision in record.decisions]
    draws = rules_pb2.ChanceDraws(values=record.chance_draws)
    by_draws = rules_pb2.Position(
        game="tiny", game_options={"goal": "25"}, draws=draws, moves=moves[:-1]
    )
    request = rules_pb2.ApplyRequest(position=by_draws, move=moves[-1])
    assert answers.apply(request).digest == record.decisions[-1].digest


def test_validate(answers: RulesAnswers) -> None:
    def ask(move: str) -> tuple[bool, str, str]:
        answer = answers.validate(rules_pb2.ValidateRequest(position=at(), move=move))
        return answer.legal, answer.reason, answer.canonical

    assert ask("2") == (True, "", "2")
    assert ask("keep") == (False, "keep is no answer to roll", "keep")
    assert ask("castle")[0] is False
    assert ask("castle")[1].startswith("'castle' is none of 1, 2")
    assert ask("castle")[2] == ""


def test_observations_of_seats_and_spectators(answers: RulesAnswers) -> None:
    def ask(seat: int | None) -> game_pb2.Observation:
        request = rules_pb2.ObservationRequest(position=at("1"), seat=seat)
        return answers.observation(request).observation

    watched, seated = ask(None), ask(1)
    assert watched.public == seated.public
    assert not watched.HasField("private")
    private = Struct()
    assert seated.private.Unpack(private)
    assert set(fields_of(private)) == {"bonus"}
    with pytest.raises(RequestError, match="seat 2: there are 2, counted from 0"):
        ask(2)


def test_events_are_those_that_everybody_may_see(answers: RulesAnswers) -> None:
    position = at(game_options={"goal": "1"})
    while True:
        legal = answers.legal_moves(rules_pb2.LegalMovesRequest(position=position))
        answer = answers.apply(rules_pb2.ApplyRequest(position=position, move=legal.moves[0]))
        if answer.HasField("outcome"):
            break
        position.moves.append(legal.moves[0])
    assert len(answer.events) == 1  # the bonuses are told to their seats alone
    event = Struct()
    assert answer.events[0].Unpack(event)
    assert set(fields_of(event)) == {"gained"}


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (at(game="tinny"), "no game is called 'tinny': did you mean 'tiny'?"),
        (at(game=""), "no game is called '': there are tiny"),
        (at(game="x" * 500), "no game is called 'xxxx"),
        (at(seats=5), "game_options of tiny: 5 seats: 2 or 3"),
        (at(game_options={"gaol": "3", "goal": "0"}), "unknown option 'gaol': goal; goal '0'"),
        (at(seed=b"short"), "the seed has 5 bytes: 32 are needed"),
        (rules_pb2.Position(game="tiny"), "the set-up draws chance: give a seed or draws"),
        (
            rules_pb2.Position(game="tiny", draws=rules_pb2.ChanceDraws(values=[1])),
            "the set-up draws chance: 1 chance draw is too few",
        ),
        (
            rules_pb2.Position(game="tiny", draws=rules_pb2.ChanceDraws(values=[1, 9])),
            "is 9, not below 4",
        ),
        (
            rules_pb2.Position(
                game="tiny", draws=rules_pb2.ChanceDraws(values=[1, 2]), moves=["1"]
            ),
            r"moves\[0\] '1': 2 chance draws are too few",
        ),
        (at("1", "keep", "3"), r"moves\[2\] '3' is unreadable: '3' is none of"),
        (at("1", "1"), r"moves\[1\] '1' is not legal: 1 is no answer to keep"),
        (at(*["1"] * (MOST_MOVES + 1)), "10001 moves: at most 10000 are taken"),
    ],
)
def test_positions_that_can_not_be_are_refused_clearly(
    answers: RulesAnswers, position: rules_pb2.Position, told: str
) -> None:
    with pytest.raises(RequestError, match=told):
        answers.legal_moves(rules_pb2.LegalMovesRequest(position=position))


def test_a_move_without_its_chance_is_refused(answers: RulesAnswers) -> None:
    draws = rules_pb2.ChanceDraws(values=[1, 2])
    position = rules_pb2.Position(game="tiny", draws=draws)
    with pytest.raises(RequestError, match="'1' draws chance that the position does not give"):
        answers.apply(rules_pb2.ApplyRequest(position=position, move="1"))


def test_perft(answers: RulesAnswers) -> None:
    position = rules_pb2.Position(
        game="tiny", draws=rules_pb2.ChanceDraws(values=[0, 0, 5, 5]), moves=["2"]
    )
    state = GAME.initial_state({"goal": "20"}, 2, RecordedChance([0, 0]))
    state.apply(GAME.parse_move("2"), RecordedChance([5, 5]))

    def ask(depth: int) -> rules_pb2.PerftResponse:
        return answers.perft(rules_pb2.PerftRequest(position=position, depth=depth))

    assert (ask(0).nodes, dict(ask(0).by_move)) == (1, {})
    assert (ask(1).nodes, dict(ask(1).by_move)) == (2, {"keep": 1, "drop": 1})
    assert ask(2).nodes == perft(state, 2) == 4
    assert dict(ask(2).by_move) == {"keep": 2, "drop": 2}
    with pytest.raises(RequestError, match="draws chance after the set-up"):
        ask(4)
    with pytest.raises(RequestError, match="depth 7: at most 6"):
        ask(7)


def test_no_question_takes_longer_than_its_budget() -> None:
    class Slow(FakeTimeSource):
        def now_us(self) -> int:
            self.jump(1)
            return super().now_us()

    answers = RulesAnswers(TINY, budget_us=3, time_source=Slow())
    short = rules_pb2.LegalMovesRequest(position=at("1", "drop"))
    assert answers.legal_moves(short).kind == "roll"
    long = at("1", "drop", "1", "drop", "1")
    with pytest.raises(RequestError, match="takes longer than 3e-06 s: ask for less"):
        answers.legal_moves(rules_pb2.LegalMovesRequest(position=long))
    with pytest.raises(RequestError, match="takes longer"):
        answers.perft(rules_pb2.PerftRequest(position=at("1", "drop", "1"), depth=2))


def test_a_stopped_server_answers_no_more(answers: RulesAnswers) -> None:
    answers.stop()
    with pytest.raises(RequestError, match="the server stops"):
        answers.legal_moves(rules_pb2.LegalMovesRequest(position=at("1")))


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_asked_about(name: str) -> None:
    answers = RulesAnswers()
    assert name in [game.name for game in answers.describe(rules_pb2.DescribeRequest()).games]
    game = load_game(name)
    position = rules_pb2.Position(game=name, seed=SEED)
    legal = answers.legal_moves(rules_pb2.LegalMovesRequest(position=position))
    assert legal.to_act in range(game.default_seats)
    applied = answers.apply(rules_pb2.ApplyRequest(position=position, move=legal.moves[-1]))
    assert len(applied.digest) == 16
    seen = answers.observation(rules_pb2.ObservationRequest(position=position, seat=0))
    assert seen.observation.HasField("private") <= (not game.perfect_information)
    options = game.parse_options({}, game.default_seats)
    state = game.initial_state(options, game.default_seats, chance_from(SEED))
    assert answers.perft(rules_pb2.PerftRequest(position=position, depth=1)).nodes == perft(
        state, 1
    )
