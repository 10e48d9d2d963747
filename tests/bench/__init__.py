"""Measurements: `python -m tests.bench`. Ratios within one run, never asserted on in tests."""
