"""Programs to begin with: what others have written runs on our games."""
