"""The tests of the kit: bots play against a referee that says what the test wants."""
