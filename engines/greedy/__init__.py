"""A bot that looks one ply ahead and takes what looks best."""
