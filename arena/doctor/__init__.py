"""What this machine is good for: its timers, its cores, and what keeps engines apart on it."""
