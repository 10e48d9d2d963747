"""The lobby: where bots from far away wait until a referee has a match for them."""
