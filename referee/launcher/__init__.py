"""How engine processes are started, watched and ended, with everything they started themselves."""
