"""What makes the documents: run by hand, not part of the package."""
