"""Examples: programs by others that run on our games."""
