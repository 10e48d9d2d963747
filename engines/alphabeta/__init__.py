"""A bot for Bologna that looks ahead: alpha-beta, deepened step by step, over promising moves."""
