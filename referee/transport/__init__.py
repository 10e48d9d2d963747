"""How an engine reaches the referee: one gRPC server a seat, and the stream of raw messages."""
