"""Many matches: leagues, their ledger, their ratings, and the command line."""
