"""Results of matches in files of other programs: PGN headers and CSV tables, read and written."""
