"""Tests of the bot that searches a tree."""
