"""Engines that misbehave on purpose, each in its own way: `python -m tests.zoo NAME`."""
