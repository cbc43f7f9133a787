"""Drawing: pure functions from a scene to styled lines. Colours are names of the theme's variables."""
