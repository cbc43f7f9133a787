"""The screens of the full-screen app."""
