"""Drawing: pure functions from what is to be shown to styled lines. Colours are names of the theme's variables."""
