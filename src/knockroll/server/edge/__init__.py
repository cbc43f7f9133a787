"""The edge of the network: connections, limits, host names, and the way to a client."""
