"""The protocol of podesta: generated messages, one package a version."""
