"""Tests of the alpha-beta bot."""
