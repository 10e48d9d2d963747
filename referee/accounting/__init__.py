"""What the processes of an engine use, and which limit they broke; stdlib only, for the keeper."""
