"""The engines that look ahead, as they introduce themselves."""

import pytest

from engines.alphabeta.bot import AlphaBetaBot
from engines.greedy.bot import GreedyBot
from engines.kit import Bot, OptionValueError
from engines.kit.options import apply_options, declared_options
from engines.mcts.bot import MctsBot
from referee.games.registry import game_names

BOTS: tuple[type[Bot], ...] = (GreedyBot, AlphaBetaBot, MctsBot)


def test_which_games_they_play() -> None:
    assert GreedyBot.games == MctsBot.games == game_names()
    assert AlphaBetaBot.games == ("bologna",)


@pytest.mark.parametrize("bot", BOTS)
def test_every_option_says_what_it_does(bot: type[Bot]) -> None:
    options = declared_options(bot)
    assert options
    for option in options.values():
        assert option.help.endswith(".")
        declared = option.declaration()
        assert declared.HasField("min")


@pytest.mark.parametrize(
    ("bot", "given"),
    [
        (GreedyBot, {"noise": "-1"}),
        (GreedyBot, {"worlds": "2000"}),
        (AlphaBetaBot, {"depth": "0"}),
        (MctsBot, {"nodes": "-5"}),
        (MctsBot, {"exploration": "many"}),
        (MctsBot, {"width": "1201"}),
    ],
)
def test_senseless_values_are_refused(bot: type[Bot], given: dict[str, str]) -> None:
    with pytest.raises(OptionValueError, match=next(iter(given))):
        apply_options(bot(), given)
