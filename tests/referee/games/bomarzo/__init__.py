"""Tests of Bomarzo."""
