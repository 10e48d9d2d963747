"""A bot that searches best first: Monte-Carlo tree search guided by an evaluation."""
