"""Patrician: test_rule_NN and test_ruling_NN belong to the numbers of its page in docs/games."""
