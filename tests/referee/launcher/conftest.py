"""What tests of launchers share."""

from tests.engines.test_javascript import packages

__all__ = ["packages"]
