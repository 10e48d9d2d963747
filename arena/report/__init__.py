"""Reports of leagues: what a ledger says, as tables and charts, and as pages, text and files."""
