"""Tests of what positions are worth."""
