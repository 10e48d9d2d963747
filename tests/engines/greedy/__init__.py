"""Tests of the greedy bot."""
