"""Search: what the other player may hold, and which move does best against it."""
