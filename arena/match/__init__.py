"""One match, or a few, from the command line: played by a worker process, watched from here."""
