"""Whatever comes from outside, made by chance: nothing but our own errors may come of it.

A few examples by default; PODESTA_FUZZ_EXAMPLES says how many.
"""
