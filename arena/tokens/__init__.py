"""Bearer tokens of people and programs that come from far away: made, kept hashed, revoked."""
