"""What a position is worth, one module a game: shared by the engines that look ahead."""
