"""The players: the kit that bot authors import, and the reference engines."""
