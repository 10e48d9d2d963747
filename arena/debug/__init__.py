"""For authors of bots: listen in on matches, play seats back, hold matches up, play referee."""
